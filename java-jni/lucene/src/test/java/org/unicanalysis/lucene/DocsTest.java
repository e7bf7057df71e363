package org.unicanalysis.lucene;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.junit.Test;
import org.unicanalysis.DocumentedPrograms;

/** The programs of docs/lucene.md. */
public class DocsTest {
    @Test
    public void documentedCommandsPrintTheDocumentedOutput() throws Exception {
        new DocumentedPrograms()
                .withJarOf(org.unicanalysis.Analyzer.class, "lib/unic-analysis-core.jar")
                .withJarOf(UnicAnalyzer.class, "lib/unic-analysis-lucene.jar")
                .withJarOf(org.apache.lucene.analysis.Analyzer.class, "lib/lucene-core.jar")
                .withJarOf(CustomAnalyzer.class, "lib/lucene-analysis-common.jar")
                .check(Files.readString(Path.of("..", "..", "docs", "lucene.md")));
    }
}
