package org.unicanalysis.reference;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * Measures the native memory that the plugin adds to a node: one node with the plugin and one without, each in a separate process.
 * Run by {@code make bench-node}; not a test.
 */
public class NodeMemory {
    @Test
    public void measure() throws Exception {
        for (String mode : List.of(MemoryNode.WITHOUT, MemoryNode.WITH)) {
            run(mode);
        }
    }

    private static void run(String mode) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:NativeMemoryTracking=summary",
                "-Xmx3g",
                "-Dunic.test.directory=" + System.getProperty("unic.test.directory"),
                "-Dunic.corpus=" + System.getProperty("unic.corpus"),
                "-Dunic.indices=" + System.getProperty("unic.indices"),
                "-cp",
                System.getProperty("java.class.path"),
                MemoryNode.class.getName(),
                mode);
        // With one arena, all blocks of malloc are in the area that smaps calls [heap].
        Map<String, String> environment = builder.environment();
        environment.put("MALLOC_ARENA_MAX", "1");
        environment.put("MALLOC_MMAP_THRESHOLD_", "33554432");
        builder.redirectError(new File(System.getProperty("unic.test.directory"), "memory-" + mode + ".txt"));
        Process process = builder.start();
        Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        process.getInputStream().transferTo(System.out);
        if (process.waitFor() != 0) {
            throw new AssertionError(mode + ": status " + process.exitValue());
        }
        Runtime.getRuntime().removeShutdownHook(end);
    }
}
