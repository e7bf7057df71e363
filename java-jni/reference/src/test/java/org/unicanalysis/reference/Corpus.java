package org.unicanalysis.reference;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The texts ({@code *.txt} or {@code *.txt.xz}) of the folder that the property {@code unic.corpus} names. */
final class Corpus {
    /** Maximum number of bytes that are read from one file. */
    private static final int FILE_LIMIT = 1_000_000;

    private Corpus() {}

    /** The lines of every file, without empty ones. */
    static Map<String, List<String>> read() throws IOException {
        Path folder = Path.of(System.getProperty("unic.corpus"));
        Map<String, List<String>> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (file.toString().matches(".*\\.txt(\\.xz)?")) {
                    texts.put(file.getFileName().toString(), lines(file));
                }
            }
        }
        if (texts.isEmpty()) {
            throw new IOException("no *.txt or *.txt.xz in " + folder);
        }
        return texts;
    }

    private static List<String> lines(Path file) throws IOException {
        byte[] bytes;
        if (file.toString().endsWith(".xz")) {
            Process xz = new ProcessBuilder("xz", "-dc", file.toString()).start();
            try (InputStream input = xz.getInputStream()) {
                bytes = input.readNBytes(FILE_LIMIT);
            }
            xz.destroy();
        } else {
            bytes = Files.readAllBytes(file);
        }
        List<String> lines = new ArrayList<>(List.of(new String(bytes, StandardCharsets.UTF_8).split("\n")));
        if (bytes.length >= FILE_LIMIT) {
            lines.remove(lines.size() - 1); // incomplete
        }
        lines.removeIf(String::isBlank);
        return lines;
    }

    /** Creates documents from the lines of all files in turn, joined until each document has the given length. */
    static List<String> documents(int count, int length) throws IOException {
        List<List<String>> texts = new ArrayList<>(read().values());
        texts.sort(Comparator.comparing(lines -> lines.get(0)));
        int[] next = new int[texts.size()];
        List<String> documents = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            int file = number % texts.size();
            List<String> lines = texts.get(file);
            StringBuilder document = new StringBuilder();
            do {
                document.append(lines.get(next[file]++ % lines.size())).append('\n');
            } while (document.length() < length);
            documents.add(document.toString());
        }
        return documents;
    }
}
