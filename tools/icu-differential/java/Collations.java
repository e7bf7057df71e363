import com.ibm.icu.text.CollationKey;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.ULocale;

import java.util.ArrayList;
import java.util.List;

/** Collation rules: refused or taken, and sort keys; collators of locales with keywords. */
final class Collations {
    static final String[] PIECES = {"&", "<", "<<", "<<<", "<<<<", "=", "<*", "<<*", "=*", "-", "/", "|", "[before 1]", "[before 2]", "[before 3]", "[before 4]", "[", "]", "'", "''", "\\", "\\u0061", "a", "b", "\u0301", "[first regular]", "[last primary ignorable]",
        "[strength 2]", "[backwards 2]", "[caseFirst upper]", "[caseLevel on]", "[alternate shifted]", "[normalization on]", "[numericOrdering on]", "[reorder Grek]", "[reorder digit Latn]", "[suppressContractions [a]]", "[optimize [a]]", "[import de-u-co-phonebk]", "[maxVariable punct]",
        "[top]", "[variable top]", "[hiraganaQ on]", "#x\n", "!", "@", ";", ",", " ", "\n", "{", "}", "(", "é", "日", "😀", "\uFFFE", "\uFFFF", "\uFDD0", "[undefined]", "[reorder]", "[reorder others]", "[strength I]", "[optimize", "\u200E", "~", "0"};
    static List<String> shipped;

    static void rows(int count) throws Exception {
        shipped = new ArrayList<>();
        for (ULocale locale : Collator.getAvailableULocales()) {
            for (String type : Collator.getKeywordValuesForLocale("collation", locale, true)) {
                if (type.matches("standard|phonebook|traditional|search|phonetic")) {
                    String rules = ((RuleBasedCollator) Collator.getInstance(locale.setKeywordValue("collation", type))).getRules();
                    if (!rules.isEmpty() && rules.length() < 4000) {
                        shipped.add(rules);
                    }
                }
            }
        }
        for (int at = 0; at < count * 2; at++) {
            String rules = rules();
            String read = Rows.chance(3) ? Rows.mutated(rules, PIECES) : rules;
            Rows.within(5000, () -> ofRules(read));
        }
        List<ULocale> locales = new ArrayList<>(List.of(Collator.getAvailableULocales()));
        for (int at = 0; at < count; at++) {
            String id = Rows.pick(locales).getName() + keywords();
            Rows.within(20_000, () -> ofLocale(id));
        }
    }

    static String keywords() {
        StringBuilder keywords = new StringBuilder();
        for (int count = Rows.random.nextInt(4); count > 0; count--) {
            keywords.append(keywords.length() == 0 ? "@" : ";").append(Rows.pick("collation=standard", "collation=phonebook", "collation=search", "collation=eor", "collation=emoji", "collation=traditional", "collation=pinyin", "collation=stroke", "collation=zhuyin", "collation=unihan", "collation=foo",
                "colstrength=primary", "colstrength=secondary", "colstrength=quaternary", "colstrength=identical", "colalternate=shifted", "colalternate=non-ignorable", "colcaselevel=yes", "colcasefirst=upper", "colcasefirst=lower", "colcasefirst=no", "colnumeric=yes", "colbackwards=yes", "kv=space", "kv=punct", "kv=symbol", "kv=currency",
                "colreorder=grek-latn", "colreorder=digit", "colreorder=cyrl-others", "colnormalization=yes", "colstrength=foo"));
        }
        return keywords.toString();
    }

    static void ofLocale(String id) {
        RuleBasedCollator collator;
        ULocale locale = new ULocale(id);
        try {
            collator = (RuleBasedCollator) Collator.getInstance(locale);
        } catch (RuntimeException e) {
            Rows.row("locale", id, locale.toLanguageTag(), "refused", e.getMessage());
            return;
        }
        Rows.row("locale", id, locale.toLanguageTag(), "taken", settings(collator));
        keys(collator, 10);
    }

    static void ofRules(String rules) {
        RuleBasedCollator collator;
        try {
            collator = new RuleBasedCollator(rules);
        } catch (Exception | StackOverflowError e) {
            Rows.row("rules", rules, "refused", e.getMessage());
            return;
        }
        Rows.row("rules", rules, "taken", settings(collator));
        keys(collator, 14);
    }

