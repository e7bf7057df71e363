/** The benchmark of the JVM modules. */
package org.unicanalysis.bench;
