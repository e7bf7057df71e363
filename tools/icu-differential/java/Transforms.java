import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Transforms by id and by rules, both directions; refused ids and rules. */
final class Transforms {
    static final String[] PIECES = {";", ">", "<", "<>", "=", "{", "}", "(", ")", "[", "]", "|", "@", "$", "$1", "$2", "$v", "^", "&", "&Upper(", "*", "+", "?", ".", "'",
        "''", "\\", "\\u0061", "\\x{62}", "\\'", "#", "::", ":: Lower;", ":: [a-c];", ":: ([a-c]);", "(", "→", "←", "↔", "∆", " ", "\n", "[:L:]", "\\p{Ll}", "-", ":", "use variable range 0xE000 0xE100;",
        "!", "~", "%", "\uF000", "\uFFFF", "\u200E", "0", "a", "b"};
    /** The answer where ICU leaves half of a supplementary character. */
    static final String HALF = "!half";
    static List<String> ids;
    static final List<String> shipped = new ArrayList<>();
    static final List<String> shippedTexts = new ArrayList<>();

    static void rows(int count) throws Exception {
        readLanguages();
        ids = Collections.list(Transliterator.getAvailableIDs());
        Collections.sort(ids);
        try (java.util.stream.Stream<Path> files = Files.list(Rows.root.resolve("data/transform"))) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(".txt")) {
                    String text = Files.readString(file);
                    if (text.length() < 30_000) {
                        shippedTexts.add(text);
                    }
                    Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(shipped::add);
                }
            }
        }
        String only = System.getProperty("only", "ids refused rules escapes filters made syntax");
        if (only.contains("ids")) {
            for (String id : ids) {
                Rows.within(60_000, () -> ofId(id, true, 12));
                Rows.within(60_000, () -> ofId(id, false, 12));
            }
            for (int at = 0; at < count; at++) {
                String id = derived();
                Rows.within(20_000, () -> ofId(id, !Rows.chance(3), 3));
            }
        }
        if (only.contains("escapes")) {
            for (int at = 0; at < count; at++) {
                Rows.within(20_000, () -> ofTexts("Name-Any", Transforms::names, 20));
                Rows.within(20_000, () -> ofTexts(Rows.pick(HEX), Transforms::numbers, 10));
            }
        }
        if (only.contains("filters")) {
            String[] any = ids.stream().filter(id -> id.startsWith("Any-")).toArray(String[]::new);
            for (int at = 0; at < count; at++) {
                String id = Rows.pick(FILTERS) + Rows.pick(" ", "; ") + (Rows.chance(3) ? Rows.pick("Any-Hiragana", "Any-Katakana", "Any-Hangul", "Any-Hang", "Any-Bopomofo", "Any-Hani", "Any-Kana") : Rows.pick(any));
                Rows.within(20_000, () -> ofTexts(id, Transforms::punctuated, 6));
            }
        }
        if (only.contains("every")) {
            List<String> some = new ArrayList<>(ids);
            Collections.shuffle(some, Rows.random);
            for (String id : some) {
                Rows.within(60_000, () -> every(id, true));
                Rows.within(60_000, () -> every(id, false));
            }
        }
        if (only.contains("made")) {
            for (int at = 0; at < count * 2; at++) {
                String rules = made();
                Rows.within(20_000, () -> ofRules(rules));
            }
        }
        if (only.contains("rules")) {
            for (int at = 0; at < count * 4; at++) {
                String rules = rules();
                String read = Rows.chance(3) ? Rows.mutated(rules, PIECES) : rules;
                Rows.within(3000, () -> ofRules(read));
            }
            for (int at = 0; at < count; at++) {
                String text = Rows.pick(shippedTexts);
                String read = Rows.mutated(Rows.chance(2) ? Rows.mutated(text, PIECES) : text, PIECES);
                Rows.within(20_000, () -> ofRules(read));
            }
        }
        for (int at = 0; at < (only.contains("syntax") ? count * 4 : 0); at++) {
            String rules = Grammars.TRANSFORMS.text("rules");
            Rows.within(3000, () -> ofRules(rules));
        }
    }

    /**
     * ICU finds the data of these languages for ids in capitals (EN_US) only if it has read them for an id in small letters, in the same
     * direction.
     */
    static void readLanguages() {
        for (String id : new String[] {"en", "el", "en-Latin", "Latin-en", "el-Latin", "Latin-el"}) {
            Transliterator.getInstance(id);
        }
    }

    /** What the transform of a row makes of a text, or without one whether there is such a transform. */
    static String again(String[] row, String text) {
        int direction = direction(row[1].equals("true"));
        readLanguages();
        try {
            Transliterator transform = row[0].equals("id") ? Transliterator.getInstance(row[2], direction) : Transliterator.createFromRules("own", row[2], direction);
            return text == null ? "taken" : result(transform, text);
        } catch (RuntimeException | StackOverflowError e) {
            return "refused";
        }
    }

    static int direction(boolean forward) {
        return forward ? Transliterator.FORWARD : Transliterator.REVERSE;
    }

    static String result(Transliterator transform, String text) {
        try {
            String result = transform.transliterate(text);
            return Rows.isWellFormed(result) ? result : HALF;
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    static void ofId(String id, boolean forward, int texts) {
        Transliterator transform;
        // There is one Any-BreakInternal, and the filter of an id that names it ([a] BreakInternal) would stay for the process.
        Transliterator.getInstance("Any-BreakInternal").setFilter(null);
        try {
            transform = Transliterator.getInstance(id, direction(forward));
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("id", forward, id, "refused", String.valueOf(e.getMessage()));
            return;
        }
        Rows.row("id", forward, id, "taken", transform.getID());
        UnicodeSet source = sourceSet(transform);
        for (int at = 0; at < texts; at++) {
            String text = Rows.chance(8) ? Rows.padded(() -> random(source)) : random(source);
            text = at % 6 == 0 ? Rows.line(80) : at % 6 == 3 ? near(source) : text;
            if (Rows.chance(6)) {
                text = (Rows.chance(2) ? Normalizer2.getNFDInstance() : Normalizer2.getNFCInstance()).normalize(text);
            }
            Rows.row("by id", text, result(transform, text));
        }
    }

    /** All characters that a transform may change, up to a number, in any order: with spaces or marks between them, and together. */
    private static void every(String id, boolean forward) {
        Transliterator transform;
        try {
            transform = Transliterator.getInstance(id, direction(forward));
        } catch (RuntimeException | StackOverflowError e) {
            return;
        }
        Rows.row("id", forward, id, "taken", transform.getID());
        List<String> all = new ArrayList<>();
        UnicodeSet source = sourceSet(transform);
        source.retainAll(new UnicodeSet("[[:Assigned:]-[:Cs:]-[:Co:]]"));
        for (UnicodeSet.EntryRange range : source.ranges()) {
            for (int c = range.codepoint; c <= range.codepointEnd; c++) {
                all.add(Character.toString(c));
            }
        }
        Collections.shuffle(all, Rows.random);
        for (int start = 0; start < Math.min(all.size(), id.startsWith("Any-") ? 600 : 12_000); start += 60) {
            StringBuilder apart = new StringBuilder();
            StringBuilder together = new StringBuilder();
            for (String c : all.subList(start, Math.min(all.size(), start + 60))) {
                apart.append(c).append(Rows.chance(3) ? Rows.pick("\u0301", "a", "\u0323 ", ".", "\u3099") : " ");
                together.append(c);
            }
            Rows.row("by id", apart, result(transform, apart.toString()));
            if (start < 1200) {
                Rows.row("by id", together, result(transform, together.toString()));
            }
        }
    }

    /** The characters that a transform may change; all, if ICU cannot tell. */
    static UnicodeSet sourceSet(Transliterator transform) {
        try {
            return transform.getSourceSet();
        } catch (RuntimeException | StackOverflowError e) {
            return new UnicodeSet(0, 0x10FFFF);
        }
    }

    /** The line of several that has the most characters of a set. */
    static String near(UnicodeSet source) {
        String best = "";
        double most = -1;
        for (int at = 0; at < 40; at++) {
            String line = Rows.line(100);
            double share = (double) line.codePoints().filter(source::contains).count() / line.length();
            if (share > most) {
                most = share;
                best = line;
            }
        }
        return Rows.chance(4) ? best.toUpperCase(Locale.ROOT) : best;
    }

    static final String[] HEX = {"Hex-Any", "Hex-Any/Unicode", "Hex-Any/Java", "Hex-Any/C", "Hex-Any/XML", "Hex-Any/XML10", "Hex-Any/Perl"};
    static final String[] FILTERS = {"[:P:]", "[:S:]", "[:M:]", "[:Mn:]", "[:L:]", "[^a]", "[:Zs:]", "[:Common:]", "[:Inherited:]", "[^\\u3000-\\u303F]", "[:Greek:]", "[[:P:][:Arabic:]]", "[.,:;?]",
        "[^[:Katakana:]]", "[[:Han:][:M:]]", "[:Latin:]", "[]"};

    /** Code points whose names end in a number. */
    static final int[] NUMBERED = {0x4E00, 0x3400, 0x17000, 0x20000, 0xF900, 0x1B170, 0x18B00, 0x13460, 0x9FFF, 0xA000, 0x18AFF};

    /** Given texts through an id. */
    static void ofTexts(String id, java.util.function.Supplier<String> texts, int count) {
        Transliterator.getInstance("Any-BreakInternal").setFilter(null);
        Transliterator transform;
        try {
            transform = Transliterator.getInstance(id);
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("id", true, id, "refused", String.valueOf(e.getMessage()));
            return;
        }
        Rows.row("id", true, id, "taken", transform.getID());
        for (int at = 0; at < count; at++) {
            String text = Rows.wellFormed(texts.get());
            Rows.row("by id", text, result(transform, text));
        }
    }

    /** Letters of several scripts with punctuation, marks and spaces. */
    static String punctuated() {
        return Rows.some(10, "か", "カ", "中", "가", "ㄅ", "ب", "α", "ж", "a", "क", "ก", "א", ".", ",", ":", "?", "·", "،", "؟", "؛", "。", "、", "～", "！", "\u0301", "\u3099", "\u064B", "ー", "゛", " ", "\u3000", "1", "Ａ", "ｶ", "😀", "𐐀",
            "\u200D", "・", "׃", "।", "\u0345");
    }

    /** Names of characters in braces, well-formed and not. */
    static String names() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(2); count > 0; count--) {
            text.append(Rows.chance(8) ? Rows.pick("\\N", "\\n{", "\\N {", "\\N\u2003{", "\\N\n\t{", "\\N\u200E{", "\\\\N{", "\\N{{") : "\\N{");
            text.append(Rows.chance(6) ? Rows.pick(" ", "\n ", "\u00A0", "") : "").append(name()).append(Rows.chance(6) ? Rows.pick(" ", "\t\t", "😀", "😀😀", "\u3000") : "");
            text.append(Rows.chance(10) ? Rows.pick("", " ", ")", "}}") : "}").append(Rows.chance(6) ? Rows.pick("x", "😀", "\\", " ", "}") : "");
        }
        return text.toString();
    }

    static String name() {
        int c = Rows.random.nextInt(Rows.chance(3) ? 0x110000 : Rows.chance(2) ? 0x20000 : 0x3000);
        String name;
        switch (Rows.random.nextInt(8)) {
            case 0: name = Rows.pick("CJK UNIFIED IDEOGRAPH-", "TANGUT IDEOGRAPH-", "CJK COMPATIBILITY IDEOGRAPH-", "NUSHU CHARACTER-", "KHITAN SMALL SCRIPT CHARACTER-", "CJK RADICAL-", "EGYPTIAN HIEROGLYPH-",
                "SEAL CHARACTER-", "TANGUT COMPONENT-") + Rows.pick("", "0", "00", "-") + Integer.toHexString(NUMBERED[Rows.random.nextInt(NUMBERED.length)] + Rows.random.nextInt(40)).toUpperCase(Locale.ROOT);
                break;
            case 1: name = Rows.pick("HANGUL SYLLABLE GAG", "HANGUL SYLLABLE A", "HANGUL SYLLABLE HIH", "HANGUL SYLLABLE", "HANGUL SYLLABLE SSANG", "HANGUL SYLLABLE  GA");
                break;
            case 2: name = "<" + Rows.pick("control-", "noncharacter-", "lead surrogate-", "trail surrogate-", "private use area-", "unassigned-", "lowercase letter-", "uppercase letter-", "other letter-", "other symbol-",
                "non spacing mark-", "space separator-", "format-", "math symbol-") + Rows.pick("", "0", "0000") + Integer.toHexString(c).toUpperCase(Locale.ROOT) + ">";
                break;
            case 3: {
                String extended = com.ibm.icu.lang.UCharacter.getExtendedName(c);
                name = "<" + com.ibm.icu.lang.UCharacterCategory.toString(com.ibm.icu.lang.UCharacter.getType(c)).toLowerCase(Locale.ROOT) + "-" + Integer.toHexString(c) + ">";
                name = Rows.chance(2) ? name : extended;
                break;
            }
            case 4: name = com.ibm.icu.lang.UCharacter.getNameAlias(c);
                break;
            default: name = com.ibm.icu.lang.UCharacter.getExtendedName(c);
        }
        name = name == null ? "SPACE" : name;
        switch (Rows.random.nextInt(8)) {
            case 0: return name.toLowerCase(Locale.ROOT);
            case 1: return name.replace(" ", Rows.pick("  ", "", "\t", "_", "\u00A0"));
            case 2: return name.replace("-", Rows.pick("", " ", "--", " - "));
            case 3: return Rows.mutated(name, "A", "x", " ", "-", "0", "q", "<", ">", "é");
            default: return name;
        }
    }

    /** Escapes of code points by number, well-formed and not. */
    static String numbers() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(3); count > 0; count--) {
            text.append(Rows.pick("U+", "\\u", "\\U", "&#x", "&#", "\\x{", "&#X", "u+", "\\x", "x"));
            for (int digits = Rows.random.nextInt(9); digits > 0; digits--) {
                text.append(Rows.chance(4) ? Rows.pick("０", "４", "１", "٤", "१", "Ａ", "Ｆ", "ａ", "Ｇ", "𝟎", "𝟗", "²", "Ⅷ", "A", "f", "g") : Rows.pick("0", "0", "4", "1", "6", "D", "8", "c"));
            }
            text.append(Rows.pick(";", "}", "", " ", ";", "}"));
        }
        return text.toString();
    }

    /** Characters that the transform changes, with marks, letters of other scripts and spaces in between. */
    static String random(UnicodeSet source) {
        StringBuilder text = new StringBuilder();
        int size = source.size();
        for (int count = 1 + Rows.random.nextInt(14); count > 0; count--) {
            int kind = Rows.random.nextInt(12);
            if (kind < 8 && size > 0) {
                int c = source.charAt(Rows.random.nextInt(size));
                if (c >= 0) {
                    text.appendCodePoint(c);
                    continue;
                }
            }
            switch (kind) {
                case 8: text.append(Rows.pick("\u0301", "\u0308", "\u0323", "\u0345", "\u0307", "\u3099", "\u093C", "\u094D", "\u05B0", "\u064B", "\u0F71", "\u1161", "\u11A8")); break;
                case 9: text.append(Rows.pick(" ", "-", ".", "'", "\u2019", "\n", "1", "a", "B", "\u00AD", "\u200D", "ー")); break;
                case 10: text.append(Rows.line(6)); break;
                default: text.append(Rows.codePoint());
            }
        }
        return Rows.wellFormed(text.toString());
    }

    static final String[] LOCALES = {"ru", "ru_RU", "de_DE", "ja", "ja_JP", "zh", "zh_Hant", "zh_TW", "sr_Latn", "sr", "el", "el_GR", "tr", "tr_TR", "az_Cyrl", "uz", "hi", "ko_KR", "ar_EG", "he", "iw", "th", "und", "en_US_POSIX",
        "am", "hy", "ka", "uk", "bg", "mn_Mong", "nl_BE", "lt_LT", "az_AZ", "kk", "und_Cyrl", "es_419", "pa_Arab", "ur", "fa", "xx", "any"};
    static final String[] SCRIPTS = {"Latin", "Latn", "Cyrillic", "Cyrl", "Greek", "Grek", "Han", "Hani", "Hiragana", "Katakana", "Kana", "Hangul", "Devanagari", "Deva", "Arabic", "Hebrew", "Thai", "ASCII", "Any", "Hans", "Hant",
        "Lower", "Upper", "Title", "NFD", "NFC", "NFKC", "Null", "Hex", "Name", "CaseFold", "Remove", "Publishing", "Accents", "FCD", "InterIndic", "BreakInternal", "t", "Jpan", "Kore", "Zyyy", "Common", "Inherited", "Georgian", "Armenian"};

    /** One-sided, with a locale, a variant, a filter, an inverse; lists; unusual case and spaces. */
    static String derived() {
        StringBuilder id = new StringBuilder(single());
        for (int count = Rows.random.nextInt(3); count > 0; count--) {
            id.append(Rows.pick(";", " ; ", ";\n")).append(single());
        }
        if (Rows.chance(8)) {
            id.insert(0, Rows.pick("[a-m];", "[[:L:]] ; ", "[^a];", "[]"));
        }
        if (Rows.chance(8)) {
            id.append(Rows.pick(";([a-m])", ";", ";([[:L:]]);", "([a])", ";[a]", ";;"));
        }
        return Rows.chance(6) ? Rows.mutated(id.toString(), ";", "-", "/", "(", ")", "[", "]", "_", " ", "a", ":", "::", "[a]", "()", "1", "\u00E9", "\u200E", "t-", "-t-") : id.toString();
    }

    /** A source or target with an odd subtag. */
    static String odd(String spec) {
        return Rows.chance(24) ? spec + Rows.pick("_", "_Foo", "_x", "\u00E9", "_\u00E9", "_Latn", "_Cyrl", "_FONIPA", "_US") : spec;
    }

    static String single() {
        String id = spec();
        switch (Rows.random.nextInt(16)) {
            case 0: return id.toUpperCase(Locale.ROOT);
            case 1: return id.toLowerCase(Locale.ROOT);
            case 2: return id.replace("-", " - ").replace("/", " / ");
            case 3: return "[" + Rows.pick("a-z", ":L:", "^a", "[:Lu:][:Cyrillic:]") + "] " + id;
            case 4: return id + Rows.pick("()", " (", "( )") + Rows.pick("", ")");
            case 5: return id + "(" + spec() + ")";
            case 6: return "(" + spec() + ")";
            case 7: return id + "/" + Rows.pick("BGN", "UNGEGN", "FOO", "Java", "XML", "ALALC", "");
            case 8: return id + Rows.pick("[a-z]", " [a-z]");
            default: return id;
        }
    }

    static String spec() {
        switch (Rows.random.nextInt(6)) {
            case 0: return odd(Rows.pick(SCRIPTS));
            case 1: return odd(Rows.pick(LOCALES)) + "-" + odd(Rows.pick(SCRIPTS));
            case 2: return odd(Rows.pick(SCRIPTS)) + "-" + odd(Rows.pick(LOCALES));
            case 3: return odd(Rows.pick(SCRIPTS)) + "-" + odd(Rows.pick(SCRIPTS));
            case 4: return odd(Rows.pick(LOCALES));
            default: return Rows.pick(ids);
        }
    }

    static void ofRules(String rules) {
        for (boolean forward : new boolean[] {true, false}) {
            Transliterator transform;
            try {
                transform = Transliterator.createFromRules("own", rules, direction(forward));
            } catch (RuntimeException | StackOverflowError e) {
                Rows.row("rules", forward, rules, "refused", e.getClass().getSimpleName() + " " + e.getMessage());
                continue;
            }
            Rows.row("rules", forward, rules, "taken", "");
            UnicodeSet source = sourceSet(transform);
            for (int at = 0; at < 8; at++) {
                String text = Rows.chance(10) ? Rows.padded(() -> random(source)) : at % 2 == 1 ? random(source) : Rows.some(12, "a", "b", "c", "d", "e", "x", "y", "z", "A", "B", "é", "e\u0301", "\u0301", "ß", "日", "😀", "𐐀", " ", "1", "Σ", "ab", "abc", "-", "'");
                Rows.row("by rules", text, result(transform, text));
            }
        }
    }

    /** Passes of rules, most of which are well-formed forwards. */
    static String made() {
        StringBuilder text = new StringBuilder(Rows.chance(4) ? Rows.pick(":: NFC ;\n", ":: NFD ;\n", ":: Lower ;\n", ":: [abc] Upper ;\n", ":: [a-zé] ;\n", ":: [:L:] NFKD (NFC) ;\n", ":: [[:L:][:M:]xyz'] ;\n") : "");
        text.append("$v = [aeiouy];\n");
        for (int count = 1 + Rows.random.nextInt(6); count > 0; count--) {
            int[] segments = {0};
            text.append(Rows.chance(5) ? parts(1, segments) + "{ " : "").append(parts(3, segments)).append(Rows.chance(5) ? "} " + parts(1, segments) : "");
            text.append(Rows.chance(7) ? "<> " : "> ");
            for (int length = Rows.random.nextInt(4); length > 0; length--) {
                text.append(Rows.chance(8) ? Rows.pick("| ", "| ", "| ", "|@ ") : "");
                text.append(segments[0] > 0 && Rows.chance(2) ? Rows.pick("$%", "$%", "&Any-Upper($%)", "&NFD($% x)", "&Any-Hex( $% )", "&[ab] Upper($%$%)").replace("%", "" + (1 + Rows.random.nextInt(segments[0])))
                        : Rows.pick("a", "b", "d", "q", "x", "y", "z", "xy", "A", "é", "'-'", "\u0301", "ab", "😀", "ß")).append(" ");
            }
            text.append(";\n").append(Rows.chance(5) ? Rows.pick(":: Null ;\n", ":: Null ;\n", ":: NFC ;\n", ":: Lower ;\n", ":: [a-c] Upper ;\n") : "");
        }
        String made = text.toString();
        // Two marks of a cursor, and marks beside others, are refused.
        return made.replaceAll("(?m)(> [^;|]*\\|[^;|]*)\\|@?", "$1").replaceAll("@ (?=[^;]*\\|)|(?<=\\|)@ (?=[^;]*@)", "");
    }

    private static String parts(int most, int[] segments) {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(most); count > 0; count--) {
            String part = Rows.pick("a", "b", "c", "d?", "e", "é", "ß", "я", "\\u0301", "'x y'", "ab", "[abc]", "[^abc]", "[bc]*", "a+", "(b+)", "(a)", "([a-c])", ".", "$v", "[[:L:]-[ae]]", "(a|b)", "([:M:]*)", "(a (b) c)", "[{ab}{cd}e]", "([{ab}c] $v)", "$v+", "(.)");
            part = part.equals("(a|b)") ? "(a b)" : part;
            segments[0] += part.length() - part.replace("(", "").length();
            text.append(part).append(" ");
        }
        return text.toString();
    }

    static String rules() {
        if (Rows.chance(5)) {
            StringBuilder text = new StringBuilder();
            for (int count = 1 + Rows.random.nextInt(4); count > 0; count--) {
                text.append(Rows.pick(shipped)).append("\n");
            }
            return text.toString();
        }
        StringBuilder text = new StringBuilder();
        if (Rows.chance(12)) {
            text.append(Rows.pick(":: [a-z];", ":: [[:L:]\\u0301];\n", ":: [^a] ;", "use variable range 0xE000 0xE0FF;", "use variable range 0x100 0x10F;", "# a comment;\n"));
        }
        if (Rows.chance(2)) {
            text.append("$v = ").append(Rows.pick("[aeiou]", "ab", "a", "[a{bc}]", "(a)", "(a)$1", "$1", "a$1", "(b$2)", "b*", "[^a]", "'a b'", "", "[abc] d", "\\u0062", "[a-c]+")).append(";\n");
        }
        if (Rows.chance(6)) {
            text.append("$w = ").append(Rows.pick("$v", "[$v x]", "[^$v]", "$v $v", "[[:L:] - $v]", "a $v", "$v*")).append(";\n");
        }
        int most = 1 + Rows.random.nextInt(6);
        for (int count = 0; count < most; count++) {
            if (Rows.chance(9)) {
                text.append(":: ").append(Rows.pick("Lower", "Upper ()", "Null", "(Upper)", "NFD (NFC)", "[ab] Upper", "Any-Hex", "Latin-ASCII", "[a-c] Remove ()", "NFC", "Lower (Upper)", "[a] Lower ([b] Upper)")).append(" ;\n");
            } else {
                text.append(rule()).append(Rows.pick(";", " ;\n", "; ", ";\n"));
            }
        }
        if (Rows.chance(14)) {
            text.append(Rows.pick(":: ([a-z]);", ":: ([^b]);", ":: [a];"));
        }
        return text.toString();
    }

    static String rule() {
        String left = half(true);
        String right = half(false);
        switch (Rows.random.nextInt(8)) {
            case 0: return right + Rows.pick("<", "←") + left;
            case 1: case 2: return left + Rows.pick("<>", "↔", "< >") + right;
            default: return left + Rows.pick(">", " > ", "→") + right;
        }
    }

    static String half(boolean source) {
        StringBuilder text = new StringBuilder();
        boolean contexts = source || Rows.chance(4);
        if (contexts && Rows.chance(20)) {
            text.append("^");
        }
        if (contexts && Rows.chance(4)) {
            text.append(elements(2, source)).append("{");
        }
        if (Rows.chance(source ? 12 : 5)) {
            text.append(Rows.pick("|", "|@", "|@@"));
            text.append(elements(2, source));
        } else {
            text.append(elements(source ? 3 : 3, source));
            if (Rows.chance(source ? 20 : 6)) {
                text.append(Rows.pick("|", "@|", "@@|", "|a", "|$1"));
            }
        }
        if (contexts && Rows.chance(4)) {
            text.append("}").append(elements(2, source));
        }
        if (contexts && Rows.chance(20)) {
            text.append("$");
        }
        return text.toString();
    }

    static String elements(int most, boolean source) {
        StringBuilder text = new StringBuilder();
        for (int count = Rows.random.nextInt(most + 1); count > 0; count--) {
            text.append(element(source, 2)).append(Rows.pick("", "", " "));
        }
        return text.toString();
    }

    static String element(boolean source, int depth) {
        if (source) {
            switch (Rows.random.nextInt(24)) {
                case 0: case 1: return Rows.pick("[abc]", "[^a]", "[a-c]", "[:L:]", "[[:L:]-[a]]", "[a{bc}]", "[$]", "[^$]", "[a$]", "\\p{Lu}", "[:^Mn:]", "[{ab}{abc}]", "[]", "[^[:Mn:]$]", "[ab & bc]", "[a\\u0301]",
                    "[\\N{LATIN SMALL LETTER A}b]", "[a-]", "[日😀]", "[:Script=Greek:]", "[a - c]", "[^{ab}]", "[\\x{61}-\\x{63}]");
                case 2: return ".";
                case 3: case 4: if (depth > 0) return "(" + element(true, depth - 1) + Rows.pick("", element(true, depth - 1)) + ")";
                case 5: case 6: return element(true, depth - 1 < 0 ? 0 : depth - 1) + Rows.pick("*", "+", "?");
                case 7: return Rows.pick("$v", "$w", "$v+", "$1", "$undefined");
                case 8: return Rows.pick("'ab'", "'ab'+", "''", "'''", "'a''b'", "\\u0061", "\\'", "\\x62", "\\-", "\\uD83D\\uDE00", "\\141");
                case 9: return Rows.pick("^", "$", "&", "@", "-", "_", "!", ",");
                default: return Rows.pick("a", "b", "c", "ab", "bc", "e", "é", "\u0301", "ß", "x", "A", "日", "😀", "𐐀", "1");
            }
        }
        switch (Rows.random.nextInt(14)) {
            case 0: case 1: return Rows.pick("$1", "$2", "$1$1");
            case 2: if (depth > 0) return "&" + Rows.pick("Upper", "Any-Upper", "Hex", "NFD", "[a] Upper", "Latin-Greek", "Any-Name", "Null", "Nothing", "Lower/x") + Rows.pick("(", " ( ") + element(false, depth - 1) + Rows.pick("", element(false, depth - 1)) + ")";
            case 3: return Rows.pick("'ab'", "''", "\\u0041", "' '", "$v", "$w", "[ab]", ".", "x*", "(x)", "\\x{1F600}");
            default: return Rows.pick("a", "b", "x", "y", "z", "ab", "\u0301", "é", "A", "", "xyz", "日", "😀");
        }
    }
}
