import com.ibm.icu.impl.ICUData;
import com.ibm.icu.impl.ICUResourceBundle;
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.RuleBasedBreakIterator;
import com.ibm.icu.util.IllformedLocaleException;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.UResourceBundle;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Break rules: refused or taken, and segments with their statuses; the iterators of locales. */
final class Breaks {
    static final String[] PIECES = {";", "=", "$v", "$u", "$", "!!chain;", "!!forward;", "!!quoted_literals_only;", "!!lookAheadHardBreak;", "!!reverse;", "!!foo;", "/", "|", "*", "+", "?", "(", ")", "[", "]", "{100}", "{-1}", "{ 7 }", "{", "}", "{a}", "^", ".", "'", "''",
        "'a b'", "\"", "\\", "\\u0061", "\\'", "\\p{L}", "[:L:]", "[^a]", "#", "# x\n", "a", "b", " ", "\n", "-", "_", "!", "~", "@", "%", ",", "<", ">", ":", "&", "[[a]-[b]]", "é", "😀", "0", "{eof}", "{bof}", "[{bof}]", "日", "\u0301", "[a{bc}]", "\u200E"};

    /** The answer where an iterator and a new one, which has not searched before, differ. */
    static final String HISTORY = "depends on earlier searches";

    static void rows(int count) throws Exception {
        // U+30FC and U+FF70 belong to no dictionary at the start of a run: U+3031 is another character of script Common.
        segments(BreakIterator.getWordInstance(ULocale.ROOT), "\u3031\u3031");
        List<String> shipped = new ArrayList<>();
        for (String folder : new String[] {"data/break", "data/break/icu"}) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(Rows.root.resolve(folder), "*.rbbi")) {
                for (Path file : files) {
                    shipped.add(Files.readString(file));
                }
            }
        }
        java.util.Collections.sort(shipped);
        String only = System.getProperty("only", "rules made shipped locales exceptions tags syntax");
        for (int at = 0; at < (only.contains("made") ? count * 2 : 0); at++) {
            String rules = made();
            Rows.within(20_000, () -> ofRules(rules));
        }
        for (int at = 0; at < (only.contains("rules") ? count / 10 : 0); at++) {
            String rules = Rows.mutated(Rows.pick(shipped), PIECES);
            Rows.within(20_000, () -> ofRules(rules));
        }
        for (int at = 0; at < (only.contains("rules") ? count * 3 : 0); at++) {
            String rules = rules();
            String read = Rows.chance(3) ? Rows.mutated(rules, PIECES) : rules;
            Rows.within(5000, () -> ofRules(read));
        }
        for (int at = 0; at < (only.contains("shipped") ? count / 10 : 0); at++) {
            String rules = Rows.pick(shipped);
            String read = Rows.chance(3) ? rules : Rows.mutated(rules, PIECES);
            Rows.within(20_000, () -> ofTexts(read));
        }
        String[] locales = {"root", "ja", "zh", "zh_Hant", "ko", "el", "fi", "sv", "en_US_POSIX", "th", "de", "en", "ja_JP", "zh_TW"};
        for (int at = 0; at < (only.contains("locales") ? count / 4 : 0); at++) {
            String locale = Rows.pick(locales);
            String keyword = Rows.pick("", "", "@lb=loose", "@lb=strict", "@lb=normal", "@lw=phrase", "@lb=loose;lw=phrase", "@lb=strict;lw=phrase", "@lb=normal;lw=phrase");
            String kind = keyword.isEmpty() ? Rows.pick("word", "line", "sentence", "grapheme", "title") : "line";
            Rows.within(10_000, () -> ofLocale(kind, locale + keyword));
        }
        if (only.contains("every")) {
            every();
        }
        for (int at = 0; at < (only.contains("tags") ? count / 2 : 0); at++) {
            String tag = tag();
            Rows.within(10_000, () -> ofTag(tag));
        }
        for (int at = 0; at < (only.contains("exceptions") ? count / 4 : 0); at++) {
            String locale = Rows.pick("de", "en", "es", "fr", "it", "pt", "ru", "el", "ja", "en_US", "fr_CA", "pt_PT", "en_US_POSIX", "zh", "root", "sv", "nl", "pl");
            Rows.within(10_000, () -> exceptions(locale));
        }
        for (int at = 0; at < (only.contains("syntax") ? count * 3 : 0); at++) {
            String rules = Grammars.BREAKS.text("rules");
            Rows.within(5000, () -> ofRules(rules));
        }
    }

    static BreakIterator open(String kind, ULocale locale) {
        switch (kind) {
            case "word": return BreakIterator.getWordInstance(locale);
            case "line": return BreakIterator.getLineInstance(locale);
            case "sentence": return BreakIterator.getSentenceInstance(locale);
            case "title": return BreakIterator.getTitleInstance(locale);
            default: return BreakIterator.getCharacterInstance(locale);
        }
    }

    static void ofLocale(String kind, String id) {
        ULocale locale = new ULocale(id);
        BreakIterator breaks = open(kind, locale);
        for (int at = 0; at < 10; at++) {
            String text = at % 2 == 0 ? Rows.line(120) : Rows.chance(4) ? Rows.padded(Breaks::mixed) : mixed();
            Rows.row("locale", kind, locale.toLanguageTag(), text, segments(breaks, text));
        }
    }

    /** All assigned characters between others. */
    private static void every() {
        for (String kind : new String[] {"word", "line", "sentence", "grapheme", "title"}) {
            for (String id : new String[] {"root", "ja@lb=loose", "zh@lb=strict", "ko@lb=normal", "el", "sv", "en_US_POSIX"}) {
                ULocale locale = new ULocale(id);
                BreakIterator breaks = open(kind, locale);
                for (int start = 0; start < 0x32000; start += 32) {
                    String before = Rows.pick("a", "1", " ", "(", "か", "\u05D0", ".", "\u0301", "\u200D", "👩", "$", "-", "A", "ก", "\u1100", "\n", "क\u094D", "“", "!", "/");
                    StringBuilder text = new StringBuilder();
                    for (int c = start; c < start + 32; c++) {
                        if (UCharacter.isDefined(c) && (c < 0xD800 || c > 0xDFFF)) {
                            text.append(before).appendCodePoint(c).append(Rows.chance(3) ? before : "");
                        }
                    }
                    if (text.length() > 0) {
                        Rows.row("locale", kind, locale.toLanguageTag(), text, segments(breaks, text.toString()));
                    }
                }
            }
        }
    }

    /** A tag with keywords of boundaries and others under their BCP 47 keys. */
    private static String tag() {
        StringBuilder tag = new StringBuilder(Rows.pick("ja", "ja-JP", "ja-Hira", "ja-Latn-JP", "zh", "zh-Hant", "zh-Hant-HK", "zh-Hans-SG", "ko", "ko-KR", "ko-Kore-KP", "el", "el-CY", "el-polyton", "fi", "fi-FI", "sv", "sv-FI", "en", "en-US", "en-GB", "de", "fr-CA", "th", "th-TH", "lo", "my", "km", "und", "und-JP", "root", "xx-JP",
            "yue", "yue-Hans", "ain", "bs", "hr", "he", "en-US-posix", "pt-PT", "es-419", "ru-UA", "it-CH"));
        for (int count = Rows.random.nextInt(5); count > 0; count--) {
            tag.append(tag.indexOf("-u-") < 0 ? "-u-" : Rows.chance(16) ? "-u-" : "-");
            tag.append(Rows.pick("lb-strict", "lb-loose", "lb-normal", "lb", "lb-foo", "lw-phrase", "lw-phrase", "lw-normal", "lw", "ss-standard", "ss-none", "ss", "va-posix", "ca-japanese", "co-standard", "LB-STRICT", "LW-Phrase", "attr", "nu-hanidec", "dx-thai"));
        }
        return tag.toString();
    }

    private static void ofTag(String tag) {
        ULocale locale;
        try {
            locale = new ULocale.Builder().setLanguageTag(tag).build();
        } catch (IllformedLocaleException e) {
            return;
        }
        String kind = Rows.pick("word", "line", "line", "line", "sentence", "grapheme", "title");
        BreakIterator breaks = open(kind, locale);
        for (int at = 0; at < 4; at++) {
            String text = at % 2 == 0 ? Rows.line(80) : mixed();
            text = Rows.chance(2) ? text + " Mr. Smith etc. A:b 漢字ー「かな」・っ々ァ〜… 한국어 문장은; τι; " : text;
            Rows.row("locale", kind, tag, text, segments(breaks, text));
        }
    }

    /** Sentences that abbreviations do not end. */
    static void exceptions(String id) {
        ULocale locale = new ULocale(id + "@ss=standard");
        BreakIterator breaks = BreakIterator.getSentenceInstance(locale);
        List<String> known = new ArrayList<>(List.of("Mr.", "etc.", "z.B.", "No.", "U.S.", "a. m."));
        try {
            UResourceBundle bundle = UResourceBundle.getBundleInstance(ICUData.ICU_BRKITR_BASE_NAME, new ULocale(id));
            UResourceBundle list = ((ICUResourceBundle) bundle).getWithFallback("exceptions/SentenceBreak");
            for (int at = 0; at < list.getSize(); at++) {
                known.add(list.getString(at));
            }
        } catch (java.util.MissingResourceException e) {
            // Only the words of other languages.
        }
        for (int at = 0; at < 10; at++) {
            StringBuilder text = new StringBuilder();
            for (int count = 1 + Rows.random.nextInt(8); count > 0; count--) {
                String word = Rows.chance(2) ? Rows.pick(known) : Rows.pick("Wort", "the", "Α", "я", "5", "end.", "what?", "«Ja.»", "a", "(b.)", "漢。", "Ω;", "\u0301", "...", "x.y.", "!");
                switch (Rows.random.nextInt(12)) {
                    case 0: word = word.toUpperCase(java.util.Locale.ROOT); break;
                    case 1: word = word.toLowerCase(java.util.Locale.ROOT); break;
                    case 2: word = Rows.pick("x", "1", "-", "(", "\"", ".", "é", "\u0301", "\u00AD") + word; break;
                    case 3: word = word + Rows.pick("x", ".", ")", "\"", "\u0301", "\u00AD", "\u200D", "\n", "'"); break;
                    case 4: word = word.replace(" ", Rows.pick("", "\u00A0", "  ")); break;
                    default: break;
                }
                text.append(word).append(Rows.pick(" ", " ", " ", "  ", "", "\u00A0", "\n", "\u2028", "\t", "\u3000", "\u200B"));
            }
            String made = Rows.chance(12) ? Rows.padded(text::toString) : text.toString();
            Rows.row("locale", "sentence", locale.toLanguageTag(), made, segments(breaks, made));
        }
    }

    static String mixed() {
        StringBuilder text = new StringBuilder();
        for (int count = Rows.random.nextInt(16); count > 0; count--) {
            switch (Rows.random.nextInt(6)) {
                case 0: text.append(Rows.codePoint()); break;
                case 5: text.append(Rows.ofProperties(8)); break;
                case 1: text.append(Rows.pick("ー", "ー漢", "ｰカ", "aー字", "ー𠀀", "〜", "カ", "キ", "ひ", "ら", "漢", "字", "々", "「", "」", "。", "、", "ㅋ", "한", "글", "\u3099", "\uD81B\uDFF0", "\uD81B\uDFF1", "ｶ", "ﾞ", "ァ", "っ", "〗", "〡", "〔", "・", "〇", "𠀀", "\u302A")); break;
                case 2: text.append(Rows.line(8)); break;
                default: text.append(Rows.pick("a", "1", " ", ".", ",", "-", "\u00AD", "\u200D", "\u200B", "\u2060", "👩", "🇩", "🇪", "\u0301", "\uFE0F", "'", "\u05D0", "$", "%", "(", ")", "\n", "\r", "\u2028", "ก", "า"));
            }
        }
        return Rows.wellFormed(text.toString());
    }

    /** The iterator of rules, after the row that says whether ICU takes them; null if it does not. */
    private static RuleBasedBreakIterator opened(String rules) {
        try {
            RuleBasedBreakIterator breaks = new RuleBasedBreakIterator(rules);
            Rows.row("rules", rules, "taken", "");
            return breaks;
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("rules", rules, "refused", e.getMessage());
            return null;
        }
    }

    static void ofRules(String rules) {
        RuleBasedBreakIterator breaks = opened(rules);
        if (breaks == null) {
            return;
        }
        for (int at = 0; at < 8; at++) {
            // The history of a rule with a look-ahead mark is compared segment by segment.
            String text = !rules.contains("/") && Rows.chance(12) ? Rows.padded(Breaks::mixed) : Rows.chance(6) ? mixed() : Rows.some(rules.contains("/") ? 12 : 30, "a", "b", "c", "d", "e", "A", "B", "1", "2", " ", "-", "'", "é", "\u0301", "日", "😀", "ab", "\n", ".", "_");
            String found = segments(breaks, text);
            Rows.row("by rules", text, rules.contains("/") && dependsOnHistory(rules, text, found) ? HISTORY : found);
        }
    }

    /** Rules of real languages, maybe mutated, with texts of all scripts. */
    static void ofTexts(String rules) {
        RuleBasedBreakIterator breaks = opened(rules);
        if (breaks == null) {
            return;
        }
        for (int at = 0; at < 20; at++) {
            String text = at % 4 == 0 ? Rows.line(120) : Rows.chance(3) ? Rows.ofProperties(30) : mixed();
            text = Rows.chance(5) ? Rows.padded(Breaks::mixed) : text;
            Rows.row("by rules", text, segments(breaks, text));
        }
    }

    /** Whether a segment has another length for an iterator that starts there: ICU never clears the positions of look-ahead marks. */
    static boolean dependsOnHistory(String rules, String text, String found) {
        if (found.equals(Rows.FAILED) || found.isEmpty()) {
            return false;
        }
        int start = 0;
        for (String segment : found.split(" ")) {
            String[] first = segments(new RuleBasedBreakIterator(rules), text.substring(start)).split(" ");
            if (!first[0].equals(segment)) {
                return true;
            }
            start += Integer.parseInt(segment.split("\\.")[0]);
        }
        return false;
    }

    static String segments(BreakIterator breaks, String text) {
        StringBuilder segments = new StringBuilder();
        try {
            breaks.setText(text);
            int start = breaks.first();
            for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
                if (end <= start) {
                    return Rows.FAILED;
                }
                int status = breaks.getRuleStatus();
                segments.append(segments.length() > 0 ? " " : "").append(end - start).append(status == 0 ? "" : "." + status);
                start = end;
            }
            return start == text.length() ? segments.toString() : Rows.FAILED;
        } catch (RuntimeException | StackOverflowError e) {
            return Rows.FAILED;
        }
    }

    static String rules() {
        StringBuilder text = new StringBuilder();
        if (!Rows.chance(4)) {
            text.append("!!chain; ");
        }
        if (Rows.chance(10)) {
            text.append(Rows.pick("!!forward; ", "!!quoted_literals_only; ", "!!lookAheadHardBreak; "));
        }
        if (Rows.chance(2)) {
            text.append("$v = ").append(Rows.pick("[ace]", "[a-c]", "a b", "(a|b)", "[:L:]", "[^a]", "a*", "'ab'", "[[a-z]-[b]]", "a / b", "[a-c]+ / [0-9]")).append("; ");
        }
        if (Rows.chance(5)) {
            text.append("$u = ").append(Rows.pick("[$v b]", "$v $v", "[^$v]", "[[:L:]-$v]", "($v | 1)", "$v+")).append(";\n");
        }
        for (int count = 1 + Rows.random.nextInt(5); count > 0; count--) {
            text.append(rule()).append(Rows.pick(";", " ;\n", "; "));
        }
        return text.append(Rows.chance(2) ? ".;" : "").toString();
    }

    /** Rules of a few elements, most of them well-formed. */
    static String made() {
        StringBuilder text = new StringBuilder(Rows.pick("", "!!chain; ", "!!chain; ", "!!forward; !!chain; ")).append("$v = [ace]; ");
        for (int count = 1 + Rows.random.nextInt(5); count > 0; count--) {
            text.append(Rows.pick("", "", "", "^"));
            int length = 1 + Rows.random.nextInt(4);
            int mark = length > 1 && Rows.chance(6) ? 1 + Rows.random.nextInt(length - 1) : 0;
            for (int at = 0; at < length; at++) {
                text.append(at > 0 && at == mark ? "/ " : "").append(Rows.pick("[a-c]", "[b-d]", "[^a-z]", "[A-Z]", "[0-9]", "' '", "a", "b", "c", "(a | [0-9])", "([a-b] [0-9])", "(b c)", "[:L:]", "[[a-z]-[b]]", "$v", "(a b | a c)", "(a* b)", "([:M:] | '-')", "[\\p{Word_Break=Extend}]", "(b+ | c?)",
                        "[[:L:]&[:ASCII:]]", ".", "(a (b | c)? [0-9])", "[日-本]", "[\\U0001F600-\\U0001F64F]", "[:Thai:]"));
                text.append(Rows.pick("", "", "", "*", "+", "?")).append(" ");
            }
            text.append(Rows.chance(2) ? "{" + Rows.random.nextInt(900) + "} " : "").append("; ");
        }
        return text.append(Rows.chance(4) ? "" : ".;").toString();
    }

    static String rule() {
        StringBuilder text = new StringBuilder(Rows.pick("", "", "", "", "^"));
        text.append(sequence(2));
        if (Rows.chance(7)) {
            text.append(" / ").append(sequence(1));
        }
        if (Rows.chance(3)) {
            text.append(" {").append(Rows.pick("100", "7", "200", "0", "-3", "65535", " 12 ", "99999")).append("}");
        }
        return text.toString();
    }

    static String sequence(int depth) {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(3); count > 0; count--) {
            text.append(element(depth)).append(Rows.pick("", "", "", "*", "+", "?")).append(Rows.pick("", " "));
        }
        return text.toString();
    }

    static String element(int depth) {
        switch (Rows.random.nextInt(14)) {
            case 0: case 1: return Rows.pick("$v", "$u");
            case 2: case 3: return depth > 0 ? "(" + sequence(depth - 1) + Rows.pick("", "|" + sequence(depth - 1)) + ")" : "b";
            case 4: case 5: case 6: return Rows.pick("[abc]", "[a-c]", "[^a]", "[:L:]", "\\p{Mn}", "[0-9]", "[a{bc}]", "[]", "[[a-z]-[b]]", "[:^L:]", "[\\u0061é]", "[日-本😀]", "[{bof}]", "[{eof}]", "[^[:Mn:]]");
            case 7: return Rows.pick("'ab'", "'-'", "'a b'", "''", "\\-", "\\u0062", "\\p{Lu}", "' '", "\\'", "\\x62", "\"a\"");
            case 8: return ".";
            default: return Rows.pick("a", "b", "c", "d", "1", "é", "日", "😀", "ab");
        }
    }
}
