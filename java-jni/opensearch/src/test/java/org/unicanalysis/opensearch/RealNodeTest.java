package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The real distribution: {@code make opensearch-test} gives the properties; without them nothing runs here. */
public class RealNodeTest {
    private Path folder;
    private final List<RealNode> nodes = new ArrayList<>();

    @Before
    public void prepare() throws Exception {
        assumeTrue("only by make opensearch-test", !System.getProperty("unic.distribution", "").isEmpty());
        folder = Files.createTempDirectory("unic-nodes-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @After
    public void clean() throws Exception {
        if (folder != null) {
            nodes.forEach(RealNode::close);
            if (Files.exists(folder.resolve("noexec"))) {
                RealNode.run("umount", folder.resolve("noexec").toString());
            }
            RealNode.run("rm", "-rf", folder.toString());
        }
    }

    private RealNode node(String name, String... settings) throws Exception {
        RealNode node = new RealNode(folder, name, settings);
        nodes.add(node);
        return node;
    }

    @Test
    public void installsRunsAndGoes() throws Exception {
        RealNode node = node("one", "discovery.type: single-node");
        node.install();
        assertTrue(node.plugin("list").contains("unic-analysis"));
        try (var files = Files.list(node.home.resolve("plugins/unic-analysis"))) {
            for (Path file : files.toList()) {
                // Neither ICU nor Lucene: only ours, and the library.
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

    private static void checkNode(RealNode node) throws Exception {
        JsonNode tokens = node.ok("GET", "/_analyze", "{\"analyzer\":\"unic_analyzer\",\"text\":\"Straße nach Köln\"}");
        assertEquals("strasse", tokens.at("/tokens/0/token").asText());
        node.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"de\":{"
                        + "\"type\":\"icu_collation\",\"language\":\"de\"}}}},\"mappings\":{\"properties\":{\"w\":{"
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
        RealNode.Answer refused = node.send(
                "PUT", "/bad", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"icu_transform\",\"id\":\"Nowhere-Latin\"}}}}}");
        assertEquals(400, refused.status());
        // Lenient by default: an unknown option is a warning, once, when the index is made.
        RealNode.Answer lenient = node.send(
                "PUT", "/lenient", "{\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"icu_folding\",\"nonsense\":1}}}}}");
        assertEquals(lenient.body().toString(), 200, lenient.status());
        assertTrue(lenient.warnings().toString(), lenient.warnings().toString().contains("nonsense"));
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
        // The 3.x line itself does not: its cryptography unpacks a library of its own.
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

    @Test
    public void livesOnWithoutTheLibraryAndSaysWhy() throws Exception {
        RealNode node = node("bare", "discovery.type: single-node");
        node.option("-Dunic.library.tmpdir=" + noexec());
        node.install();
        try (var files = Files.list(node.home.resolve("plugins/unic-analysis"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".so")).toList()) {
                Files.delete(file);
            }
        }
        node.startAndWait();
        for (int attempt = 0; attempt < 2; attempt++) {
            RealNode.Answer answer = node.send("GET", "/_analyze", "{\"tokenizer\":\"unic_tokenizer\",\"text\":\"a b\"}");
            assertTrue(answer.body().toString(), answer.status() >= 400);
            assertTrue(
                    answer.body().toString(),
                    answer.body().toString().contains("not available on this node")
                            && answer.body().toString().contains("/noexec"));
        }
        // What is not ours works.
        node.ok("PUT", "/plain/_doc/1?refresh=true", "{\"a\":\"b\"}");
        node.ok("PUT", "/own", "{\"settings\":{\"analysis\":{\"analyzer\":{\"w\":{\"tokenizer\":\"whitespace\"}}}}}");
    }

    /** Three nodes: nothing that was acknowledged is lost, and every copy sorts alike, whatever happens to a node. */
    @Test
    public void aClusterLosesNothing() throws Exception {
        int count = 3;
        List<String> hosts = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            RealNode node = node("node-" + number);
            node.install();
            hosts.add("127.0.0.1:" + node.transport);
        }
        Path snapshots = Files.createDirectory(folder.resolve("snapshots"));
        Files.setPosixFilePermissions(snapshots, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (RealNode node : nodes) {
            List<String> lines = new ArrayList<>(Files.readAllLines(node.home.resolve("config/opensearch.yml")));
            lines.add("discovery.seed_hosts: " + hosts);
            lines.add("cluster.initial_cluster_manager_nodes: [node-0, node-1, node-2]");
            lines.add("path.repo: " + snapshots);
            node.configure(lines);
            node.start();
        }
        for (RealNode node : nodes) {
            assertTrue(node.output(), node.isUp());
        }
        RealNode first = nodes.get(0);
        first.ok("GET", "/_cluster/health?wait_for_nodes=3&timeout=60s", null);
        first.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":1,\"analysis\":{\"analyzer\":{\"natural\":{"
                        + "\"type\":\"naturalsort\"},\"folded\":{\"tokenizer\":\"unic_tokenizer\",\"filter\":[\"icu_folding\"]}}}},"
                        + "\"mappings\":{\"properties\":{\"w\":{\"type\":\"unic_collation_keyword\",\"language\":\"de\",\"numeric\":true},"
                        + "\"t\":{\"type\":\"text\",\"analyzer\":\"folded\"}}}}");
        Map<Integer, String> acknowledged = new TreeMap<>();
        for (int number = 0; number < 600; number++) {
            if (number == 200) {
                nodes.get(2).kill();
            }
            if (number == 400) {
                nodes.get(2).start();
            }
            String text = "Wört " + (number * 7919 % 1000);
            try {
                RealNode.Answer answer = nodes.get(number % 2).send(
                        "PUT", "/words/_doc/" + number, "{\"w\":\"" + text + "\",\"t\":\"" + text + "\"}");
                if (answer.status() == 201) {
                    acknowledged.put(number, text);
                }
            } catch (java.io.IOException lostWithItsNode) {
                continue;
            }
        }
        assertTrue("acknowledged: " + acknowledged.size(), acknowledged.size() > 500);
        assertTrue(nodes.get(2).output(), nodes.get(2).isUp());
        checkCluster(acknowledged);
        // A rolling restart.
        for (RealNode node : nodes) {
            node.stop();
            node.startAndWait();
            checkCluster(acknowledged);
        }
        first.ok("PUT", "/_snapshot/s", "{\"type\":\"fs\",\"settings\":{\"location\":\"" + snapshots + "\"}}");
        first.ok("PUT", "/_snapshot/s/one?wait_for_completion=true", "{\"indices\":\"words\"}");
        String fingerprints = first.ok("GET", "/words/_settings", null).at("/words/settings/index/unic/fingerprints").toString();
        assertTrue(fingerprints, fingerprints.contains("natural=u1-") && fingerprints.contains("folded=u1-"));
        first.ok("DELETE", "/words", null);
        first.ok("POST", "/_snapshot/s/one/_restore?wait_for_completion=true", "{}");
        checkCluster(acknowledged);
        assertEquals(
                fingerprints,
                first.ok("GET", "/words/_settings", null).at("/words/settings/index/unic/fingerprints").toString());
    }

    private void checkCluster(Map<Integer, String> acknowledged) throws Exception {
        RealNode first = nodes.get(0);
        first.ok("GET", "/_cluster/health/words?wait_for_status=green&timeout=90s", null);
        first.ok("POST", "/words/_refresh", null);
        List<String> orders = new ArrayList<>();
        for (String copy : new String[] {"_primary", "_replica", "a", "b"}) {
            // Preferences that pick other copies: the order must be the same on each.
            String preference = copy.startsWith("_") ? "custom" + copy : copy;
            JsonNode hits = first.ok(
                            "POST",
                            "/words/_search?preference=" + preference,
                            "{\"size\":1000,\"_source\":false,\"sort\":[{\"w\":\"asc\"},{\"_id\":\"asc\"}]}")
                    .at("/hits/hits");
            Map<Integer, Boolean> found = new HashMap<>();
            StringBuilder order = new StringBuilder();
            hits.forEach(hit -> {
                found.put(hit.get("_id").asInt(), true);
                order.append(hit.get("_id").asText()).append(' ');
            });
            assertTrue("lost: " + acknowledged.keySet(), found.keySet().containsAll(acknowledged.keySet()));
            orders.add(order.toString());
        }
        assertEquals(1, orders.stream().distinct().count());
        JsonNode search = first.ok("POST", "/words/_search?rest_total_hits_as_int=true", "{\"track_total_hits\":true,\"query\":{\"match\":{\"t\":\"WORT\"}}}");
        assertTrue(search.at("/hits/total").asInt() >= acknowledged.size());
    }
}
