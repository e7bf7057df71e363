package org.unicanalysis.lucene.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** The programs of docs/lucene.md: the document contains this code, which must print the documented output. */
public class DocsTest {
    private static final Path REPOSITORY = Path.of("..", "..");

    private interface Program {
        void main(String[] arguments) throws IOException;
    }

    @Test
    public void programsEqualThoseOfTheDocument() throws IOException {
        check("Words", Words::main);
        check("Factories", Factories::main);
    }

    private static void check(String name, Program program) throws IOException {
        String document = Files.readString(REPOSITORY.resolve("docs/lucene.md"));
        String source = Files.readString(Path.of("src/test/java/org/unicanalysis/lucene/docs", name + ".java"));
        String body = source.substring(source.indexOf("import "));
        int start = document.indexOf("```java\n" + body + "```\n");
        assertTrue(name + " is not in docs/lucene.md as it is in src/test", start >= 0);
        Matcher output = Pattern.compile("```console\n\\$ [^\n]*" + name + "\\.java\n(.*?)```\n", Pattern.DOTALL)
                .matcher(document.substring(start));
        assertTrue("no output of " + name, output.find());
        assertEquals(name, output.group(1), printed(program));
    }

    private static String printed(Program program) throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            program.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
