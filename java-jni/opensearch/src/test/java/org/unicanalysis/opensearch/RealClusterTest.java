package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/**
 * A cluster under load: while two threads index, a third node joins two nodes, one node is killed and restarted, then all are upgraded
 * to the next version of the plugin, whose library has other fingerprints. All acknowledged documents are found, and every shard copy
 * has equal order.
 */
public class RealClusterTest extends RealNodes {
    private static final String INDEX = "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":1,\"analysis\":{\"analyzer\":{"
            + "\"natural\":{\"type\":\"naturalsort\"},\"folded\":{\"tokenizer\":\"unic_tokenizer\",\"filter\":[\"icu_folding\"]}}}},"
            + "\"mappings\":{\"properties\":{\"w\":{\"type\":\"unic_collation_keyword\",\"language\":\"de\",\"numeric\":true},"
            + "\"t\":{\"type\":\"text\",\"analyzer\":\"folded\",\"fields\":{\"natural\":{\"type\":\"text\",\"analyzer\":\"natural\","
            + "\"fielddata\":true}}}}}}";

    /** The maximum number of documents, less than a search returns. */
    private static final int MAX_DOCUMENTS = 9_500;

    private final Map<Integer, String> acknowledged = new ConcurrentSkipListMap<>();
    private final AtomicInteger next = new AtomicInteger();

    @Test
    public void aClusterLosesNothing() throws Exception {
        Path snapshots = Files.createDirectory(folder.resolve("snapshots"));
        Files.setPosixFilePermissions(snapshots, PosixFilePermissions.fromString("rwxrwxrwx"));
        prepareNodes(snapshots);
        RealNode first = nodes.get(0);
        RealNode last = nodes.get(2);
        first.start();
        nodes.get(1).startAndWait();
        first.ok("GET", "/_cluster/health?wait_for_nodes=2&timeout=60s", null);
        first.ok("PUT", "/words", INDEX);
        underLoad(() -> {
            last.start();
            assertTrue(last.output(), last.isUp());
            first.ok("GET", "/_cluster/health?wait_for_nodes=3&timeout=60s", null);
        });
        check(2);
        first.ok("PUT", "/words/_settings", "{\"number_of_replicas\":2}");
        check(3);
        underLoad(() -> {
            last.kill();
            last.start();
            assertTrue(last.output(), last.isUp());
        });
        check(3);
        upgrade();
        first.ok("PUT", "/_snapshot/s", "{\"type\":\"fs\",\"settings\":{\"location\":\"" + snapshots + "\"}}");
        first.ok("PUT", "/_snapshot/s/one?wait_for_completion=true", "{\"indices\":\"words\"}");
        String fingerprints = fingerprints();
        assertTrue(fingerprints, fingerprints.contains("natural=u1-") && fingerprints.contains("folded=u1-"));
        first.ok("DELETE", "/words", null);
        first.ok("POST", "/_snapshot/s/one/_restore?wait_for_completion=true", "{}");
        check(3);
        assertEquals(fingerprints, fingerprints());
        reindex();
    }

