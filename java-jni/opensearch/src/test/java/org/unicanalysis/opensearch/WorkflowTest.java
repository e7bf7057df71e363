package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Test;
import org.unicanalysis.Analyzer;
import org.unicanalysis.SortKeys;

/** Common operations on an index, over REST. */
public class WorkflowTest {
    private static final String HYPHEN = "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,\"analysis\":{"
            + "\"filter\":{\"marker\":{\"type\":\"keyword_marker\",\"keywords\":[\"C++\"]},"
            + "\"parts\":{\"type\":\"hyphen\",\"hyphens\":\"-+\",\"respect_keywords\":true}},"
            + "\"analyzer\":{\"words\":{\"type\":\"custom\",\"tokenizer\":\"whitespace\",\"filter\":[\"marker\",\"parts\",\"unic_folding\"]},"
            + "\"natural\":{\"type\":\"naturalsort\"},\"german\":{\"type\":\"unic_collation\",\"language\":\"de\"}},"
            + "\"normalizer\":{\"plain\":{\"type\":\"custom\",\"filter\":[\"unic_folding\"]}}}},"
            + "\"mappings\":{\"properties\":{\"title\":{\"type\":\"text\",\"analyzer\":\"words\",\"term_vector\":\"with_positions_offsets\",\"fields\":{"
            + "\"sort\":{\"type\":\"text\",\"analyzer\":\"natural\",\"fielddata\":true},"
            + "\"de\":{\"type\":\"text\",\"analyzer\":\"german\",\"fielddata\":true}}},"
            + "\"tag\":{\"type\":\"keyword\",\"normalizer\":\"plain\"}}}}";

    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/books", null);
        node.send("DELETE", "/books2", null);
    }

    private void books(String... titles) {
        node.ok("PUT", "/books", HYPHEN);
        for (int at = 0; at < titles.length; at++) {
            ObjectNode book = TestNode.JSON.createObjectNode().put("title", titles[at]).put("tag", "Ärger-" + at % 2);
            node.ok("PUT", "/books/_doc/" + (at + 1) + "?refresh=true", book.toString());
        }
    }

    private JsonNode search(String body) {
        return node.ok("POST", "/books/_search", body);
    }

    private List<String> titles(JsonNode answer) {
        List<String> titles = new ArrayList<>();
        answer.at("/hits/hits").forEach(hit -> titles.add(hit.at("/_source/title").asText()));
        return titles;
    }

    @Test
    public void hyphenatedAndJoinedSpellingsAreFound() {
        books("Das E-Book", "Ein Ebook", "C++ lernen", "C lernen");
        String query = "{\"query\":{\"match\":{\"title\":{\"query\":\"%s\",\"operator\":\"and\"}}}}";
        assertEquals(2, titles(search(query.formatted("ebook"))).size());
        assertEquals(List.of("Das E-Book"), titles(search(query.formatted("e-book"))).subList(0, 1));
        assertEquals(List.of("C lernen"), titles(search(query.formatted("C"))));
        String simple = "{\"query\":{\"simple_query_string\":{\"query\":\"C\\\\+\\\\+\",\"fields\":[\"title\"],"
                + "\"default_operator\":\"and\"}}}";
        assertEquals(List.of("C++ lernen"), titles(search(simple)));
    }

    @Test
    public void responsesHaveTheirFields() {
        books("Band 10", "Band 9", "Ärzte");
        JsonNode answer = search("{\"query\":{\"match_all\":{}},\"sort\":[{\"title.sort\":\"asc\"}],\"fields\":[\"title\"]}");
        assertTrue(answer.get("took").isInt());
        assertFalse(answer.get("timed_out").asBoolean());
        assertEquals(1, answer.at("/_shards/successful").asInt());
        assertEquals(3, answer.at("/hits/total/value").asInt());
        assertTrue(answer.at("/hits/max_score").isNull());
        assertTrue(answer.at("/hits/hits/0/_score").isNull());
        assertEquals("2", answer.at("/hits/hits/1/_id").asText());
        assertEquals(1, answer.at("/hits/hits/0/sort").size());
        assertEquals(3, node.ok("POST", "/_search?rest_total_hits_as_int=true", "{}").at("/hits/total").asInt());
        assertEquals(List.of("Ärzte", "Band 9", "Band 10"), titles(answer));
        assertEquals(
                List.of("Ärzte", "Band 10", "Band 9"), titles(search("{\"sort\":[{\"title.de\":\"asc\"}]}")));
    }

    @Test
    public void sortValuesOfTextFieldsCanBePaged() {
        books("Äpfel", "Apfel", "Zebra", "Öl");
        List<String> all = titles(search("{\"sort\":[{\"title.de\":\"asc\"}]}"));
        List<String> paged = new ArrayList<>();
        String after = "";
        for (int page = 0; page < 5; page++) {
            JsonNode hits = search("{\"size\":1,\"sort\":[{\"title.de\":\"asc\"}]" + after + "}").at("/hits/hits");
            if (hits.size() == 0) {
                break;
            }
            paged.add(hits.at("/0/_source/title").asText());
            after = ",\"search_after\":" + hits.at("/0/sort");
        }
        assertEquals(all, paged);
        assertEquals(
                4,
                search("{\"size\":0,\"aggs\":{\"t\":{\"terms\":{\"field\":\"title.de\"}}}}")
                        .at("/aggregations/t/buckets")
                        .size());
    }

    @Test
    public void highlightersMarkTheOriginalText() {
        books("Die Straße ist lang");
        for (String type : new String[] {"unified", "plain", "fvh"}) {
            JsonNode answer = search("{\"query\":{\"match\":{\"title\":\"STRASSE\"}},\"highlight\":{\"type\":\"" + type
                    + "\",\"fields\":{\"title\":{}}}}");
            assertEquals(
                    type,
                    "Die <em>Straße</em> ist lang",
                    answer.at("/hits/hits/0/highlight/title/0").asText());
        }
    }

    @Test
    public void normalizersFold() {
        books("a", "b");
        JsonNode buckets = search("{\"size\":0,\"aggs\":{\"t\":{\"terms\":{\"field\":\"tag\"}}}}")
                .at("/aggregations/t/buckets");
        assertEquals("arger-0", buckets.at("/0/key").asText());
        assertEquals(1, titles(search("{\"query\":{\"term\":{\"tag\":\"ÄRGER-1\"}}}")).size());
    }

    @Test
    public void settingsAndMappingsAreReturnedUnchanged() {
        books("a");
        JsonNode settings = node.ok("GET", "/books/_settings", null).at("/books/settings/index");
        assertEquals("-+", settings.at("/analysis/filter/parts/hyphens").asText());
        assertEquals(4, settings.at("/unic/fingerprints").size());
        assertTrue(settings.at("/unic/fingerprints").toString().contains("german=u1-"));
        JsonNode mapping = node.ok("GET", "/books/_mapping", null).at("/books/mappings/properties");
        assertEquals("natural", mapping.at("/title/fields/sort/analyzer").asText());
    }

    @Test
    public void reindexesBetweenTwoDefinitions() {
        books("Äpfel", "Birnen");
        node.ok("PUT", "/books2", "{\"mappings\":{\"properties\":{\"title\":{\"type\":\"text\",\"analyzer\":\"unic_analyzer\"}}}}");
        // Equivalent of the module `reindex`; the test node has no modules.
        search("{\"size\":100}").at("/hits/hits").forEach(hit ->
                node.ok("PUT", "/books2/_doc/" + hit.get("_id").asText() + "?refresh=true", hit.get("_source").toString()));
        assertEquals(
                1,
                node.ok("POST", "/books2/_search", "{\"query\":{\"match\":{\"title\":\"apfel\"}}}")
                        .at("/hits/total/value")
                        .asInt());
    }

    @Test
    public void invalidDefinitionsReportTheirLocation() {
        TestNode.Answer answer = node.send(
                "PUT", "/books", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"unic_normalizer\",\"nane\":\"nfc\"}}}}}");
        assertEquals(400, answer.status());
        String reason = answer.body().at("/error/reason").asText();
        assertTrue(reason, reason.contains("unknown_option") && reason.contains("nane") && reason.contains("did you mean"));
        answer = node.send(
                "PUT", "/books", "{\"settings\":{\"analysis\":{\"normalizer\":{\"n\":{\"type\":\"custom\",\"filter\":[\"icu_collation\"]}}}}}");
        assertEquals(400, answer.status());
        assertTrue(answer.body().toString(), answer.body().toString().contains("may not use filter [icu_collation]"));
    }

    @Test
    public void hostileTextsNeverKillTheNode() {
        books("a");
        ObjectNode huge = TestNode.JSON.createObjectNode().put("title", "wort ".repeat(2_000_000));
        // The sort key exceeds Lucene's limit for a term: the document is rejected with the reason.
        TestNode.Answer refused = node.send("PUT", "/books/_doc/9", huge.toString());
        assertEquals(400, refused.status());
        assertTrue(refused.body().toString(), refused.body().toString().contains("immense term"));
        node.ok("PUT", "/books2", "{\"mappings\":{\"properties\":{\"title\":{\"type\":\"text\",\"analyzer\":\"unic_analyzer\"}}}}");
        assertEquals(201, node.send("PUT", "/books2/_doc/9", huge.toString()).status());
        // An unpaired surrogate is U+FFFD.
        assertEquals(201, node.send("PUT", "/books/_doc/10?refresh=true", "{\"title\":\"a\\ud800b\"}").status());
        assertEquals(1, titles(search("{\"query\":{\"match\":{\"title\":\"a\ufffdb\"}}}")).size());
        node.ok("PUT", "/books/_doc/11", "{\"title\":null}");
        node.ok("PUT", "/books/_doc/12", "{\"title\":[\"a\",[\"b\"],null]}");
        assertEquals(200, node.send("GET", "/", null).status());
    }

    /** A key as a term of the analyzers; as that of tokenizers and token filters it ends with ICU's zero byte. */
    private static String key(String type, String text, boolean isAnalyzer) {
        try (Analyzer analyzer = Analyzer.create("{\"type\":\"" + type + "\"}");
                SortKeys keys = analyzer.sortKeys()) {
            byte[] key = keys.key(text);
            return SortKeys.toText(isAnalyzer ? key : Arrays.copyOf(key, key.length + 1));
        }
    }

    /** Every name, with both prefixes. */
    @Test
    public void everyNameHasADefaultInstance() {
        String text = "Äpfel ﬁ-12";
        List<String> unchanged = List.of(text);
        List<String> naturalKey = List.of(key("naturalsort", text, true));
        List<String> analyzerKey = List.of(key("unic_collation", text, true));
        Function<String, String> filterKey = term -> key("unic_collation", term, false);
        Map<String, List<String>> expected = Map.ofEntries(
                Map.entry("tokenizer hyphen", List.of("Äpfel", "ﬁ-12")),
                Map.entry("tokenizer naturalsort", naturalKey),
                Map.entry("tokenizer unic_tokenizer", List.of("Äpfel", "ﬁ", "12")),
                Map.entry("tokenizer unic_collation_tokenizer", Stream.of("Äpfel", "ﬁ", "12").map(filterKey).toList()),
                Map.entry("analyzer hyphen", List.of("Äpfel", "ﬁ-12", "ﬁ12", "12")),
                Map.entry("analyzer naturalsort", naturalKey),
                Map.entry("analyzer unic_analyzer", List.of("apfel", "fi", "12")),
                Map.entry("analyzer unic_collation", analyzerKey),
                Map.entry("analyzer unic_collate", analyzerKey),
                Map.entry("filter hyphen", unchanged),
                Map.entry("filter unic_normalizer", List.of("äpfel fi-12")),
                Map.entry("filter unic_folding", List.of("apfel fi-12")),
                Map.entry("filter unic_transform", unchanged),
                Map.entry("filter unic_numberformat", unchanged),
                Map.entry("filter unic_collation", List.of(filterKey.apply(text))),
                Map.entry("char_filter unic_normalizer", List.of("äpfel fi-12")),
                Map.entry("char_filter unic_folding", List.of("apfel fi-12")),
                Map.entry("char_filter unic_transform", unchanged));
        Set<String> tested = new TreeSet<>();
        for (String kind : List.of("tokenizer", "analyzer", "filter", "char_filter")) {
            for (String name : UnicAnalysisPlugin.types(kind)) {
                String components = kind.endsWith("filter")
                        ? "\"tokenizer\":\"keyword\",\"" + kind + "\":[\"" + name + "\"]"
                        : "\"" + kind + "\":\"" + name + "\"";
                List<String> terms = new ArrayList<>();
                node.ok("GET", "/_analyze", "{" + components + ",\"text\":\"" + text + "\"}")
                        .get("tokens")
                        .forEach(token -> terms.add(token.get("token").asText()));
                String component = kind + " " + name.replace("icu_", "unic_");
                assertEquals(kind + " " + name, expected.get(component), terms);
                tested.add(component);
            }
        }
        assertEquals(new TreeSet<>(expected.keySet()), tested);
    }

    @Test
    public void analyzeTakesComponentsWithOptions() {
        String body = "{\"char_filter\":[{\"type\":\"unic_normalizer\",\"name\":\"nfkc\"}],"
                + "\"tokenizer\":{\"type\":\"unic_tokenizer\",\"mode\":\"grapheme\"},\"filter\":[{\"type\":\"unic_folding\"}],\"text\":\"Äﬁ\"}";
        node.ok("PUT", "/empty", "{}");
        for (String path : new String[] {"/_analyze", "/empty/_analyze"}) {
            List<String> terms = new ArrayList<>();
            node.ok("GET", path, body).get("tokens").forEach(token -> terms.add(token.get("token").asText()));
            assertEquals(List.of("a", "f", "i"), terms);
        }
    }
}
