import com.ibm.icu.text.UnicodeSet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** UnicodeSet patterns: refused or taken, and what they hold. */
final class Sets {
    static final String[] PIECES = {"[", "]", "-", "&", "^", "$", "{", "}", "\\", ":", "[:", ":]", "\\p{", "\\P{", "\\N{", "\\u", "\\x{", "=", "≠", "a", "b", " ", "a-z", "[:L:]", "[:^L:]", "\\p{L}", "{ab}", "[a]", "--", "&&", "\\n", "'",
        "\u0301", "😀", "\\d", "\\s", "\\w", "\\b", "/", "0", "\u200E", "\u00A0", "\n", "||", "~", "#", "@", "\uFFFF", "{}", "\\uD83D"};
    static final String[] PROPERTIES = {"L", "Lu", "Ll", "Mn", "Letter", "gc=Lu", "General_Category=Uppercase_Letter", "sc=Grek", "Script=Greek", "scx=Deva", "Script_Extensions=Devanagari", "ccc=230", "ccc=0", "ccc=Above", "lb=AL", "wb=ALetter",
        "gcb=Extend", "sb=Sep", "Alphabetic", "Alpha", "White_Space", "age=5.1", "age=18", "age=18.0", "Age=V1_1", "na=LATIN SMALL LETTER A", "Name=latin-small letter_a", "nv=1/2", "nv=10", "nv=0.5", "nv=-1/2", "nt=De", "dt=Wide", "Decomposition_Type=Can", "ea=W", "bc=R",
        "jt=D", "jg=Ain", "hst=LV", "IDC", "ID_Start", "XIDC", "ASCII", "Any", "Assigned", "Greek", "Latin", "Han", "IsGreek", "isGreek", "Is_L", "blk=Basic_Latin", "Block=Greek", "InBasicLatin", "NFC_QC=No", "nfd_qc=n", "nfkcqc=m", "lccc=1", "tccc=220", "Emoji", "Extended_Pictographic", "RGI_Emoji", "Basic_Emoji",
        "Emoji_Keycap_Sequence", "vo=R", "InSC=Consonant", "InPC=Right", "bpt=o", "Math", "Dash", "Hyphen", "Lower", "lowercase", "CWL", "Cased", "CI", "DI", "VS", "nfkc_cf=a", "cf=a", "lc=a", "bmg=a", "isc=a", "Unicode_1_Name=A", "Sc", "sc", "gc=L", "gc=LC", "LC", "L&", "gc=Cn", "Cn", "C", "Other", "Zyyy", "Qaac", "posix_alnum", "alnum", "xdigit", "blank", "graph", "print", "punct", "Punct",
        "segstart", "nfdinert", "nfcinert", "nfkdinert", "nfkcinert", "Sensitive", "s_term", "STerm", "Term", "Pat_Syn", "Pat_WS", "QMark", "RI", "PCM", "idst=Allowed", "Identifier_Status=Restricted", "idtype=Recommended", "Identifier_Type=Technical", "InCB=Linker", "IDCompatMathStart", "ID_Compat_Math_Continue", "MCM", "UIdeo", "EBase", "EComp", "EMod", "EPres", "foo", "gc=foo", "foo=bar", "", "=", "gc=", "=Lu", "gc:Lu", "gc≠Lu", "scx=Zyyy", "Script=Common", "Unknown", "Zzzz",
        "Uppercase=No", "Uppercase=T", "Uppercase=F", "Alpha=Yes", "gc=Lu|Ll", "kIRG_GSource", "Emoji=N", "bc=AL", "bc=arabic_letter", "numeric_value=3", "nv=3.0", "nv=1e2", "nv=1E10", "ccc=9", "ccc=Virama", "ccc=256", "ccc=10", "gcm=L", "General_Category_Mask=L", "gcm=Lu", "unified_ideograph", "ideographic", "radical", "IDSU", "IDS_Unary_Operator", "kEH_NoMirror",
        "nv=-123456789", "nv=NaN", "nv=+NaN", "nv=--NaN", "nv=-Infinity", "nv=Infinityd", "nv=0x1p-1", "nv=0X1.8P0d", "nv=0x.8p", "nv=0x8", "nv=0x.8p+1f", "nv=-0", "nv=1d", "nv=1_0", "nv=1e400", "nv=1L", "nv=\uFF11", "nv=\u00011 ", "nv=.5", "nv=5.", "nv=.", "nv=1e+0", "nv=0.50000000000000001",
        "nv=0.3333333333333333", "nv=0.33333333333333333333", "nv=1e12", "age=3.0.1", "age=+3", "age=3.", "age=3..1", "age=.3", "age=", "age= 3.0", "age=V3_0", "age=3.0.0.0.0", "age=256", "age=255", "age=\u0663", "age=03", "ccc=+1", "ccc=-0", "ccc=\uFF11", "ccc=1.0", "lccc=133", "ccc=CCC133", "ccc=2147483648", "ccc=NR",
        "Alpha=1", "L|N", "scx=Zinh", "sc=Qaai", "isLatin", "Latin=Y", "bc=0", "na1=A", "Name_Alias=x", "Block=ASCII", "hst=V", "nt=None", "jg=No_Joining_Group", "bpt=n", "bpb=]", "idtype=Not_XID", "idtype=Exclusion Recommended", "RGI_Emoji=N", "RGI_Emoji=Y", "Basic_Emoji=N", "Any=Y", "ASCII=N", "Assigned=N", "a-n_y", "ASSIGNED\t", "A\u00A0ny",
        "Cased Letter", "gc=Cased_Letter", "Case_Sensitive=T", "segs", "NFD_Inert", "Print", "xdigit=n", "L^", "^L", "gc==L", "=", "gc=\u2260L", "gc=L=", "RGI_Flag_Emoji_Sequence", "emoji_zwj_sequence", "Emoji_Modifier_Sequence", "scx=", "sc=Common|Latin", "nfkcsimplecf", "NFKC_SCF=a", "Modifier_Combining_Mark", "lb=HH", "InCB=None", "CE", "Full_Composition_Exclusion", "dep", "Changes_When_NFKC_Casefolded", "XO_NFC", "gr_link", "Grapheme_Link", "EPres=No", "kEH_NoRotate", "blk=No_Block", "InCB=Consonant"};

