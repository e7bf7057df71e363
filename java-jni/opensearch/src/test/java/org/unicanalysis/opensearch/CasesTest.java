package org.unicanalysis.opensearch;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.Test;

/** Runs case files (definition, text, expected result) over REST; the property {@code unic.cases} names their folder. */
public class CasesTest {
    /** Names that refer to the engine's components, with the engine's behaviour (ruling J3). */
    private static final Set<String> OURS = Set.of(
            "hyphen",
            "naturalsort",
            "unic_tokenizer",
            "unic_collation_tokenizer",
            "unic_normalizer",
            "unic_folding",
            "unic_transform",
            "unic_numberformat",
            "unic_collation",
            "unic_collate",
            "unic_analyzer",
            "keyword",
            "custom",
            "whitespace");

    /** Categories of errors that the engine finds before it creates components. */
    private static final Set<String> ENGINE_ERRORS = Set.of("missing_reference", "unknown_type", "duplicate");

    /** The options of the engine's analyzer {@code custom}. */
    private static final Set<String> CUSTOM_OPTIONS =
            Set.of("type", "tokenizer", "filter", "char_filter", "position_increment_gap", "position_offset_gap");

    private final TestNode node = TestNode.get();
    private int passed;
    private final List<String> failures = new ArrayList<>();
    private final TreeMap<String, Integer> skipped = new TreeMap<>();

