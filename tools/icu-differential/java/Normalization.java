import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Normalization forms, whole and inside of a set. */
final class Normalization {
    static void rows(int count) throws Exception {
        if (System.getProperty("only", "").equals("every")) {
            every(count);
            return;
        }
        for (int at = 0; at < count * 10; at++) {
            String form = Rows.pick("nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf", "utr30");
            String mode = Rows.pick("", "", "", "compose", "decompose", "fcd", "compose_contiguous");
            Normalizer2 normalizer = open(form, mode);
            String filter = Rows.pick("", "[:L:]", "[^\u0301]", "[[:L:][:Mn:]]", "[a-zÀ-ÿ\u0300-\u0310]", "[^[:Hangul:]]", "[:Mn:]", "[:ccc=0:]", "[^ﬁ①Å]", "[^\u0323]", "[:Cn:]", "[\u1100-\u1160가-각]", "[^:Lu:]");
            if (Rows.chance(3)) {
                filter = Rows.chance(2) ? strings() : Sets.set(2);
            }
            if (!filter.isEmpty()) {
                try {
                    UnicodeSet set = new UnicodeSet(filter);
                    if (!set.strings().stream().allMatch(Rows::isWellFormed)) {
                        continue;
                    }
                    normalizer = new FilteredNormalizer2(normalizer, set);
                } catch (RuntimeException e) {
                    continue;
                }
            }
            List<String> strings = new ArrayList<>(filter.isEmpty() ? List.of() : new UnicodeSet(filter).strings());
            String text = !strings.isEmpty() ? ofStrings(strings) : Rows.chance(5) ? Rows.padded(Normalization::text) : text();
            if (form.equals("utr30") && changed.containsSome(Normalizer2.getNFKCInstance().normalize(text) + text)) {
                continue;
            }
            if (!filter.isEmpty() && !new UnicodeSet(filter).strings().isEmpty()) {
                // A string may cross the end of the prefix that normalize(String) skips.
                StringBuilder normalized = new StringBuilder();
                normalizer.normalize(text, normalized);
                Rows.row("normalize", mode.isEmpty() ? form : form + " " + mode, filter, text, normalized, "", "");
                continue;
            }
            Rows.row("normalize", mode.isEmpty() ? form : form + " " + mode, filter, text, normalizer.normalize(text), normalizer.isNormalized(text), normalizer.quickCheck(text));
        }
    }

    /** All characters in any order, with marks between them. */
    private static void every(int rounds) {
        List<String> all = new ArrayList<>();
        for (UnicodeSet.EntryRange range : new UnicodeSet("[[:Assigned:]-[:Cs:]-[:Co:]-[一-龥]-[\\U00020000-\\U0003FFFF]]").ranges()) {
            for (int c = range.codepoint; c <= range.codepointEnd; c++) {
                all.add(Character.toString(c));
            }
        }
        for (int round = 0; round < rounds; round++) {
            String form = Rows.pick("nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf");
            String mode = Rows.pick("", "", "compose", "decompose", "fcd", "compose_contiguous");
            Normalizer2 normalizer = open(form, mode);
            java.util.Collections.shuffle(all, Rows.random);
            for (int start = 0; start < all.size(); start += 100) {
                StringBuilder text = new StringBuilder();
                for (String c : all.subList(start, Math.min(all.size(), start + 100))) {
                    text.append(c).append(Rows.chance(3) ? Rows.pick("\u0301", "a\u0323", "\u0308\u0323", "\u3099", "ᅡ", "ᆨ", "\u0345", "\u093C", "\u0F72") : "");
                }
                String of = text.toString();
                Rows.row("normalize", mode.isEmpty() ? form : form + " " + mode, "", of, normalizer.normalize(of), normalizer.isNormalized(of), normalizer.quickCheck(of));
            }
        }
    }

    private static String ofStrings(List<String> strings) {
        StringBuilder text = new StringBuilder();
        for (int count = Rows.random.nextInt(10); count > 0; count--) {
            String string = Rows.pick(strings);
            text.append(Rows.chance(3) ? text() : Rows.chance(3) ? Rows.mutated(string, "a", "e", "\u0301", "ᆨ", "가", "\u0323") : string);
        }
        return Rows.wellFormed(text.toString());
    }

    /** A set with strings of what texts consist of. */
    static String strings() {
        StringBuilder set = new StringBuilder("[").append(Rows.pick("", "", "a-z", "[:L:]", "\u0301", "é", "가-각"));
        for (int count = 1 + Rows.random.nextInt(4); count > 0; count--) {
            StringBuilder string = new StringBuilder();
            for (int length = Rows.random.nextInt(4); length > 0; length--) {
                string.append(Rows.pick("a", "e", "o", "A", "u", "s", "I", "\u0301", "\u0308", "\u0323", "Å", "é", "ᄀ", "ᅡ", "ᆨ", "가", "ﬁ", "か", "\u3099", "①"));
            }
            set.append("{").append(string).append("}");
        }
        return set.append("]").toString();
    }

    /** Code points whose folding Unicode changed after the version of Lucene's data, and those that the version does not have. */
    private static final UnicodeSet changed = new UnicodeSet("[^[:age=16.0:]]").add(0x08D3);

    private static Normalizer2 utr30(Normalizer2.Mode mode) {
        try (java.io.InputStream data = Normalization.class.getResourceAsStream("/org/apache/lucene/analysis/icu/utr30.nrm")) {
            return Normalizer2.getInstance(data, "utr30", mode);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Normalizer2 open(String form, String mode) {
        if (form.equals("utr30")) {
            return utr30(mode.isEmpty() ? Normalizer2.Mode.COMPOSE : Normalizer2.Mode.valueOf(mode.toUpperCase(Locale.ROOT)));
        }
        if (!mode.isEmpty()) {
            String data = form.equals("nfd") ? "nfc" : form.equals("nfkd") ? "nfkc" : form;
            return Normalizer2.getInstance(null, data, Normalizer2.Mode.valueOf(mode.toUpperCase(Locale.ROOT)));
        }
        switch (form) {
            case "nfc": return Normalizer2.getNFCInstance();
            case "nfd": return Normalizer2.getNFDInstance();
            case "nfkc": return Normalizer2.getNFKCInstance();
            case "nfkd": return Normalizer2.getNFKDInstance();
            case "nfkc_scf": return Normalizer2.getNFKCSimpleCasefoldInstance();
            default: return Normalizer2.getNFKCCasefoldInstance();
        }
    }

    static String text() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(12); count > 0; count--) {
            switch (Rows.random.nextInt(7)) {
                case 6: text.append(Rows.ofProperties(12)); break;
                case 0: text.append(Rows.pick("\u0301", "\u0308", "\u0323", "\u0327", "\u0345", "\u0F71", "\u0F72", "\u0F73", "\u0344", "\u3099", "\u309A", "\u093C", "\u05B0", "\u1DFA", "\u034F", "\u115F")); break;
                case 1: text.append(Rows.pick("ᄀ", "ᅡ", "ᆨ", "가", "각", "힣", "ｶ", "ﾞ", "ﷺ", "ﬁ", "①", "Å", "Å", "\u00AD", "㌀", "½", "ſ", "ẛ", "ẞ", "İ", "Σ", "Ⅷ", "\u0958", "\u2126")); break;
                case 2: text.append(Rows.line(6)); break;
                case 3: text.append(Rows.codePoint()); break;
                default: text.append(Rows.pick("a", "e", "o", "A", "u", " ", "s", "I", "c", "か", "α"));
            }
        }
        return Rows.wellFormed(text.toString());
    }
}