    static String settings(RuleBasedCollator collator) {
        return collator.getStrength() + " " + (collator.isAlternateHandlingShifted() ? "shifted" : "non-ignorable") + " " + collator.isCaseLevel() + " " + (collator.isUpperCaseFirst() ? "upper" : collator.isLowerCaseFirst() ? "lower" : "off") + " "
            + collator.getNumericCollation() + " " + collator.isFrenchCollation() + " " + (collator.getMaxVariable() - Collator.ReorderCodes.SPACE) + " " + java.util.Arrays.toString(collator.getReorderCodes());
    }

    static void keys(RuleBasedCollator collator, int count) {
        UnicodeSet tailored = collator.getTailoredSet();
        for (int at = 0; at < count; at++) {
            String text = at % 3 == 0 ? tailored(tailored) : text();
            String nfd = Normalizer2.getNFDInstance().normalize(text);
            collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
            Rows.row("key", text, key(collator, nfd));
        }
    }

    static String key(RuleBasedCollator collator, String text) {
        StringBuilder hex = new StringBuilder();
        CollationKey key = collator.getCollationKey(text);
        byte[] bytes = key.toByteArray();
        for (int at = 0; at < bytes.length - 1; at++) {
            hex.append(String.format("%02x", bytes[at]));
        }
        return hex.toString();
    }

