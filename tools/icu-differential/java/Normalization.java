import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.Locale;

/** Normalization forms, whole and inside of a set. */
final class Normalization {
    static void rows(int count) throws Exception {
        for (int at = 0; at < count * 10; at++) {
            String form = Rows.pick("nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf");
            String mode = Rows.pick("", "", "", "compose", "decompose", "fcd", "compose_contiguous");
            Normalizer2 normalizer = open(form, mode);
            String filter = Rows.pick("", "[:L:]", "[^\u0301]", "[[:L:][:Mn:]]", "[a-zÀ-ÿ\u0300-\u0310]", "[^[:Hangul:]]", "[:Mn:]", "[:ccc=0:]", "[^ﬁ①Å]", "[^\u0323]", "[:Cn:]", "[\u1100-\u1160가-각]", "[^:Lu:]");
            if (!filter.isEmpty()) {
                try {
                    normalizer = new FilteredNormalizer2(normalizer, new UnicodeSet(filter));
                } catch (RuntimeException e) {
                    continue;
                }
            }
            String text = text();
            Rows.row("normalize", mode.isEmpty() ? form : form + " " + mode, filter, text, normalizer.normalize(text), normalizer.isNormalized(text), normalizer.quickCheck(text));
        }
    }

    static Normalizer2 open(String form, String mode) {
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
