package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Adversarial documents and definitions: each has a clear error or a defined result, and the node continues to run. */
public class HostileTest {
    private final TestNode node = TestNode.get();

    @Before
    public void create() {
        node.ok(
                "PUT",
                "/hostile",
                "{\"settings\":{\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"german\":{\"type\":\"unic_collation\",\"language\":\"de\"},"
                        + "\"words\":{\"char_filter\":[\"unic_normalizer\"],\"tokenizer\":\"unic_tokenizer\",\"filter\":[\"hyphen\",\"unic_folding\"]}}}},"
                        + "\"mappings\":{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"words\"},"
                        + "\"k\":{\"type\":\"unic_collation_keyword\",\"language\":\"de\",\"null_value\":\"nothing\"},"
                        + "\"s\":{\"type\":\"text\",\"analyzer\":\"german\",\"fielddata\":true}}}}");
    }

    @After
    public void nodeLives() {
        node.ok("DELETE", "/hostile", null);
        assertEquals("red", 200, node.send("GET", "/_cluster/health?wait_for_status=yellow&timeout=10s", null).status());
    }

    private int count(String query) {
        return node.ok("POST", "/hostile/_search", "{\"_source\":false,\"track_total_hits\":true,\"query\":" + query + "}").at("/hits/total/value").asInt();
    }

    @Test
    public void documentOfAHundredMegabytes() {
        // The engine accepts requests of up to 100 MB and texts of up to 50 million units.
        String quarter = "Straße-nach-Köln und zurück, ".repeat(800_000);
        StringBuilder document = new StringBuilder("{\"t\":[");
        for (int part = 0; part < 4; part++) {
            document.append(part == 0 ? "\"" : ",\"").append(quarter).append('"');
        }
        document.append(",\"letztes\"]}");
        assertTrue(document.length() > 90_000_000);
        TestNode.Answer answer = node.send("PUT", "/hostile/_doc/1?refresh=true", document.toString());
        assertEquals(answer.body().toString(), 201, answer.status());
        assertEquals(1, count("{\"match\":{\"t\":\"LETZTES\"}}"));
        assertEquals(1, count("{\"match_phrase\":{\"t\":\"und zuruck\"}}"));
    }

    @Test
    public void textWithoutABreak() {
        String text = "ä".repeat(10_000_000);
        TestNode.Answer answer = node.send("PUT", "/hostile/_doc/1?refresh=true", "{\"t\":\"" + text + "\"}");
        assertEquals(answer.body().toString(), 201, answer.status());
        answer = node.send("PUT", "/hostile/_doc/2?refresh=true", "{\"k\":\"" + text + "\"}");
        assertEquals(400, answer.status());
        assertTrue(answer.body().toString(), answer.body().toString().contains("immense term"));
    }

    /** Unpaired surrogates are U+FFFD each in every field, in documents and in queries. */
    @Test
    public void unpairedSurrogates() {
        String text = "a\\ud800 \\udc00b \\ud83d\\ude00 c\\ud800";
        node.ok("PUT", "/hostile/_doc/1?refresh=true", "{\"t\":\"" + text + "\",\"k\":\"" + text + "\",\"s\":\"" + text + "\"}");
        assertEquals(1, count("{\"match\":{\"t\":{\"query\":\"a\\ud800 b\",\"operator\":\"and\"}}}"));
        assertEquals(1, count("{\"term\":{\"k\":\"" + text + "\"}}"));
        assertEquals(1, node.ok("POST", "/hostile/_search", "{\"sort\":[{\"k\":\"asc\"},{\"s\":\"asc\"}]}").at("/hits/hits").size());
        node.ok("GET", "/hostile/_analyze", "{\"analyzer\":\"words\",\"text\":\"" + text + "\"}");
        node.ok("GET", "/hostile/_analyze", "{\"analyzer\":\"german\",\"text\":\"\\udc00\"}");
    }

    @Test
    public void nullsEmptyTextsAndArrays() {
        node.ok("PUT", "/hostile/_doc/1?refresh=true", "{\"t\":null,\"k\":null,\"s\":null}");
        node.ok("PUT", "/hostile/_doc/2?refresh=true", "{\"t\":[],\"k\":[],\"s\":[]}");
        node.ok("PUT", "/hostile/_doc/3?refresh=true", "{\"t\":[\"eins\",[\"zwei\"],null],\"k\":[\"eins\",[\"zwei\"],null],\"s\":[\"eins\",\"zwei\",null]}");
        node.ok("PUT", "/hostile/_doc/4?refresh=true", "{\"t\":\"\",\"k\":\"\",\"s\":\"\"}");
        assertEquals(1, count("{\"match\":{\"t\":{\"query\":\"eins zwei\",\"operator\":\"and\"}}}"));
        assertEquals(2, count("{\"term\":{\"k\":\"nothing\"}}"));
        assertEquals(1, count("{\"term\":{\"k\":\"zwei\"}}"));
        assertEquals(4, node.ok("POST", "/hostile/_search", "{\"sort\":[{\"k\":\"asc\"},{\"s\":\"asc\"}]}").at("/hits/hits").size());
        // An object is not a text.
        for (String field : new String[] {"t", "k", "s"}) {
            assertEquals(400, node.send("PUT", "/hostile/_doc/5", "{\"" + field + "\":{\"a\":1}}").status());
        }
    }

    /** Paths and symbolic links cannot refer to rule files outside of the config directory. */
    @Test
    public void ruleFilesStayInTheConfigDirectory() throws Exception {
        Path secret = Files.writeString(node.config().resolveSibling("secret.rbbi"), "[[:Latin:]]+ {200};\n");
        Path link = node.config().resolve("link.rbbi");
        Path folder = node.config().resolve("folder");
        try {
            Files.createSymbolicLink(link, secret);
            Files.createSymbolicLink(folder, secret.getParent());
            for (String file : new String[] {"../secret.rbbi", secret.toString(), "link.rbbi", "folder/secret.rbbi", "x/../../secret.rbbi"}) {
                String[] definitions = {
                    "{\"tokenizer\":{\"t\":{\"type\":\"unic_tokenizer\",\"rule_files\":\"Latn:" + file + "\"}}}",
                    "{\"filter\":{\"f\":{\"type\":\"unic_folding\",\"mappings\":[\"" + file + "\"]}}}",
                };
                for (String definition : definitions) {
                    TestNode.Answer answer = node.send("PUT", "/escaped", "{\"settings\":{\"analysis\":" + definition + "}}");
                    assertEquals(definition + ": " + answer.body(), 400, answer.status());
                    assertTrue(answer.body().toString(), !answer.body().toString().contains("[[:Latin:]]"));
                }
            }
        } finally {
            Files.deleteIfExists(link);
            Files.deleteIfExists(folder);
        }
    }
}