    /** Tailored characters and contractions, with marks and other characters in between. */
    static String tailored(UnicodeSet set) {
        List<String> strings = new ArrayList<>(set.strings());
        int size = set.size() - strings.size();
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(5); count > 0; count--) {
            if (!strings.isEmpty() && Rows.chance(3)) {
                text.append(Rows.pick(strings));
            } else if (size > 0) {
                text.appendCodePoint(set.charAt(Rows.random.nextInt(size)));
            }
            if (Rows.chance(4)) {
                text.append(Rows.pick("\u0301", "\u0323", "\u0345", "\u0327", "\u3099", "\u0334", "a", " ", "-", "1", Rows.codePoint()));
            }
        }
        return Rows.wellFormed(text.toString());
    }

    static String text() {
        StringBuilder text = new StringBuilder();
        for (int count = Rows.random.nextInt(8); count > 0; count--) {
            switch (Rows.random.nextInt(9)) {
                case 8: text.append(Rows.ofProperties(6)); break;
                case 0: text.append(Rows.pick("\u0301", "\u0308", "\u030A", "\u0323", "\u0327", "\u0302", "\u0345", "\u3099")); break;
                case 1: text.append(Rows.pick(" ", "-", ".", "!", "'", "$", "1", "12", "٣", "_")); break;
                case 2: text.append(Rows.line(5)); break;
                case 3: text.append(Rows.codePoint()); break;
                default: text.append(Rows.pick("a", "b", "c", "d", "e", "A", "B", "ae", "ch", "å", "Å", "ä", "x", "y", "z", "abc", "ab", "é", "日", "α", "я", "カ", "か", "😀"));
            }
        }
        return Rows.wellFormed(text.toString());
    }

    static String rules() {
        if (Rows.chance(8)) {
            return Rows.pick(shipped) + (Rows.chance(2) ? random(2) : "");
        }
        return random(1 + Rows.random.nextInt(4));
    }

    static String random(int chains) {
        StringBuilder text = new StringBuilder();
        for (; chains > 0; chains--) {
            if (Rows.chance(8)) {
                text.append(Rows.pick("[strength 1]", "[strength 2]", "[strength 4]", "[strength I]", "[backwards 2]", "[caseFirst upper]", "[caseFirst lower]", "[caseLevel on]", "[alternate shifted]", "[numericOrdering on]", "[reorder Grek Latn]", "[reorder digit]",
                    "[suppressContractions [a-c]]", "[maxVariable space]", "[import de-u-co-phonebk]", "[import sv]", "[import und-u-co-search]", "[reorder Cyrl others]"));
            }
            if (Rows.chance(12)) {
                text.append("[import ").append(tag()).append("]");
            }
            if (Rows.chance(16)) {
                text.append(Rows.pick("[reorder", "[suppressContractions [", "[optimize ["));
                boolean reorders = text.charAt(text.length() - 1) != '[';
                for (int count = Rows.random.nextInt(5); count > 0; count--) {
                    text.append(reorders ? Rows.pick(" Grek", " Latn", " Hani", " digit", " punct", " space", " symbol", " currency", " Zzzz", " others", " Zyyy", " Hira", " Kana", " Hrkt", " Jpan", " Kore", " Hang", " Bopo", " Deva", " cyrl", " DIGIT", "  Thai", " Qaac", " Copt", " Xyzz", " 12")
                        : Rows.pick("a-c", "\u0E40-\u0E44", "[:Thai:]", "ch", "{ch}", "\u0418", "\u0430-\u044F", "\\u0435", " "));
                }
                text.append(reorders ? "]" : "]]");
            }
            text.append("&").append(Rows.pick("", "", "", "[before 1]", "[before 2]", "[before 3]"));
            text.append(Rows.chance(10) ? Rows.pick("[first regular]", "[last regular]", "[first variable]", "[last variable]", "[first tertiary ignorable]", "[last secondary ignorable]", "[first primary ignorable]", "[last primary ignorable]", "[first implicit]", "[first trailing]", "[last trailing]") : string());
            for (int count = 1 + Rows.random.nextInt(4); count > 0; count--) {
                if (Rows.chance(8)) {
                    text.append(Rows.pick("<*", "<<*", "<<<*", "=*")).append(Rows.chance(4) ? list() : Rows.pick("abc", "a-d", "x-z", "éab", "zyx", "日本", "а-г", "😀😁", "c-a", "ac-e"));
                    continue;
                }
                text.append(Rows.pick("<", "<<", "<<<", "<<<<", "=", " < ", " <<< ", "<"));
                text.append(Rows.chance(14) ? string() + "|" : "").append(string()).append(Rows.chance(10) ? "/" + string() : "");
            }
        }
        return text.toString();
    }

    /** A language tag, well-formed or not. */
    static String tag() {
        StringBuilder tag = new StringBuilder(Rows.pick("de", "sv", "und", "no", "nb", "zh", "es", "sr", "hr", "root", "fil", "en", "xx", "x", "", "abcd", "no-bok", "zh-yue", "ar-arb", "sgn", "i", "DE"));
        while (Rows.chance(2)) {
            tag.append(Rows.pick("-", "-", "-", "_", "--", "@")).append(Rows.pick("Latn", "Hant", "DE", "AT", "419", "1996", "posix", "rozaj", "a-bcd", "u-co-phonebk", "u-co-search", "u-co-trad", "u-co", "u-c", "u-attr-co-eor", "t-en", "x-a", "x", "co", "yue", "u-co-standard", "u-ks-level1", "é", "latin1234"));
        }
        return tag.toString();
    }

    /** Characters and ranges of the list of a starred relation. */
    static String list() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(4); count > 0; count--) {
            int c = Rows.codePoint().codePointAt(0);
            text.append(Rows.chance(3) ? String.format(c > 0xFFFF ? "\\U%08X" : "\\u%04X", c) : Character.toString(c));
            if (Rows.chance(3)) {
                text.append(Rows.pick("-", "-", " - ", "--")).appendCodePoint(Math.min(0x10FFFF, c + Rows.random.nextInt(5)));
            }
        }
        return text.toString();
    }

    static String string() {
        if (Rows.chance(8)) {
            StringBuilder text = new StringBuilder();
            for (int count = 1 + Rows.random.nextInt(3); count > 0; count--) {
                text.append(Rows.codePoint());
            }
            return text.toString();
        }
        if (Rows.chance(6)) {
            return Rows.pick("'-'", "' '", "\\u0061", "'a b'", "''", "\\-", "'!'", "\\u0301", "カ", "か", "가", "ᄀ", "\u0344", "\u0F73", "12", "α\u0345");
        }
        return Rows.pick("a", "b", "c", "d", "e", "x", "y", "z", "A", "B", "ab", "abc", "ch", "ae", "å", "Å", "Å", "ä", "a\u030A", "a\u0308", "\u0301", "\u0323", "é", "日", "α", "я", "😀", "ạ\u030A", "aa", "a\u0323", "1", "ẞ", "ß");
    }
}
