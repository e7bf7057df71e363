package org.unicanalysis;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.Test;

/** Runs case files (definition, text, expected result) through Java; the property {@code unic.cases} names their folder. */
public class CasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private int passed;
    private final List<String> failures = new ArrayList<>();
    private final TreeMap<String, Integer> skipped = new TreeMap<>();

    @Test
    public void casesHold() throws IOException {
        Path folder = Path.of(System.getProperty("unic.cases"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                for (JsonNode one : JSON.readTree(file.toFile())) {
                    run(one);
                }
            }
        }
        failures.forEach(failure -> System.out.println("FAILED " + failure));
        skipped.forEach((reason, count) -> System.out.println("skipped " + count + ": " + reason));
        int skips = skipped.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(passed + " passed, " + failures.size() + " failed, " + skips + " skipped");
        assertTrue("no case in " + folder, passed > 0);
        assertTrue(failures.size() + " cases failed", failures.isEmpty());
    }

    private void run(JsonNode one) throws IOException {
        JsonNode expect = one.get("expect");
        if (expect == null) {
            skip("of an engine: java-jni/opensearch runs it");
            return;
        }
        String kind = expect.fieldNames().next();
        if (kind.equals("property")) {
            skip("a property in words");
            return;
        }
        Path directory = Files.createTempDirectory("unic-cases");
        try {
            if (one.has("config_files")) {
                one.get("config_files").fields().forEachRemaining(file -> write(directory, file.getKey(), file.getValue().asText()));
            }
            String problem = check(one, kind, expect, Options.STRICT.withConfigurationDirectory(directory));
            if (problem == null) {
                passed++;
            } else {
                failures.add(one.get("id").asText() + ": " + problem);
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void write(Path directory, String name, String content) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }

    private void skip(String reason) {
        skipped.merge(reason, 1, Integer::sum);
    }

    /** The difference from the expected result, or null. */
    private static String check(JsonNode one, String kind, JsonNode expect, Options options) {
        String definition = one.get("definition").toString();
        if (kind.equals("error")) {
            try (Analyzer analyzer = Analyzer.create(definition, "a", options)) {
                return "accepted: " + analyzer.describe();
            } catch (DefinitionException error) {
                String wanted = expect.get("error").isTextual()
                        ? expect.get("error").asText()
                        : expect.get("error").path("category").asText();
                return error.category().equals(wanted) ? null : "category " + error.category() + ": " + error.getMessage();
            }
        }
        try (Analyzer analyzer = Analyzer.create(definition, "a", options)) {
            return switch (kind) {
                case "tokens", "text" -> tokens(analyzer, text(one.get("input")), expect);
                case "order", "equal", "not_equal" -> keys(analyzer, kind, one.get("input"), expect.get(kind));
                default -> "unknown kind " + kind;
            };
        } catch (DefinitionException error) {
            return error.getMessage();
        }
    }

    private static String text(JsonNode node) {
        if (node == null || node.isTextual()) {
            return node == null ? "" : node.asText();
        }
        StringBuilder text = new StringBuilder();
        if (node.has("utf16_hex")) {
            byte[] bytes = HexFormat.of().parseHex(node.get("utf16_hex").asText());
            for (int at = 0; at < bytes.length; at += 2) {
                text.append((char) ((bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF));
            }
        }
        for (JsonNode piece : node.path("repeat")) {
            text.append(piece.get(0).asText().repeat(piece.get(1).asInt()));
        }
        return text.toString();
    }

    private static String tokens(Analyzer analyzer, String text, JsonNode expect) {
        JsonNode wanted = expect.get("tokens");
        try (TokenCursor tokens = analyzer.tokens()) {
            // After a text whose tokens were read in part only, and another text.
            for (String other : new String[] {"one two three", "Ärger im 日本語 ½ wi-fi", text}) {
                tokens.setText(other);
                if (!other.equals(text)) {
                    tokens.next();
                }
            }
            tokens.setText(text);
            List<String> found = new ArrayList<>();
            String problem = null;
            int at = 0;
            for (; tokens.next(); at++) {
                found.add(tokens.term());
                if (problem == null && wanted != null) {
                    problem = differs(tokens, wanted.get(at));
                }
            }
            if (wanted == null) {
                String term = text(expect.get("text"));
                return found.equals(List.of(term))
                        ? differingOffset(analyzer, text, expect.path("offsets"))
                        : "found " + found;
            }
            if (problem == null && at != wanted.size()) {
                problem = "wanted " + wanted.size() + " tokens";
            }
            if (problem == null && expect.has("final_offset") && expect.get("final_offset").asInt() != tokens.finalOffset()) {
                problem = "final offset " + tokens.finalOffset();
            }
            return problem == null ? null : problem + "; found " + found;
        }
    }

    private static String differingOffset(Analyzer analyzer, String text, JsonNode offsets) {
        try (CharFilters filters = analyzer.charFilters()) {
            FilteredText filtered = filters.filter(text.toCharArray(), text.length());
            for (int offset = 0; offset < offsets.size(); offset++) {
                if (filtered.original(offset) != offsets.get(offset).asInt()) {
                    return "offset " + offset + " is at " + filtered.original(offset) + ", not " + offsets.get(offset);
                }
            }
            return null;
        }
    }

    private static String differs(TokenCursor token, JsonNode wanted) {
        if (wanted == null) {
            return "too many tokens";
        }
        boolean same = token.term().equals(text(wanted.get("term")))
                && is(wanted, "start", token.start())
                && is(wanted, "end", token.end())
                && is(wanted, "position_increment", token.positionIncrement())
                && (!wanted.has("type") || wanted.get("type").asText().equals(token.typeName()))
                && (!wanted.has("keyword") || wanted.get("keyword").asBoolean() == token.isKeyword())
                && (!wanted.has("script") || wanted.get("script").asText().equals(script(token.script())));
        return same ? null : "wanted " + wanted + ", found " + token.start() + "-" + token.end() + " " + token.typeName();
    }

    private static String script(int code) {
        return "" + (char) (code >> 24) + (char) (code >> 16 & 0xFF) + (char) (code >> 8 & 0xFF) + (char) (code & 0xFF);
    }

    private static boolean is(JsonNode wanted, String name, int found) {
        return !wanted.has(name) || wanted.get(name).asInt() == found;
    }

    private static String keys(Analyzer analyzer, String kind, JsonNode input, JsonNode wanted) {
        try (SortKeys keys = analyzer.sortKeys()) {
            if (kind.equals("order")) {
                List<String> before = null;
                for (JsonNode entry : wanted) {
                    List<String> group = new ArrayList<>();
                    if (entry.isArray()) {
                        entry.forEach(text -> group.add(text(text)));
                    } else {
                        group.add(text(entry));
                    }
                    for (String text : group) {
                        if (!Arrays.equals(keys.key(text), keys.key(group.get(0))) || keys.compare(text, group.get(0)) != 0) {
                            return text + " is not equal to " + group.get(0);
                        }
                        if (before != null
                                && (Arrays.compareUnsigned(keys.key(before.get(0)), keys.key(text)) >= 0
                                        || keys.compare(before.get(0), text) >= 0)) {
                            return text + " does not sort after " + before.get(0);
                        }
                    }
                    before = group;
                }
                return null;
            }
            List<String> texts = new ArrayList<>();
            (wanted.isArray() ? wanted : input).forEach(text -> texts.add(text(text)));
            for (int left = 0; left < texts.size(); left++) {
                for (int right = 0; right < left; right++) {
                    boolean same = Arrays.equals(keys.key(texts.get(left)), keys.key(texts.get(right)));
                    if (same != kind.equals("equal")) {
                        return texts.get(left) + " and " + texts.get(right);
                    }
                }
            }
            return null;
        }
    }
}
