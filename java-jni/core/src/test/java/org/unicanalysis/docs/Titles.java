package org.unicanalysis.docs;

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
            // The texts themselves: SortKeys is a Comparator.
            System.out.println(titles.stream().sorted(keys).toList());

            // Stored keys: all of them in one native call, compared as unsigned bytes.
            byte[][] made = keys.keys(titles);
            TreeMap<byte[], String> store = new TreeMap<>(Arrays::compareUnsigned);
            for (int at = 0; at < made.length; at++) {
                store.put(made[at], titles.get(at));
            }
            System.out.println(store.values());

            // All that begin with a text, whatever its case and accents: start <= key < end.
            SortKeys.Range range = keys.prefixRange("apf", SortKeys.Strength.PRIMARY);
            System.out.println(store.subMap(range.start(), range.end()).values());

            // For stores that take no bytes: text that sorts as the key does.
            String text = SortKeys.toHex(keys.key("Öl"));
            System.out.println(text + " " + store.get(SortKeys.fromHex(text)));
        }
    }
}
