/** Lucene's ICU classes as a plugin of the engine, the reference of the comparison. */
package org.unicanalysis.reference;
