// docs/java.md
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.unicanalysis.Analyzer;
import org.unicanalysis.SortKeys;

public class Titles {
    public static void main(String[] arguments) {
        List<String> titles = List.of("Zebra", "Öl", "Äpfel", "Apfel", "Ofen", "apfelbaum");
        try (Analyzer german = Analyzer.create("{\"type\": \"unic_collation\", \"locale\": \"de\"}");
                SortKeys keys = german.sortKeys()) {
            // Compares texts directly: SortKeys is a Comparator.
            System.out.println(titles.stream().sorted(keys).toList());

            // Builds all keys in one native call, for storage; they compare as unsigned bytes.
            byte[][] made = keys.keys(titles);
            TreeMap<byte[], String> store = new TreeMap<>(Arrays::compareUnsigned);
            for (int at = 0; at < made.length; at++) {
                store.put(made[at], titles.get(at));
            }
            System.out.println(store.values());

            // The range of all texts with a prefix, in any case and with any accents: start <= key < end.
            SortKeys.Range range = keys.prefixRange("apf", SortKeys.Strength.PRIMARY);
            System.out.println(store.subMap(range.start(), range.end()).values());

            // Text that sorts like the key, for stores without byte values.
            String text = SortKeys.toHex(keys.key("Öl"));
            System.out.println(text + " " + store.get(SortKeys.fromHex(text)));
        }
    }
}