    @Test
    public void casesHold() throws IOException {
        Path folder = Path.of(System.getProperty("unic.cases"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                int number = 0;
                for (JsonNode one : TestNode.JSON.readTree(file.toFile())) {
                    run(one, number++);
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

    private void run(JsonNode one, int number) throws IOException {
        JsonNode expect = one.get("expect");
        if (expect == null) {
            String reason = EngineCases.skipped(one);
            if (reason != null) {
                skip(reason);
                return;
            }
            String problem = new EngineCases(node).run(one);
            check(one, problem == null, problem);
            return;
        }
        String kind = expect.fieldNames().next();
        switch (kind) {
            case "property" -> skip("a property in words");
            case "error" -> error(one, number);
            case "order", "equal", "not_equal" -> keys(one, kind, expect.get(kind), number);
            default -> tokens(one, expect, number);
        }
    }

    private void writeFiles(JsonNode one) throws IOException {
        for (var files = one.path("config_files").fields(); files.hasNext(); ) {
            var file = files.next();
            Path target = node.config().resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue().asText());
        }
    }

    private void error(JsonNode one, int number) throws IOException {
        writeFiles(one);
        JsonNode settings = settings(one.get("definition"));
        if (!settings.isObject() || settings.size() == 0) {
            skip("no definition that REST carries");
            return;
        }
        String other = engineComponent(settings);
        if (other != null) {
            skip("`" + other + "` is the engine's own component");
            return;
        }
        String category = one.at("/expect/error").asText();
        if (category.equals("unknown_option") && hasUnknownOptionOfCustom(settings)) {
            skip("the engine ignores unknown options of an analyzer of type `custom`");
            return;
        }
        String index = "/case-" + number;
        TestNode.Answer created = node.send("PUT", index, body(settings));
        String reason = created.body().at("/error/reason").asText();
        // Errors that the engine finds itself have neither a category nor a pointer.
        boolean isExpected = reason.contains("(at /")
                ? reason.matches("(?s)(.*\\n)?" + category + ": .* \\(at /settings/analysis/.*")
                : ENGINE_ERRORS.contains(category) || reason.startsWith("Custom normalizer [a] may not use");
        check(one, created.status() == 400 && isExpected, created.status() + " instead of " + category + ": " + created.body());
        if (created.status() == 200) {
            node.ok("DELETE", index, null);
        }
    }

    private static boolean hasUnknownOptionOfCustom(JsonNode analysis) {
        for (JsonNode analyzer : analysis.path("analyzer")) {
            if (analyzer.path("type").asText("custom").equals("custom")) {
                for (var names = analyzer.fieldNames(); names.hasNext(); ) {
                    if (!CUSTOM_OPTIONS.contains(names.next())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private void check(JsonNode one, boolean holds, String found) {
        if (holds) {
            passed++;
        } else {
            failures.add(one.get("id").asText() + ": " + found);
        }
    }

    /** A text field with fielddata, sorted by its terms: keys in base 32768. */
    private void keys(JsonNode one, String kind, JsonNode wanted, int number) {
        List<List<String>> groups = new ArrayList<>();
        boolean isText = true;
        for (JsonNode entry : wanted) {
            List<String> group = new ArrayList<>();
            if (entry.isArray()) {
                entry.forEach(text -> group.add(text.asText()));
            } else {
                group.add(entry.asText());
                isText &= entry.isTextual();
            }
            if (kind.equals("equal") && !groups.isEmpty()) {
                groups.get(0).addAll(group);
            } else {
                groups.add(group);
            }
        }
        JsonNode settings = settings(one.get("definition"));
        boolean isSortable = settings.path("analyzer").path("a").path("type").asText().matches("naturalsort|(unic|icu)_collat(ion|e)");
        if (!isText || !isSortable || groups.stream().flatMap(List::stream).anyMatch(String::isEmpty)) {
            skip("a text or an analyzer that a sorted field does not carry");
            return;
        }
        String index = "/case-" + number;
        ObjectNode body;
        try {
            body = (ObjectNode) TestNode.JSON.readTree(body(settings));
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
        body.putObject("mappings").putObject("properties").putObject("f").put("type", "text").put("analyzer", "a").put("fielddata", true);
        TestNode.Answer created = node.send("PUT", index, body.toString());
        if (created.status() != 200) {
            failures.add(one.get("id").asText() + ": " + created.body());
            return;
        }
        try {
            StringBuilder bulk = new StringBuilder();
            // Indexed in reverse order, so that the result is not in order by chance.
            for (int at = groups.size() - 1; at >= 0; at--) {
                for (String text : groups.get(at)) {
                    bulk.append("{\"index\":{}}\n")
                            .append(TestNode.JSON.createObjectNode().put("f", text).put("group", at))
                            .append('\n');
                }
            }
            node.ok("POST", index + "/_bulk?refresh=true", bulk.toString());
            JsonNode hits = node.ok("POST", index + "/_search", "{\"size\":1000,\"sort\":[{\"f\":\"asc\"}]}")
                    .get("hits")
                    .get("hits");
            int last = 0;
            JsonNode lastKey = null;
            boolean holds = true;
            for (JsonNode hit : hits) {
                int group = hit.get("_source").get("group").asInt();
                JsonNode key = hit.get("sort").get(0);
                boolean same = key.equals(lastKey);
                if (kind.equals("order")) {
                    holds &= lastKey == null || group >= last && same == (group == last);
                } else {
                    holds &= lastKey == null || same == kind.equals("equal");
                }
                last = group;
                lastKey = key;
            }
            check(one, holds && hits.size() > 0, "found " + hits);
        } finally {
            node.ok("DELETE", index, null);
        }
    }

    private void skip(String reason) {
        skipped.merge(reason, 1, Integer::sum);
    }

    private void tokens(JsonNode one, JsonNode expect, int number) throws IOException {
        JsonNode input = one.get("input");
        if (!input.isTextual()) {
            skip("a text that JSON or _analyze does not carry (very long, unpaired surrogates)");
            return;
        }
        JsonNode settings = settings(one.get("definition"));
        String other = engineComponent(settings);
        if (other != null) {
            skip("`" + other + "` is the engine's own component");
            return;
        }
        writeFiles(one);
        String index = "/case-" + number;
        TestNode.Answer created = node.send("PUT", index, body(settings));
        if (created.status() != 200) {
            failures.add(one.get("id").asText() + ": " + created.body());
            return;
        }
        try {
            String problem = analyze(index, input.asText(), expect, one.get("definition"));
            if (problem == null) {
                passed++;
            } else {
                failures.add(one.get("id").asText() + ": " + problem);
            }
        } finally {
            node.ok("DELETE", index, null);
        }
    }

    /** The analysis section of a definition in any form. */
    static JsonNode settings(JsonNode definition) {
        JsonNode at = definition;
        for (String level : new String[] {"settings", "index", "analysis"}) {
            at = at.has(level) ? at.get(level) : at;
        }
        if (at.has("analyzer") || at.has("normalizer") || at.toString().matches("\\{\"(index\\.)?(analysis\\.)?analyzer\\..*")) {
            return at;
        }
        ObjectNode analysis = TestNode.JSON.createObjectNode();
        analysis.putObject("analyzer").set("a", at);
        return analysis;
    }

    static String body(JsonNode analysis) {
        ObjectNode body = TestNode.JSON.createObjectNode();
        ObjectNode settings = body.putObject("settings");
        settings.put("number_of_shards", 1).put("number_of_replicas", 0);
        if (analysis.toString().contains("\"analysis.") || analysis.toString().contains("\"index.analysis.")) {
            analysis.fields().forEachRemaining(entry -> settings.set(entry.getKey(), entry.getValue()));
        } else {
            settings.set("analysis", analysis);
        }
        return body.toString();
    }

    /** A component of the definition that is not from unic-analysis, or null. */
    private static String engineComponent(JsonNode analysis) {
        for (String section : new String[] {"tokenizer", "filter", "char_filter", "analyzer", "normalizer"}) {
            for (JsonNode one : analysis.path(section)) {
                String type = one.path("type").asText("custom").replaceFirst("^icu_", "unic_");
                if (!OURS.contains(type)) {
                    return type;
                }
                for (String list : new String[] {"tokenizer", "filter", "char_filter"}) {
                    JsonNode names = one.path(list);
                    List<String> all = new ArrayList<>();
                    if (names.isTextual()) {
                        all.addAll(List.of(names.asText().split(",")));
                    }
                    names.forEach(name -> all.add(name.asText()));
                    for (String name : all) {
                        String component = name.trim().replaceFirst("^icu_", "unic_");
                        if (!component.isEmpty() && !analysis.path(list).has(name.trim()) && !OURS.contains(component)) {
                            return component;
                        }
                    }
                }
            }
        }
        return null;
    }

    private String analyze(String index, String text, JsonNode expect, JsonNode definition) {
        ObjectNode request = TestNode.JSON.createObjectNode();
        boolean normalizer = definition.toString().contains("\"normalizer\"");
        request.put(normalizer ? "normalizer" : "analyzer", "a").put("text", text);
        TestNode.Answer answer = node.send("GET", index + "/_analyze", request.toString());
        if (answer.status() != 200) {
            return answer.body().toString();
        }
        JsonNode found = answer.body().get("tokens");
        if (expect.has("text")) {
            return found.size() == 1 && found.get(0).get("token").equals(expect.get("text")) ? null : "found " + found;
        }
        JsonNode wanted = expect.get("tokens");
        if (found.size() != wanted.size()) {
            return "wanted " + wanted.size() + " tokens, found " + found;
        }
        int position = -1;
        for (int at = 0; at < wanted.size(); at++) {
            JsonNode token = found.get(at);
            JsonNode want = wanted.get(at);
            boolean same = want.get("term").equals(token.get("token"))
                    && (!want.has("start") || want.get("start").asInt() == token.get("start_offset").asInt())
                    && (!want.has("end") || want.get("end").asInt() == token.get("end_offset").asInt())
                    && (!want.has("type") || want.get("type").equals(token.get("type")))
                    && (!want.has("position_increment")
                            || position + want.get("position_increment").asInt()
                                    == token.get("position").asInt());
            if (!same) {
                return "wanted " + want + ", found " + token;
            }
            position = token.get("position").asInt();
        }
        return null;
    }
}
