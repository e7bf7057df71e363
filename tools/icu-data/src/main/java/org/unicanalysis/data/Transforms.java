package org.unicanalysis.data;

import java.util.TreeMap;

import com.ibm.icu.util.UResourceBundle;

/** Transform rule texts, one file per distinct text, and the index of ids. */
final class Transforms {
    static void write(Output out) throws Exception {
        UResourceBundle ids = Output.bundle("translit", "root").get("RuleBasedTransliteratorIDs");
        StringBuilder index = new StringBuilder();
        TreeMap<String, String> files = new TreeMap<>();
        for (int i = 0; i < ids.getSize(); i++) {
            UResourceBundle entry = ids.get(i);
            String id = entry.getKey();
            UResourceBundle value = entry.get(0);
            String kind = value.getKey();
            if (kind.equals("alias")) {
                index.append("alias\t" + id + "\t" + value.getString() + "\t\n");
                continue;
            }
            String text = value.getString("resource");
            String file = files.computeIfAbsent(text, unused -> id.replaceAll("[^A-Za-z0-9_-]", "."));
            index.append(kind + "\t" + id + "\t" + file + "\t" + value.getString("direction") + "\n");
        }
        for (var entry : files.entrySet()) {
            out.write("transform/" + entry.getValue() + ".txt", "#", "Transform rules (UTS #35 part 2).\n", entry.getKey());
        }
        out.write("transform/index.tsv", "#", "Transform ids: kind (file, internal, alias), id, rule file or id, direction.\n",
                index.toString());
    }
}
