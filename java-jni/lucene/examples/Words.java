// docs/lucene.md
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.unicanalysis.lucene.UnicAnalyzer;

public class Words {
    public static void main(String[] arguments) throws IOException {
        try (Analyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
                TokenStream stream = analyzer.tokenStream("field", "Straße nach Köln")) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                System.out.println(term + " " + offset.startOffset() + "-" + offset.endOffset());
            }
            stream.end();
        }
    }
}
