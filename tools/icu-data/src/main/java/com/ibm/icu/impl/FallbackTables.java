package com.ibm.icu.impl;

import java.util.Map;

/** The tables by which ICU finds the parent of a locale, which are visible in its package only. */
public final class FallbackTables {
    public static Map<String, String> parents() {
        return LocaleFallbackData.PARENT_LOCALE_TABLE;
    }

    public static Map<String, String> defaultScripts() {
        return LocaleFallbackData.DEFAULT_SCRIPT_TABLE;
    }
}
