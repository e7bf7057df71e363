package org.unicanalysis.data;

import com.ibm.icu.util.ULocale;

/** Codes of three letters (ISO 639-2, ISO 3166-1) that a locale id may have instead of two. */
final class LocaleCodes {
    static void write(Output out) throws Exception {
        StringBuilder lines = new StringBuilder();
        StringBuilder regions = new StringBuilder();
        for (char first = 'a'; first <= 'z'; first++) {
            for (char second = 'a'; second <= 'z'; second++) {
                for (char third = 'a'; third <= 'z'; third++) {
                    String code = "" + first + second + third;
                    String language = new ULocale(code).getLanguage();
                    if (language.length() == 2) {
                        lines.append("language\t" + code + "\t" + language + "\n");
                    }
                    String upper = code.toUpperCase(java.util.Locale.ROOT);
                    String region = new ULocale("en_" + upper).getCountry();
                    if (region.length() == 2) {
                        regions.append("region\t" + upper + "\t" + region + "\n");
                    }
                }
            }
        }
        out.write("unicode/locale_codes.tsv", "#",
                "Codes of three letters of languages and regions that have one of two letters. Tab-separated: kind, the three\n"
                        + "letters, the two.\n",
                lines.append(regions).toString());
    }
}
