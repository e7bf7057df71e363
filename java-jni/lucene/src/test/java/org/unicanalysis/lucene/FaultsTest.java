package org.unicanalysis.lucene;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.List;
import org.junit.Test;
import org.unicanalysis.ChildJvm;

/** A panic of the library is an exception of {@code incrementToken}, and the stream works again with its next text. */
public class FaultsTest {
    @Test
    public void streamsWorkAgainAfterAFault() throws Exception {
        String library = System.getProperty("unic.faults.library");
        assertFalse("no library with faults: run the tests by java-jni/maven", library.isEmpty());
        for (boolean isJniOnly : new boolean[] {false, true}) {
            List<String> options = List.of("-Xcheck:jni", "-Dunic.library.path=" + library, "-Dunic.library.jni=" + isJniOnly);
            assertEquals("done\n", ChildJvm.output(options, FaultingStreams.class));
        }
    }
}
