package org.unicanalysis;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

/** The programs of docs/java.md. */
public class DocsTest {
    @Test
    public void documentedCommandsPrintTheDocumentedOutput() throws Exception {
        new DocumentedPrograms()
                .withJarOf(Analyzer.class, "unic-analysis-core-0.1.0.jar")
                .check(Files.readString(Path.of("..", "..", "docs", "java.md")));
    }
}
