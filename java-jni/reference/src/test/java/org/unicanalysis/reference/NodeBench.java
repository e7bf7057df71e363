package org.unicanalysis.reference;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.Index;
import org.opensearch.indices.IndicesService;
import org.unicanalysis.opensearch.TestNode;

/**
 * Compares the plugin with the reference plugin on one node, alternating: bulk indexing, analysis alone, searches that sort by keys.
 * Run by {@code make bench-node}; not a test, so its name does not end with {@code Test}.
 */
public class NodeBench {
    private static final String[] SIDES = {"unic", "lucene_icu"};
    private static final int ROUNDS = 10;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

    private static TestNode node;
    private static long sink;

    @BeforeClass
    public static void start() throws Exception {
        node = new TestNode(
                Settings.builder().put("http.max_content_length", "200mb").build(),
                TestNode.PLUGIN,
                ReferencePlugin.class.getName());
        System.out.printf("OpenSearch %s, Java %d, ICU4J %s%n", org.opensearch.Version.CURRENT, Runtime.version().feature(), com.ibm.icu.util.VersionInfo.ICU_VERSION);
    }

    @After
    public void clean() {
        node.send("DELETE", "/unic,lucene_icu,plain?ignore_unavailable=true", null);
    }

    /** A mapping with two analyzers for each text, and a key for short texts. */
    private static void create(String side, boolean isSorted) {
        String analysis = ("{'char_filter':{'nfkc':{'type':'SIDE_normalizer'}},'filter':{'nfc':{'type':'SIDE_normalizer','name':'nfc'}},"
                        + "'analyzer':{'folded':{'char_filter':['nfkc'],'tokenizer':'SIDE_tokenizer','filter':['SIDE_folding']},"
                        + "'exact':{'tokenizer':'SIDE_tokenizer','filter':['nfc']},"
                        + "'keys':{'type':'SIDE_collation','locale':'de'}}}")
                .replace("SIDE", side);
        String fields = "'exact':{'type':'text','analyzer':'exact'}"
                + (isSorted ? ",'sort':{'type':'text','analyzer':'keys','fielddata':true}" : "");
        String text = "{'type':'text','analyzer':'folded','fields':{" + fields + "}}";
        if (side.equals("plain")) {
            // The cost of indexing without analysis: the text is stored, not indexed.
            analysis = "{}";
            text = "{'type':'keyword','index':false,'doc_values':false}";
        }
        node.ok(
                "PUT",
                "/" + side,
                ("{'settings':{'number_of_shards':1,'number_of_replicas':0,'refresh_interval':'-1','analysis':" + analysis
                                + "},'mappings':{'properties':{'text':" + text + "}}}")
                        .replace('\'', '"'));
    }

    private static List<String> bulks(String index, List<String> documents, int size) {
        List<String> bulks = new ArrayList<>();
        for (int start = 0; start < documents.size(); start += size) {
            StringBuilder bulk = new StringBuilder();
            for (String document : documents.subList(start, Math.min(documents.size(), start + size))) {
                ObjectNode source = TestNode.JSON.createObjectNode().put("text", document);
                bulk.append("{\"index\":{\"_index\":\"" + index + "\"}}\n").append(source).append('\n');
            }
            bulks.add(bulk.toString());
        }
        return bulks;
    }

    /** Elapsed seconds, and CPU seconds of the whole process, including the client. */
    private static double[] send(List<String> bulks) {
        double cpu = PROCESS.getProcessCpuTime() / 1e9;
        double start = System.nanoTime() / 1e9;
        for (String bulk : bulks) {
            JsonNode answer = node.ok("POST", "/_bulk?filter_path=errors", bulk);
            if (answer.get("errors").asBoolean()) {
                throw new AssertionError("a document was refused");
            }
        }
        return new double[] {System.nanoTime() / 1e9 - start, PROCESS.getProcessCpuTime() / 1e9 - cpu};
    }

    private void bulk(String title, List<String> documents, int size, boolean isSorted) throws IOException {
        String[] indices = {SIDES[0], SIDES[1], "plain"};
        int share = (documents.size() + ROUNDS - 1) / ROUNDS;
        double[][] total = new double[indices.length][2];
        List<double[]> ratios = new ArrayList<>();
        for (int round = -1; round < ROUNDS; round++) {
            if (round <= 0) {
                // The first round warms up the JIT compiler; its index is deleted.
                clean();
                for (String index : indices) {
                    create(index, isSorted);
                }
            }
            int first = Math.max(round, 0) * share;
            List<String> some = documents.subList(first, Math.min(documents.size(), first + share));
            double[][] found = new double[indices.length][];
            for (int turn = 0; turn < indices.length; turn++) {
                int side = round % 2 == 0 ? turn : indices.length - 1 - turn;
                List<String> bulks = bulks(indices[side], some, size);
                found[side] = send(bulks);
                // Pending work of one side must not run during the turn of the other.
                node.ok("POST", "/" + indices[side] + "/_flush?wait_if_ongoing=true&force=true", null);
            }
            if (round >= 0) {
                for (int side = 0; side < indices.length; side++) {
                    total[side][0] += found[side][0];
                    total[side][1] += found[side][1];
                }
                double[] rest = found[2];
                ratios.add(new double[] {
                    found[1][0] / found[0][0], found[1][1] / found[0][1], (found[1][1] - rest[1]) / (found[0][1] - rest[1])
                });
            }
        }
        System.out.printf("%n%s: %d documents of %d characters in the middle%n", title, documents.size(),
                (long) documents.stream().mapToInt(String::length).average().orElse(0));
        System.out.printf("%-12s %14s %16s%n", "", "documents/s", "CPU us/document");
        for (int side = 0; side < indices.length; side++) {
            System.out.printf(Locale.ROOT, "%-12s %14.0f %16.0f%n", indices[side], documents.size() / total[side][0], total[side][1] / documents.size() * 1e6);
        }
        System.out.printf(
                Locale.ROOT,
                "ours / theirs, median of %d rounds: documents/s %.2f; CPU 1/%.2f; CPU without what `plain` costs 1/%.2f%n",
                ROUNDS, median(ratios, 0), median(ratios, 1), median(ratios, 2));
    }

