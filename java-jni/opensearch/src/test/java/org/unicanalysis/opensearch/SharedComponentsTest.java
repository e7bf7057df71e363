package org.unicanalysis.opensearch;

import static org.junit.Assert.assertTrue;

import org.junit.After;
import org.junit.Test;
import org.unicanalysis.UnicAnalysis;

/** Indices with equal definitions share native objects, which are freed with the last of these indices. */
public class SharedComponentsTest {
    private static final String DEFINITION = ("{'settings':{'number_of_shards':1,'number_of_replicas':0,'analysis':{'analyzer':{"
                    + "'words':{'char_filter':['unic_normalizer'],'tokenizer':'unic_tokenizer','filter':['cyrillic','unic_folding']},"
                    + "'mixed':{'tokenizer':'whitespace','filter':['lowercase','unic_folding']},"
                    + "'german':{'type':'unic_collation','language':'de','reorder':['grek']}},"
                    + "'filter':{'cyrillic':{'type':'unic_transform','id':'Cyrillic-Latin'}}}},"
                    + "'mappings':{'properties':{'t':{'type':'text','analyzer':'words','fields':{"
                    + "'k':{'type':'unic_collation_keyword','language':'sv','numeric':true}}}}}}")
            .replace('\'', '"');

    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/shared-*", null);
    }

    /** The number of reachable native objects. */
    private static long live() throws InterruptedException {
        long last = Long.MAX_VALUE;
        int unchanged = 0;
        for (int round = 0; round < 100 && unchanged < 5; round++) {
            System.gc();
            Thread.sleep(50);
            long live = UnicAnalysis.liveObjects();
            unchanged = live == last ? unchanged + 1 : 0;
            last = live;
        }
        return last;
    }

    private void create(int from, int to) {
        for (int number = from; number < to; number++) {
            node.ok("PUT", "/shared-" + number, DEFINITION);
        }
    }

    @Test
    public void indicesShareEqualComponents() throws Exception {
        create(0, 1);
        long one = live();
        create(1, 60);
        long sixty = live();
        // No objects per index; a few for threads of the node that used an analyzer for the first time.
        assertTrue(one + " objects for one index, " + sixty + " for sixty", sixty < one + 30);
    }

    @Test
    public void lastIndexFreesSharedComponents() throws Exception {
        node.ok("PUT", "/shared-a", "{\"settings\":{\"number_of_replicas\":0}}");
        long without = live();
        create(0, 5);
        for (int number = 0; number < 5; number++) {
            node.ok("PUT", "/shared-" + number + "/_doc/1?refresh=true", "{\"t\":\"Übung macht den Meister\"}");
            node.ok("GET", "/shared-" + number + "/_analyze", "{\"analyzer\":\"mixed\",\"text\":\"Ä b\"}");
        }
        node.ok("DELETE", "/shared-0,shared-1,shared-2,shared-3", null);
        long withLast = live();
        node.ok("DELETE", "/shared-4", null);
        long after = live();
        assertTrue(withLast + " objects with the last index, " + after + " without it", withLast > after);
        // Objects of earlier tests may be freed meanwhile.
        assertTrue(without + " objects before, " + after + " after", after <= without);
    }
}
