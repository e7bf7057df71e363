package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;

/** Storage, comparison, renewal and listing of fingerprints (ruling J5). */
public class FingerprintsTest {
    private static final String ANALYSIS = "\"analysis\":{\"analyzer\":{"
            + "\"german\":{\"type\":\"unic_collation\",\"language\":\"de\"},"
            + "\"mixed\":{\"type\":\"custom\",\"tokenizer\":\"whitespace\",\"filter\":[\"lowercase\",\"unic_folding\",\"unique\"]},"
            + "\"theirs\":{\"type\":\"custom\",\"tokenizer\":\"whitespace\",\"filter\":[\"lowercase\"]}}}";
    private static final String MAPPINGS = "\"mappings\":{\"properties\":{\"title\":{\"type\":\"text\",\"analyzer\":\"mixed\","
            + "\"fields\":{\"de\":{\"type\":\"text\",\"analyzer\":\"german\",\"fielddata\":true}}},\"n\":{\"type\":\"long\"}}}";

    private final TestNode node = TestNode.get();

    @Before
    public void acceptFingerprintsOfAnotherLibrary() throws ReflectiveOperationException {
        node.acceptPrivateSettings(true);
    }

    @After
    public void clean() throws ReflectiveOperationException {
        node.acceptPrivateSettings(false);
        for (String index : List.of("words", "words2", "plain")) {
            node.send("DELETE", "/" + index, null);
        }
    }

    private void create(String more) {
        create(1, more);
    }

    private void create(int shards, String more) {
        node.ok("PUT", "/words", "{\"settings\":{\"number_of_shards\":" + shards + ",\"number_of_replicas\":0," + more + ANALYSIS + "}," + MAPPINGS + "}");
        node.ok("PUT", "/words/_doc/1?refresh=true", "{\"title\":\"Öl\",\"n\":1}");
    }

    private JsonNode shown(String index) {
        return node.ok("GET", "/_plugins/unic/fingerprints/" + index, null).at("/indices/" + index);
    }

    private String stored(String index) {
        return node.ok("GET", "/" + index + "/_settings", null).at("/" + index + "/settings/index/unic").toString();
    }

    @Test
    public void listsEachIndexWithAnalyzersOfThePlugin() {
        create("");
        node.ok("PUT", "/plain", "{}");
        JsonNode all = node.ok("GET", "/_plugins/unic/fingerprints", null);
        assertTrue(all.get("version").asText().matches("\\d+\\.\\d+\\.\\d+.*"));
        assertTrue(all.get("indices").has("words") && !all.get("indices").has("plain"));
        JsonNode words = shown("words");
        assertTrue(words.get("matches").asBoolean());
        assertEquals(2, words.get("analyzers").size());
        for (String name : List.of("german", "mixed")) {
            JsonNode analyzer = words.at("/analyzers/" + name);
            assertTrue(analyzer.get("stored").asText().startsWith("u1-"));
            assertEquals(analyzer.get("stored"), analyzer.get("current"));
        }
        assertEquals(404, node.send("GET", "/_plugins/unic/fingerprints/nothing", null).status());
    }

    @Test
    public void hiddenIndicesAreListed() {
        create("\"index.hidden\":true,");
        for (String path : List.of("", "/_all", "/*", "/words")) {
            assertTrue(path, node.ok("GET", "/_plugins/unic/fingerprints" + path, null).get("indices").has("words"));
        }
    }

    @Test
    public void differingFingerprintsAreListedAndSortedSearchesWarn() {
        create("\"index.unic.fingerprints\":[\"analyzer/german=u1-0\"],");
        JsonNode words = shown("words");
        assertFalse(words.get("matches").asBoolean());
        assertFalse(words.at("/analyzers/german/matches").asBoolean());
        TestNode.Answer sorted = node.send("POST", "/words/_search", "{\"sort\":[{\"title.de\":\"asc\"}]}");
        assertEquals(200, sorted.status());
        assertEquals(sorted.warnings().toString(), 1, sorted.warnings().size());
        assertTrue(sorted.warnings().get(0), sorted.warnings().get(0).contains("[title.de]") && sorted.warnings().get(0).contains("[german]"));
        for (String search : List.of("{}", "{\"sort\":[{\"n\":\"asc\"}]}", "{\"sort\":[\"_score\",\"_doc\"]}")) {
            assertEquals(List.of(), node.send("POST", "/words/_search", search).warnings());
        }
    }

