import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.ULocale;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.List;

/** Results of ICU4J, one row per call: kind, arguments, result; "!" where ICU fails or refuses. */
final class Spell {
    static final String[] GROUPS = {"spellout", "ordinal", "duration", "numbering_system"};
    static final int[] FORMATS = {RuleBasedNumberFormat.SPELLOUT, RuleBasedNumberFormat.ORDINAL, RuleBasedNumberFormat.DURATION,
        RuleBasedNumberFormat.NUMBERING_SYSTEM};
    static void rows(int count) throws Exception {
        List<ULocale> locales = locales();
        for (ULocale locale : locales) {
            for (int group = 0; group < GROUPS.length; group++) {
                // Numbering systems are those of the root, with the locale's symbols; durations nearly so.
                if (group < 2 || Rows.random.nextInt(8) == 0) {
                    int of = group;
                    Rows.within(60_000, () -> ofLocale(locale, of, Math.max(30, count / 25)));
                }
            }
        }
        ofRandomRules(count);
    }

    private static List<ULocale> locales() throws java.io.IOException {
        List<ULocale> locales = new ArrayList<>();
        for (String line : java.nio.file.Files.readAllLines(Rows.root.resolve("data/spell/locales.tsv"))) {
            if (line.matches("[^#\t]*\t(locale|alias)(\t.*)?")) {
                locales.add(new ULocale(line.split("\t")[0]));
            }
        }
        // Regions with symbols of their own.
        for (String id : "de_AT fr_CA en_ZA ar_EG es_CL pt_AO it_CH nl_BE sr_Latn_ME".split(" ")) {
            locales.add(new ULocale(id));
        }
        return locales;
    }

    static final String[] PIECES = {";", ":", "%", "%%", ">>", "<<", ">>>", "==", "=", "<", ">", "[", "]", "|", "/", "/100", "0", "1", "100", "x.x", "-x", "0.x", "x,x", "Inf:", "NaN:", "$(cardinal,one{a}other{b})$", "$(", ")$", "'", "a", " ", ",", ".", "#", "#,##0", "@noparse", "\u00AD", "\n", "é", "😀", "{", "}", "\u200E", "+", "-", "e"};

