package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Test;
import org.unicanalysis.Analyzer;
import org.unicanalysis.SortKeys;

/** The options that key fields have in common with other fields, and the requests that read their doc values. */
public class KeyFieldOptionsTest {
    private static final String TYPE = "\"type\":\"unic_collation_keyword\",\"language\":\"de\"";

    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/options", null);
    }

    private void create(String settings, String properties) {
        node.ok(
                "PUT",
                "/options",
                "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0" + settings + "},\"mappings\":{\"properties\":{" + properties + "}}}");
    }

    /** Indexes documents with the ids 1, 2, ... */
    private void index(String... documents) {
        StringBuilder bulk = new StringBuilder();
        for (int at = 0; at < documents.length; at++) {
            bulk.append("{\"index\":{\"_id\":\"" + (at + 1) + "\"}}\n").append(documents[at]).append('\n');
        }
        assertFalse(node.ok("POST", "/options/_bulk?refresh=true", bulk.toString()).get("errors").asBoolean());
    }

    private JsonNode search(String body) {
        return node.ok("POST", "/options/_search", body);
    }

    private List<String> ids(String body) {
        List<String> ids = new ArrayList<>();
        search(body).at("/hits/hits").forEach(hit -> ids.add(hit.get("_id").asText()));
        return ids;
    }

    private static String key(String text) {
        try (Analyzer analyzer = Analyzer.create("{\"type\":\"unic_collation\",\"language\":\"de\"}");
                SortKeys keys = analyzer.sortKeys()) {
            return SortKeys.toHex(keys.key(text));
        }
    }

    private static String hexadecimal(String... texts) {
        List<String> keys = new ArrayList<>();
        for (String text : texts) {
            keys.add('"' + key(text) + '"');
        }
        return keys.toString().replace(" ", "");
    }

    @Test
    public void theStoredValueIsTheText() {
        create("", "\"f\":{" + TYPE + ",\"store\":true,\"ignore_above\":5,\"null_value\":\"nichts\"},\"g\":{" + TYPE + "}");
        index("{\"f\":[\"Öl\",\"zu lang\"],\"g\":\"x\"}", "{\"f\":null}", "{}");
        JsonNode hits = search("{\"stored_fields\":[\"f\",\"g\"],\"sort\":[\"_doc\"]}").at("/hits/hits");
        assertEquals("{\"f\":[\"Öl\"]}", hits.at("/0/fields").toString());
        // The value for null is longer than the limit.
        assertTrue(hits.at("/1/fields").isMissingNode());
        assertTrue(hits.at("/2/fields").isMissingNode());
    }

    @Test
    public void documentsWithAValueExistWithAndWithoutDocValues() {
        create(
                "",
                "\"both\":{" + TYPE + "},\"terms\":{" + TYPE + ",\"doc_values\":false},\"values\":{" + TYPE + ",\"index\":false}");
        index("{\"both\":\"a\",\"terms\":\"a\",\"values\":\"a\"}", "{\"both\":null,\"terms\":[],\"values\":null}", "{}");
        for (String field : List.of("both", "terms", "values")) {
            assertEquals(field, List.of("1"), ids("{\"query\":{\"exists\":{\"field\":\"" + field + "\"}}}"));
        }
        assertEquals(List.of("1"), ids("{\"query\":{\"term\":{\"terms\":\"a\"}}}"));
        TestNode.Answer sorted = node.send("POST", "/options/_search", "{\"sort\":[{\"terms\":\"asc\"}]}");
        assertEquals(sorted.body().toString(), 400, sorted.status());
    }

    @Test
    public void frequenciesAndNormsAreIndexedOnRequest() {
        create(
                "",
                "\"plain\":{" + TYPE + "},\"freqs\":{" + TYPE + ",\"index_options\":\"freqs\"},\"norms\":{" + TYPE + ",\"norms\":true}");
        index("{\"plain\":[\"a\",\"a\",\"b\"],\"freqs\":[\"a\",\"a\",\"b\"],\"norms\":[\"a\",\"a\",\"b\"]}", "{\"plain\":\"a\",\"freqs\":\"a\",\"norms\":\"a\"}");
        for (String field : List.of("plain", "freqs", "norms")) {
            JsonNode hits = search("{\"query\":{\"term\":{\"" + field + "\":\"a\"}},\"explain\":true,\"sort\":[\"_doc\"],\"track_scores\":true}")
                    .at("/hits/hits");
            double first = hits.at("/0/_score").asDouble();
            double second = hits.at("/1/_score").asDouble();
            // More frequent scores higher; without frequencies, longer scores lower.
            int order = field.equals("plain") ? 0 : field.equals("freqs") ? 1 : -1;
            assertEquals(hits.toString(), order, Double.compare(first, second));
        }
    }

    @Test
    public void textsAreCopiedToAndFromKeyFields() {
        create(
                "",
                "\"from\":{" + TYPE + ",\"copy_to\":\"all\"},\"all\":{\"type\":\"text\",\"analyzer\":\"unic_analyzer\"},"
                        + "\"title\":{\"type\":\"text\",\"copy_to\":\"to\"},\"to\":{" + TYPE + "}");
        index("{\"from\":\"Öl und Gas\",\"title\":\"Zebra\"}", "{\"from\":\"Wasser\",\"title\":\"Äpfel\"}", "{\"title\":\"Birne\"}");
        assertEquals(List.of("1"), ids("{\"query\":{\"match\":{\"all\":\"OL\"}}}"));
        assertEquals(List.of("2", "3", "1"), ids("{\"sort\":[{\"to\":\"asc\"}]}"));
        assertEquals(List.of("2"), ids("{\"query\":{\"term\":{\"to\":\"Äpfel\"}}}"));
    }

    @Test
    public void docValuesAreKeysInHexadecimalDigits() {
        create("", "\"f\":{" + TYPE + "}");
        index("{\"f\":[\"Zebra\",\"Öl\"]}");
        JsonNode hit = search("{\"docvalue_fields\":[\"f\"],\"sort\":[{\"f\":\"asc\"}]}").at("/hits/hits/0");
        assertEquals(hexadecimal("Öl", "Zebra"), hit.at("/fields/f").toString());
        assertEquals(hexadecimal("Öl"), hit.get("sort").toString());
        TestNode.Answer formatted = node.send("POST", "/options/_search", "{\"docvalue_fields\":[{\"field\":\"f\",\"format\":\"x\"}]}");
        assertEquals(400, formatted.status());
        assertTrue(formatted.body().toString(), formatted.body().toString().contains("doesn't support formats"));
    }

    @Test
    public void theMissingValueOfAnAggregationIsAKey() {
        create("", "\"f\":{" + TYPE + "}");
        index("{\"f\":\"Öl\"}", "{\"f\":\"Zebra\"}", "{}", "{}");
        JsonNode buckets = search("{\"size\":0,\"aggs\":{\"t\":{\"terms\":{\"field\":\"f\",\"missing\":\"" + key("Öl")
                        + "\",\"order\":{\"_key\":\"asc\"}}}}}")
                .at("/aggregations/t/buckets");
        assertEquals(2, buckets.size());
        assertEquals(key("Öl") + " 3", buckets.at("/0/key").asText() + " " + buckets.at("/0/doc_count").asInt());
        assertEquals(key("Zebra") + " 1", buckets.at("/1/key").asText() + " " + buckets.at("/1/doc_count").asInt());
    }

    @Test
    public void compositeAggregationsContinueAfterAKey() {
        create("", "\"f\":{" + TYPE + "}");
        index("{\"f\":\"Zebra\"}", "{\"f\":\"Äpfel\"}", "{\"f\":\"Öl\"}", "{\"f\":\"Äpfel\"}", "{\"f\":\"apfel\"}");
        List<String> found = new ArrayList<>();
        String after = "";
        for (int page = 0; page < 5; page++) {
            JsonNode aggregation = search("{\"size\":0,\"aggs\":{\"c\":{\"composite\":{\"size\":2,\"sources\":[{\"k\":{\"terms\":{\"field\":\"f\"}}}]"
                            + after + "}}}}")
                    .at("/aggregations/c");
            aggregation.get("buckets").forEach(bucket ->
                    found.add(bucket.at("/key/k").asText() + " " + bucket.get("doc_count").asInt()));
            if (!aggregation.has("after_key")) {
                break;
            }
            after = ",\"after\":" + aggregation.get("after_key");
        }
        assertEquals(List.of(key("apfel") + " 1", key("Äpfel") + " 2", key("Öl") + " 1", key("Zebra") + " 1"), found);
    }

    @Test
    public void anIndexMayBeSortedByKeys() {
        create(",\"index.sort.field\":\"f\",\"index.sort.order\":\"desc\"", "\"f\":{" + TYPE + "}");
        index("{\"f\":\"Apfel\"}", "{\"f\":\"Zebra\"}", "{}", "{\"f\":\"Öl\"}", "{\"f\":\"Äpfel\"}");
        node.ok("POST", "/options/_forcemerge?max_num_segments=1&flush=true", null);
        node.ok("POST", "/options/_refresh", null);
        assertEquals(List.of("2", "4", "5", "1", "3"), ids("{\"sort\":[\"_doc\"]}"));
        assertEquals(List.of("2", "4"), ids("{\"size\":2,\"track_total_hits\":false,\"sort\":[{\"f\":\"desc\"}]}"));
        assertEquals(List.of("1", "5"), ids("{\"size\":2,\"sort\":[{\"f\":\"asc\"}]}"));
    }

    @Test
    public void multipleValuesSortByTheirSmallestOrLargest() {
        create("", "\"f\":{" + TYPE + "}");
        index("{\"f\":[\"b\",\"Öl\"]}", "{\"f\":[\"c\",\"d\"]}", "{\"f\":[\"a\",\"Zebra\"]}");
        String sort = "{\"sort\":[{\"f\":{\"order\":\"%s\"%s}}]}";
        assertEquals(List.of("3", "1", "2"), ids(sort.formatted("asc", "")));
        assertEquals(List.of("3", "1", "2"), ids(sort.formatted("desc", "")));
        assertEquals(List.of("2", "1", "3"), ids(sort.formatted("desc", ",\"mode\":\"min\"")));
        assertEquals(List.of("2", "1", "3"), ids(sort.formatted("asc", ",\"mode\":\"max\"")));
    }
}
