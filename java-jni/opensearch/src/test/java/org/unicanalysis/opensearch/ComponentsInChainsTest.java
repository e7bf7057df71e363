package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.After;
import org.junit.Test;
import org.unicanalysis.UnicAnalysis;

/** Components between those of the engine: files, synonyms, positions, queries for parts of terms. */
public class ComponentsInChainsTest {
    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/chains", null);
    }

    private void create(String analysis, String properties) {
        node.ok(
                "PUT",
                "/chains",
                "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,\"analysis\":{" + analysis + "}},\"mappings\":{\"properties\":{"
                        + properties + "}}}");
    }

    private List<String> tokens(String analyzer, String text) {
        List<String> tokens = new ArrayList<>();
        node.ok("GET", "/chains/_analyze", "{\"analyzer\":\"" + analyzer + "\",\"text\":\"" + text + "\"}")
                .get("tokens")
                .forEach(token -> tokens.add(token.get("token").asText() + ":" + token.get("position").asInt()));
        return tokens;
    }

    /** The plugin has a list, since a node starts without the library. */
    @Test
    public void filtersFitNormalizersAsInTheLibrary() throws IOException {
        Set<String> fitting = new TreeSet<>();
        for (JsonNode component : new ObjectMapper().readTree(UnicAnalysis.components())) {
            String type = component.get("type").asText();
            boolean isFilter = component.get("kind").asText().equals("filter") && UnicAnalysisPlugin.types("filter").contains(type);
            if (isFilter && component.get("fits_normalizer").asBoolean()) {
                fitting.add(type.replace("unic_", ""));
            }
        }
        assertEquals(fitting, new TreeSet<>(UnicTokenFilterFactory.FIT_NORMALIZER));
    }

    /** An open index does not read its rule files again: neither a changed file nor a missing one has an effect. */
    @Test
    public void filesOfAnOpenIndexAreNotReadAgain() throws Exception {
        Path mappings = Files.writeString(node.config().resolve("m.txt"), "x => yy\n");
        Path rules = Files.writeString(node.config().resolve("chain.rbbi"), "[[:Latin:][:Nd:]\\-]+ {200};\n");
        create(
                "\"char_filter\":{\"m\":{\"type\":\"unic_folding\",\"mappings\":\"m.txt\"}},"
                        + "\"filter\":{\"m\":{\"type\":\"unic_folding\",\"mappings\":\"m.txt\"}},"
                        + "\"tokenizer\":{\"r\":{\"type\":\"unic_tokenizer\",\"rule_files\":\"Latn:chain.rbbi\"}},"
                        + "\"analyzer\":{\"cf\":{\"tokenizer\":\"whitespace\",\"char_filter\":[\"m\"]},"
                        + "\"tf\":{\"tokenizer\":\"whitespace\",\"filter\":[\"m\",\"lowercase\"]},"
                        + "\"all\":{\"tokenizer\":\"r\",\"char_filter\":[\"m\"],\"filter\":[\"m\"]}}",
                "\"t\":{\"type\":\"text\",\"analyzer\":\"cf\"}");
        try {
            Files.writeString(mappings, "x => q\n");
            Files.writeString(rules, "[:Latin:]+ {200};\n");
            for (int round = 0; round < 4; round++) {
                if (round == 2) {
                    Files.delete(mappings);
                    Files.delete(rules);
                }
                for (String analyzer : List.of("cf", "tf", "all")) {
                    assertEquals(analyzer, List.of("yya-1:0", "b:1"), tokens(analyzer, "xa-1 b"));
                }
                node.ok("PUT", "/chains/_doc/" + round + "?refresh=true", "{\"t\":\"x\"}");
                for (int collections = 0; collections < 3; collections++) {
                    System.gc();
                    Thread.sleep(50);
                }
            }
            assertEquals(4, node.ok("POST", "/chains/_search", "{\"query\":{\"term\":{\"t\":\"yy\"}}}").at("/hits/total/value").asInt());
            // The engine builds all components of the index for a new mapping.
            TestNode.Answer refused = node.send("PUT", "/chains/_doc/5", "{\"t\":\"x\",\"new\":\"field\"}");
            assertEquals(refused.body().toString(), 400, refused.status());
            assertTrue(refused.body().toString(), refused.body().toString().contains("m.txt"));
            node.ok("PUT", "/chains/_doc/5?refresh=true", "{\"t\":\"x\"}");
        } finally {
            Files.deleteIfExists(mappings);
            Files.deleteIfExists(rules);
        }
    }

    @Test
    public void positionIncrementGapsAreThoseOfTheDefinition() {
        create(
                "\"analyzer\":{\"seven\":{\"type\":\"unic_analyzer\",\"position_increment_gap\":7},"
                        + "\"none\":{\"type\":\"hyphen\",\"position_offset_gap\":0},\"engine\":{\"type\":\"unic_analyzer\"},"
                        + "\"named\":{\"type\":\"unic_analyzer\",\"position_increment_gap\":0}}",
                "\"seven\":{\"type\":\"text\",\"analyzer\":\"seven\"},\"none\":{\"type\":\"text\",\"analyzer\":\"none\"},"
                        + "\"engine\":{\"type\":\"text\",\"analyzer\":\"engine\"},\"field\":{\"type\":\"text\",\"analyzer\":\"seven\",\"position_increment_gap\":3}");
        String[][] gaps = {{"seven", "7"}, {"none", "0"}, {"engine", "100"}};
        for (String[] gap : gaps) {
            int second = node.ok("GET", "/chains/_analyze", "{\"analyzer\":\"" + gap[0] + "\",\"text\":[\"a\",\"b\"]}")
                    .at("/tokens/1/position")
                    .asInt();
            assertEquals(gap[0], Integer.parseInt(gap[1]) + 1, second);
        }
        // In the index: a phrase with the slop of the gap.
        node.ok(
                "PUT",
                "/chains/_doc/1?refresh=true",
                "{\"seven\":[\"a\",\"b\"],\"none\":[\"a\",\"b\"],\"engine\":[\"a\",\"b\"],\"field\":[\"a\",\"b\"]}");
        String[][] slops = {{"seven", "7", "6"}, {"none", "0", "-1"}, {"engine", "100", "99"}, {"field", "3", "2"}};
        for (String[] slop : slops) {
            String query = "{\"query\":{\"match_phrase\":{\"" + slop[0] + "\":{\"query\":\"a b\",\"slop\":%s}}}}";
            assertEquals(slop[0], 1, node.ok("POST", "/chains/_search", query.formatted(slop[1])).at("/hits/total/value").asInt());
            if (!slop[2].startsWith("-")) {
                assertEquals(slop[0], 0, node.ok("POST", "/chains/_search", query.formatted(slop[2])).at("/hits/total/value").asInt());
            }
        }
    }

    /** The terms of synonym rules are one token each, without the forms that filters add. */
    @Test
    public void synonymsMayFollowFiltersThatAddForms() {
        create(
                "\"filter\":{\"parts\":{\"type\":\"hyphen\"},\"cyrillic\":{\"type\":\"unic_transform\",\"id\":\"Cyrillic-Latin\",\"keep_original\":true},"
                        + "\"syn\":{\"type\":\"synonym\",\"synonyms\":[\"e-book, ereader\",\"мир, world\"]}},"
                        + "\"analyzer\":{\"a\":{\"tokenizer\":\"whitespace\",\"filter\":[\"parts\",\"syn\"]},"
                        + "\"b\":{\"tokenizer\":\"whitespace\",\"filter\":[\"cyrillic\",\"syn\"]}}",
                "\"t\":{\"type\":\"text\",\"analyzer\":\"a\"}");
        assertEquals(List.of("e-book:0", "ereader:0", "ebook:0", "book:0"), tokens("a", "e-book"));
        List<String> world = tokens("b", "мир");
        assertTrue(world.toString(), world.contains("world:0") && world.contains("mir:0") && world.contains("мир:0"));
    }

    /** Each filter of a {@code multiplexer} sees the original: reading one token ahead would give it the output of the filter before. */
    @Test
    public void filtersOfAMultiplexerSeeTheOriginal() {
        create(
                "\"filter\":{\"many\":{\"type\":\"multiplexer\",\"filters\":[\"unic_folding\",\"reverse\",\"unic_transform_upper\"]},"
                        + "\"unic_transform_upper\":{\"type\":\"unic_transform\",\"id\":\"Any-Upper\"}},"
                        + "\"analyzer\":{\"a\":{\"tokenizer\":\"whitespace\",\"filter\":[\"many\"]}}",
                "\"t\":{\"type\":\"text\",\"analyzer\":\"a\"}");
        assertEquals(List.of("Öl:0", "ol:0", "lÖ:0", "ÖL:0", "ab:1", "ba:1", "AB:1"), tokens("a", "Öl ab"));
    }

    /** A normalizer gives one term, so {@code keep_original} has no effect on parts of terms, and is refused in a normalizer. */
    @Test
    public void normalizersOmitTheOriginalsOfTransforms() {
        String filter = "\"filter\":{\"latin\":{\"type\":\"unic_transform\",\"id\":\"Cyrillic-Latin\",\"keep_original\":true}},";
        create(
                filter + "\"analyzer\":{\"a\":{\"tokenizer\":\"whitespace\",\"filter\":[\"latin\"]},"
                        + "\"engine\":{\"tokenizer\":\"whitespace\",\"filter\":[\"reverse\",\"reverse\",\"latin\"]}}",
                "\"t\":{\"type\":\"text\",\"analyzer\":\"a\"},\"u\":{\"type\":\"text\",\"analyzer\":\"engine\"}");
        node.ok("PUT", "/chains/_doc/1?refresh=true", "{\"t\":\"мир\",\"u\":\"мир\"}");
        for (String query : List.of("t:ми*", "t:mi*", "u:ми*", "u:mi*")) {
            String body = "{\"query\":{\"query_string\":{\"query\":\"" + query + "\"}}}";
            assertEquals(query, 1, node.ok("POST", "/chains/_search", body).at("/hits/total/value").asInt());
        }
        node.send("DELETE", "/chains", null);
        TestNode.Answer refused = node.send(
                "PUT",
                "/chains",
                "{\"settings\":{\"analysis\":{" + filter + "\"normalizer\":{\"n\":{\"type\":\"custom\",\"filter\":[\"latin\"]}}}}}");
        assertEquals(400, refused.status());
        assertTrue(refused.body().toString(), refused.body().toString().contains("latin"));
    }

    @Test
    public void partsOfTermsAreNormalizedInQueries() {
        create(
                "\"analyzer\":{\"whole\":{\"type\":\"hyphen\",\"filter\":[\"lowercase\",\"unic_folding\"]},"
                        + "\"built\":{\"char_filter\":[\"unic_normalizer\"],\"tokenizer\":\"unic_tokenizer\",\"filter\":[\"unic_folding\"]}}",
                "\"named\":{\"type\":\"text\",\"analyzer\":\"unic_analyzer\"},\"whole\":{\"type\":\"text\",\"analyzer\":\"whole\"},"
                        + "\"built\":{\"type\":\"text\",\"analyzer\":\"built\"}");
        String text = "Straße Köln";
        node.ok("PUT", "/chains/_doc/1?refresh=true", "{\"named\":\"" + text + "\",\"whole\":\"" + text + "\",\"built\":\"" + text + "\"}");
        for (String field : List.of("named", "whole", "built")) {
            for (String query : new String[] {
                "{\"query_string\":{\"query\":\"" + field + ":KÖL*\"}}",
                "{\"query_string\":{\"query\":\"" + field + ":STR?ß*\"}}",
                "{\"simple_query_string\":{\"query\":\"KÖ*\",\"fields\":[\"" + field + "\"]}}",
            }) {
                assertEquals(query, 1, node.ok("POST", "/chains/_search", "{\"query\":" + query + "}").at("/hits/total/value").asInt());
            }
        }
    }
}
