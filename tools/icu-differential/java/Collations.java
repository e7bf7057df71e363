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
        String only = System.getProperty("only", "rules made options tags locales syntax");
        if (only.contains("every")) {
            every(count);
        }
        for (int at = 0; at < (only.contains("rules") ? count * 2 : 0); at++) {
            String rules = rules();
            String read = Rows.chance(3) ? Rows.mutated(rules, PIECES) : rules;
            Rows.within(5000, () -> ofRules(read));
        }
        for (int at = 0; at < (only.contains("made") ? count * 2 : 0); at++) {
            String rules = made();
            Rows.within(5000, () -> ofRules(rules));
        }
        List<String[]> types = types();
        for (int at = 0; at < (only.contains("options") ? count * 2 : 0); at++) {
            String[] type = Rows.pick(types);
            Rows.within(20_000, () -> ofOptions(type[0], type[1]));
        }
        for (int at = 0; at < (only.contains("tags") ? count : 0); at++) {
            String tag = bcp();
            Rows.within(20_000, () -> ofTag(tag));
        }
        List<ULocale> locales = new ArrayList<>(List.of(Collator.getAvailableULocales()));
        for (int at = 0; at < (only.contains("locales") ? count : 0); at++) {
            String id = Rows.pick(locales).getName() + keywords();
            Rows.within(20_000, () -> ofLocale(id));
        }
        for (int at = 0; at < (only.contains("syntax") ? count * 2 : 0); at++) {
            String rules = Grammars.COLLATION.text("rules");
            Rows.within(5000, () -> ofSyntax(rules));
        }
    }

    /** Each locale with each of its types: locale and tag. */
    static List<String[]> types() {
        List<String[]> types = new ArrayList<>();
        for (ULocale locale : Collator.getAvailableULocales()) {
            for (String type : Collator.getKeywordValuesForLocale("collation", locale, false)) {
                ULocale typed = locale.setKeywordValue("collation", type);
                types.add(new String[] {typed.getName(), typed.toLanguageTag()});
            }
        }
        return types;
    }

    /** Hashes of the keys of all code points between two strings, by block: of the root with options and of shipped rules. */
    static void every(int count) throws InterruptedException {
        java.util.Map<String, String[]> byRules = new java.util.TreeMap<>();
        for (String[] type : types()) {
            byRules.putIfAbsent(((RuleBasedCollator) Collator.getInstance(new ULocale(type[0]))).getRules(), type);
        }
        List<String[]> all = new ArrayList<>(byRules.values());
        java.util.Collections.shuffle(all, Rows.random);
        String[] options = {"", "strength=4 alternate=shifted maxVariable=currency", "numeric=on caseLevel=on caseFirst=upper", "strength=identical", "reorder=Grek,digit,others,Latn strength=4"};
        for (int at = 0; at < count; at++) {
            String[] type = at % 3 == 0 ? new String[] {"root", "und"} : all.get(at % all.size());
            String option = at % 3 == 0 || Rows.chance(4) ? Rows.pick(options) : "";
            RuleBasedCollator collator = (RuleBasedCollator) Collator.getInstance(new ULocale(type[0]));
            for (String one : option.isEmpty() ? new String[0] : option.split(" ")) {
                set(collator, one);
            }
            collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
            Rows.row("options", type[0], type[1], option, settings(collator));
            UnicodeSet tailored = collator.getTailoredSet();
            for (int start = 0; start < 0x110000; start += 256) {
                boolean isAssigned = start < 0x32000 || start >= 0xE0000 && start < 0xE1000 || start % 0x8000 == 0;
                if (start >= 0xD800 && start < 0xE000 || !isAssigned) {
                    continue;
                }
                String before = Rows.chance(2) ? "" : tailored.isEmpty() || Rows.chance(2) ? Rows.pick("a", "カ", "l", "\u0E40", "\u0301", "12", "\u0FB2", "ᄀ") : tailored(tailored);
                String after = Rows.chance(2) ? "" : Rows.chance(2) ? Rows.pick(MARKS) : Rows.pick("a", "ー", "\u0E01", "h", "3", "ᅡ", "\u0F71\u0F80");
                long hash = 0xCBF29CE484222325L;
                for (int c = start; c < start + 256; c++) {
                    String text = Normalizer2.getNFDInstance().normalize(before + Character.toString(c) + after);
                    for (byte b : collator.getCollationKey(text).toByteArray()) {
                        hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
                    }
                }
                Rows.row("block", before, Integer.toHexString(start), after, Long.toHexString(hash));
            }
        }
    }

    private static final String[] OPTIONS = {"strength=1", "strength=2", "strength=3", "strength=4", "strength=identical", "alternate=shifted", "alternate=non-ignorable", "caseLevel=on", "caseFirst=upper", "caseFirst=lower", "caseFirst=off", "numeric=on", "backwards=on", "backwards=off",
        "maxVariable=space", "maxVariable=punct", "maxVariable=symbol", "maxVariable=currency", "reorder="};
    private static final String[] CODES = {"space", "punct", "symbol", "currency", "digit", "others", "Latn", "Grek", "Cyrl", "Hani", "Hira", "Hang", "Arab", "Thai", "Deva", "Hebr", "Armn", "Geor", "Copt", "Goth", "Egyp", "Bopo", "Tibt", "Mong", "Hluw", "Tang", "Nshu", "Cher", "Samr", "Zzzz"};

    /** The collator of a locale with options set through its interface. */
    static void ofOptions(String id, String tag) {
        RuleBasedCollator collator = (RuleBasedCollator) Collator.getInstance(new ULocale(id));
        StringBuilder options = new StringBuilder();
        try {
            for (int count = Rows.random.nextInt(5); count > 0; count--) {
                String option = option();
                set(collator, option);
                options.append(options.length() > 0 ? " " : "").append(option);
            }
        } catch (RuntimeException e) {
            return;
        }
        Rows.row("options", id, tag, options, settings(collator));
        keys(collator, 16);
    }

    private static String option() {
        String option = Rows.pick(OPTIONS);
        return option.equals("reorder=") ? option + codes(Rows.chance(3) ? 11 : 5) : option;
    }

    private static String codes(int most) {
        List<String> codes = new ArrayList<>(List.of(CODES));
        java.util.Collections.shuffle(codes, Rows.random);
        return String.join(",", codes.subList(0, 1 + Rows.random.nextInt(most)));
    }

    private static void set(RuleBasedCollator collator, String option) {
        String value = option.substring(option.indexOf('=') + 1);
        switch (option.substring(0, option.indexOf('='))) {
            case "strength": collator.setStrength(value.equals("identical") ? Collator.IDENTICAL : Integer.parseInt(value) - 1); break;
            case "alternate": collator.setAlternateHandlingShifted(value.equals("shifted")); break;
            case "caseLevel": collator.setCaseLevel(value.equals("on")); break;
            case "caseFirst": {
                collator.setUpperCaseFirst(value.equals("upper"));
                if (!value.equals("upper")) {
                    collator.setLowerCaseFirst(value.equals("lower"));
                }
                break;
            }
            case "numeric": collator.setNumericCollation(value.equals("on")); break;
            case "backwards": collator.setFrenchCollation(value.equals("on")); break;
            case "maxVariable": collator.setMaxVariable(Collator.ReorderCodes.SPACE + List.of("space", "punct", "symbol", "currency").indexOf(value)); break;
            default: {
                String[] names = value.split(",");
                int[] codes = new int[names.length];
                for (int at = 0; at < codes.length; at++) {
                    int group = List.of("space", "punct", "symbol", "currency", "digit").indexOf(names[at]);
                    codes[at] = group >= 0 ? Collator.ReorderCodes.SPACE + group : names[at].equals("others") ? Collator.ReorderCodes.OTHERS
                            : com.ibm.icu.lang.UCharacter.getPropertyValueEnum(com.ibm.icu.lang.UProperty.SCRIPT, names[at]);
                }
                collator.setReorderCodes(codes);
            }
        }
    }

    private static final String[] LETTERS = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F", "ā", "ē", "ī", "ō", "ū", "ł", "ø", "đ", "æ", "œ", "ß", "ç", "ć", "č",
        "å", "ä", "š", "ž", "é", "è", "â", "ã", "à", "á", "α", "β", "γ", "δ", "а", "б", "в", "г", "д", "あ", "い", "カ", "一", "丁", "가", "각", "ạ", "ü", "ǖ", "ậ", "\u0F71\u0F72", "\u0E40", "ก", "ᄀ", "ᅡ", "ᆨ", "ा", "ೊ", "ﷺ", "ﬁ", "Ǆ", "ῼ", "İ", "K", "Å", "Ω", "ｶ", "が", "\u09CB", "𑄮", "丽", "豈", "㍍"};
    private static final String[] MARKS = {"\u0301", "\u0308", "\u0323", "\u0327", "\u0304", "\u030C", "\u0302", "\u0303", "\u0331", "\u0328", "\u0345", "\u3099", "\u0334", "\u0307"};

    /** Resets and relations over letters that decompose, contract and expand. */
    static String made() {
        StringBuilder text = new StringBuilder(Rows.chance(6) ? Rows.pick("[backwards 2]", "[reorder Grek Cyrl]", "[numericOrdering on]", "[caseLevel on]", "[alternate shifted]", "[caseFirst upper]", "[strength 4]") : "");
        if (Rows.chance(12)) {
            // Longer lists may have lead bytes that ICU does not write (UNICODE.md).
            text.append("[reorder ").append(codes(11).replace(',', ' ')).append("]");
        }
        for (int resets = 1 + Rows.random.nextInt(4); resets > 0; resets--) {
            int before = Rows.chance(5) ? 1 + Rows.random.nextInt(3) : 0;
            text.append("&").append(before > 0 ? "[before " + before + "]" : "").append(letters(2));
            for (int count = 1 + Rows.random.nextInt(12); count > 0; count--) {
                text.append(before > 0 ? "<<<".substring(3 - before) : Rows.pick("<", "<<", "<<<", "<<", "<<<", "<<<<", "="));
                before = 0;
                text.append(letters(Rows.chance(3) ? 3 : 1));
                if (Rows.chance(8)) {
                    text.append("|").append(letters(2));
                }
                if (Rows.chance(8)) {
                    text.append("/").append(letters(2));
                }
            }
        }
        return text.toString();
    }

    private static String letters(int most) {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(most); count > 0; count--) {
            text.append(Rows.pick(LETTERS)).append(Rows.chance(10) ? Rows.pick(MARKS) : "");
        }
        return text.toString();
    }

    /** A well-formed tag with keywords under their BCP 47 keys. */
    static String bcp() {
        StringBuilder tag = new StringBuilder(Rows.pick("de", "sv", "und", "no", "nb", "zh", "es", "sr", "hr", "fil", "en", "xx", "ja", "ko", "zh-Hant", "zh-Hant-HK", "zh-TW", "sr-Latn-ME", "de-AT", "fr-CA", "fr", "da", "th", "ar-EG", "he", "iw", "in", "mo", "sh", "bs-Cyrl", "hi", "vi", "lt", "et", "cy", "az-Cyrl", "uz-UZ", "my", "si", "km", "yue-Hans", "yue", "nn-NO", "en-US-posix", "de-1996", "lv", "sk", "sq", "es-419", "no-NO", "root"));
        if (Rows.chance(5)) {
            tag.append("-t-").append(Rows.pick("en", "und-latn", "ja-m0-bgn", "k0-qwerty"));
        }
        for (int count = Rows.random.nextInt(5); count > 0; count--) {
            tag.append(tag.indexOf("-u-") < 0 ? "-u-" : Rows.chance(20) ? "-u-" : "-");
            tag.append(Rows.pick("co-phonebk", "co-trad", "co-search", "co-searchjl", "co-pinyin", "co-stroke", "co-zhuyin", "co-unihan", "co-emoji", "co-eor", "co-standard", "co-dict", "co-compat", "co-private-pinyin", "co-foo", "co", "co-phonetic", "co-reformed", "co-reform", "co-gb2312", "co-big5han", "co-ducet", "co-default",
                    "ks-level1", "ks-level2", "ks-level3", "ks-level4", "ks-identic", "ks-primary", "ks", "ka-shifted", "ka-noignore", "ka", "kb", "kb-true", "kb-false", "kb-yes", "kc", "kc-true", "kc-false", "kf-upper", "kf-lower", "kf-false", "kf", "kn", "kn-true", "kn-false", "kn-yes", "kn-no", "kn-foo",
                    "kv-space", "kv-punct", "kv-symbol", "kv-currency", "kv", "kr-latn-digit", "kr-grek", "kr-others", "kr-digit-others", "kr-cyrl-latn-hani", "kr-punct-space", "kr-foo", "kr-zzzz", "kr-latn-latn", "kr-hira-kana", "kk", "kk-false", "kk-foo", "kh-false", "kh", "vt-0041", "nu-arab", "ca-buddhist", "foo", "attr-foo", "va-posix", "sd-usca", "em-emoji", "KN-TRUE", "CO-PHONEBK"));
        }
        if (Rows.chance(8)) {
            tag.append("-x-").append(Rows.pick("u-co-phonebk", "a", "lvariant-PHONEBOOK"));
        }
        return tag.toString();
    }

    static void ofTag(String tag) {
        ULocale locale;
        try {
            locale = new ULocale.Builder().setLanguageTag(tag).build();
        } catch (com.ibm.icu.util.IllformedLocaleException e) {
            return;
        }
        RuleBasedCollator collator;
        try {
            collator = (RuleBasedCollator) Collator.getInstance(locale);
        } catch (RuntimeException e) {
            Rows.row("locale", tag, tag, "refused", locale.getName() + " " + e.getMessage());
            return;
        }
        Rows.row("locale", tag, tag, "taken", settings(collator));
        keys(collator, 3);
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
        RuleBasedCollator collator = opened(rules);
        if (collator != null) {
            keys(collator, 14);
        }
    }

    /** Texts of the characters that the grammar of rules tailors. */
    private static void ofSyntax(String rules) {
        RuleBasedCollator collator = opened(rules);
        for (int at = 0; at < (collator == null ? 0 : 16); at++) {
            ofText(collator, at % 4 == 0 ? tailored(collator.getTailoredSet()) : Grammars.COLLATION.text("text"));
        }
    }

    /** The collator of rules, after the row that says whether ICU takes them; null if it does not. */
    private static RuleBasedCollator opened(String rules) {
        RuleBasedCollator collator;
        try {
            collator = new RuleBasedCollator(rules);
        } catch (Exception | StackOverflowError e) {
            Rows.row("rules", rules, "refused", e.getMessage());
            return null;
        }
        Rows.row("rules", rules, "taken", settings(collator));
        return collator;
    }

    static String settings(RuleBasedCollator collator) {
        return collator.getStrength() + " " + (collator.isAlternateHandlingShifted() ? "shifted" : "non-ignorable") + " " + collator.isCaseLevel() + " " + (collator.isUpperCaseFirst() ? "upper" : collator.isLowerCaseFirst() ? "lower" : "off") + " "
            + collator.getNumericCollation() + " " + collator.isFrenchCollation() + " " + (collator.getMaxVariable() - Collator.ReorderCodes.SPACE) + " " + java.util.Arrays.toString(collator.getReorderCodes());
    }

    /** More marks than contractions are searched in (a stated limit). */
    private static final java.util.regex.Pattern MANY_MARKS = java.util.regex.Pattern.compile("\\p{M}{100}");

    static void keys(RuleBasedCollator collator, int count) {
        UnicodeSet tailored = collator.getTailoredSet();
        for (int at = 0; at < count; at++) {
            String text = at % 3 == 1 && Rows.chance(3) ? letters(12) : Rows.chance(8) ? Rows.line(200) : text();
            text = at % 3 == 0 ? tailored(tailored) : text;
            if (Rows.chance(10)) {
                text = Rows.padded(() -> Rows.chance(2) ? tailored(tailored) : text());
            }
            ofText(collator, text);
        }
    }

    private static void ofText(RuleBasedCollator collator, String text) {
        String nfd = Normalizer2.getNFDInstance().normalize(text);
        if (!MANY_MARKS.matcher(nfd).find()) {
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
                String string = Rows.pick(strings);
                int length = string.codePointCount(0, string.length());
                int inside = string.offsetByCodePoints(0, Rows.chance(3) ? Rows.random.nextInt(length + 1) : length);
                text.append(string, 0, inside).append(Rows.chance(2) ? Rows.pick(MARKS) : Rows.some(3, MARKS));
                text.append(string, inside, string.length());
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
