package org.unicanalysis;

import java.util.ArrayList;
import java.util.List;

/** The library itself: versions, its components, its native objects. */
public final class UnicAnalysis {
    private UnicAnalysis() {}

    /** One of the versions of the library, Unicode and CLDR. */
    private static String version(int number) {
        NativeLoader.require();
        return Native.version().split(" ")[number];
    }

    /**
     * The version of unic-analysis.
     *
     * @return as in {@code 0.1.0}
     */
    public static String version() {
        return version(0);
    }

    /**
     * The version of the Unicode data.
     *
     * @return as in {@code 18.0}
     */
    public static String unicodeVersion() {
        return version(1);
    }

    /**
     * The version of the CLDR data.
     *
     * @return as in {@code 49}
     */
    public static String cldrVersion() {
        return version(2);
    }

    /**
     * All components and their option tables.
     *
     * @return a JSON array; each with type, names, kind, help, has_default_instance, fits_normalizer, options (name,
     *     aliases, kind, takes, default, required, help)
     */
    public static String components() {
        NativeLoader.require();
        return Native.components();
    }

    /**
     * Problems that an operator should fix although the library is loaded: files that were expected to be the library and are not, and the
     * reason why Java 22 or later makes no direct calls.
     *
     * @return empty if there are none
     */
    public static List<String> loadWarnings() {
        NativeLoader.require();
        List<String> warnings = new ArrayList<>(NativeLoader.warnings());
        if (DirectCalls.warning() != null) {
            warnings.add(DirectCalls.warning());
        }
        return List.copyOf(warnings);
    }

    /**
     * The number of live native objects, for leak tests.
     *
     * @return 0 when all analyzers, cursors, filters and key makers are closed or collected
     */
    public static long liveObjects() {
        NativeLoader.require();
        return Native.liveObjects();
    }
}
