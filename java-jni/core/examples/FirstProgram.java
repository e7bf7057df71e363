// docs/java.md
import org.unicanalysis.Analyzer;
import org.unicanalysis.Options;
import org.unicanalysis.TokenCursor;

public class FirstProgram {
    private static final String DEFINITION = """
            {"analyzer": {
              "words":  {"type": "custom", "tokenizer": "unic_tokenizer", "filter": ["hyphens", "unic_folding"]},
              "german": {"type": "unic_collation", "locale": "de"}},
             "filter": {"hyphens": {"type": "hyphen"}}}""";

    public static void main(String[] arguments) {
        try (Analyzer analyzer = Analyzer.create(DEFINITION, "words", Options.STRICT);
                TokenCursor tokens = analyzer.tokens()) {
            for (String text : new String[] {"Straße nach Köln", "東京タワー 2025"}) {
                tokens.setText(text);
                while (tokens.next()) {
                    System.out.println(tokens.term() + " " + tokens.start() + "-" + tokens.end() + " " + tokens.typeName());
                }
            }
        }
    }
}
