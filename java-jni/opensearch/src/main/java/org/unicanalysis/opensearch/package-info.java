/** unic-analysis as an analysis plugin of OpenSearch. */
package org.unicanalysis.opensearch;
