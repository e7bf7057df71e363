package org.unicanalysis.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;

/** Errors and warnings of the library, with locations in the index definition that the author wrote. */
final class DefinitionWarnings {
    private static final Pattern LINE = Pattern.compile("^\\d+:\\d+: ", Pattern.MULTILINE);
    private static final Pattern DEFINITION_LOCATION = Pattern.compile("\\(at /analysis/");
    private static final Pattern COMPONENT_LOCATION =
            Pattern.compile("\\(at (?!/settings/)(?:/(?:tokenizer|filter|char_filter)/c0)?(/[^)]*|(?=\\)))");

    /** The names of components that are defined in a request start with this. */
    static final String ANONYMOUS = "__anonymous__";

    private static final int REMEMBERED = 10_000;

    /** The reported warnings: UUID of the index, pointer, hash of the warnings; the oldest are evicted. */
    private static final Set<String> WARNED = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }));

    private static final Logger LOGGER = LogManager.getLogger(DefinitionWarnings.class);

    private DefinitionWarnings() {}

    /**
     * A message of the library with pointers into the index definition. The library has parsed the options of a component or field alone,
     * so its pointers, lines and columns are not those of the author.
     *
     * @param message of the library
     * @param pointer to the component or field
     * @param name of the component, which the library has parsed as {@code c0}
     */
    static String located(String message, String pointer, String name) {
        String text = LINE.matcher(message).replaceAll("");
        text = DEFINITION_LOCATION.matcher(text).replaceAll("(at /settings/analysis/");
        text = COMPONENT_LOCATION.matcher(text).replaceAll(Matcher.quoteReplacement("(at " + pointer) + "$1");
        return text.replace("\"c0\"", "\"" + name + "\"");
    }

    /**
     * Reports warnings to the author of the index and to the log, those of one location of an index once: the engine builds the components
     * and fields of an index again for every change of its mapping. Those of a component in a request are reported each time.
     *
     * @param warnings of the library, a JSON array
     * @param name the component or field
     * @param type its type
     * @param pointer its location
     * @param index settings of the index
     */
    static void report(String warnings, String name, String type, String pointer, Settings index) {
        if (warnings.length() <= 2 || !isFirst(warnings, name, pointer, index)) {
            return;
        }
        StringBuilder message = new StringBuilder("[" + name + "] of type [" + type + "]:");
        for (Object warning : list(warnings)) {
            Map<?, ?> fields = (Map<?, ?>) warning;
            String text = fields.get("category") + ": " + fields.get("message") + " (at " + fields.get("pointer") + ")";
            message.append(' ').append(located(text, pointer, name));
        }
        LOGGER.warn("index {}: {}", index.get(IndexMetadata.SETTING_INDEX_PROVIDED_NAME, ""), message);
        HeaderWarning.addWarning(message.toString());
    }

    private static boolean isFirst(String warnings, String name, String pointer, Settings index) {
        String uuid = index.get(IndexMetadata.SETTING_INDEX_UUID, IndexMetadata.INDEX_UUID_NA_VALUE);
        // The UUID of components that belong to a request without an index.
        boolean isOfRequest = IndexMetadata.INDEX_UUID_NA_VALUE.equals(uuid) || name.startsWith(ANONYMOUS);
        return isOfRequest || WARNED.add(uuid + pointer + ' ' + warnings.hashCode());
    }

    private static List<Object> list(String json) {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
            return parser.list();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
