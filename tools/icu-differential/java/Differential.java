import java.nio.file.Path;

/**
 * What ICU4J answers to questions of one kind, one row each: KIND COUNT SEED ROOT CORPUS. `again`: to the rows of the standard input alone.
 */
final class Differential {
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("again")) {
            Rows.again();
            return;
        }
        int count = Integer.parseInt(arguments[1]);
        Rows.start(Long.parseLong(arguments[2]), Path.of(arguments[3]), Path.of(arguments[4]));
        switch (arguments[0]) {
            case "breaks": Breaks.rows(count); break;
            case "casing": Casing.rows(count); break;
            case "collation": Collations.rows(count); break;
            case "locales": Locales.rows(count); break;
            case "normalization": Normalization.rows(count); break;
            case "patterns": Patterns.rows(count); break;
            case "sets": Sets.rows(count); break;
            case "spell": Spell.rows(count); break;
            case "spell-doubles": Spell.ofDoubles(count); break;
            case "spell-reads": Spell.ofReads(count); break;
            case "spell-rules": Spell.ofRandomRules(count); break;
            case "transforms": Transforms.rows(count); break;
            default: throw new IllegalArgumentException("no kind " + arguments[0]);
        }
        Rows.end();
    }
}