    static void rows(int count) throws Exception {
        for (String property : PROPERTIES) {
            for (String form : new String[] {"[:%:]", "\\p{%}", "\\P{%}", "[:^%:]", "[[:%:]&[a-zA-Z0-9α-ω]]"}) {
                ofPattern(form.replace("%", property));
            }
        }
        List<String> values = values();
        for (String value : values) {
            ofPattern("[:" + value + ":]");
        }
        for (int at = 0; at < count; at++) {
            ofPattern("[:" + padded(Rows.chance(3) ? Rows.pick(values.toArray(new String[0])) : Rows.pick(PROPERTIES)) + ":]");
        }
        for (int at = 0; at < count; at++) {
            ofPattern(Rows.pick("[:na=%:]", "\\p{Name=%}", "[\\N{%}]", "[{a\\N{%}}]", "[\\N{" + numbers() + "%}]").replace("%", name()));
        }
        for (int at = 0; at < count * 10; at++) {
            String pattern = set(3);
            ofPattern(Rows.chance(2) ? Rows.mutated(pattern, PIECES) : pattern);
        }
        for (int at = 0; at < count * 10; at++) {
            ofPattern(Grammars.SETS.text("pattern"));
        }
    }

    /** A property with characters at the ends of its name and value that are ignored or not. */
    static String padded(String property) {
        String[] parts = String.valueOf(property).split("=", 2);
        for (int at = 0; at < parts.length; at++) {
            parts[at] = pad() + parts[at] + pad();
        }
        return String.join("=", parts);
    }

    static String pad() {
        return Rows.chance(2) ? "" : Rows.pick(" ", "-", "_", "\u200E", "\u00A0", "\n", "\t", "\u0085", "\u2028", "\u3000", "\u001F", "+", "0", ".", "\u0661", "\uFF11", "d", "\u200B", "1", "\uD835\uDFCF");
    }

    /** The name or label of a character, with characters that loose matching ignores or does not. */
    static String name() {
        int c = Rows.chance(2) ? Rows.codePoint().codePointAt(0)
                : Integer.parseInt(Rows.pick("20", "61", "131", "1180", "116C", "F39", "F60", "FD0", "AC01", "4E00", "20000", "17000", "18B00", "1B170", "F900", "9", "E000", "1F600", "301", "D800"), 16);
        StringBuilder name = new StringBuilder(com.ibm.icu.lang.UCharacter.getExtendedName(c));
        for (int count = Rows.random.nextInt(3); count > 0; count--) {
            int at = Rows.chance(3) ? (Rows.chance(2) ? 0 : name.length()) : Rows.random.nextInt(name.length() + 1);
            String other = Rows.pick(" ", "_", "-", "\t", "\n", "\u00A0", "\u200E", "\u2028", "+", "0", " -", "- ", "--", "\u0660", "\u0661", "\uFF10", "\uFF21", "\uD835\uDFCE", "x", "<", ">", "\u0131", "\u017F");
            name.replace(at, Rows.chance(3) ? Math.min(at + 1, name.length()) : at, other);
        }
        return Rows.chance(3) ? name.toString().toLowerCase(java.util.Locale.ROOT) : name.toString();
    }

    /** What may come before the name of a character. */
    static String numbers() {
        String c = Rows.pick("a", " ", "😀", "\u00E9", ":");
        return Rows.pick("%:", "%:", "0%:", "+%:", "%: ", ":", "61:", "%:" + c + ":", "%:" + c + ":", "::").replace("%", Rows.pick("61", "20", "4e00", "1F600", Integer.toHexString(c.codePointAt(0)), "110000"));
    }

