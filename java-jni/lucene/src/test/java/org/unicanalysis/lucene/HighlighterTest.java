package org.unicanalysis.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.search.uhighlight.WholeBreakIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Highlighters mark the original text for all char filters and token filters. */
public class HighlighterTest extends LuceneTestCase {
    private static final String FIELD = "text";

    /** An analyzer, the indexed text, the terms of the search, and the highlighted text. */
    private record Example(Analyzer analyzer, String text, List<String> terms, String marked) {}

    public void testStoredOffsetsMarkTheOriginalText() throws IOException {
        try (Analyzer words = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
                Analyzer chain = ComponentsTest.analyzer(
                        List.of("unic_normalizer"), "unic_tokenizer", List.of("unic_folding"), false);
                Analyzer mixed = ComponentsTest.analyzer(
                        List.of("unic_normalizer"), "unic_tokenizer", List.of("unic_folding"), true)) {
            List<Example> examples = List.of(
                    new Example(words, "Die Straße, die STRASSE.", List.of("strasse"), "Die <b>Straße</b>, die <b>STRASSE</b>."),
                    new Example(chain, "ﬁne ﬁlms e\u0301te\u0301 😀 ÉTÉ", List.of("ete", "films"),
                            "ﬁne <b>ﬁlms</b> <b>e\u0301te\u0301</b> 😀 <b>ÉTÉ</b>"),
                    new Example(mixed, "ﬁne ﬁlms e\u0301te\u0301 😀 ÉTÉ", List.of("ete", "films"),
                            "ﬁne <b>ﬁlms</b> <b>e\u0301te\u0301</b> 😀 <b>ÉTÉ</b>"),
                    new Example(chain, "한국어 ภาษาไทย 中文", List.of("ภาษา", "한국어"), "<b>한국어</b> <b>ภาษา</b>ไทย 中文"));
            for (Example example : examples) {
                for (IndexOptions offsets : List.of(
                        IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS, IndexOptions.DOCS_AND_FREQS_AND_POSITIONS)) {
                    assertEquals(offsets.toString(), example.marked(), highlight(example, offsets));
                }
            }
        }
    }

    /** Highlights with offsets of the index, or by a second analysis of the stored text. */
    private static String highlight(Example example, IndexOptions offsets) throws IOException {
        FieldType type = new FieldType(TextField.TYPE_STORED);
        type.setIndexOptions(offsets);
        type.freeze();
        Document document = new Document();
        document.add(new Field(FIELD, example.text(), type));
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        example.terms().forEach(term -> query.add(new TermQuery(new Term(FIELD, term)), BooleanClause.Occur.SHOULD));
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(example.analyzer()))) {
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = newSearcher(reader);
                TopDocs found = searcher.search(query.build(), 1);
                assertEquals(example.text(), 1, found.scoreDocs.length);
                UnifiedHighlighter highlighter = UnifiedHighlighter.builder(searcher, example.analyzer())
                        .withBreakIterator(WholeBreakIterator::new)
                        .build();
                return highlighter.highlight(FIELD, query.build(), found)[0];
            }
        }
    }
}
