import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions of Java: refused or taken, and which terms they match as a whole. */
final class Patterns {
    static final String[] ATOMS = {"a", "b", "B", "ß", "é", "É", "😀", "1", "٣", "_", "-", ".", "\\.", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h", "\\H", "\\v", "\\V", "\\R", "\\b", "^", "$", "\\A", "\\z", "\\n", "\\t", "\\x41", "\\u0061", "\\x{1F600}", "\\uD83D\\uDE00",
        "\\041", "\\0141", "\\Qa.b\\E", "\\Q]\\E", "\\p{L}", "\\pL", "\\P{Lu}", "\\p{Lu}", "\\p{Ll}", "\\p{IsLatin}", "\\p{isLATIN}", "\\p{IsLatn}", "\\p{IsLa_tin}", "\\p{IsGreek}", "\\p{script=Han}", "\\p{IsAlphabetic}", "\\p{IsUppercase}", "\\p{Lower}", "\\p{Upper}", "\\p{Alpha}", "\\p{Punct}", "\\p{Alnum}", "\\p{Space}", "\\p{XDigit}", "\\p{Graph}",
        "\\p{IsDigit}", "\\p{gc=Nd}", "\\p{IsPunctuation}", "\\p{IsLetter}", "\\p{InGreek}", "\\p{Latin}", "\\p{javaLowerCase}", "\\p{LC}", "\\p{LD}", "\\p{L1}", "\\p{ASCII}", "\\cA", "\\e", "\\y", "#", " ", "&", "k", "K", "s", "]", "}", "\\-", "\\é", "\\E", "\\1", "\\B", "\\G"};
    static final String[] ITEMS = {"a", "b", "z", "A", "Z", "a-z", "A-Z", "0-9", "a-C", "_", "-", "é", "à-ö", "α-ω", "😀", "^", "&&", "&", "[", "]", "[^b]", "[a-c]", "\\d", "\\w", "\\W", "\\s", "\\p{L}", "\\P{Lu}", "\\p{Lower}", "\\]", "\\-", "\\x41-\\x43", "\\Qa-z\\E", "--", "~~", "|", ".", "$", "[:alpha:]", " ", "#", "ß", "k"};
    static final String[] FLAGS = {"(?i)", "(?iu)", "(?u)", "(?s)", "(?x)", "(?d)", "(?U)", "(?iU)", "(?-i)", "(?i-s)", "(?ix)", "(?m)"};
    static final String[] PIECES = {"(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "\\", "^", "&&", "-", "(?", ":", "<", "1", ",", "a", "."};
    static final String[] LETTERS = {"a", "b", "A", "B", "z", "Z", "é", "É", "ß", "ẞ", "α", "Ω", "1", "9", "٣", "_", "-", ".", " ", "\n", "\r\n", "\t", "😀", "中", "k", "K", "\u212A", "s", "ſ", "]", "}", "#", "&", "!", "\u0001", "\u00A0", "\u2028", "\u0085", "^", "$", "ö", "C", "É", ":", "l", "~", "|", "\u0301"};

    static void rows(int count) {
        for (int at = 0; at < count * 10; at++) {
            String pattern = pattern(3);
            if (Rows.chance(4)) {
                pattern = Rows.pick(FLAGS) + pattern;
            }
            ofPattern(Rows.chance(3) ? Rows.mutated(pattern, PIECES) : pattern);
        }
    }

    static String pattern(int depth) {
        StringBuilder pattern = new StringBuilder();
        for (int parts = Rows.random.nextInt(3) + 1; parts > 0; parts--) {
            pattern.append(atom(depth));
            if (Rows.chance(3)) {
                pattern.append(Rows.pick("*", "+", "?", "{2}", "{1,2}", "{1,}", "+?", "*?", "++", "{0}"));
            }
            if (Rows.chance(6)) {
                pattern.append("|");
            }
            if (Rows.chance(12)) {
                pattern.append(Rows.pick(FLAGS));
            }
        }
        return pattern.toString();
    }

    static String atom(int depth) {
        if (depth > 0 && Rows.chance(4)) {
            return Rows.pick("(", "(?:", "(?i:", "(?<n" + depth + ">", "(?iu:", "(?x:", "(?=", "(?>", "(?s-i:") + pattern(depth - 1) + ")";
        }
        if (Rows.chance(3)) {
            StringBuilder set = new StringBuilder(Rows.chance(3) ? "[^" : "[");
            for (int items = Rows.random.nextInt(4) + 1; items > 0; items--) {
                set.append(Rows.pick(ITEMS));
            }
            return set.append("]").toString();
        }
        return Rows.pick(ATOMS);
    }

    static void ofPattern(String text) {
        Pattern pattern;
        try {
            pattern = Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            Rows.row("pattern", text, "refused", "", "");
            return;
        } catch (RuntimeException | StackOverflowError e) {
            Rows.row("pattern", text, Rows.FAILED, "", "");
            return;
        }
        StringBuilder terms = new StringBuilder();
        StringBuilder matches = new StringBuilder();
        for (int at = 0; at < 24; at++) {
            StringBuilder term = new StringBuilder();
            for (int letters = Rows.random.nextInt(4) + 1; letters > 0; letters--) {
                term.append(Rows.pick(LETTERS));
            }
            Matcher matcher = pattern.matcher(term);
            terms.append(at == 0 ? "" : "\u0000").append(term);
            matches.append(matcher.matches() ? '1' : '0');
        }
        Rows.row("pattern", text, "taken", terms, matches);
    }
}
