package org.unicanalysis.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.unicanalysis.SortKeys;

/** The cases of jvm.json, which only an engine can run (field type, registration, text form of keys). */
final class EngineCases {
    /** Kinds and components of cases that refer to helpers of other projects, or describe a property in prose. */
    private static final Set<String> NOT_RUN = Set.of("iterator_steps", "no_error", "optimizer_filter", "property", "query_term");

    private static final String INDEX = "/engine-case";

    private final TestNode node;

    EngineCases(TestNode node) {
        this.node = node;
    }

    /** The reason why a case is skipped, or null. */
    static String skipped(JsonNode one) {
        String kind = one.at("/expected/kind").asText();
        String component = one.get("component").asText();
        boolean isHelper = component.equals("char_array_iterator") || component.equals("tools");
        return isHelper ? "a helper of another project" : NOT_RUN.contains(kind) ? "jvm.json: " + kind : null;
    }

    /** The difference from the expected result, or null. */
    String run(JsonNode one) {
        JsonNode expected = one.get("expected");
        node.send("DELETE", INDEX, null);
        try {
            return switch (expected.get("kind").asText()) {
                case "search_hits" -> searchHits(one, expected);
                case "error" -> error(one, expected);
                case "fetched_values_per_document" -> fetchedPerDocument(one, expected);
                case "fetched_values" -> {
                    create(one);
                    put("1", one.get("input"));
                    yield same(expected.get("values"), fetched("1"));
                }
                case "index_values" -> indexValues(one, expected);
                case "field_facts" -> fieldFacts(one, expected);
                case "mapping_echo" -> {
                    create(one);
                    JsonNode echo = node.ok("GET", INDEX + "/_mapping", null).at(INDEX + "/mappings/properties/" + field(one));
                    yield same(expected.get("values"), echo);
                }
                case "exists" -> exists(expected);
                case "round_trip" -> roundTrip(one.get("input").get("hex").asText(), expected);
                default -> "unknown kind " + expected;
            };
        } finally {
            node.send("DELETE", INDEX, null);
        }
    }

    private static String same(JsonNode wanted, JsonNode found) {
        return wanted.equals(found) ? null : "wanted " + wanted + ", found " + found;
    }

    private static String field(JsonNode one) {
        return one.at("/mapping/properties").fieldNames().next();
    }

    private TestNode.Answer tryCreate(JsonNode one) {
        ObjectNode body = TestNode.JSON.createObjectNode();
        body.set("mappings", one.get("mapping"));
        return node.send("PUT", INDEX, body.toString());
    }

    private void create(JsonNode one) {
        field = field(one);
        TestNode.Answer answer = tryCreate(one);
        if (answer.status() != 200) {
            throw new AssertionError(answer.body().toString());
        }
    }

    private String field;

    private void put(String id, JsonNode value) {
        ObjectNode document = TestNode.JSON.createObjectNode();
        if (value != null) {
            document.set(field, value);
        }
        try {
            document.put("id", Integer.parseInt(id));
        } catch (NumberFormatException noNumber) {
            document.put("id", id);
        }
        node.ok("PUT", INDEX + "/_doc/" + id + "?refresh=true", document.toString());
    }

    private String searchHits(JsonNode one, JsonNode expected) {
        create(one);
        one.at("/input/documents").fields().forEachRemaining(document -> put(document.getKey(), document.getValue()));
        ArrayNode sort = TestNode.JSON.createArrayNode();
        for (JsonNode entry : one.at("/input/sort")) {
            String[] words = entry.asText().split(" ");
            ObjectNode options = sort.addObject().putObject(words[0]).put("order", words[1]);
            if (words.length > 2) {
                options.put("mode", words[2].substring("mode=".length()));
            }
        }
        List<JsonNode> queries = new ArrayList<>();
        for (JsonNode term : one.at("/input/term_query")) {
            if (!term.asText().startsWith("either ")) {
                ObjectNode query = TestNode.JSON.createObjectNode();
                query.putObject("term").set(field, term);
                queries.add(query);
            }
        }
        if (queries.isEmpty()) {
            queries.add(TestNode.JSON.createObjectNode().set("match_all", TestNode.JSON.createObjectNode()));
        }
        for (JsonNode query : queries) {
            ObjectNode body = TestNode.JSON.createObjectNode();
            body.set("query", query);
            body.set("sort", sort);
            ArrayNode ids = TestNode.JSON.createArrayNode();
            node.ok("POST", INDEX + "/_search", body.toString()).at("/hits/hits").forEach(hit -> ids.add(hit.get("_id").asText()));
            String problem = same(expected.get("ids_in_order"), ids);
            if (problem != null) {
                return query + ": " + problem;
            }
        }
        return null;
    }

    private String error(JsonNode one, JsonNode expected) {
        TestNode.Answer answer = tryCreate(one);
        JsonNode input = one.get("input");
        if (answer.status() == 200 && input != null && input.isObject()) {
            String name = input.fieldNames().next();
            if (name.equals("update_to")) {
                ObjectNode field = TestNode.JSON.createObjectNode();
                field.put("type", one.at("/mapping/properties/" + field(one) + "/type").asText());
                field.setAll((ObjectNode) input.get("update_to"));
                ObjectNode body = TestNode.JSON.createObjectNode();
                body.putObject("properties").set(field(one), field);
                answer = node.send("PUT", INDEX + "/_mapping", body.toString());
            } else {
                ObjectNode body = TestNode.JSON.createObjectNode();
                ObjectNode query = body.putObject("query").putObject(name.replace("_query", ""));
                query.set(field(one), input.get(name));
                answer = node.send("POST", INDEX + "/_search", body.toString());
            }
        }
        String found = answer.body().toString();
        if (answer.status() < 400) {
            return "accepted: " + found;
        }
        if (expected.has("message") && !found.contains(expected.get("message").asText())) {
            return found;
        }
        boolean isSaid = !expected.has("message_contains_any");
        for (JsonNode message : expected.path("message_contains_any")) {
            isSaid |= found.contains(message.asText());
        }
        return isSaid ? null : found;
    }

