package org.unicanalysis.reference;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.util.Version;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.opensearch.common.settings.Settings;
import org.unicanalysis.opensearch.TestNode;

/**
 * Compares the plugin with the reference plugin on one node: terms, offsets, types and positions of all tokens are equal in
 * {@code _analyze}. Lucene contains an older ICU than 79.1, so texts with characters that Unicode, CLDR or the dictionaries have
 * changed since then may differ; {@code UNICODE.md} lists them. {@code make differential-node} sets another folder, and the ratio of
 * lines that may differ.
 */
public class SideBySideTest {
    private static final int BATCH = 100;
    private static final int SHOWN = 3;

    /** In Lucene 9.11 to 10.1 (ICU 74.2) a colon separates words; in earlier and later versions it joins letters. */
    private static final Pattern JOINING_COLON = Pattern.compile("\\w[:\uFE55\uFF1A]\\w", Pattern.UNICODE_CHARACTER_CLASS);

    private static TestNode node;

    @BeforeClass
    public static void start() throws Exception {
        node = new TestNode(Settings.EMPTY, TestNode.PLUGIN, ReferencePlugin.class.getName());
        node.ok("PUT", "/sides", definition());
    }

    @AfterClass
    public static void clean() {
        node.send("DELETE", "/_all", null);
    }

    private static String definition() {
        StringBuilder filters = new StringBuilder();
        StringBuilder charFilters = new StringBuilder();
        StringBuilder analyzers = new StringBuilder();
        for (String side : new String[] {"unic", "lucene_icu"}) {
            String comma = side.equals("unic") ? "" : ",";
            charFilters.append((comma + "'SIDE_nfd':{'type':'SIDE_normalizer','name':'nfc','mode':'decompose'}").replace("SIDE", side));
            filters.append((comma + "'SIDE_nfc':{'type':'SIDE_normalizer','name':'nfc'},"
                            + "'SIDE_cyrillic':{'type':'SIDE_transform','id':'Cyrillic-Latin'}")
                    .replace("SIDE", side));
            analyzers.append((comma + "'SIDE_analyzer':{'type':'SIDE_analyzer'},"
                            + "'SIDE_tokens':{'tokenizer':'SIDE_tokenizer'},"
                            + "'SIDE_folded':{'char_filter':['SIDE_normalizer'],'tokenizer':'SIDE_tokenizer','filter':['SIDE_folding']},"
                            + "'SIDE_mixed':{'tokenizer':'whitespace','filter':['lowercase','SIDE_normalizer','unique','SIDE_folding']},"
                            + "'SIDE_decomposed':{'char_filter':['SIDE_nfd'],'tokenizer':'SIDE_tokenizer','filter':['SIDE_nfc']},"
                            + "'SIDE_latin':{'tokenizer':'SIDE_tokenizer','filter':['SIDE_cyrillic']},"
                            + "'SIDE_keys':{'type':'SIDE_collation','locale':'de'}")
                    .replace("SIDE", side));
        }
        return ("{'settings':{'number_of_shards':1,'number_of_replicas':0,'index.analyze.max_token_count':1000000,'analysis':{'char_filter':{"
                        + charFilters + "},'filter':{" + filters + "},'analyzer':{" + analyzers + "}}},"
                        + "'mappings':{'properties':{'n':{'type':'long'},'t':{'type':'text','index':false,'fields':{"
                        + "'unic':{'type':'text','analyzer':'unic_keys','fielddata':true},"
                        + "'lucene_icu':{'type':'text','analyzer':'lucene_icu_keys','fielddata':true}}}}}}")
                .replace('\'', '"');
    }

    @Test
    public void tokensAreEqual() throws IOException {
        double allowed = Double.parseDouble(System.getProperty("unic.differing.lines", "0"));
        long all = 0;
        long different = 0;
        for (Map.Entry<String, List<String>> text : Corpus.read().entrySet()) {
            List<String> lines = new ArrayList<>(text.getValue());
            if (Version.LATEST.major < 10) {
                lines.removeIf(line -> JOINING_COLON.matcher(line).find());
            }
            for (String chain : new String[] {"analyzer", "tokens", "folded", "mixed", "decomposed", "latin"}) {
                int count = 0;
                for (int start = 0; start < lines.size(); start += BATCH) {
                    count += compare(chain, lines.subList(start, Math.min(lines.size(), start + BATCH)), count);
                }
                System.out.printf("%s %s: %d lines, %d differ%n", text.getKey(), chain, lines.size(), count);
                all += lines.size();
                different += count;
            }
        }
        System.out.printf("%d passed, %d differ%n", all - different, different);
        assertTrue(different + " of " + all + " lines differ", different <= all * allowed);
    }

    /** The number of lines that differ. */
    private static int compare(String chain, List<String> lines, int shown) {
        JsonNode ours = tokens("unic_" + chain, lines);
        JsonNode theirs = tokens("lucene_icu_" + chain, lines);
        if (ours.equals(theirs)) {
            return 0;
        }
        if (lines.size() > 1) {
            int half = lines.size() / 2;
            int first = compare(chain, lines.subList(0, half), shown);
            return first + compare(chain, lines.subList(half, lines.size()), shown + first);
        }
        if (shown < SHOWN) {
            int at = 0;
            while (at < ours.size() && at < theirs.size() && ours.get(at).equals(theirs.get(at))) {
                at++;
            }
            System.out.println("  " + chain + ": " + lines.get(0));
            System.out.println("    ours   " + from(ours, at));
            System.out.println("    theirs " + from(theirs, at));
        }
        return 1;
    }

    private static List<JsonNode> from(JsonNode tokens, int start) {
        List<JsonNode> some = new ArrayList<>();
        for (int at = start; at < Math.min(tokens.size(), start + 3); at++) {
            some.add(tokens.get(at));
        }
        return some;
    }

    private static JsonNode tokens(String analyzer, List<String> lines) {
        ObjectNode request = TestNode.JSON.createObjectNode().put("analyzer", analyzer);
        ArrayNode texts = request.putArray("text");
        lines.forEach(texts::add);
        return node.ok("GET", "/sides/_analyze", request.toString()).get("tokens");
    }

    /** Documents sorted by keys of the plugin are in the order of Lucene's keys. */
    @Test
    public void keysSortEqually() throws IOException {
        Set<String> words = new HashSet<>();
        for (List<String> lines : Corpus.read().values()) {
            for (String line : lines.subList(0, Math.min(lines.size(), 200))) {
                for (String word : line.split("[\\s\\p{Punct}]+")) {
                    // European letters, whose order CLDR and Unicode have not changed since Lucene's ICU.
                    if (!word.isEmpty() && word.codePoints().allMatch(letter -> letter < 0x250)) {
                        words.add(word);
                    }
                }
            }
        }
        StringBuilder bulk = new StringBuilder();
        int number = 0;
        for (String word : words) {
            ObjectNode document = TestNode.JSON.createObjectNode().put("t", word).put("n", number++);
            bulk.append("{\"index\":{\"_index\":\"sides\"}}\n").append(document).append('\n');
        }
        node.ok("POST", "/_bulk?refresh=true", bulk.toString());
        assertTrue("words: " + words.size(), words.size() > 50);
        assertEquals(order("t.lucene_icu"), order("t.unic"));
    }

    private static List<Integer> order(String field) {
        List<Integer> order = new ArrayList<>();
        node.ok("POST", "/sides/_search", "{\"size\":10000,\"sort\":[{\"" + field + "\":\"asc\"},{\"n\":\"asc\"}]}")
                .at("/hits/hits")
                .forEach(hit -> order.add(hit.at("/_source/n").asInt()));
        return order;
    }
}
