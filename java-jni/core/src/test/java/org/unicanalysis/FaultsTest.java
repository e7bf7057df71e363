package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;

/**
 * A panic of the library is an exception of its own, the JVM lives on, and the object works again with its next text. The library of
 * these tests is a build that panics on request ({@code java-jni/native/src/fault.rs}); {@code java-jni/maven} gives its path.
 */
public class FaultsTest {
    private static void run(boolean isJniOnly) throws Exception {
        String library = System.getProperty("unic.faults.library");
        assertFalse("no library with faults: run the tests by java-jni/maven", library.isEmpty());
        List<String> options = List.of("-Xcheck:jni", "-Dunic.library.path=" + library, "-Dunic.library.jni=" + isJniOnly);
        assertEquals("done\n", ChildJvm.output(options, FaultingCalls.class));
    }

    @Test
    public void aFaultOfADirectCallIsAnException() throws Exception {
        run(false);
    }

    @Test
    public void aFaultOfAJniCallIsAnException() throws Exception {
        run(true);
    }

    /** The library of the artefact has no faults on request. */
    @Test
    public void theArtefactHasNoFaults() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                TokenCursor tokens = analyzer.tokens()) {
            tokens.setText(FaultingCalls.FAULT);
            assertTrue(tokens.next());
            assertEquals("fault", tokens.term());
        }
    }
}
