import com.ibm.icu.text.Normalizer2;
import java.io.PrintStream;
import java.util.Random;

/** Answers of ICU4J for all modes: java -cp icu4j-79.1.jar tools/fold-data/Modes.java | gzip -9n > tests/data/fold/modes.tsv.gz */
public class Modes {
    static final String POOL = "aeAEiußﬁ½①㋀ﷺĄ́ǻéÉậệḗǖΐᾳᾴᾂΆαιω\u0345\u0301\u0300\u0308\u0323\u0327\u0328\u0334\u0338\u0342\u0313\u0344\u0340"
        + "\u00AD\u200D\u034F\u115F가각갛각ᆪ힣\u3099\u309Aかがはパｶﾞﾊﾟ\u093C\u094Dक़कख\u0E38\u0E48\u0E33ก\u0FB2\u0F71\u0F72\u0F73\u0F74"
        + "\u064B\u0651\u0653\u0654\u0627آ\u05B0\u05BC\u05C1שׁ\uD81A\uDD21\uD81A\uDD1E\uD834\uDD57\uD834\uDD65\uD834\uDD5E\uD804\uDCA5\uD804\uDCBA";

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("# ICU4J 79.1: data, mode, text, result, end of spanQuickCheckYes (UTF-16 units); no escapes");
        int[] pool = POOL.codePoints().toArray();
        Random random = new Random(18);
        Normalizer2.Mode[] modes = {
            Normalizer2.Mode.COMPOSE, Normalizer2.Mode.DECOMPOSE, Normalizer2.Mode.COMPOSE_CONTIGUOUS, Normalizer2.Mode.FCD
        };
        String[] names = {"compose", "decompose", "compose_contiguous", "fcd"};
        for (String data : new String[] {"nfc", "nfkc", "nfkc_cf", "nfkc_scf"}) {
            for (int mode = 0; mode < 4; mode++) {
                Normalizer2 normalizer = Normalizer2.getInstance(null, data, modes[mode]);
                for (int row = 0; row < 700; row++) {
                    StringBuilder text = new StringBuilder();
                    for (int length = random.nextInt(9); length >= 0; length--) {
                        text.appendCodePoint(pool[random.nextInt(pool.length)]);
                    }
                    out.println(data + "\t" + names[mode] + "\t" + text + "\t" + normalizer.normalize(text) + "\t" + normalizer.spanQuickCheckYes(text));
                }
            }
        }
        out.flush();
    }
}