    /** The settings of an old index, as they are copied for a new one. */
    @Test
    public void anIndexHasFingerprintsOfItsOwn() throws ReflectiveOperationException {
        node.acceptPrivateSettings(false);
        TestNode.Answer refused = node.send(
                "PUT", "/words", "{\"settings\":{\"index.unic.fingerprints\":[\"analyzer/german=u1-0\"]," + ANALYSIS + "}," + MAPPINGS + "}");
        assertEquals(400, refused.status());
        assertTrue(refused.body().toString(), refused.body().toString().contains("private index setting [index.unic.fingerprints]"));
    }

    @Test
    public void filtersInsideOfOthersHaveFingerprints() {
        node.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_replicas\":0,\"analysis\":{\"filter\":{"
                        + "\"many\":{\"type\":\"multiplexer\",\"filters\":[\"lowercase, folded\"]},"
                        + "\"folded\":{\"type\":\"unic_folding\"},"
                        + "\"theirs\":{\"type\":\"multiplexer\",\"filters\":[\"lowercase\"]}},"
                        + "\"analyzer\":{\"a\":{\"tokenizer\":\"whitespace\",\"filter\":[\"many\"]},"
                        + "\"b\":{\"tokenizer\":\"whitespace\",\"filter\":[\"theirs\"]}}}}}");
        assertEquals(1, shown("words").get("analyzers").size());
        assertTrue(shown("words").at("/analyzers/a/matches").asBoolean());
    }

    /** Another spelling of an equal mapping is no new definition, which would erase a mismatch. */
    @Test
    public void anEqualMappingInAnotherSpellingKeepsTheDigest() {
        String options = "{\"type\":\"unic_collation_keyword\",\"language\":\"de\",\"numeric\":%s}";
        assertEquals(
                KeyOptions.definition(Map.of("language", "de", "numeric", true)),
                KeyOptions.definition(Map.of("language", "de", "numeric", "true")));
        assertEquals(
                KeyOptions.definition(Map.of("reorder", List.of("Grek", "digit"))),
                KeyOptions.definition(Map.of("reorder", "Grek,digit")));
        node.ok("PUT", "/words", "{\"mappings\":{\"properties\":{\"k\":" + options.formatted("true") + "}}}");
        String before = stored("words");
        node.ok("PUT", "/words/_mapping", "{\"properties\":{\"k\":" + options.formatted("\"true\"") + "}}");
        assertEquals(before, stored("words"));
    }

    @Test
    public void matchingFingerprintsCauseNoWarning() {
        create("");
        assertEquals(List.of(), node.send("POST", "/words/_search", "{\"sort\":[{\"title.de\":\"asc\"}]}").warnings());
    }

    @Test
    public void closedIndexWithAnotherAnalyzerRenewsFingerprints() throws InterruptedException {
        create("");
        String before = stored("words");
        node.ok("POST", "/words/_close", null);
        node.ok("PUT", "/words/_settings", "{\"analysis\":{\"analyzer\":{\"german\":{\"type\":\"unic_collation\",\"language\":\"sv\"}}}}");
        node.ok("POST", "/words/_open", null);
        for (int tries = 0; tries < 100 && stored("words").equals(before); tries++) {
            Thread.sleep(50);
        }
        assertNotEquals(before, stored("words"));
        node.ok("GET", "/_cluster/health/words?wait_for_status=green&timeout=30s", null);
        assertTrue(shown("words").get("matches").asBoolean());
        assertEquals(List.of(), node.send("POST", "/words/_search", "{\"sort\":[{\"title.de\":\"asc\"}]}").warnings());
    }

    @Test
    public void cloneShrinkAndSplitKeepFingerprints() throws InterruptedException {
        create(2, "\"index.unic.fingerprints\":[\"analyzer/german=u1-0\"],");
        awaited("words", "analyzers", "mixed");
        node.ok("PUT", "/words/_settings", "{\"index.blocks.write\":true}");
        for (String way : List.of("_clone", "_shrink", "_split")) {
            String shards = way.equals("_split") ? ",\"index.number_of_shards\":4" : "";
            node.ok("POST", "/words/" + way + "/words2?wait_for_active_shards=1", "{\"settings\":{\"index.number_of_replicas\":0" + shards + "}}");
            assertEquals(way, stored("words"), stored("words2"));
            assertEquals(way, "u1-0", shown("words2").at("/analyzers/german/stored").asText());
            assertFalse(way, shown("words2").at("/analyzers/german/matches").asBoolean());
            assertTrue(way, shown("words2").at("/analyzers/mixed/matches").asBoolean());
            node.ok("DELETE", "/words2", null);
        }
    }

    /** The settings of an index with fingerprints of another library, which have the digests of its definitions. */
    private static Settings.Builder madeByAnotherLibrary(IndexMetadata index, String... keys) {
        Map<String, Fingerprints.Stored> stored = Fingerprints.stored(index.getSettings());
        for (String key : keys) {
            stored.put(key, new Fingerprints.Stored("u1-0", Fingerprints.parts(index).get(key).digest()));
        }
        return Fingerprints.put(stored, index.getSettings());
    }

    /** Stores fingerprints of another library with an index, as the elected node of a cluster with two versions does. */
    private void store(String index, String... keys) throws InterruptedException {
        CountDownLatch stored = new CountDownLatch(1);
        node.instance(ClusterService.class).submitStateUpdateTask("test", new ClusterStateUpdateTask() {
            @Override
            public ClusterState execute(ClusterState state) {
                IndexMetadata before = state.metadata().index(index);
                IndexMetadata.Builder after = IndexMetadata.builder(before)
                        .settings(madeByAnotherLibrary(before, keys))
                        .settingsVersion(before.getSettingsVersion() + 1);
                return ClusterState.builder(state).metadata(Metadata.builder(state.metadata()).put(after)).build();
            }

            @Override
            public void clusterStateProcessed(String source, ClusterState before, ClusterState after) {
                stored.countDown();
            }

            @Override
            public void onFailure(String source, Exception error) {
                throw new AssertionError(error);
            }
        });
        assertTrue(stored.await(30, TimeUnit.SECONDS));
    }

    /** The closed index has the part in no or in another definition; the fingerprint belongs to that of the snapshot. */
    @Test
    public void restoringOverAClosedIndexKeepsAMismatch() throws InterruptedException {
        create("");
        store("words", "analyzer/german", "analyzer/mixed");
        node.ok("PUT", "/_snapshot/folder", "{\"type\":\"fs\",\"settings\":{\"location\":\"snapshots\"}}");
        node.ok("PUT", "/_snapshot/folder/one?wait_for_completion=true", "{\"indices\":\"words\"}");
        try {
            node.ok("DELETE", "/words", null);
            node.ok(
                    "PUT",
                    "/words",
                    "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,"
                            + "\"analysis\":{\"analyzer\":{\"german\":{\"type\":\"unic_collation\",\"language\":\"sv\"}}}}}");
            node.ok("POST", "/words/_close", null);
            node.ok("POST", "/_snapshot/folder/one/_restore?wait_for_completion=true", "{\"indices\":\"words\"}");
            // Fingerprints are renewed in the order of the changes.
            node.ok("PUT", "/words/_mapping", "{\"properties\":{\"k\":{\"type\":\"unic_collation_keyword\"}}}");
            awaited("words", "fields", "k");
            for (String name : List.of("german", "mixed")) {
                assertEquals(name, "u1-0", shown("words").at("/analyzers/" + name + "/stored").asText());
            }
            assertFalse(shown("words").get("matches").asBoolean());
        } finally {
            node.ok("DELETE", "/_snapshot/folder/one", null);
            node.ok("DELETE", "/_snapshot/folder", null);
        }
    }

    /** As in a cluster with two versions: the manager stores the fingerprints of a mapping after this node has opened the index. */
    @Test
    public void fingerprintsThatAreStoredLaterAreCompared() throws InterruptedException {
        node.ok("PUT", "/words", NAMED.formatted(""));
        for (String name : List.of("unic_analyzer", "icu_analyzer", "naturalsort")) {
            awaited("words", "analyzers", name);
        }
        awaited("words", "fields", "o.s.k");
        node.ok("PUT", "/words/_doc/1?refresh=true", "{\"o\":{\"s\":\"a\"},\"n\":\"b\"}");
        String search = "{\"sort\":[{\"o.s.k\":\"asc\"}]}";
        assertEquals(List.of(), node.send("POST", "/words/_search", search).warnings());
        store("words", "field/o.s.k", "analyzer/naturalsort");
        List<String> warnings = List.of();
        for (int tries = 0; tries < 200 && warnings.isEmpty(); tries++) {
            warnings = node.send("POST", "/words/_search", search).warnings();
            Thread.sleep(50);
        }
        assertEquals(warnings.toString(), 1, warnings.size());
        assertTrue(warnings.get(0), warnings.get(0).contains("[o.s.k] of "));
        assertEquals(1, node.send("POST", "/words/_search", "{\"sort\":[{\"o.s\":\"asc\"}]}").warnings().size());
        assertEquals(List.of(), node.send("POST", "/words/_search", "{\"sort\":[{\"n\":\"asc\"}]}").warnings());
        // The setting remains private.
        TestNode.Answer refused = node.send("PUT", "/words/_settings", "{\"index.unic.fingerprints\":[]}");
        assertEquals(refused.body().toString(), 400, refused.status());
    }

    @Test
    public void analyzerThatNamesFiltersOfTheIndexHasAFingerprint() {
        node.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_replicas\":0,\"analysis\":{"
                        + "\"analyzer\":{\"joined\":{\"type\":\"hyphen\",\"filter\":[\"marker\",\"lowercase\"]}},"
                        + "\"filter\":{\"marker\":{\"type\":\"keyword_marker\",\"keywords\":[\"C++\"]}}}}}");
        JsonNode analyzer = shown("words").at("/analyzers/joined");
        assertTrue(analyzer.toString(), analyzer.path("stored").asText().startsWith("u1-"));
        assertTrue(analyzer.get("matches").asBoolean());
    }

    @Test
    public void ruleFilesAreCovered() throws Exception {
        Files.writeString(node.config().resolve("own.rules"), "& a < z");
        String analysis = "{\"settings\":{\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"own\":{\"type\":\"unic_collation\",\"rules\":\"own.rules\"}}}},"
                + "\"mappings\":{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"own\",\"fielddata\":true}}}}";
        node.ok("PUT", "/words", analysis);
        assertTrue(shown("words").get("matches").asBoolean());
        Files.writeString(node.config().resolve("own.rules"), "& a < y");
        assertFalse(shown("words").get("matches").asBoolean());
    }

    /** Waits until a part has a stored fingerprint, which the elected node adds after the change. */
    private JsonNode awaited(String index, String kind, String name) throws InterruptedException {
        JsonNode part = null;
        for (int tries = 0; tries < 200; tries++) {
            part = shown(index).path(kind).path(name);
            if (part.path("stored").isTextual()) {
                return part;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no stored fingerprint of " + name + ": " + shown(index));
    }

    private static final String NAMED = "{\"settings\":{\"number_of_replicas\":0%s},\"mappings\":{\"properties\":{"
            + "\"t\":{\"type\":\"text\",\"analyzer\":\"unic_analyzer\",\"search_analyzer\":\"icu_analyzer\"},"
            + "\"o\":{\"properties\":{\"s\":{\"type\":\"text\",\"analyzer\":\"naturalsort\",\"fielddata\":true,"
            + "\"fields\":{\"k\":{\"type\":\"unic_collation_keyword\",\"locale\":\"de\"}}}}},"
            + "\"n\":{\"type\":\"keyword\"}}}}";

    @Test
    public void keyFieldsAndAnalyzersThatAMappingNamesAreCovered() throws InterruptedException {
        node.ok("PUT", "/words", NAMED.formatted(""));
        for (String name : List.of("unic_analyzer", "icu_analyzer", "naturalsort")) {
            JsonNode analyzer = awaited("words", "analyzers", name);
            assertEquals(name, analyzer.get("current"), analyzer.get("stored"));
        }
        JsonNode field = awaited("words", "fields", "o.s.k");
        assertEquals(field.get("current"), field.get("stored"));
        assertTrue(shown("words").get("matches").asBoolean());
        // A field of a later mapping.
        String later = "{\"properties\":{\"l\":{\"type\":\"icu_collation_keyword\",\"language\":\"sv\",\"numeric\":true}}}";
        node.ok("PUT", "/words/_mapping", later);
        assertTrue(awaited("words", "fields", "l").get("matches").asBoolean());
        // Closing and opening changes nothing.
        String before = stored("words");
        node.ok("POST", "/words/_close", null);
        node.ok("POST", "/words/_open", null);
        node.ok("GET", "/_cluster/health/words?wait_for_status=green&timeout=30s", null);
        assertEquals(before, stored("words"));
    }

    @Test
    public void searchesThatSortOnAChangedFieldWarn() throws InterruptedException {
        node.ok("PUT", "/words", NAMED.formatted(",\"index.unic.fingerprints\":[\"field/o.s.k=u1-0\",\"analyzer/naturalsort=u1-0\"]"));
        awaited("words", "analyzers", "unic_analyzer");
        assertFalse(shown("words").at("/fields/o.s.k/matches").asBoolean());
        node.ok("POST", "/words/_close", null);
        node.ok("POST", "/words/_open", null);
        node.ok("GET", "/_cluster/health/words?wait_for_status=green&timeout=30s", null);
        node.ok("PUT", "/words/_doc/1?refresh=true", "{\"o\":{\"s\":\"a\"},\"n\":\"b\"}");
        for (String field : List.of("o.s.k", "o.s")) {
            List<String> warnings = node.send("POST", "/words/_search", "{\"sort\":[{\"" + field + "\":\"asc\"}]}").warnings();
            assertEquals(field + warnings, 1, warnings.size());
            assertTrue(warnings.get(0), warnings.get(0).contains("[" + field + "] of "));
        }
        assertEquals(List.of(), node.send("POST", "/words/_search", "{\"sort\":[{\"n\":\"asc\"}]}").warnings());
    }

    @Test
    public void closedIndexWithItsFirstAnalyzerGetsAFingerprint() throws InterruptedException {
        node.ok("PUT", "/words", "{\"settings\":{\"number_of_replicas\":0}}");
        node.ok("POST", "/words/_close", null);
        node.ok("PUT", "/words/_settings", "{\"analysis\":{\"analyzer\":{\"german\":{\"type\":\"unic_collation\",\"language\":\"de\"}}}}");
        node.ok("POST", "/words/_open", null);
        assertTrue(awaited("words", "analyzers", "german").get("matches").asBoolean());
    }

    /** Another analyzer of the closed index changes; the mismatch of this one stays. */
    @Test
    public void unrelatedChangeKeepsAMismatch() throws InterruptedException {
        create("\"index.unic.fingerprints\":[\"analyzer/german=u1-0\"],");
        node.ok("POST", "/words/_close", null);
        node.ok("PUT", "/words/_settings", "{\"analysis\":{\"analyzer\":{\"other\":{\"type\":\"unic_collation\",\"language\":\"sv\"}}}}");
        node.ok("POST", "/words/_open", null);
        assertTrue(awaited("words", "analyzers", "other").get("matches").asBoolean());
        assertEquals("u1-0", shown("words").at("/analyzers/german/stored").asText());
        assertFalse(shown("words").get("matches").asBoolean());
        // Its own definition renews it.
        node.ok("POST", "/words/_close", null);
        node.ok("PUT", "/words/_settings", "{\"analysis\":{\"analyzer\":{\"german\":{\"type\":\"unic_collation\",\"language\":\"fi\"}}}}");
        node.ok("POST", "/words/_open", null);
        for (int tries = 0; tries < 200 && !shown("words").get("matches").asBoolean(); tries++) {
            Thread.sleep(50);
        }
        assertTrue(shown("words").toString(), shown("words").get("matches").asBoolean());
    }

    @Test
    public void analyzerAndNormalizerOfOneNameHaveFingerprintsEach() {
        node.ok(
                "PUT",
                "/words",
                "{\"settings\":{\"number_of_replicas\":0,\"analysis\":{\"analyzer\":{\"n\":{\"type\":\"unic_collation\",\"language\":\"de\"}},"
                        + "\"normalizer\":{\"n\":{\"type\":\"custom\",\"filter\":[\"unic_folding\"]}}}}}");
        String analyzer = shown("words").at("/analyzers/n/stored").asText();
        String normalizer = shown("words").at("/normalizers/n/stored").asText();
        assertTrue(analyzer + normalizer, analyzer.startsWith("u1-") && normalizer.startsWith("u1-"));
        assertNotEquals(analyzer, normalizer);
    }
}