    /** The groups of the shipped rules. */
    static List<String> shipped() throws Exception {
        List<String> groups = new ArrayList<>();
        List<java.nio.file.Path> files = new ArrayList<>();
        try (java.nio.file.DirectoryStream<java.nio.file.Path> found = java.nio.file.Files.newDirectoryStream(Rows.root.resolve("data/spell"), "*.txt")) {
            found.forEach(files::add);
        }
        java.util.Collections.sort(files);
        for (java.nio.file.Path file : files) {
            StringBuilder group = new StringBuilder();
            for (String line : java.nio.file.Files.readAllLines(file)) {
                if (!line.startsWith("#") && !line.startsWith("[")) {
                    group.append(line.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")).append('\n');
                } else if (group.length() > 0) {
                    groups.add(group.toString());
                    group.setLength(0);
                }
            }
            groups.add(group.toString());
        }
        return groups;
    }

    static void ofRandomRules(int count) throws Exception {
        List<String> shipped = shipped();
        for (int at = 0; at < count / 4; at++) {
            String rules = Rows.mutated(Rows.pick(shipped), PIECES);
            Rows.within(3000, () -> ofRules(rules));
        }
        for (int at = 0; at < count; at++) {
            String rules = rules();
            Rows.within(3000, () -> ofRules(rules));
        }
        for (int at = 0; at < count; at++) {
            String rules = Grammars.NUMBERS.text("rules");
            Rows.within(3000, () -> ofRules(rules));
        }
    }

    private static final double[] DOUBLES = {
        0.5, -0.5, 0.7, -0.7, 1.5, 2.25, 3.14, -3.5, 10.01, 100.1, 0.05, 0.125, 1234.567, -1000.5, 0.0, -0.0, 1e15 + 0.5, 123456789.125,
        0.1 + 0.2, 1e18, 1e-7, 1e-10, 9007199254740993.0, 0.999999999999, 99.99, 0.001, 1000000.01, 999999.5, -0.001, 1999.5, 2000.05,
        20.20, 1e6, 1e9, 614.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    /** Doubles of every kind by every rule set. */
    static void ofDoubles(int count) throws Exception {
        for (ULocale locale : locales()) {
            for (int group = 0; group < GROUPS.length; group++) {
                int of = group;
                Rows.within(60_000, () -> {
                    RuleBasedNumberFormat format = new RuleBasedNumberFormat(locale, FORMATS[of]);
                    for (String set : format.getRuleSetNames()) {
                        for (double number : DOUBLES) {
                            Rows.row("double", locale, GROUPS[of], set, number, write(format, number, set));
                        }
                        for (int at = 0; at < count / 50; at++) {
                            double number = BigDecimal.valueOf(Rows.random.nextInt(1_000_000), 1 + Rows.random.nextInt(3)).doubleValue();
                            Rows.row("double", locale, GROUPS[of], set, number, write(format, number, set));
                        }
                    }
                });
            }
        }
    }

    /** Words of numbers as no one writes them, in every locale; German, which has rules of lenient parsing, more often. */
    static void ofReads(int count) throws Exception {
        List<ULocale> locales = locales();
        for (int of = 0; of < locales.size() + 8; of++) {
            ULocale locale = of < locales.size() ? locales.get(of) : ULocale.GERMAN;
            int group = Rows.random.nextInt(Rows.chance(4) ? 4 : 2);
            Rows.within(60_000, () -> {
                RuleBasedNumberFormat format = new RuleBasedNumberFormat(locale, FORMATS[group]);
                for (int at = 0; at < count; at++) {
                    String text = words(format);
                    for (boolean lenient : new boolean[] {false, true}) {
                        format.setLenientParseMode(lenient);
                        Rows.row("read", locale, GROUPS[group], lenient ? "lenient" : "strict", text, read(format, text));
                    }
                }
            });
        }
    }

    private static String words(RuleBasedNumberFormat format) {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(3); count > 0; count--) {
            String set = Rows.pick(format.getRuleSetNames());
            long number = Rows.random.nextLong() >> 30 + Rows.random.nextInt(34);
            String word = Rows.chance(4) ? write(format, decimal(), set) : write(format, number, set);
            int end = word.offsetByCodePoints(0, Math.min(24, word.codePointCount(0, word.length())));
            text.append(word, 0, end).append(Rows.chance(3) ? Rows.pick(" ", "-", "", ",", ".", "\u00AD", " and ", " und ", "und", "\u00A0", "\u200B", "'") : "");
        }
        String words = text.substring(0, text.offsetByCodePoints(0, Math.min(36, text.codePointCount(0, text.length()))));
        words = Rows.chance(2) ? words : Rows.mutated(words, "\u00AD", " ", "  ", "-", "\u2010", ",", ".", "'", "\u0301", "\u0308", "ss", "ß", "ẞ", "ü", "ue", "UE", "ﬁ", "ı", "İ", "ς", "5", "12", "٣", "null", "eins", "\u200E", "\u200D", "e", "a", "n", "s", "日", "十", "\u3000", "\n", "\uFE0F", "ö", "oe", "æ");
        return Rows.chance(3) ? mutated(words) : words;
    }

    private static String write(RuleBasedNumberFormat format, double number, String set) {
        try {
            return format.format(number, set);
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    static void ofLocale(ULocale locale, int group, int reads) {
        RuleBasedNumberFormat format = new RuleBasedNumberFormat(locale, FORMATS[group]);
        String[] sets = format.getRuleSetNames();
        for (String set : sets) {
            for (int start = 0; start < 10_000; start += 1000) {
                long hash = 0xCBF29CE484222325L;
                for (int number = start; number < start + 1000; number++) {
                    for (byte b : (write(format, number, set) + "\n").getBytes(StandardCharsets.UTF_8)) {
                        hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
                    }
                }
                Rows.row("hash", locale, GROUPS[group], set, start, Long.toHexString(hash));
            }
            for (int at = 0; at < 12; at++) {
                long number = Rows.random.nextLong() >> Rows.random.nextInt(64);
                Rows.row("write", locale, GROUPS[group], set, number, write(format, number, set));
                BigDecimal decimal = decimal();
                Rows.row("write", locale, GROUPS[group], set, decimal.toPlainString(), write(format, decimal, set));
            }
        }
        for (int at = 0; at < reads; at++) {
            String set = sets[Rows.random.nextInt(sets.length)];
            Number number = Rows.random.nextInt(4) == 0
                    ? (Number) decimal()
                    : (Number) (Rows.random.nextLong() >> 24 + Rows.random.nextInt(40));
            String text = mutated80(
                    number instanceof BigDecimal ? write(format, (BigDecimal) number, set) : write(format, (Long) number, set));
            if (Rows.chance(4)) {
                text = lenientDecimal() + write(format, 7L, set).replaceAll("\\p{Nd}", "");
            }
            for (boolean lenient : new boolean[] {false, true}) {
                format.setLenientParseMode(lenient);
                Rows.row("read", locale, GROUPS[group], lenient ? "lenient" : "strict", text, read(format, text));
            }
        }
        // How many numbers come back of each rule set.
        format.setLenientParseMode(false);
        for (String set : sets) {
            int back = 0;
            for (int number = 0; number < 300; number++) {
                ParsePosition position = new ParsePosition(0);
                String text = write(format, number, set);
                Number found = format.parse(text, position);
                back += position.getIndex() == text.length() && found.longValue() == number ? 1 : 0;
            }
            Rows.row("back", locale, GROUPS[group], set, back);
        }
    }

    /** Digits with what parsers of numbers accept between them, in any order. */
    static String lenientDecimal() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(9); count > 0; count--) {
            text.append(Rows.chance(2) ? Integer.toString(Rows.random.nextInt(10)) : Rows.pick(",", ".", "'", "\u2019", " ", "\u00A0", "\u202F", "\u060C", "\u066B", "\u066C", "\u3001", "\u3002", "\u2E41", "\u02BC", "\u055A", "\u1FBD", "\u2018", "\uFF0E",
                "\uFF0C", "\uFE12", "\u2024", "\uFE51", "\u1680", "\u200E", "\u061C", "\t", "\uFE0F", "\uDB40\uDD00", "\u180B", "-", "\u2212", "\u2010", "\u2013", "\u2014", "+", "\uFB29", "~", "\u2248", "\u7D04", "E", "e", "\u221E", "NaN", "\u0664", "\u4E00",
                "\uD835\uDFD7", "%", "\u0301", "\u00AD"));
        }
        return text.toString();
    }

    static BigDecimal decimal() {
        return BigDecimal.valueOf(
                Rows.random.nextInt(1 << Rows.random.nextInt(24)) * (Rows.random.nextInt(5) == 0 ? -10 : 10) + 1 + Rows.random.nextInt(9),
                1 + Rows.random.nextInt(4));
    }

    static String write(RuleBasedNumberFormat format, long number, String set) {
        try {
            return set == null ? format.format(number) : format.format(number, set);
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    static String write(RuleBasedNumberFormat format, BigDecimal number, String set) {
        try {
            return set == null ? format.format(number.doubleValue()) : format.format(number.doubleValue(), set);
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    static String read(RuleBasedNumberFormat format, String text) {
        try {
            ParsePosition position = new ParsePosition(0);
            Number number = format.parse(text, position);
            return position.getIndex() == 0 ? "-" : number.doubleValue() + " " + position.getIndex();
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    /** A text as someone might write it: another case, other separators, cut off, doubled. */
    static String mutated(String text) {
        switch (Rows.random.nextInt(10)) {
            case 0: return text.toUpperCase(java.util.Locale.ROOT);
            case 1: return text.replace("\u00AD", "");
            case 2: return text.replace(' ', '-');
            case 3: return text.replace(" ", "");
            case 4: return text + text;
            case 5: return text.substring(0, text.offsetByCodePoints(0, Rows.random.nextInt(text.codePointCount(0, text.length()) + 1)));
            case 6: return text + " x";
            case 7: return com.ibm.icu.text.Normalizer2.getNFDInstance().normalize(text);
            case 8: return " " + text.replace(" ", " , ");
            default: return text;
        }
    }

    /** Some long texts are read by ICU in hours. */
    static String mutated80(String text) {
        return mutated(text.substring(0, Math.min(text.length(), 40)));
    }

    static void ofRules(String rules) {
        RuleBasedNumberFormat format;
        String locale = Rows.pick("en", "de", "ru", "fa", "hi");
        try {
            format = new RuleBasedNumberFormat(rules, new ULocale(locale));
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("refused", locale, rules, e.getClass().getSimpleName() + " " + e.getMessage());
            return;
        }
        Rows.row("rules", locale, rules, String.join(" ", format.getRuleSetNames()));
        List<String> written = new ArrayList<>(List.of("x", ""));
        for (int at = 0; at < 12; at++) {
            long number = at < 6 ? Rows.random.nextInt(30) : (Rows.random.nextLong() >> Rows.random.nextInt(64));
            String text = write(format, number, null);
            written.add(text);
            Rows.row("own write", locale, rules, number, text);
            BigDecimal decimal = decimal();
            text = write(format, decimal, null);
            written.add(text);
            Rows.row("own write", locale, rules, decimal.toPlainString(), text);
        }
        for (String text : written) {
            text = mutated(text.length() > 200 ? text.substring(0, 200) : text);
            boolean lenient = Rows.random.nextBoolean();
            format.setLenientParseMode(lenient);
            Rows.row("own read", locale, rules, lenient ? "lenient" : "strict", text, read(format, text));
        }
    }

    /** A rule text: mostly well-formed, with base values in order. */
    static String rules() {
        StringBuilder text = new StringBuilder();
        int sets = Rows.random.nextInt(3);
        if (sets == 0) {
            return rulesOfSet();
        }
        for (int set = 0; set <= sets; set++) {
            text.append(set == 2 && Rows.random.nextBoolean() ? "%%" : "%").append(Rows.chance(40) ? Rows.pick("", ";", " ", "%", "é") : (char) ('a' + set)).append(Rows.random.nextInt(9) == 0 ? "@noparse" : "").append(":");
            text.append(rulesOfSet());
        }
        if (Rows.random.nextInt(12) == 0) {
            text.append("%%lenient-parse:&a=e;");
        }
        return text.toString();
    }

    static String rulesOfSet() {
        StringBuilder text = new StringBuilder();
        if (Rows.random.nextInt(3) == 0) {
            text.append("-x:").append(Rows.pick(" minus >>", "m>>", "->%a>", "neg")).append(';');
        }
        if (Rows.random.nextInt(3) == 0) {
            text.append(Rows.pick("x.x", "0.x", "x,x", "x.0")).append(":").append(Rows.pick(" << point >>", "<<.>>>", "<<[, >>]", "=0.0#=", ">%b>", "<%a<p>>")).append(';');
        }
        if (Rows.random.nextInt(8) == 0) {
            text.append(Rows.pick("Inf: inf;", "NaN: nan;", "Inf: =0=;"));
        }
        long base = 0;
        int rules = 1 + Rows.random.nextInt(9);
        for (int rule = 0; rule < rules; rule++) {
            if (Rows.random.nextInt(3) > 0 || rule == 0) {
                text.append(base);
                if (Rows.random.nextInt(7) == 0) {
                    text.append('/').append(Rows.pick("10", "100", "5", "2", "1000", "0"));
                }
                if (Rows.random.nextInt(9) == 0) {
                    text.append('>');
                }
                text.append(Rows.pick(": ", ":", ":'", ":' "));
            }
            text.append(body(base)).append(Rows.pick(";", "; ", ";\n"));
            base = rule < 3 ? base + 1 + Rows.random.nextInt(3) : base == 0 ? 10 : base * pick10();
        }
        return text.toString();
    }

    /** Plural branches with selectors and messages of all kinds; most have {@code other}. */
    static String plural(String word) {
        StringBuilder text = new StringBuilder("$(").append(Rows.pick("cardinal", "ordinal")).append(',');
        if (Rows.chance(8)) {
            text.append(Rows.pick("offset:1 ", "offset: 2", "offset:-1 ", "offset:+1", "offset:1.0 ", "offset:1e1 ", " offset:3\n", "offset :1 ", "offset:x", "offset:", "offset:9007199254740992 "));
        }
        for (int count = Rows.random.nextInt(4); count > 0; count--) {
            text.append(Rows.chance(3) ? Rows.pick("=1", "=2", "=1.0", "=+3", "=-1", "=2e0", "=1.", "=.5", "=\u221E", "=1e", "oth", "x", "9", "man\u00ADy", "man-y", "\u00A0one", "one\u200E", "on\u0301e", "\uD83D\uDE00", "o.e", "")
                    : Rows.pick("zero", "one", "two", "few", "many", "other"));
            text.append(Rows.pick("{", "{", "{", " {", "\n{", "\u00A0{")).append(message(word)).append(Rows.pick("}", "}", "} ", "}}"));
        }
        return text.append(Rows.chance(30) ? "" : "other{" + message(word) + "}").append(")$").toString();
    }

    static String message(String word) {
        return Rows.pick(word, word, word, "w", "ws", word + "#", "#", "'#'", "it''s", "it's", "'{'", "'}'" + word, "{0}", "{ n }" + word, "{n,number}", "{n,number,0''0'}'}", "{n,plural,one{a}oth{b#}}", "{x,select,a{p}other{" + word + "}}",
                "{x,choice,1#a|2<" + word + "}", "{x,selectordinal,offset:.5 =1{}other{#}}", "", "{", "{01}", "{x y}", "{n,}");
    }

    static int pick10() {
        return new int[] {1, 2, 5, 10, 10, 100}[Rows.random.nextInt(6)];
    }

    static String body(long base) {
        String word = Rows.pick("ab", "c", "de f", "g-h", "one", "O", "twen\u00ADty", "é", "x.", "");
        switch (base < 4 ? Rows.random.nextInt(4) : Rows.random.nextInt(16)) {
            case 0: case 1: case 2: return word;
            case 3: return Rows.pick("=#,##0=", "=0=", "=%b=", "=%%c=", "=0.0=", "=#,##0.=", "=00=") + word;
            case 4: return "<<" + word + "[" + Rows.pick(" ", "-", "") + ">>]";
            case 5: return word + "[->>]";
            case 6: return "<<" + word + ">>";
            case 7: return "<<" + word + ">>>";
            case 8: return "<%a<" + word + "[ >%b>]";
            case 9: return "<<" + word + "[|" + Rows.pick("z", "") + ">>]";
            case 10: return Rows.pick("<< ", "<<", "<<x ", "") + plural(word) + Rows.pick("[ >>]", "[>>]", "", " z");
            case 11: return "<#,##0<" + word + "[ >0>]";
            case 12: return "=" + Rows.pick("%a", "%b", "#,##0", "0") + "=" + word + "[>>]";
            case 13: return word + ">>" + Rows.pick("", word);
            case 14: return "[<<" + word + "]" + word;
            default: return Rows.pick("<<", ">>", "=", "<", ">", "[", "]", "<<a<<", ">>a>>", "<<<", "==", "$(", "$(x,other{})$", "<%nothing<", "=#=");
        }
    }
}
