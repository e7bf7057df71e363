package org.unicanalysis.data;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.UnicodeSet;

/** Character names that no rule gives, and the formal aliases. */
final class Names {
    static void write(Output out) throws Exception {
        StringBuilder names = new StringBuilder();
        StringBuilder algorithmic = new StringBuilder();
        int start = -1;
        String prefix = "";
        for (int c = 0; c <= 0x110000; c++) {
            String name = c == 0x110000 ? null : UCharacter.getName(c);
            String now = name == null ? "" : rule(c, name);
            if (!now.equals(prefix)) {
                if (!prefix.isEmpty()) {
                    algorithmic.append(String.format("%X..%X\t%s\n", start, c - 1, prefix));
                }
                start = c;
                prefix = now;
            }
            if (name != null && now.isEmpty()) {
                names.append(String.format("%X\t%s\n", c, name));
            }
        }
        StringBuilder aliases = new StringBuilder();
        for (int c = 0; c < 0x110000; c++) {
            String alias = UCharacter.getNameAlias(c);
            if (alias != null) {
                aliases.append(String.format("%X\t%s\n", c, alias));
            }
        }
        out.write("unicode/names.txt", "#",
                "Character names. [rules]: ranges whose names are the prefix and the code point in hex, or (prefix HANGUL\n"
                        + "SYLLABLE) the jamo short names; [names]: all others; [aliases]: the correction or other formal alias.\n",
                "[rules]\n" + algorithmic + "[names]\n" + names + "[aliases]\n" + aliases);
    }

    private static String rule(int c, String name) {
        if (name.startsWith("HANGUL SYLLABLE ")) {
            return "HANGUL SYLLABLE ";
        }
        String hex = String.format("%04X", c);
        return name.endsWith("-" + hex) ? name.substring(0, name.length() - hex.length()) : "";
    }
}
