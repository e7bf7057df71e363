package org.unicanalysis.opensearch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.Strings;

/** The definition of one analyzer of an index, with the components of unic-analysis only. */
final class UnicDefinition {
    private static final String ANALYZER = "analyzer";

    /** The engine's filters that contain filters, with the option that lists them. */
    private static final Map<String, String> CONTAINED = Map.of("multiplexer", "filters", "condition", "filter");

    private UnicDefinition() {}

    /**
     * An analyzer or normalizer without the engine's components; null if none of its components is from unic-analysis.
     *
     * @param analysis the analysis settings
     * @param section {@code analyzer} or {@code normalizer}
     * @param name the name of the analyzer
     * @param options the options of the analyzer
     */
    static Settings of(Settings analysis, String section, String name, Settings options) {
        String type = options.get("type", "custom");
        if (UnicAnalysisPlugin.types(ANALYZER).contains(type)) {
            Settings.Builder definition = Settings.builder().put(options, false).normalizePrefix(ANALYZER + "." + name + ".");
            // The analyzer `hyphen` may name filters of the index, also the engine's: the library has counterparts.
            for (String kind : List.of("filter", "char_filter")) {
                options.getAsList(kind).forEach(filter -> copy(analysis, kind, filter, definition));
            }
            return definition.build();
        }
        if (!type.equals("custom")) {
            return null;
        }
        String tokenizer = options.get("tokenizer", "");
        List<String> filters = unicNames(analysis, "filter", options.getAsList("filter"));
        List<String> charFilters = unicNames(analysis, "char_filter", options.getAsList("char_filter"));
        boolean hasUnicTokenizer = section.equals(ANALYZER) && isUnic(analysis, "tokenizer", tokenizer);
        if (!hasUnicTokenizer && filters.isEmpty() && charFilters.isEmpty()) {
            return null;
        }
        Settings.Builder definition = Settings.builder();
        String analyzer = ANALYZER + "." + name + ".";
        definition.put(analyzer + "tokenizer", hasUnicTokenizer ? tokenizer : "keyword");
        definition.putList(analyzer + "filter", filters).putList(analyzer + "char_filter", charFilters);
        if (hasUnicTokenizer) {
            copy(analysis, "tokenizer", tokenizer, definition);
        }
        filters.forEach(filter -> copy(analysis, "filter", filter, definition));
        charFilters.forEach(filter -> copy(analysis, "char_filter", filter, definition));
        return definition.build();
    }

    /** The components of unic-analysis among these and inside of the engine's filters that contain others, in order. */
    private static List<String> unicNames(Settings analysis, String kind, List<String> names) {
        List<String> found = new ArrayList<>();
        addUnicNames(analysis, kind, names, new HashSet<>(), found);
        return found;
    }

    private static void addUnicNames(
            Settings analysis, String kind, List<String> names, Set<String> containers, List<String> found) {
        for (String name : names) {
            if (isUnic(analysis, kind, name)) {
                found.add(name);
                continue;
            }
            String prefix = kind + "." + name + ".";
            String list = CONTAINED.get(analysis.get(prefix + "type", ""));
            // The engine rejects a filter that contains itself.
            if (list != null && containers.add(name)) {
                for (String contained : analysis.getAsList(prefix + list)) {
                    addUnicNames(analysis, kind, List.of(Strings.tokenizeToStringArray(contained, ",")), containers, found);
                }
            }
        }
    }

    private static boolean isUnic(Settings analysis, String kind, String name) {
        Set<String> types = UnicAnalysisPlugin.types(kind);
        return types.contains(analysis.get(kind + "." + name + ".type", name));
    }

    private static void copy(Settings analysis, String kind, String name, Settings.Builder definition) {
        String prefix = kind + "." + name + ".";
        // Without the node's secure settings, which index settings contain and a builder accepts once.
        definition.put(analysis.filter(key -> key.startsWith(prefix)), false);
    }
}
