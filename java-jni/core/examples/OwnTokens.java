// docs/java.md
import org.unicanalysis.Analyzer;
import org.unicanalysis.CharFilters;
import org.unicanalysis.FilteredText;
import org.unicanalysis.TokenFilters;

public class OwnTokens {
    public static void main(String[] arguments) {
        String definition = """
                {"analyzer": {"a": {"type": "custom", "char_filter": ["unic_normalizer"], "tokenizer": "keyword",
                                    "filter": ["hyphen", "unic_folding"]}}}""";
        try (Analyzer analyzer = Analyzer.create(definition);
                TokenFilters filters = analyzer.tokenFilters();
                CharFilters charFilters = analyzer.charFilters()) {
            // Filters tokens of the program, in any number of batches.
            filters.reset();
            char[] text = "Das E-Book".toCharArray();
            filters.add(text, 0, 3, 0, 3, "word", 1, 1, false, 0);
            filters.run();
            show(filters);
            filters.add(text, 4, 6, 4, 10, "word", 1, 1, false, 0);
            filters.runLast(text.length, 0);
            show(filters);

            // Runs the char filters only; their offset map leads to the original text.
            char[] source = "x½y".toCharArray();
            FilteredText filtered = charFilters.filter(source, source.length);
            System.out.println(new String(filtered.chars()) + ": y at 4 is y at " + filtered.original(4));
        }
    }

    private static void show(TokenFilters filters) {
        while (filters.next()) {
            System.out.println(filters.term() + " " + filters.start() + "-" + filters.end() + " +" + filters.positionIncrement());
        }
    }
}
