import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.RuleBasedBreakIterator;
import com.ibm.icu.util.ULocale;

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
        List<String> shipped = new ArrayList<>();
        for (String folder : new String[] {"data/break", "data/break/icu"}) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(Rows.root.resolve(folder), "*.rbbi")) {
                for (Path file : files) {
                    shipped.add(Files.readString(file));
                }
            }
        }
        java.util.Collections.sort(shipped);
        for (int at = 0; at < count / 10; at++) {
            String rules = Rows.mutated(Rows.pick(shipped), PIECES);
            Rows.within(20_000, () -> ofRules(rules));
        }
        for (int at = 0; at < count * 3; at++) {
            String rules = rules();
            String read = Rows.chance(3) ? Rows.mutated(rules, PIECES) : rules;
            Rows.within(5000, () -> ofRules(read));
        }
        // From here on U+30FC and U+FF70 belong to no dictionary at the start of a run: U+3031 is another character of script Common.
        segments(BreakIterator.getWordInstance(ULocale.ROOT), "\u3031\u3031");
        String[] locales = {"root", "ja", "zh", "zh_Hant", "ko", "el", "fi", "sv", "en_US_POSIX", "th", "de", "en", "ja_JP", "zh_TW"};
        for (int at = 0; at < count / 4; at++) {
            String locale = Rows.pick(locales);
            String keyword = Rows.pick("", "", "@lb=loose", "@lb=strict", "@lb=normal", "@lw=phrase", "@lb=loose;lw=phrase", "@lb=strict;lw=phrase", "@lb=normal;lw=phrase");
            String kind = keyword.isEmpty() ? Rows.pick("word", "line", "sentence", "grapheme", "title") : "line";
            Rows.within(10_000, () -> ofLocale(kind, locale + keyword));
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
            String text = at % 2 == 0 ? Rows.line(120) : mixed();
            Rows.row("locale", kind, locale.toLanguageTag(), text, segments(breaks, text));
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

    static void ofRules(String rules) {
        RuleBasedBreakIterator breaks;
        try {
            breaks = new RuleBasedBreakIterator(rules);
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("rules", rules, "refused", e.getMessage());
            return;
        }
        Rows.row("rules", rules, "taken", "");
        for (int at = 0; at < 8; at++) {
            String text = Rows.some(14, "a", "b", "c", "d", "e", "A", "B", "1", "2", " ", "-", "'", "é", "\u0301", "日", "😀", "ab", "\n", ".", "_");
            String found = segments(breaks, text);
            Rows.row("by rules", text, rules.contains("/") && dependsOnHistory(rules, text, found) ? HISTORY : found);
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
