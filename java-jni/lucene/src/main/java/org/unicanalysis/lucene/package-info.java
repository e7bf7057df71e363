/**
 * unic-analysis for Lucene: {@link org.unicanalysis.lucene.UnicAnalyzer} for whole index definitions, factories of
 * tokenizers, token filters and char filters through SPI. Adjacent components of unic-analysis are merged into one native
 * call, however the chain is built.
 */
package org.unicanalysis.lucene;
