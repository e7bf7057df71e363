package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The programs of a document: it contains the text of each file in {@code examples}, and the documented command, run as it is in a folder
 * with that file and the jars, prints the documented output.
 */
public final class DocumentedPrograms {
    private static final Path EXAMPLES = Path.of("examples");

    private final Path folder;

    /** Creates an empty folder for the jars. */
    public DocumentedPrograms() throws IOException {
        folder = Files.createTempDirectory("unic-docs-");
    }

    /** Adds the jar that a class is from; a folder of classes becomes a jar. */
    public DocumentedPrograms withJarOf(Class<?> type, String name) throws IOException, URISyntaxException {
        Path source = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path jar = folder.resolve(name);
        Files.createDirectories(jar.getParent());
        if (Files.isRegularFile(source)) {
            Files.copy(source, jar);
            return this;
        }
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> entries = Files.walk(source)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(source.relativize(entry).toString()));
                Files.copy(entry, zip);
                zip.closeEntry();
            }
        }
        return this;
    }

    /** Checks all files in {@code examples}, and deletes the folder. */
    public void check(String document) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            List<Path> programs = files.sorted().toList();
            assertTrue("no programs", !programs.isEmpty());
            for (Path program : programs) {
                checkProgram(document, program);
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private void checkProgram(String document, Path program) throws IOException, InterruptedException {
        String name = program.getFileName().toString();
        String source = Files.readString(program);
        int start = document.indexOf("```java\n" + source.substring(source.indexOf("import ")) + "```\n");
        assertTrue(name + " is not in the document as it is in examples", start >= 0);
        Matcher run = Pattern.compile("```console\n\\$ (java [^\n]*" + Pattern.quote(name) + ")\n(.*?)```\n", Pattern.DOTALL)
                .matcher(document.substring(start));
        assertTrue("no command for " + name, run.find());
        Files.copy(program, folder.resolve(name));
        assertEquals(name, run.group(2), output(run.group(1)));
    }

    private String output(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            words.add(word.replace("'", ""));
        }
        words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder process = new ProcessBuilder(words).directory(folder.toFile()).redirectError(errors.toFile());
        // The source files and the output are in UTF-8.
        process.environment().put("LC_ALL", "C.UTF-8");
        process.environment().remove("JAVA_TOOL_OPTIONS");
        Process running = process.start();
        String output = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(command + ": " + Files.readString(errors), 0, running.waitFor());
        return output;
    }
}