    /** Every value of every enumerated property, by its short and long name. */
    static List<String> values() {
        List<String> values = new ArrayList<>();
        for (int property = com.ibm.icu.lang.UProperty.INT_START; property < com.ibm.icu.lang.UProperty.INT_LIMIT; property++) {
            int last = com.ibm.icu.lang.UCharacter.getIntPropertyMaxValue(property);
            for (int value = com.ibm.icu.lang.UCharacter.getIntPropertyMinValue(property); value <= last; value++) {
                for (int which = 0; which < 3; which++) {
                    try {
                        values.add(com.ibm.icu.lang.UCharacter.getPropertyName(property, which % 2) + "=" + com.ibm.icu.lang.UCharacter.getPropertyValueName(property, value, which));
                    } catch (IllegalArgumentException e) {
                        // No such name.
                    }
                }
            }
        }
        for (int property = 0; property < com.ibm.icu.lang.UProperty.BINARY_LIMIT; property++) {
            for (int which = 0; which < 2; which++) {
                try {
                    values.add(com.ibm.icu.lang.UCharacter.getPropertyName(property, which));
                } catch (IllegalArgumentException e) {
                    // No such name.
                }
            }
        }
        return values;
    }

    static void ofPattern(String pattern) {
        UnicodeSet set;
        try {
            set = new UnicodeSet(pattern);
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("pattern", pattern, "refused", e.getMessage());
            return;
        }
        Rows.row("pattern", pattern, "taken", contents(set));
    }

    /** Code points, a hash of the ranges, a hash of the strings, the first ranges. */
    static String contents(UnicodeSet set) {
        StringBuilder ranges = new StringBuilder();
        for (UnicodeSet.EntryRange range : set.ranges()) {
            ranges.append(Integer.toHexString(range.codepoint)).append('-').append(Integer.toHexString(range.codepointEnd)).append(' ');
        }
        String strings = String.join("|", new TreeSet<>(set.strings()));
        if (!Rows.isWellFormed(strings)) {
            return Rows.FAILED;
        }
        return hash(ranges.toString()) + " " + hash(strings) + " " + ranges.substring(0, Math.min(60, ranges.length())) + Rows.wellFormed(strings.substring(0, Math.min(20, strings.length())));
    }

    static String hash(String text) {
        long hash = 0xCBF29CE484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
        }
        return Long.toHexString(hash);
    }

    static String set(int depth) {
        StringBuilder text = new StringBuilder("[").append(Rows.pick("", "", "", "^", " ", "-", "^-"));
        for (int count = Rows.random.nextInt(4); count > 0; count--) {
            text.append(element(depth)).append(Rows.pick("", "", " ", "\n"));
        }
        return text.append(Rows.pick("", "", "", "-", "$", "$ ")).append("]").toString();
    }

    static String element(int depth) {
        switch (Rows.random.nextInt(12)) {
            case 0: return depth > 0 ? set(depth - 1) : "a";
            case 1: return depth > 0 ? set(depth - 1) + Rows.pick("-", "&", " - ", " & ", "--", "&&", " -& ") + set(depth - 1) : "b-c";
            case 2: return Rows.pick("[:%:]", "\\p{%}", "\\P{%}", "[:^%:]", "[: % :]", "\\p{ % }", "\\p{^%}").replace("%", Rows.pick(PROPERTIES));
            case 3: return Rows.pick("a-z", "0-9", "a - c", "z-a", "a-a", "b-", "\\u0061-\\u007A", "α-ω", "-a", "a--z", "a-[b]", "[a]-b", "[a]-[b]-c", "{a}-{c}", "{ab}-c");
            case 4: return "{" + Rows.pick("ab", "a", "", " ab ", "a b", "\\u0061b", "ab{", "a-b", "[a]", "'", "\\}", "日本", "a\\ b", "\\x{61 62}", "\\x{ 61 62 }") + "}";
            case 5: return Rows.pick("\\u0061", "\\U0001F600", "\\x61", "\\x{61}", "\\x{61 62}", "\\n", "\\-", "\\\\", "\\]", "\\N{LATIN SMALL LETTER A}", "\\N{nothing}", "\\cA", "\\101", "\\e", "\\uD83D\\uDE00", "\\x{110000}", "\\q", "\\8", "\\u{61}", "\\N{U+61}", "\\N{ latin small letter a }");
            case 6: return Rows.pick("&[a]", "-[a]", "& b", "$", "$v", "^", ":", "[:", "=", "'", "\"", "#", "|", "@", "~", "!");
            default: return Rows.pick("a", "b", "c", "A", "é", "\u0301", "日", "😀", "ab", "abc", "x", "0");
        }
    }
}