    private JsonNode fetched(String id) {
        String body = "{\"query\":{\"ids\":{\"values\":[\"" + id + "\"]}},\"fields\":[\"" + field + "\"]}";
        return node.ok("POST", INDEX + "/_search", body).at("/hits/hits/0/fields/" + field);
    }

    private String fetchedPerDocument(JsonNode one, JsonNode expected) {
        create(one);
        int id = 0;
        for (JsonNode text : one.get("input")) {
            put(String.valueOf(++id), text);
            JsonNode wanted = expected.get("values").get(text.asText());
            JsonNode found = fetched(String.valueOf(id));
            boolean isNothing = wanted.isNull() || wanted.isEmpty();
            if (isNothing ? !found.isMissingNode() && !found.isEmpty() : !wanted.equals(found)) {
                return text + ": wanted " + wanted + ", found " + found;
            }
        }
        return null;
    }

    private int count(JsonNode text) {
        ObjectNode body = TestNode.JSON.createObjectNode();
        body.putObject("query").putObject("term").set(field, text);
        return node.ok("POST", INDEX + "/_search", body.toString()).at("/hits/total/value").asInt();
    }

    private int existing() {
        return node.ok("POST", INDEX + "/_search", "{\"query\":{\"exists\":{\"field\":\"" + field + "\"}}}")
                .at("/hits/total/value")
                .asInt();
    }

    private String indexValues(JsonNode one, JsonNode expected) {
        create(one);
        if (expected.has("explicit_null")) {
            node.ok("PUT", INDEX + "/_doc/1?refresh=true", "{\"" + field + "\":null}");
            if (existing() != expected.get("explicit_null").size()) {
                return "an explicit null: " + existing();
            }
            put("2", null);
            return existing() == expected.get("explicit_null").size() + expected.get("missing").size() ? null : "missing: " + existing();
        }
        if (expected.has("values_for")) {
            int id = 0;
            for (JsonNode text : one.get("input")) {
                put(String.valueOf(++id), text);
                if (count(text) != expected.get("values_for").get(text.asText()).size()) {
                    return text + ": " + count(text);
                }
            }
            return null;
        }
        put("1", one.get("input"));
        for (JsonNode text : one.get("input")) {
            if (count(text) != 1) {
                return text + " is not found";
            }
        }
        return null;
    }

    /** Indexed fields can be searched, fields with doc values can be sorted, all others cannot. */
    private String fieldFacts(JsonNode one, JsonNode expected) {
        create(one);
        put("1", one.get("input"));
        ObjectNode body = TestNode.JSON.createObjectNode();
        body.putObject("query").putObject("term").set(field, one.get("input"));
        boolean isIndexed = node.send("POST", INDEX + "/_search", body.toString()).status() == 200;
        boolean hasDocValues = node.send("POST", INDEX + "/_search", "{\"sort\":[\"" + field + "\"]}").status() == 200;
        boolean wantsIndex = !expected.has("indexed") || !expected.get("indexed").isBoolean() || expected.get("indexed").asBoolean();
        boolean wantsDocValues = !expected.has("doc_values") || !expected.get("doc_values").isNull();
        return isIndexed == wantsIndex && hasDocValues == wantsDocValues ? null : "indexed " + isIndexed + ", doc values " + hasDocValues;
    }

    private String exists(JsonNode expected) {
        for (String kind : new String[] {"tokenizer", "analyzer"}) {
            for (JsonNode name : expected.path(kind)) {
                node.ok("GET", "/_analyze", TestNode.JSON.createObjectNode().put(kind, name.asText()).put("text", "a").toString());
            }
        }
        for (String kind : new String[] {"filter", "char_filter"}) {
            for (JsonNode name : expected.path(kind)) {
                ObjectNode body = TestNode.JSON.createObjectNode().put("tokenizer", "keyword").put("text", "a");
                body.putArray(kind).add(name);
                node.ok("GET", "/_analyze", body.toString());
            }
        }
        for (JsonNode name : expected.path("field_type")) {
            ObjectNode body = TestNode.JSON.createObjectNode();
            body.putObject("mappings").putObject("properties").putObject("f").set("type", name);
            node.ok("PUT", INDEX, body.toString());
            node.ok("DELETE", INDEX, null);
        }
        return null;
    }

    private static String roundTrip(String hex, JsonNode expected) {
        byte[] key = HexFormat.of().parseHex(hex);
        String text = SortKeys.toText(key);
        StringBuilder units = new StringBuilder();
        text.chars().forEach(unit -> units.append(String.format("%04x", unit)));
        boolean isSame = units.toString().equals(expected.get("text_utf16_hex").asText())
                && HexFormat.of().formatHex(SortKeys.fromText(text)).equals(hex);
        return isSame ? null : "found " + units;
    }
}
