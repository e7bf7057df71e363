/**
 * Text analysis for search engines: tokens and sort keys from a JSON index definition, by the native library of
 * unic-analysis. Start with {@link org.unicanalysis.Analyzer}.
 */
package org.unicanalysis;
