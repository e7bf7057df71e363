package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Installs and runs the plugin on one node of the real distribution. */
public class RealNodeTest extends RealNodes {
    @Test
    public void installsRunsAndUninstalls() throws Exception {
        RealNode node = node("one", "discovery.type: single-node");
        node.install();
        assertTrue(node.plugin("list").contains("unic-analysis"));
        try (var files = Files.list(node.home.resolve("plugins/unic-analysis"))) {
            for (Path file : files.toList()) {
                // The zip contains only the plugin's jars and the library, neither ICU nor Lucene.
                assertTrue(file.toString(), file.getFileName().toString().matches("plugin-.*|(lib)?unic.analysis.*\\.(jar|so)"));
            }
        }
        Files.writeString(node.home.resolve("config/tr.txt"), "Latn:[:Latin:]+ {200};\n");
        node.startAndWait();
        checkNode(node);
        node.stop();
        node.plugin("remove", "unic-analysis");
        assertFalse(node.plugin("list").contains("unic-analysis"));
    }

    @Test
    public void refusesToRunWithTheMainlinePlugin() throws Exception {
        RealNode node = node("both", "discovery.type: single-node");
        node.install();
        node.install(PluginZips.standIn(folder));
        assertTrue(node.plugin("list").contains("analysis-icu"));
        node.start();
        assertFalse(node.isUp());
        String output = node.output();
        assertTrue(output, output.contains("[analysis-icu]") && output.contains("bin/opensearch-plugin remove analysis-icu"));
        // The remedy in the message works.
        node.plugin("remove", "analysis-icu");
        node.startAndWait();
        node.ok("GET", "/_analyze", "{\"analyzer\":\"icu_analyzer\",\"text\":\"a\"}");
    }

