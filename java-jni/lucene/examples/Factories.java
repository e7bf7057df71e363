// docs/lucene.md
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.unicanalysis.lucene.ScriptAttribute;

public class Factories {
    public static void main(String[] arguments) throws IOException {
        CustomAnalyzer.Builder ours = CustomAnalyzer.builder()
                .addCharFilter("unic_normalizer", "form", "nfkc")
                .withTokenizer("unic_tokenizer")
                .addTokenFilter("unic_folding", "unicode_set_filter", "[^åäöÅÄÖ]");
        CustomAnalyzer.Builder mixed = CustomAnalyzer.builder()
                .withTokenizer("whitespace")
                .addTokenFilter("hyphen")
                .addTokenFilter("unic_folding")
                .addTokenFilter("stop");
        show(ours.build(), "Ångström №5 Россия");
        show(mixed.build(), "The E-Book");
    }

    private static void show(Analyzer analyzer, String text) throws IOException {
        try (analyzer;
                TokenStream stream = analyzer.tokenStream("field", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            ScriptAttribute script = stream.addAttribute(ScriptAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                System.out.print(term + " (" + script.getShortName() + ") ");
            }
            stream.end();
            System.out.println("by " + stream.getClass().getSimpleName());
        }
    }
}
