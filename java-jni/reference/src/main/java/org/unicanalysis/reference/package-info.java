/** Lucene's ICU classes as a plugin of the engine: what ours is compared with. */
package org.unicanalysis.reference;
