package org.unicanalysis.opensearch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.opensearch.common.settings.Settings;

/** The part of an index's analysis settings that defines one analyzer of components of unic-analysis only. */
final class OwnParts {
    private static final String NAME = "analyzer";

    private OwnParts() {}

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
        if (UnicAnalysisPlugin.types(NAME).contains(type)) {
            return Settings.builder().put(options, false).normalizePrefix(NAME + "." + name + ".").build();
        }
        if (!type.equals("custom")) {
            return null;
        }
        String tokenizer = options.get("tokenizer", "");
        List<String> filters = own(analysis, "filter", options.getAsList("filter"));
        List<String> charFilters = own(analysis, "char_filter", options.getAsList("char_filter"));
        boolean isOurs = section.equals(NAME) && isOwn(analysis, "tokenizer", tokenizer);
        if (!isOurs && filters.isEmpty() && charFilters.isEmpty()) {
            return null;
        }
        Settings.Builder definition = Settings.builder();
        String analyzer = NAME + "." + name + ".";
        definition.put(analyzer + "tokenizer", isOurs ? tokenizer : "keyword");
        definition.putList(analyzer + "filter", filters).putList(analyzer + "char_filter", charFilters);
        if (isOurs) {
            copy(analysis, "tokenizer", tokenizer, definition);
        }
        filters.forEach(filter -> copy(analysis, "filter", filter, definition));
        charFilters.forEach(filter -> copy(analysis, "char_filter", filter, definition));
        return definition.build();
    }

    private static List<String> own(Settings analysis, String kind, List<String> names) {
        List<String> own = new ArrayList<>(names);
        own.removeIf(name -> !isOwn(analysis, kind, name));
        return own;
    }

    private static boolean isOwn(Settings analysis, String kind, String name) {
        Set<String> types = UnicAnalysisPlugin.types(kind);
        return types.contains(analysis.get(kind + "." + name + ".type", name));
    }

    private static void copy(Settings analysis, String kind, String name, Settings.Builder definition) {
        String prefix = kind + "." + name + ".";
        // Without the node's secure settings, which index settings contain and a builder accepts once.
        definition.put(analysis.filter(key -> key.startsWith(prefix)), false);
    }
}
