package org.unicanalysis.lucene;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.unicanalysis.Options;

/** The arguments of a factory: the options of its component and of the compilation. */
final class FactoryOptions {
    /** The folder of the files that options name; not an option of any component. */
    static final String DIRECTORY = "configuration_directory";

    private static final String FILTER = "unicode_set_filter";

    /** The name of that option in Lucene's ICU factories. */
    private static final String LUCENE_FILTER = "filter";

    final String definition;
    final Options options;

    /**
     * Takes all arguments of a factory.
     *
     * @param type the component
     * @param arguments the arguments that Lucene has not consumed; emptied
     * @param original all arguments: Lucene consumes {@code name}, which is also an option of normalizers
     */
    FactoryOptions(String type, Map<String, String> arguments, Map<String, String> original) {
        Map<String, String> rest = new HashMap<>(arguments);
        arguments.clear();
        String name = original.get("name");
        if (name != null && !name.equalsIgnoreCase(type)) {
            rest.put("name", name);
        }
        takeLuceneOptions(type, rest);
        String directory = rest.remove(DIRECTORY);
        options = directory == null ? Options.STRICT : Options.STRICT.withConfigurationDirectory(Path.of(directory));
        definition = ComponentDefinition.of(type, rest);
    }

    /** Converts options of Lucene's ICU factories that the components do not have as they are. */
    private static void takeLuceneOptions(String type, Map<String, String> options) {
        String set = options.get(LUCENE_FILTER);
        if (set != null && (type.endsWith("_normalizer") || type.endsWith("_folding"))) {
            if (options.containsKey(FILTER)) {
                throw new IllegalArgumentException("`" + LUCENE_FILTER + "` and `" + FILTER + "` are one option: give one of them");
            }
            options.remove(LUCENE_FILTER);
            // In Lucene an empty set is no filter.
            if (!set.replaceAll("\\s", "").equals("[]")) {
                options.put(FILTER, set);
            }
        }
        // Any letter case in Lucene; `dir`, which is not Lucene's name, is read exactly.
        options.computeIfPresent("direction", (name, value) -> value.toLowerCase(Locale.ROOT));
    }
}
