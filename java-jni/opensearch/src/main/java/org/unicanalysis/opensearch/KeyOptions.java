package org.unicanalysis.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.XContentBuilder;
import org.unicanalysis.Options;

/** The options of a key field that determine its keys. */
final class KeyOptions {
    /** Options of the analyzer {@code unic_collation}, as they are called there. */
    static final List<String> NAMES = List.of(
            "rules",
            "locale",
            "language",
            "country",
            "variant",
            "strength",
            "decomposition",
            "alternate",
            "case_level",
            "case_first",
            "numeric",
            "variable_top",
            "reorder",
            "max_key_bytes",
            "hiragana_quaternary_mode");

    private KeyOptions() {}

    /**
     * The analyzer of the keys.
     *
     * @param field options of a field in a mapping, others are ignored
     * @return its definition
     */
    static String definition(Map<String, ?> field) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("type", "unic_collation");
        options.put("key_format", "bytes");
        for (String name : NAMES) {
            Object value = field.get(name);
            if (value != null) {
                // The option of lists; an array elsewhere is an error.
                boolean isText = name.equals("reorder") || !(value instanceof List);
                options.put(name, isText ? text(value) : value);
            }
        }
        try (XContentBuilder json = XContentFactory.jsonBuilder()) {
            return BytesReference.bytes(json.map(options)).utf8ToString();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * The options of the compilation. Only rules that are in files need the folder.
     *
     * @param field as for {@link #definition}
     * @param files options with the folder of rule files
     */
    static Options compileOptions(Map<String, ?> field, Options files) {
        Object rules = field.get("rules");
        boolean areFiles = rules != null && text(rules).matches("(?s).*\\.(txt|rules)\\s*");
        return areFiles ? Options.STRICT.withConfigurationDirectory(files.configurationDirectory()) : Options.STRICT;
    }

    /** The text of a value: an array and the same entries in one string are equal, and so are {@code true} and {@code "true"}. */
    static String text(Object value) {
        return value instanceof List<?> entries
                ? entries.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