    private static double median(List<double[]> rows, int column) {
        double[] sorted = rows.stream().mapToDouble(row -> row[column]).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Runs the analyzers of both indices over equal texts, like the index writer. */
    private void analysis(String title, List<String> documents) throws IOException {
        for (String name : new String[] {"folded", "exact", "keys"}) {
            Analyzer[] sides = new Analyzer[2];
            for (int side = 0; side < 2; side++) {
                Index index = node.instance(ClusterService.class).state().metadata().index(SIDES[side]).getIndex();
                sides[side] = node.instance(IndicesService.class).indexServiceSafe(index).getIndexAnalyzers().get(name);
            }
            List<double[]> rows = new ArrayList<>();
            double[][] all = new double[2][ROUNDS];
            for (int round = -2; round < ROUNDS; round++) {
                double[] cpu = new double[2];
                for (int turn = 0; turn < 2; turn++) {
                    int side = round % 2 == 0 ? turn : 1 - turn;
                    long start = THREAD.getCurrentThreadCpuTime();
                    for (String document : documents) {
                        consume(sides[side], document);
                    }
                    cpu[side] = (THREAD.getCurrentThreadCpuTime() - start) / 1e3 / documents.size();
                }
                if (round >= 0) {
                    all[0][round] = cpu[0];
                    all[1][round] = cpu[1];
                    rows.add(new double[] {cpu[1] / cpu[0]});
                }
            }
            Arrays.sort(all[0]);
            Arrays.sort(all[1]);
            System.out.printf(
                    Locale.ROOT, "analysis of %s, `%s`: CPU us/document ours %.1f, theirs %.1f: 1/%.2f%n",
                    title, name, all[0][ROUNDS / 2], all[1][ROUNDS / 2], median(rows, 0));
        }
    }

    private static void consume(Analyzer analyzer, String text) throws IOException {
        try (TokenStream stream = analyzer.tokenStream("text", text)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
            PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                sink += term.getBytesRef().length + offset.endOffset() + increment.getPositionIncrement();
            }
            stream.end();
        }
    }

    /** Searches for the first page in the order of keys, and for pages after a document. */
    private void searches() {
        List<double[]> ratios = new ArrayList<>();
        double[] total = new double[2];
        int count = 200;
        for (String side : SIDES) {
            node.ok("POST", "/" + side + "/_forcemerge?max_num_segments=1", null);
            node.ok("POST", "/" + side + "/_refresh", null);
        }
        String[] words = {"der", "the", "и", "的", "a", "de", "in", "von"};
        for (int round = -2; round < ROUNDS; round++) {
            double[] seconds = new double[2];
            long[] hits = new long[2];
            for (int turn = 0; turn < 2; turn++) {
                int side = round % 2 == 0 ? turn : 1 - turn;
                double start = System.nanoTime() / 1e9;
                for (int number = 0; number < count; number++) {
                    String query = number % 2 == 0 ? "{\"match_all\":{}}" : "{\"match\":{\"text\":\"" + words[number / 2 % words.length] + "\"}}";
                    hits[side] += node.ok(
                                    "POST",
                                    "/" + SIDES[side] + "/_search?filter_path=hits.hits._id,hits.total",
                                    "{\"track_total_hits\":true,\"query\":" + query + ",\"sort\":[{\"text.sort\":\"" + (number % 4 < 2 ? "asc" : "desc") + "\"}]}")
                            .at("/hits/total/value")
                            .asLong();
                }
                seconds[side] = System.nanoTime() / 1e9 - start;
            }
            assertEquals("the same hits", hits[0] / 1000, hits[1] / 1000);
            if (round >= 0) {
                total[0] += seconds[0];
                total[1] += seconds[1];
                ratios.add(new double[] {seconds[1] / seconds[0]});
            }
        }
        System.out.printf(
                Locale.ROOT, "searches sorted on keys: ours %.0f/s, theirs %.0f/s, ratio %.2f%n",
                count * ROUNDS / total[0], count * ROUNDS / total[1], median(ratios, 0));
    }

    @Test
    public void shortDocuments() throws IOException {
        List<String> documents = Corpus.documents(Integer.getInteger("unic.documents"), 1);
        bulk("short", documents, 1000, true);
        analysis("short", documents.subList(0, Math.min(documents.size(), 10_000)));
        searches();
    }

    @Test
    public void longDocuments() throws IOException {
        List<String> documents = Corpus.documents(Integer.getInteger("unic.long.documents"), 5000);
        bulk("long", documents, 50, false);
        createWithKeys();
        analysis("long", documents.subList(0, Math.min(documents.size(), 500)));
    }

    private void createWithKeys() {
        clean();
        for (String side : SIDES) {
            create(side, true);
        }
    }
}
