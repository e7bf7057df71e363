package org.unicanalysis;

import java.util.List;

/** The library itself: versions, its components, its native objects. */
public final class UnicAnalysis {
    private static final String[] VERSIONS = Native.version().split(" ");

    private UnicAnalysis() {}

    /**
     * The version of unic-analysis.
     *
     * @return as in {@code 0.1.0}
     */
    public static String version() {
        return VERSIONS[0];
    }

    /**
     * The version of the Unicode data.
     *
     * @return as in {@code 18.0.0}
     */
    public static String unicodeVersion() {
        return VERSIONS[1];
    }

    /**
     * The version of the CLDR data.
     *
     * @return as in {@code 49}
     */
    public static String cldrVersion() {
        return VERSIONS[2];
    }

    /**
     * All components and their option tables.
     *
     * @return a JSON array; each with type, names, kind, help, has_default_instance, fits_normalizer, options (name,
     *     aliases, kind, takes, default, required, help)
     */
    public static String components() {
        return Native.components();
    }

    /**
     * Problems with files that were expected to be the native library, although another one was found and loaded.
     *
     * @return empty if there are none
     */
    public static List<String> loadWarnings() {
        Native.version(); // loads it
        return NativeLoader.warnings();
    }

    /**
     * The number of live native objects, for leak tests.
     *
     * @return 0 when all analyzers, cursors, filters and key makers are closed or collected
     */
    public static long liveObjects() {
        return Native.liveObjects();
    }
}
