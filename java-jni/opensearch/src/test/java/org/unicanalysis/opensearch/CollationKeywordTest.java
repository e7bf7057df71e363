package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.After;
import org.junit.Test;
import org.unicanalysis.UnicAnalysis;

/** The field type over REST: indexing, sorting, searches, responses, rejected mappings and queries. */
public class CollationKeywordTest {
    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/keys", null);
    }

    private void create(String field) {
        node.ok(
                "PUT",
                "/keys",
                "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0},"
                        + "\"mappings\":{\"properties\":{\"f\":" + field + "}}}");
    }

    private void index(String... texts) {
        StringBuilder bulk = new StringBuilder();
        for (int at = 0; at < texts.length; at++) {
            ObjectNode document = TestNode.JSON.createObjectNode().put("f", texts[at]).put("n", at);
            bulk.append("{\"index\":{\"_id\":\"" + at + "\"}}\n").append(document).append('\n');
        }
        node.ok("POST", "/keys/_bulk?refresh=true", bulk.toString());
    }

    private List<String> search(String body) {
        List<String> found = new ArrayList<>();
        node.ok("POST", "/keys/_search", body).get("hits").get("hits").forEach(hit -> found.add(
                hit.get("_source").get("f").asText()));
        return found;
    }

    private String refusal(String method, String path, String body) {
        TestNode.Answer answer = node.send(method, path, body);
        assertEquals(answer.body().toString(), 400, answer.status());
        return answer.body().toString();
    }

    @Test
    public void sortsAndPagesInTwelveLanguages() {
        Map<String, String[]> words = Map.ofEntries(
                Map.entry("de", new String[] {"Straße", "Strasse", "Äpfel", "Apfel", "zebra", "Öl", "Uhr", "Übel"}),
                Map.entry("sv", new String[] {"ö", "ä", "å", "z", "a", "o", "Åsa", "Örebro"}),
                Map.entry("ru", new String[] {"яблоко", "Ящик", "ёлка", "ель", "Ель", "жук", "абв"}),
                Map.entry("zh", new String[] {"中国", "字", "北京", "上海", "安", "在"}),
                Map.entry("ja", new String[] {"カ", "か", "が", "日本", "アイ", "あい", "ガ"}),
                Map.entry("ko", new String[] {"한국", "가", "나무", "서울", "각"}),
                Map.entry("th", new String[] {"ไทย", "กา", "เกา", "ขา", "แก"}),
                Map.entry("hi", new String[] {"कमल", "खग", "अ", "आम", "क्षमा"}),
                Map.entry("ar", new String[] {"كتاب", "باب", "أب", "إبل", "تاج"}),
                Map.entry("es", new String[] {"ñu", "nube", "nz", "oso", "llama", "luz"}),
                Map.entry("tr", new String[] {"ı", "i", "I", "İ", "h", "j"}),
                Map.entry("el", new String[] {"ωμέγα", "άλφα", "Άλφα", "βήτα", "αλφα"}));
        words.forEach((language, texts) -> {
            // The field type, and a text field with keys in base 32768, as the analyzer produces them.
            node.ok(
                    "PUT",
                    "/keys",
                    "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"own\":{"
                            + "\"type\":\"unic_collation\",\"language\":\"" + language + "\"}}}},"
                            + "\"mappings\":{\"properties\":{\"f\":{\"type\":\"unic_collation_keyword\",\"language\":\"" + language
                            + "\",\"fields\":{\"text\":{\"type\":\"text\",\"analyzer\":\"own\",\"fielddata\":true}}}}}}");
            index(texts);
            List<String> whole = search("{\"size\":100,\"sort\":[{\"f\":\"asc\"},{\"n\":\"asc\"}]}");
            assertEquals(language, texts.length, whole.size());
            assertEquals(language, whole, pages("f", texts.length));
            assertEquals(language, whole, pages("f.text", texts.length));
            node.ok("DELETE", "/keys", null);
        });
    }

    /** All documents in the order of a field, in pages of two, each page after the sort values of the preceding one. */
    private List<String> pages(String field, int count) {
        List<String> paged = new ArrayList<>();
        String after = "";
        for (int page = 0; page <= count; page++) {
            JsonNode hits = node.ok(
                            "POST",
                            "/keys/_search",
                            "{\"size\":2,\"sort\":[{\"" + field + "\":\"asc\"},{\"n\":\"asc\"}]" + after + "}")
                    .get("hits")
                    .get("hits");
            if (hits.size() == 0) {
                break;
            }
            hits.forEach(hit -> paged.add(hit.get("_source").get("f").asText()));
            after = ",\"search_after\":" + hits.get(hits.size() - 1).get("sort");
        }
        return paged;
    }

    @Test
    public void findsTextsThatAreEqualAtTheStrength() {
        create("{\"type\":\"unic_collation_keyword\",\"language\":\"de\",\"strength\":\"primary\"}");
        index("Äpfel", "apfel", "Apfelbaum", "Birne", "Zebra");
        assertEquals(Set.of("Äpfel", "apfel"), new LinkedHashSet<>(search("{\"query\":{\"term\":{\"f\":\"APFEL\"}}}")));
        assertEquals(2, search("{\"query\":{\"match\":{\"f\":\"äpfel\"}}}").size());
        assertEquals(3, search("{\"query\":{\"terms\":{\"f\":[\"apfel\",\"birne\"]}}}").size());
        assertEquals(3, search("{\"query\":{\"prefix\":{\"f\":\"äp\"}}}").size());
        assertEquals(4, search("{\"query\":{\"range\":{\"f\":{\"gte\":\"a\",\"lt\":\"C\"}}}}").size());
        assertEquals(5, search("{\"query\":{\"exists\":{\"field\":\"f\"}}}").size());
    }

    @Test
    public void expensiveQueriesAreRefusedIfTheClusterForbidsThem() {
        String setting = "{\"transient\":{\"search.allow_expensive_queries\":%s}}";
        create("{\"type\":\"unic_collation_keyword\",\"index\":false}");
        index("b", "a");
        node.ok("PUT", "/_cluster/settings", setting.formatted("false"));
        // The 3.x line creates a range query for this.
        String sortedQuery = "{\"query\":{\"match_all\":{}},\"sort\":[{\"f\":\"asc\"}]}";
        try {
            assertEquals(List.of("a", "b"), search(sortedQuery));
            for (String query : new String[] {"{\"prefix\":{\"f\":\"a\"}}", "{\"range\":{\"f\":{\"gt\":\"a\"}}}"}) {
                assertTrue(refusal("POST", "/keys/_search", "{\"query\":" + query + "}").contains("search.allow_expensive_queries"));
            }
            assertEquals(List.of("a", "b"), search("{\"sort\":[{\"f\":\"asc\"}]}"));
            node.ok("DELETE", "/keys", null);
            create("{\"type\":\"unic_collation_keyword\"}");
            index("b", "a");
            assertEquals(List.of("a", "b"), search(sortedQuery));
        } finally {
            node.ok("PUT", "/_cluster/settings", setting.formatted("null"));
        }
    }

    /** The fingerprint is that of the content of the file. */
    @Test
    public void rulesMayBeInAFile() throws Exception {
        Path rules = Files.writeString(node.config().resolve("key-field.rules"), "&b < a\n");
        try {
            create("{\"type\":\"unic_collation_keyword\",\"rules\":\"key-field.rules\"}");
            index("a", "b", "c");
            assertEquals(List.of("b", "a", "c"), search("{\"sort\":[{\"f\":\"asc\"}]}"));
        } finally {
            Files.delete(rules);
        }
        node.send("DELETE", "/keys", null);
        String missing = "{\"mappings\":{\"properties\":{\"f\":{\"type\":\"unic_collation_keyword\",\"rules\":\"key-field.rules\"}}}}";
        assertTrue(refusal("PUT", "/keys", missing).contains("key-field.rules"));
    }

    /** Changes of the mapping keep the order of the keys, whether the file has changed or is missing; opening the index reads it. */
    @Test
    public void rulesOfAnOpenIndexAreNotReadAgain() throws Exception {
        Path rules = Files.writeString(node.config().resolve("open-index.rules"), "&b < a\n");
        try {
            create("{\"type\":\"keyword\",\"fields\":{\"key\":{\"type\":\"unic_collation_keyword\",\"rules\":\"open-index.rules\"}}}");
            index("a", "b", "c");
            String sorted = "{\"sort\":[{\"f.key\":\"asc\"}]}";
            Files.writeString(rules, "&c < a\n");
            node.ok("PUT", "/keys/_doc/changed?refresh=true", "{\"f\":\"a\",\"dynamic\":\"new\"}");
            assertEquals(List.of("b", "a", "a", "c"), search(sorted));
            assertEquals(2, search("{\"query\":{\"term\":{\"f.key\":\"a\"}}}").size());
            Files.delete(rules);
            node.ok("PUT", "/keys/_doc/missing?refresh=true", "{\"f\":\"a\",\"other\":\"new\"}");
            node.ok("PUT", "/keys/_mapping", "{\"properties\":{\"third\":{\"type\":\"unic_collation_keyword\",\"locale\":\"de\"}}}");
            node.ok("PUT", "/keys/_settings", "{\"index.refresh_interval\":\"5s\"}");
            assertEquals(List.of("b", "a", "a", "a", "c"), search(sorted));
            node.ok("POST", "/keys/_close", null);
            TestNode.Answer refused = node.send("POST", "/keys/_open", null);
            assertTrue(refused.body().toString(), refused.status() >= 400 && refused.body().toString().contains("open-index.rules"));
            Files.writeString(rules, "&c < a\n");
            node.ok("POST", "/keys/_open", null);
            node.ok("GET", "/_cluster/health/keys?wait_for_status=green&timeout=30s", null);
            node.ok("PUT", "/keys/_doc/opened?refresh=true", "{\"f\":\"a\"}");
            assertEquals(List.of("b", "a", "a", "a", "c", "a"), search(sorted));
        } finally {
            Files.deleteIfExists(rules);
        }
    }

    @Test
    public void bucketKeysAreValidInJson() {
        create("{\"type\":\"unic_collation_keyword\",\"strength\":\"primary\"}");
        index("b", "B", "a", "ß", "ss");
        JsonNode buckets = node.ok(
                        "POST",
                        "/keys/_search",
                        "{\"size\":0,\"aggs\":{\"t\":{\"terms\":{\"field\":\"f\",\"order\":{\"_key\":\"asc\"}}}}}")
                .at("/aggregations/t/buckets");
        assertEquals(3, buckets.size());
        assertEquals(1, buckets.get(0).get("doc_count").asInt());
        assertEquals(2, buckets.get(1).get("doc_count").asInt());
        for (JsonNode bucket : buckets) {
            assertTrue(bucket.toString(), bucket.get("key").asText().matches("([0-9a-f]{2})+"));
        }
    }

    @Test
    public void mainlineNamesBehaveAsInTheMainline() {
        create("{\"type\":\"icu_collation_keyword\",\"language\":\"es\",\"strength\":\"primary\"}");
        JsonNode echo = node.ok("GET", "/keys/_mapping", null).at("/keys/mappings/properties/f");
        assertEquals("{\"type\":\"icu_collation_keyword\",\"language\":\"es\",\"strength\":\"primary\"}", echo.toString());
        for (String query : new String[] {"prefix", "wildcard", "regexp", "fuzzy"}) {
            TestNode.Answer answer =
                    node.send("POST", "/keys/_search", "{\"query\":{\"" + query + "\":{\"f\":\"foo\"}}}");
            assertTrue(answer.body().toString(), answer.status() >= 400);
            assertTrue(
                    answer.body().toString(),
                    answer.body()
                            .toString()
                            .contains("[" + query + "] queries are not supported on [icu_collation_keyword] fields."));
        }
    }

    /** Lines of the engine differ in the method that other queries than `fuzzy` call. */
    @Test
    public void fuzzyMatchingIsRejectedInAllQueries() {
        create("{\"type\":\"unic_collation_keyword\"}");
        node.ok("PUT", "/keys/_doc/1?refresh=true", "{\"f\":\"gothe\"}");
        for (String query : new String[] {
            "{\"match\":{\"f\":{\"query\":\"gathe\",\"fuzziness\":\"AUTO\"}}}",
            "{\"query_string\":{\"query\":\"gathe~1\",\"default_field\":\"f\"}}",
            "{\"simple_query_string\":{\"query\":\"gathe~1\",\"fields\":[\"f\"]}}"
        }) {
            TestNode.Answer answer = node.send("POST", "/keys/_search", "{\"query\":" + query + "}");
            assertEquals(query + answer.body(), 400, answer.status());
            assertTrue(answer.body().toString(), answer.body().toString().contains("[fuzzy] queries are not supported"));
        }
    }

    @Test
    public void aTextThatIsNoKeyIsRejected() {
        create("{\"type\":\"unic_collation_keyword\"}");
        node.ok("PUT", "/keys/_doc/1?refresh=true", "{\"f\":\"a\"}");
        for (String text : new String[] {"37x", "3747Z1"}) {
            TestNode.Answer answer = node.send(
                    "POST", "/keys/_search", "{\"sort\":[{\"f\":\"asc\"}],\"search_after\":[\"" + text + "\"]}");
            assertEquals(answer.body().toString(), 400, answer.status());
            assertTrue(answer.body().toString(), answer.body().toString().contains("[" + text + "] is no sort key in hexadecimal digits"));
        }
    }

    @Test
    public void valuesThatAreNotText() {
        create("{\"type\":\"icu_collation_keyword\",\"ignore_above\":5,\"null_value\":\"zz\"}");
        node.ok("PUT", "/keys/_doc/1?refresh=true", "{\"f\":[\"elk\",42,true,null,\"elasticsearch\"]}");
        node.ok("PUT", "/keys/_doc/2?refresh=true", "{}");
        for (String term : new String[] {"elk", "42", "true", "zz"}) {
            String query = "{\"query\":{\"term\":{\"f\":\"" + term + "\"}}}";
            assertEquals(term, 1, node.ok("POST", "/keys/_search", query).at("/hits/total/value").asInt());
        }
        JsonNode hit = node.ok("POST", "/keys/_search", "{\"query\":{\"term\":{\"f\":\"elk\"}},\"fields\":[\"f\"]}").at("/hits/hits/0");
        assertEquals("[\"elk\",\"42\",\"true\",\"zz\"]", hit.at("/fields/f").toString());
    }

    @Test
    public void aTextForDocumentsWithoutAValueIsReplacedByItsKey() {
        create("{\"type\":\"unic_collation_keyword\",\"language\":\"de\"}");
        index("Öl", "Zebra", "Apfel");
        node.ok("PUT", "/keys/_doc/none?refresh=true", "{}");
        String sort = "{\"sort\":[{\"f\":{\"order\":\"asc\",\"missing\":\"%s\"}}]}";
        for (Map.Entry<String, Integer> expected : Map.of("_first", 0, "Birne", 1, "ol", 1, "öm", 2, "_last", 3).entrySet()) {
            JsonNode hits = node.ok("POST", "/keys/_search", sort.formatted(expected.getKey())).at("/hits/hits");
            assertEquals(expected.getKey(), "none", hits.get(expected.getValue()).get("_id").asText());
        }
    }

    @Test
    public void analyzeReturnsTheWholeText() {
        create("{\"type\":\"unic_collation_keyword\"}");
        JsonNode tokens = node.ok("POST", "/keys/_analyze", "{\"field\":\"f\",\"text\":\"two words\"}").get("tokens");
        assertEquals(1, tokens.size());
        assertEquals("two words", tokens.get(0).get("token").asText());
    }

    @Test
    public void keysAreCutOffAtTheirMaximum() {
        create("{\"type\":\"unic_collation_keyword\",\"max_key_bytes\":16}");
        index("abcdefghijklmnopqrst", "abcdefghijklmnopqrsu", "abcdefghijkl");
        String query = "{\"query\":{\"term\":{\"f\":\"abcdefghijklmnopqrstuvw\"}}}";
        assertEquals(2, node.ok("POST", "/keys/_search", query).at("/hits/total/value").asInt());
        String prefix = "{\"query\":{\"prefix\":{\"f\":\"abcdefghijklmnopqrstuv\"}}}";
        assertEquals(2, node.ok("POST", "/keys/_search", prefix).at("/hits/total/value").asInt());
    }

    @Test
    public void invalidMappingsAreRejected() {
        String start = "{\"mappings\":{\"properties\":{\"f\":{\"type\":\"icu_collation_keyword\",";
        assertTrue(refusal("PUT", "/keys", start + "\"ignore_above\":-1}}}}").contains("[ignore_above] must be positive, got [-1]"));
        assertTrue(refusal("PUT", "/keys", start + "\"index_options\":\"positions\"}}}}").contains("Unknown value [positions] for field [index_options]"));
        assertTrue(refusal("PUT", "/keys", start + "\"strength\":\"strong\"}}}}").contains("strong"));
        assertTrue(refusal("PUT", "/keys", start + "\"rules\":\"&a <<<<<< b\"}}}}").contains("rules"));
        create("{\"type\":\"icu_collation_keyword\",\"language\":\"tr\",\"strength\":\"primary\",\"index\":false}");
        String other = "{\"properties\":{\"f\":{\"type\":\"icu_collation_keyword\",\"language\":\"en\"}}}";
        assertTrue(refusal("PUT", "/keys/_mapping", other).contains("Cannot update parameter [language] from [tr] to [en]"));
        assertTrue(refusal("POST", "/keys/_search", "{\"query\":{\"term\":{\"f\":\"bar\"}}}")
                .contains("Cannot search on field [f] since it is not indexed."));
        // Doc values are sufficient for sorting and ranges.
        index("b", "a");
        assertEquals(List.of("a", "b"), search("{\"sort\":[{\"f\":\"asc\"}]}"));
        assertEquals(List.of("b"), search("{\"query\":{\"range\":{\"f\":{\"gt\":\"a\"}}}}"));
    }

    /** All names of the type, as a sub-field. */
    @Test
    public void everyNameOfTheTypeSortsAndFindsInMultiFields() {
        for (String name : List.of("unic_collation_keyword", "icu_collation_keyword", "icu_collation_key")) {
            create("{\"type\":\"keyword\",\"fields\":{\"key\":{\"type\":\"" + name + "\",\"language\":\"de\",\"strength\":\"primary\"}}}");
            index("Öl", "ohne", "Zebra", "Apfel");
            assertEquals(name, List.of("Apfel", "ohne", "Öl", "Zebra"), search("{\"sort\":[{\"f.key\":\"asc\"}]}"));
            assertEquals(name, List.of("Öl"), search("{\"query\":{\"term\":{\"f.key\":\"OL\"}}}"));
            assertEquals(name, List.of(), search("{\"query\":{\"term\":{\"f\":\"OL\"}}}"));
            JsonNode key = node.ok("GET", "/keys/_mapping", null).at("/keys/mappings/properties/f/fields/key");
            assertEquals(name, key.get("type").asText());
            node.ok("DELETE", "/keys", null);
        }
    }

    /** All options of the analyzer but those of terms and positions, which a field does not have. */
    @Test
    public void optionsAreThoseOfTheLibrary() throws IOException {
        Set<String> options = new TreeSet<>();
        for (JsonNode component : TestNode.JSON.readTree(UnicAnalysis.components())) {
            if (component.get("kind").asText().equals("analyzer") && component.get("type").asText().equals("unic_collation")) {
                for (JsonNode option : component.get("options")) {
                    Set<String> spellings = new TreeSet<>(Set.of(option.get("name").asText()));
                    option.get("aliases").forEach(alias -> spellings.add(alias.asText()));
                    // The mainline's spelling.
                    spellings.removeIf(spelling -> !spelling.equals(spelling.toLowerCase(Locale.ROOT)));
                    options.add(spellings.iterator().next());
                }
            }
        }
        options.removeAll(Set.of("key_format", "offset_gap"));
        assertEquals(options, new TreeSet<>(KeyOptions.NAMES));
    }

    /** As in the mainline: the option is as if it were not there. */
    @Test
    public void optionsMayBeNull() {
        create("{\"type\":\"icu_collation_keyword\",\"language\":\"de\",\"country\":null,\"rules\":null,\"reorder\":null,\"numeric\":null}");
        index("Öl", "Zebra");
        assertEquals(List.of("Öl", "Zebra"), search("{\"sort\":[{\"f\":\"asc\"}]}"));
        assertEquals(
                "{\"type\":\"icu_collation_keyword\",\"language\":\"de\"}",
                node.ok("GET", "/keys/_mapping", null).at("/keys/mappings/properties/f").toString());
        String without = "{\"properties\":{\"f\":{\"type\":\"icu_collation_keyword\",\"language\":\"de\"%s}}}";
        node.ok("PUT", "/keys/_mapping", without.formatted(""));
        assertTrue(refusal("PUT", "/keys/_mapping", without.formatted(",\"country\":\"AT\"")).contains("Cannot update parameter [country]"));
    }

    @Test
    public void optionsKeepTheValuesThatWereGiven() {
        String field = "{\"type\":\"unic_collation_keyword\",\"locale\":\"en\",\"numeric\":true,\"case_level\":\"true\",\"reorder\":[\"grek\",\"latn\"]}";
        create(field);
        assertEquals(
                "{\"type\":\"unic_collation_keyword\",\"locale\":\"en\",\"case_level\":\"true\",\"numeric\":true,\"reorder\":[\"grek\",\"latn\"]}",
                node.ok("GET", "/keys/_mapping", null).at("/keys/mappings/properties/f").toString());
        index("a 10", "a 9", "α");
        assertEquals(List.of("α", "a 9", "a 10"), search("{\"sort\":[{\"f\":\"asc\"}]}"));
        // Equal values in another form are no change.
        String equal = field.replace("true", "\"true\"").replace("\"\"", "\"").replace("[\"grek\",\"latn\"]", "\"grek,latn\"");
        node.ok("PUT", "/keys/_mapping", "{\"properties\":{\"f\":" + equal + "}}");
        assertTrue(refusal("PUT", "/keys/_mapping", "{\"properties\":{\"f\":" + field.replace("grek", "cyrl") + "}}")
                .contains("Cannot update parameter [reorder] from"));
    }

    @Test
    public void errorsPointToTheField() {
        String wrong = "{\"type\":\"icu_collation_keyword\",\"strength\":\"x\"}";
        String[][] mappings = {
            {"{\"f\":" + wrong + "}", "/mappings/properties/f/strength"},
            {"{\"o\":{\"properties\":{\"f\":" + wrong + "}}}", "/mappings/properties/o/properties/f/strength"},
            {"{\"t\":{\"type\":\"text\",\"fields\":{\"f\":" + wrong + "}}}", "/mappings/properties/t/fields/f/strength"},
            {"{\"o\":{\"properties\":{\"t\":{\"type\":\"text\",\"fields\":{\"f\":" + wrong + "}}}}}",
                "/mappings/properties/o/properties/t/fields/f/strength"},
        };
        for (String[] mapping : mappings) {
            String message = refusal("PUT", "/keys", "{\"mappings\":{\"properties\":" + mapping[0] + "}}");
            assertTrue(message, message.contains("(at " + mapping[1] + ")"));
        }
    }

    /** As for analyzers: once, at the creation. */
    @Test
    public void warningsOfOptionsAreReported() {
        String fields = "{\"mappings\":{\"properties\":{\"o\":{\"properties\":{\"f\":{\"type\":\"unic_collation_keyword\",\"locale\":\"xx-nonsense\"}}}}}}";
        TestNode.Answer created = node.send("PUT", "/keys", fields);
        assertEquals(created.body().toString(), 200, created.status());
        assertEquals(created.warnings().toString(), 1, created.warnings().size());
        assertTrue(
                created.warnings().toString(),
                created.warnings().get(0).contains("xx-nonsense")
                        && created.warnings().get(0).contains("(at /mappings/properties/o/properties/f/locale)"));
        for (String[] request : new String[][] {
            {"PUT", "/keys/_doc/1?refresh=true", "{\"o\":{\"f\":\"a\"},\"new\":\"b\"}"},
            {"PUT", "/keys/_mapping", "{\"properties\":{\"c\":{\"type\":\"text\"}}}"},
            {"POST", "/keys/_search", "{\"sort\":[{\"o.f\":\"asc\"}]}"},
        }) {
            TestNode.Answer later = node.send(request[0], request[1], request[2]);
            assertTrue(later.body().toString(), later.status() < 300);
            assertEquals(request[1], List.of(), later.warnings());
        }
        TestNode.Answer added = node.send(
                "PUT", "/keys/_mapping", "{\"properties\":{\"g\":{\"type\":\"unic_collation_keyword\",\"locale\":\"yy-nonsense\"}}}");
        assertEquals(added.warnings().toString(), 1, added.warnings().size());
    }

    @Test
    public void caseInsensitiveTermsAreRejected() {
        create("{\"type\":\"unic_collation_keyword\"}");
        index("a");
        String query = "{\"query\":{\"term\":{\"f\":{\"value\":\"A\",\"case_insensitive\":true}}}}";
        assertTrue(refusal("POST", "/keys/_search", query).contains("does not support case insensitive term queries"));
    }
}
