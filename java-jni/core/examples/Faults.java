// docs/java.md
import org.unicanalysis.Analyzer;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;

public class Faults {
    public static void main(String[] arguments) {
        String definition = "{\"type\": \"unic_collation\", \"strenght\": \"primary\"}";
        try (Analyzer analyzer = Analyzer.create(definition)) {
            System.out.println(analyzer.describe());
        } catch (DefinitionException error) {
            System.out.println(error.category() + " at " + error.pointer() + ", line " + error.line() + ", column " + error.column());
            System.out.println(error.getMessage());
        }
        try (Analyzer analyzer = Analyzer.create(definition, null, Options.LENIENT)) {
            System.out.println(analyzer.warnings().contains("strenght") ? "read, with a warning" : "no warning");
        }
    }
}
