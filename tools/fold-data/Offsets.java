import com.ibm.icu.text.Normalizer2;
import java.io.PrintStream;
import java.util.Random;

/**
 * Offsets of normalized texts (ruling U7), one edit between two boundaries of ICU4J's normalizer:
 * java -cp icu4j-79.1.jar tools/fold-data/Offsets.java | gzip -9n > tests/data/fold/offsets.tsv.gz
 */
public class Offsets {
    static final String POOL = "aeAEiußﬁ½①㋀ﷺĄ́ǻéÉậệḗǖΐᾳᾴᾂΆαιω\u0345\u0301\u0300\u0308\u0323\u0327\u0328\u0334\u0338\u0342\u0313\u0344\u0340"
        + "\u00AD\u200D\u034F\u115F가각갛각ᆪ힣\u3099\u309Aかがはパｶﾞﾊﾟ\u093C\u094Dक़कख\u0E38\u0E48\u0E33ก\u0FB2\u0F71\u0F72\u0F73\u0F74"
        + "\u064B\u0651\u0653\u0654\u0627آ\u05B0\u05BC\u05C1שׁ\uD81A\uDD21\uD81A\uDD1E\uD834\uDD57\uD834\uDD65\uD834\uDD5E\uD804\uDCA5\uD804\uDCBA";

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("# ICU4J 79.1: data, mode, text, result, offset in the text of each UTF-16 place of the result; no escapes");
        int[] pool = POOL.codePoints().toArray();
        Random random = new Random(18);
        Normalizer2.Mode[] modes = {
            Normalizer2.Mode.COMPOSE, Normalizer2.Mode.DECOMPOSE, Normalizer2.Mode.COMPOSE_CONTIGUOUS, Normalizer2.Mode.FCD
        };
        String[] names = {"compose", "decompose", "compose_contiguous", "fcd"};
        for (String data : new String[] {"nfc", "nfkc", "nfkc_cf", "nfkc_scf"}) {
            for (int mode = 0; mode < 3; mode++) {
                Normalizer2 normalizer = Normalizer2.getInstance(null, data, modes[mode]);
                for (int row = 0; row < 300; row++) {
                    StringBuilder text = new StringBuilder();
                    for (int length = random.nextInt(7); length >= 0; length--) {
                        text.appendCodePoint(pool[random.nextInt(pool.length)]);
                    }
                    out.println(data + "\t" + names[mode] + "\t" + text + "\t" + normalizer.normalize(text) + "\t" + offsets(normalizer, text.toString()));
                }
            }
        }
        out.flush();
    }

    /** Piece after piece: what the quick check says yes to, then up to the next boundary. */
    static String offsets(Normalizer2 normalizer, String text) {
        java.util.ArrayList<Integer> offsets = new java.util.ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int yes = at + normalizer.spanQuickCheckYes(text.substring(at));
            for (; at < yes; at++) {
                offsets.add(at);
            }
            if (at == text.length()) {
                break;
            }
            int end = at;
            do {
                end += Character.charCount(text.codePointAt(end));
            } while (end < text.length() && !normalizer.hasBoundaryBefore(text.codePointAt(end)));
            int source = end - at;
            int result = normalizer.normalize(text.substring(at, end)).length();
            for (int offset = 0; offset < result; offset++) {
                offsets.add(at + (result <= source ? offset : Math.max(0, offset - (result - source))));
            }
            at = end;
        }
        offsets.add(text.length());
        StringBuilder list = new StringBuilder();
        for (int offset : offsets) {
            list.append(list.length() == 0 ? "" : " ").append(offset);
        }
        return list.toString();
    }
}
