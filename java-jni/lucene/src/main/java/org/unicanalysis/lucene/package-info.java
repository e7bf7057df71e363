/**
 * unic-analysis for Lucene: {@link org.unicanalysis.lucene.UnicAnalyzer} for whole index definitions, factories of
 * tokenizers, token filters and char filters through SPI. Neighbours that are all ours become one native call, however
 * the chain is put together.
 */
package org.unicanalysis.lucene;
