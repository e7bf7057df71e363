package org.unicanalysis.opensearch;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.unicanalysis.UnicAnalysis;

/**
 * The native library of this node. If it cannot be loaded the node continues, and requests for its components fail with the
 * reason; an {@link Error} would end the node.
 */
final class Library {
    private static final Logger LOGGER = LogManager.getLogger(Library.class);
    private static final String PROBLEM = load();

    private Library() {}

    private static String load() {
        try {
            LOGGER.info(
                    "unic-analysis {}: Unicode {}, CLDR {}",
                    UnicAnalysis.version(),
                    UnicAnalysis.unicodeVersion(),
                    UnicAnalysis.cldrVersion());
            UnicAnalysis.loadWarnings().forEach(LOGGER::warn);
            return null;
        } catch (LinkageError error) {
            Throwable reason = error.getCause() == null ? error : error.getCause();
            LOGGER.error("the components of unic-analysis are not available on this node", error);
            return String.valueOf(reason.getMessage());
        }
    }

    static boolean isLoaded() {
        return PROBLEM == null;
    }

    /** Must be called before anything native. */
    static void require() {
        if (PROBLEM != null) {
            throw new IllegalStateException("the components of unic-analysis are not available on this node: " + PROBLEM);
        }
    }
}
