package org.unicanalysis.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.unicanalysis.NativeFaultException;
import org.unicanalysis.UnicAnalysis;

/** A program whose streams panic on request; prints {@code done}, or what is wrong. */
final class FaultingStreams {
    private static final String FAULT = "fault!";
    private static final String TEXT = "Größe Überfall";

    private FaultingStreams() {}

    public static void main(String[] arguments) throws IOException {
        Analyzer filters = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                WhitespaceTokenizer words = new WhitespaceTokenizer();
                return new TokenStreamComponents(words, new TokenFilterFactories.UnicFolding(new HashMap<>()).create(words));
            }
        };
        Analyzer charFilters = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                return new TokenStreamComponents(new WhitespaceTokenizer());
            }

            @Override
            protected java.io.Reader initReader(String field, java.io.Reader reader) {
                return new CharFilterFactories.UnicNormalizer(new HashMap<>()).create(reader);
            }
        };
        Map<String, Analyzer> analyzers = Map.of(
                "tokenizer", new UnicAnalyzer("{\"type\": \"unic_analyzer\"}"),
                "keys", new UnicAnalyzer("{\"type\": \"unic_collation\", \"key_format\": \"bytes\"}"),
                "token filter", filters,
                "char filter", charFilters);
        for (Map.Entry<String, Analyzer> each : analyzers.entrySet()) {
            Analyzer analyzer = each.getValue();
            List<String> expected = tokens(analyzer, TEXT);
            long live = UnicAnalysis.liveObjects();
            for (int round = 0; round < 3; round++) {
                try {
                    System.out.println(each.getKey() + ": " + tokens(analyzer, FAULT));
                } catch (NativeFaultException fault) {
                    if (!fault.getMessage().contains("requested by the text")) {
                        System.out.println(each.getKey() + ": " + fault);
                    }
                }
                List<String> again = tokens(analyzer, TEXT);
                if (!again.equals(expected)) {
                    System.out.println(each.getKey() + ": " + expected + ", then " + again);
                }
            }
            if (UnicAnalysis.liveObjects() != live) {
                System.out.println(each.getKey() + ": " + (UnicAnalysis.liveObjects() - live) + " native objects more");
            }
        }
        System.out.println("done");
    }

    private static List<String> tokens(Analyzer analyzer, String text) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("f", text)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(term.getBytesRef() + " " + offset.startOffset() + "-" + offset.endOffset());
            }
            stream.end();
        }
        return tokens;
    }
}
