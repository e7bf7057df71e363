import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.util.ULocale;

/** Full case mapping of locales, by string and by transform. */
final class Casing {
    static final String[] LOCALES = {"root", "tr", "az", "lt", "nl", "el", "hy", "en", "de", "tr_TR", "el_GR", "lt_LT", "nl_BE", "az_Cyrl", "tr_CY", "hy_AM"};

    static void rows(int count) throws Exception {
        for (int at = 0; at < count * 10; at++) {
            String locale = Rows.pick(LOCALES);
            String text = Rows.chance(6) ? Rows.padded(Casing::text) : text();
            ULocale ulocale = locale.equals("root") ? ULocale.ROOT : new ULocale(locale);
            Rows.row("string", locale, text, UCharacter.toLowerCase(ulocale, text), UCharacter.toUpperCase(ulocale, text), UCharacter.toTitleCase(ulocale, text, null), UCharacter.foldCase(text, true));
            for (String target : new String[] {"Lower", "Upper", "Title", "CaseFold"}) {
                String id = locale.equals("root") ? target : locale + "-" + target;
                try {
                    Rows.row("transform", id, text, Transliterator.getInstance(id).transliterate(text));
                } catch (RuntimeException e) {
                    Rows.row("transform", id, text, "refused");
                }
            }
        }
    }

    static String text() {
        StringBuilder text = new StringBuilder();
        for (int count = 1 + Rows.random.nextInt(10); count > 0; count--) {
            switch (Rows.random.nextInt(8)) {
                case 0: text.append(Rows.pick("Σ", "ΑΣ", "ς", "σ", "ΟΔΟΣ ", "İ", "I", "ı", "i", "J", "j", "Į", "į", "Ĩ", "IJ", "ij", "Ĳ", "ĳ", "ŉ", "ß", "ẞ", "ﬁ", "ǅ", "ǆ", "և", "ﬔ", "ΐ", "ᾳ", "ᾼ", "ά", "Ή", "ή", "ϊ", "ἄ", "άϊ", "μάϊος", "ῼ")); break;
                case 1: text.append(Rows.pick("\u0307", "\u0301", "\u0300", "\u0303", "\u0328", "\u0345", "\u0308", "\u0342", "\u0306", "\u0304", "\u00AD", "\u200D", "\u0315")); break;
                case 2: text.append(Rows.pick(" ", "-", "'", "\u2019", ".", ":", "1", "_", "\n")); break;
                case 3: text.append(Rows.line(12)); break;
                case 4: text.append(Rows.codePoint()); break;
                default: text.append(Rows.pick("a", "b", "A", "α", "Α", "я", "Я", "Ꭰ", "ꭰ", "Ა", "ა", "𐐀", "𐐨", "é", "É", "o", "ή", "η", "Η"));
            }
        }
        return Rows.wellFormed(text.toString());
    }
}