    private static void checkNode(RealNode node) throws Exception {
        JsonNode tokens = node.ok("GET", "/_analyze", "{\"analyzer\":\"unic_analyzer\",\"text\":\"Straße nach Köln\"}");
        assertEquals("strasse", tokens.at("/tokens/0/token").asText());
        node.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"de\":{"
                        + "\"type\":\"icu_collation\",\"language\":\"de\"},\"own\":{\"tokenizer\":\"unic_tokenizer\",\"filter\":[\"nfc\",\"icu_folding\"]}},"
                        + "\"filter\":{\"nfc\":{\"type\":\"unic_normalizer\",\"name\":\"nfc\"}}}},\"mappings\":{\"properties\":{\"w\":{"
                        + "\"type\":\"unic_collation_keyword\",\"language\":\"de\"},"
                        + "\"t\":{\"type\":\"text\",\"analyzer\":\"de\",\"fielddata\":true}}}}");
        String[] words = {"Äpfel", "Zebra", "Apfel", "Öl", "ohne"};
        for (int at = 0; at < words.length; at++) {
            node.ok("PUT", "/words/_doc/" + at + "?refresh=true", "{\"w\":\"" + words[at] + "\",\"t\":\"" + words[at] + "\"}");
        }
        for (String field : new String[] {"w", "t"}) {
            List<String> found = new ArrayList<>();
            String after = "";
            for (int page = 0; page < words.length; page++) {
                JsonNode hit = node.ok(
                                "POST",
                                "/words/_search",
                                "{\"size\":1,\"sort\":[{\"" + field + "\":\"asc\"}]" + after + "}")
                        .at("/hits/hits/0");
                found.add(hit.at("/_source/w").asText());
                after = ",\"search_after\":" + hit.get("sort");
            }
            assertEquals(field, List.of("Apfel", "Äpfel", "ohne", "Öl", "Zebra"), found);
        }
        assertEquals(1, node.ok("POST", "/words/_search", "{\"query\":{\"term\":{\"w\":\"Öl\"}}}").at("/hits/total/value").asInt());
        // The 2.x zip has no script language.
        if (!node.ok("GET", "/", null).at("/version/number").asText().startsWith("2.")) {
            String scripted = "{\"sort\":[{\"w\":\"asc\"}],\"script_fields\":{\"key\":{\"script\":\"doc['w'].value\"}}}";
            for (JsonNode hit : node.ok("POST", "/words/_search", scripted).at("/hits/hits")) {
                assertEquals(hit.get("sort"), hit.at("/fields/key"));
            }
        }
        RealNode.Answer refused = node.send(
                "PUT", "/bad", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"icu_transform\",\"id\":\"Nowhere-Latin\"}}}}}");
        assertEquals(400, refused.status());
        // Lenient by default: an unknown option causes one warning at the creation of the index.
        RealNode.Answer lenient = node.send(
                "PUT", "/lenient", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"icu_folding\",\"nonsense\":1}}}}}");
        assertEquals(lenient.body().toString(), 200, lenient.status());
        assertTrue(lenient.warnings().toString(), lenient.warnings().toString().contains("(at /settings/analysis/filter/f/nonsense)"));
        for (String[] request : new String[][] {
            {"PUT", "/lenient/_doc/1?refresh=true", "{\"a\":\"b\"}"},
            {"POST", "/lenient/_search", "{}"},
            {"GET", "/lenient/_analyze", "{\"tokenizer\":\"keyword\",\"filter\":[\"f\"],\"text\":\"a\"}"},
            {"PUT", "/lenient/_mapping", "{\"properties\":{\"c\":{\"type\":\"text\"}}}"},
        }) {
            RealNode.Answer later = node.send(request[0], request[1], request[2]);
            assertTrue(later.body().toString(), later.status() < 300);
            assertEquals(request[1], List.of(), later.warnings());
        }
        RealNode.Answer escaped = node.send(
                "PUT",
                "/escaped",
                "{\"settings\":{\"analysis\":{\"tokenizer\":{\"t\":{\"type\":\"icu_tokenizer\",\"rule_files\":\"Latn:../../etc/passwd\"}}}}}");
        assertEquals(400, escaped.status());
    }

    private Path noexec() throws Exception {
        assumeTrue("mount needs root", System.getProperty("user.name").equals("root"));
        Path noexec = Files.createDirectory(folder.resolve("noexec"));
        RealNode.run("mount", "-t", "tmpfs", "-o", "noexec,mode=1777", "tmpfs", noexec.toString());
        return noexec;
    }

    @Test
    public void startsWithATemporaryFolderThatForbidsExecution() throws Exception {
        // The 3.x line does not start without the plugin either: its cryptography unpacks a library.
        assumeTrue("2.x alone", System.getProperty("unic.distribution").contains("opensearch-2"));
        RealNode node = node("noexec-node", "discovery.type: single-node");
        node.set("OPENSEARCH_TMPDIR", noexec().toString());
        node.install();
        node.startAndWait();
        assertEquals(
                "b",
                node.ok("GET", "/_analyze", "{\"tokenizer\":\"unic_tokenizer\",\"text\":\"a b\"}")
                        .at("/tokens/1/token")
                        .asText());
    }

    /** The native library of the plugin, which lies beside the jar. */
    private static Path library(RealNode node) throws IOException {
        try (var files = Files.list(node.home.resolve("plugins/unic-analysis"))) {
            return files.filter(file -> file.toString().endsWith(".so")).findFirst().orElseThrow();
        }
    }

    /** Truncates the library: a process that loads it is killed when it reads a missing page. */
    private static void damage(Path library) throws IOException {
        try (FileChannel file = FileChannel.open(library, StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
    }

    @Test
    public void continuesWithACorruptLibraryAndReportsTheReason() throws Exception {
        RealNode node = node("bare", "discovery.type: single-node");
        node.option("-Dunic.library.tmpdir=" + noexec());
        node.install();
        damage(library(node));
        node.startAndWait();
        for (int attempt = 0; attempt < 2; attempt++) {
            RealNode.Answer answer = node.send("GET", "/_analyze", "{\"tokenizer\":\"unic_tokenizer\",\"text\":\"a b\"}");
            assertTrue(answer.body().toString(), answer.status() >= 400);
            assertTrue(
                    answer.body().toString(),
                    answer.body().toString().contains("not available on this node")
                            && answer.body().toString().contains("is corrupt or of another build")
                            && answer.body().toString().contains("/noexec"));
        }
        // Components of the engine work.
        node.ok("PUT", "/plain/_doc/1?refresh=true", "{\"a\":\"b\"}");
        node.ok("PUT", "/own", "{\"settings\":{\"analysis\":{\"analyzer\":{\"w\":{\"tokenizer\":\"whitespace\"}}}}}");
    }

    /** Indices with documents: one is flushed, a document of the other one is in the translog alone. */
    @Test
    public void restartWithoutTheLibraryLosesNothing() throws Exception {
        RealNode node = node("bare", "discovery.type: single-node");
        node.option("-Dunic.library.tmpdir=" + noexec());
        node.install();
        node.startAndWait();
        for (String index : List.of("flushed", "open")) {
            node.ok(
                    "PUT",
                    "/" + index,
                    "{\"settings\":{\"number_of_replicas\":0},\"mappings\":{\"properties\":{\"k\":{\"type\":\"unic_collation_keyword\"}}}}");
            node.ok("PUT", "/" + index + "/_doc/1", "{\"k\":\"Straße\"}");
        }
        node.ok("POST", "/_flush", null);
        node.ok("PUT", "/open/_doc/2", "{\"k\":\"Weg\"}");
        node.kill();
        Path library = library(node);
        byte[] whole = Files.readAllBytes(library);
        damage(library);
        node.start();
        assertTrue(node.output(), node.isUp("/flushed"));
        // Its translog has a document that needs the library.
        assertEquals("red", node.ok("GET", "/_cluster/health/open", null).get("status").asText());
        // Keys are formatted without the library, and new ones are an error of the node, not of the document.
        JsonNode sorted = node.ok("POST", "/flushed/_search", "{\"sort\":[{\"k\":\"asc\"}]}");
        assertTrue(sorted.toString(), sorted.at("/hits/hits/0/sort/0").asText().matches("[0-9a-f]+"));
        RealNode.Answer refused = node.send("PUT", "/flushed/_doc/2", "{\"k\":\"a\"}");
        assertEquals(refused.body().toString(), 500, refused.status());
        assertTrue(refused.body().toString(), refused.body().toString().contains("not available on this node"));
        assertTrue(node.isRunning());
        node.stop();
        Files.write(library, whole);
        node.startAndWait();
        for (String index : List.of("flushed", "open")) {
            node.send("POST", "/_cluster/reroute?retry_failed=true", null);
            node.ok("GET", "/_cluster/health/" + index + "?wait_for_status=yellow&timeout=60s", null);
            assertEquals(index, 200, node.send("GET", "/" + index + "/_doc/1", null).status());
        }
        assertEquals(200, node.send("GET", "/open/_doc/2", null).status());
    }
}
