package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Direct calls, on Java 22 and later, have the results of JNI calls, which a second class loader uses alone. */
public class DirectCallsTest {
    private static final String[] PIECES = {
        "word", "Straße", "für", "привет", "हिन्दी", "ภาษาไทย", "漢字", "カタカナ", "한국어", "😀", "ﬁne", "\ud800", "-", ".", "3.5", "x".repeat(300)
    };

    /** The tokens of a text and its key, as this class loader's classes compute them. Called by reflection. */
    public static final class Results implements AutoCloseable {
        private final List<Analyzer> analyzers = List.of(
                Analyzer.create("{\"tokenizer\": \"unic_tokenizer\"}"),
                Analyzer.create("{\"type\": \"unic_analyzer\"}"),
                Analyzer.create("{\"type\": \"unic_collation\", \"language\": \"de\"}"),
                Analyzer.create("{\"type\": \"naturalsort\"}"));
        private final TokenCursor single = analyzers.get(0).tokens();
        private final TokenCursor chain = analyzers.get(1).tokens();
        private final List<SortKeys> keys = List.of(analyzers.get(2).sortKeys(), analyzers.get(3).sortKeys());

        /** Requests terms in UTF-8 as well. */
        public Results() {
            chain.setUtf8(true);
        }

        @Override
        public void close() {
            single.close();
            chain.close();
            keys.forEach(SortKeys::close);
            analyzers.forEach(Analyzer::close);
        }

        /** All results as one text. */
        public String of(char[] text, int length) {
            StringBuilder all = new StringBuilder();
            for (TokenCursor tokens : List.of(single, chain)) {
                tokens.setText(text, length);
                while (tokens.next()) {
                    all.append(tokens.term()).append(' ').append(tokens.start()).append('-').append(tokens.end());
                    all.append(' ').append(tokens.typeName()).append(' ').append(tokens.script()).append('\n');
                }
                all.append(tokens.finalOffset()).append('\n');
            }
            for (SortKeys maker : keys) {
                maker.makeKey(text, length);
                for (int at = 0; at < maker.length(); at++) {
                    all.append(maker.bytes()[at]).append(' ');
                }
            }
            return all.toString();
        }

        /** Whether calls are direct. */
        public static boolean areDirect() {
            return DirectCalls.STREAM_START != null;
        }
    }

    @Test
    public void resultsEqualThoseOfJni() throws Exception {
        assertEquals(Runtime.version().feature() >= 22, Results.areDirect());
        URL classes = Analyzer.class.getProtectionDomain().getCodeSource().getLocation();
        URL tests = Results.class.getProtectionDomain().getCodeSource().getLocation();
        System.setProperty(DirectCalls.JNI_ONLY, "true");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes, tests}, ClassLoader.getPlatformClassLoader());
                Results direct = new Results()) {
            Class<?> other = loader.loadClass(Results.class.getName());
            assertEquals(false, other.getMethod("areDirect").invoke(null));
            Object jni = other.getConstructor().newInstance();
            Method of = other.getMethod("of", char[].class, int.class);
            Random random = new Random(7);
            for (int round = 0; round < 1_500; round++) {
                StringBuilder text = new StringBuilder();
                for (int words = random.nextInt(round % 8 == 0 ? 900 : 40); words > 0; words--) {
                    text.append(PIECES[random.nextInt(PIECES.length)]).append(random.nextInt(8) == 0 ? "" : " ");
                }
                char[] units = text.toString().toCharArray();
                int length = round % 3 == 0 ? units.length / 2 : units.length;
                assertEquals(of.invoke(jni, units, length), direct.of(units, length));
            }
        } finally {
            System.clearProperty(DirectCalls.JNI_ONLY);
        }
    }

    /** Without the foreign function interface the calls are those of JNI, and the reason is a warning. */
    @Test
    public void anInterfaceThatFailsIsAWarning() {
        DirectCalls.Calls calls = DirectCalls.find(() -> {
            throw new UnsupportedOperationException("no linker here");
        });
        assertNull(calls.streamStart());
        assertNull(calls.key());
        assertTrue(calls.warning(), calls.warning().contains("java.lang.UnsupportedOperationException: no linker here"));
        assertEquals(List.of(), UnicAnalysis.loadWarnings());
    }

    @Test
    public void aFaultHasItsCause() {
        Exception thrown = new Exception("reason");
        assertSame(thrown, DirectCalls.fault(thrown).getCause());
    }

    /** The text may be an array of the cursor itself. */
    @Test
    public void theTermsOfACursorMayBeItsText() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                TokenCursor tokens = analyzer.tokens()) {
            tokens.setText("STRASSE Straße");
            assertEquals(true, tokens.next());
            char[] terms = tokens.termArray();
            String expected = new String(terms, 0, 7);
            tokens.setText(terms, 7);
            assertEquals(true, tokens.next());
            assertEquals(expected, tokens.term());
        }
    }
}
