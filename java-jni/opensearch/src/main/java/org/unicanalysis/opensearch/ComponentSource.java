package org.unicanalysis.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.env.Environment;
import org.opensearch.index.IndexSettings;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;

/**
 * A request of the engine for a component.
 *
 * @param index the index
 * @param environment the node's folders
 * @param type the registered type
 * @param name the name in the index definition
 * @param settings the component's options
 * @param strict unknown options are errors
 */
record ComponentSource(
        IndexSettings index, Environment environment, String type, String name, Settings settings, boolean strict) {
    private static final Pattern LINE = Pattern.compile("^\\d+:\\d+: ", Pattern.MULTILINE);
    private static final Pattern DEFINITION_LOCATION = Pattern.compile("\\(at /analysis/");
    private static final Pattern COMPONENT_LOCATION =
            Pattern.compile("\\(at (?!/settings/)(?:/(?:tokenizer|filter|char_filter)/c0)?(/[^)]*|(?=\\)))");

    private static final int REMEMBERED = 10_000;

    /** The components with logged warnings, by index and name; the oldest are evicted. */
    private static final Set<String> WARNED = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }));

    private static final Logger LOGGER = LogManager.getLogger(ComponentSource.class);

    /**
     * Whether the component can be built. The engine builds the default instance of every component for each index; if the
     * library is missing, those are reported when they are used, and components that an index defines at once.
     */
    boolean isAvailable() {
        if (!componentSettings().isEmpty()) {
            Library.require();
        }
        return Library.isLoaded();
    }

    private Settings componentSettings() {
        // A default instance has the settings of a nonexistent index.
        return settings.filter(key -> !key.startsWith("index."));
    }

    Options options() {
        return new Options(configurationDirectory(environment), !strict);
    }

    /** The definition of the component as one JSON object. */
    String definition() {
        return json(Settings.builder().put(componentSettings(), false).put("type", type).build());
    }

    /**
     * Compiles the component.
     *
     * @param section of the analysis settings: {@code filter}, for example
     * @param make compiles
     * @throws IllegalArgumentException with the location of the option in the index definition
     */
    <T> T compile(String section, Supplier<T> make) {
        try {
            return make.get();
        } catch (DefinitionException error) {
            throw new IllegalArgumentException(located(error.getMessage(), section, name));
        }
    }

    /**
     * The message of the library, with pointers into the index definition and the component's name. The library has parsed the
     * component's options alone, or in a chain under the name {@code c0}, so its pointers, lines and columns are not those of
     * the author.
     */
    private static String located(String message, String section, String name) {
        return located(message, "/settings/analysis/" + section + "/" + name).replace("\"c0\"", "\"" + name + "\"");
    }

    /** The message of the library about options at a location of the index definition. */
    static String located(String message, String pointer) {
        String text = LINE.matcher(message).replaceAll("");
        text = DEFINITION_LOCATION.matcher(text).replaceAll("(at /settings/analysis/");
        return COMPONENT_LOCATION.matcher(text).replaceAll(Matcher.quoteReplacement("(at " + pointer) + "$1");
    }

    /**
     * Reports warnings to the author of the index and to the log, once per index. The engine builds the components of an index
     * again for every change of its mapping.
     *
     * @param section of the analysis settings
     * @param warnings of the library, a JSON array
     */
    void warn(String section, String warnings) {
        if (warnings.length() <= 2 || !isFirst(section)) {
            return;
        }
        StringBuilder message = new StringBuilder("[" + name + "] of type [" + type + "]:");
        for (Object warning : list(warnings)) {
            Map<?, ?> fields = (Map<?, ?>) warning;
            String text = fields.get("category") + ": " + fields.get("message") + " (at " + fields.get("pointer") + ")";
            message.append(' ').append(located(text, section, name));
        }
        LOGGER.warn("index {}: {}", index.getIndex(), message);
        HeaderWarning.addWarning(message.toString());
    }

    private boolean isFirst(String section) {
        String uuid = index.getUUID();
        // The UUID of components that belong to a request without an index.
        return IndexMetadata.INDEX_UUID_NA_VALUE.equals(uuid) || WARNED.add(uuid + "/" + section + "/" + name);
    }

    private static List<Object> list(String json) {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
            return parser.list();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static String json(Settings settings) {
        try (XContentBuilder json = XContentFactory.jsonBuilder()) {
            json.startObject();
            settings.toXContent(json, ToXContent.EMPTY_PARAMS);
            json.endObject();
            return BytesReference.bytes(json).utf8ToString();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** {@code configFile()} of the 2.x line became {@code configDir()}. */
    static Path configurationDirectory(Environment environment) {
        if (environment == null) {
            return null;
        }
        for (String method : new String[] {"configDir", "configFile"}) {
            try {
                return (Path) Environment.class.getMethod(method).invoke(environment);
            } catch (NoSuchMethodException older) {
                continue;
            } catch (ReflectiveOperationException error) {
                throw new IllegalStateException(error);
            }
        }
        throw new IllegalStateException("the engine provides no configuration directory");
    }
}