    private void prepareNodes(Path snapshots) throws Exception {
        List<String> hosts = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            RealNode node = node("node-" + number);
            node.install();
            hosts.add("127.0.0.1:" + node.transport);
        }
        for (RealNode node : nodes) {
            List<String> lines = new ArrayList<>(Files.readAllLines(node.home.resolve("config/opensearch.yml")));
            lines.add("discovery.seed_hosts: " + hosts);
            lines.add("cluster.initial_cluster_manager_nodes: [node-0, node-1]");
            lines.add("path.repo: " + snapshots);
            node.configure(lines);
        }
    }

    private String fingerprints() throws IOException {
        return nodes.get(0).ok("GET", "/words/_settings", null).at("/words/settings/index/unic/fingerprints").toString();
    }

    /** Work on the cluster. */
    private interface Work {
        void run() throws Exception;
    }

    /** Runs some work while two threads index documents on all running nodes, and at least a hundred documents are acknowledged. */
    private void underLoad(Work work) throws Exception {
        int before = acknowledged.size();
        AtomicInteger isDone = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            threads.add(new Thread(() -> {
                while (isDone.get() == 0 || acknowledged.size() < before + 100 && isDone.getAndIncrement() < 10_000) {
                    index(next.getAndIncrement());
                }
            }));
        }
        threads.forEach(Thread::start);
        try {
            work.run();
        } finally {
            isDone.set(1);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertTrue("acknowledged under load: " + (acknowledged.size() - before), acknowledged.size() >= before + 100);
    }

    private void index(int number) {
        RealNode node = nodes.get(number % nodes.size());
        String text = "Wört " + (number * 7919L % 1000);
        try {
            Thread.sleep(40);
            if (number >= MAX_DOCUMENTS || !node.isRunning()) {
                return;
            }
            RealNode.Answer answer =
                    node.send("PUT", "/words/_doc/" + number, "{\"w\":\"" + text + "\",\"t\":\"" + text + "\"}");
            if (answer.status() == 201) {
                acknowledged.put(number, text);
            }
        } catch (IOException lostWithItsNode) {
            return;
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    /** The request of docs/opensearch.md, into an index with another definition. The engine's module is in the distribution of line 3. */
    private void reindex() throws Exception {
        RealNode first = nodes.get(0);
        if (!Files.exists(first.home.resolve("modules/reindex"))) {
            assertTrue(first.home.toString(), first.home.resolve("lib").toFile().list((folder, name) -> name.startsWith("opensearch-2.")).length > 0);
            return;
        }
        first.ok("PUT", "/words-2", INDEX.replace("\"folded\":{\"tokenizer\":\"unic_tokenizer\"", "\"folded\":{\"tokenizer\":\"icu_tokenizer\""));
        JsonNode done = first.ok(
                "POST", "/_reindex?refresh=true", "{\"source\": {\"index\": \"words\"}, \"dest\": {\"index\": \"words-2\"}}");
        assertEquals(done.toString(), 0, done.get("failures").size());
        String sorted = "/_search?filter_path=hits.hits._id,hits.hits.sort";
        String body = "{\"size\":10000,\"_source\":false,\"sort\":[{\"w\":\"asc\"},{\"t.natural\":\"asc\"},{\"_id\":\"asc\"}]}";
        JsonNode copied = first.ok("POST", "/words-2" + sorted, body);
        assertTrue(copied.at("/hits/hits").size() >= acknowledged.size());
        assertEquals(first.ok("POST", "/words" + sorted, body), copied);
    }

    /** Checks that each node with a copy of every shard finds all documents in equal order. */
    private void check(int copies) throws Exception {
        RealNode first = nodes.get(0);
        first.ok("GET", "/_cluster/health/words?wait_for_status=green&timeout=120s", null);
        first.ok("POST", "/words/_refresh", null);
        Set<String> orders = new HashSet<>();
        for (int number = 0; number < nodes.size(); number++) {
            String preference = copies == nodes.size() ? "_only_nodes:node-" + number : "copy" + number;
            JsonNode hits = first.ok(
                            "POST",
                            "/words/_search?preference=" + preference,
                            "{\"size\":10000,\"_source\":false,\"sort\":[{\"w\":\"asc\"},{\"_id\":\"asc\"}]}")
                    .at("/hits/hits");
            Set<Integer> found = new HashSet<>();
            StringBuilder order = new StringBuilder();
            hits.forEach(hit -> {
                found.add(hit.get("_id").asInt());
                order.append(hit.get("_id").asText()).append(' ');
            });
            assertTrue("lost by node " + number + ": " + acknowledged.keySet(), found.containsAll(acknowledged.keySet()));
            orders.add(order.toString());
        }
        assertEquals(orders.toString(), 1, orders.size());
        JsonNode search = first.ok(
                "POST",
                "/words/_search?rest_total_hits_as_int=true",
                "{\"track_total_hits\":true,\"query\":{\"match\":{\"t\":\"WORT\"}}}");
        assertTrue(search.at("/hits/total").asInt() >= acknowledged.size());
    }

    /** Upgrades the nodes one by one to a library with other fingerprints; each node warns, and nothing is blocked. */
    private void upgrade() throws Exception {
        Path nextVersion = PluginZips.nextVersion(Path.of(System.getProperty("unic.plugin")), folder);
        for (int number = 0; number < nodes.size(); number++) {
            RealNode node = nodes.get(number);
            String sort = "/words/_search?preference=_only_nodes:node-" + number;
            String body = "{\"sort\":[{\"t.natural\":\"asc\"}]}";
            assertEquals(List.of(), node.send("POST", sort, body).warnings());
            underLoad(() -> {
                node.stop();
                node.plugin("remove", "unic-analysis");
                node.install(nextVersion);
                node.startAndWait();
            });
            check(3);
            String log = node.log();
            assertTrue(log, log.contains("different tokens or keys") && log.contains("natural"));
            RealNode.Answer sorted = node.send("POST", sort, body);
            assertEquals(200, sorted.status());
            assertTrue(sorted.warnings().toString(), sorted.warnings().toString().contains("[natural]"));
            JsonNode shown = node.ok("GET", "/_plugins/unic/fingerprints/words", null).at("/indices/words");
            assertFalse(shown.toString(), shown.get("matches").asBoolean());
        }
    }
}
