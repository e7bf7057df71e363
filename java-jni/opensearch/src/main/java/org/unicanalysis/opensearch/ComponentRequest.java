package org.unicanalysis.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;
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
record ComponentRequest(
        IndexSettings index, Environment environment, String type, String name, Settings settings, boolean strict) {
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
            throw DefinitionWarnings.located(error, pointer(section), name);
        }
    }

    /** The location of the component in the index definition; empty if it is defined in a request. */
    private String pointer(String section) {
        return name.startsWith(DefinitionWarnings.ANONYMOUS) ? "" : "/settings/analysis/" + section + "/" + DefinitionWarnings.escaped(name);
    }

    /**
     * Reports warnings of the compilation.
     *
     * @param section of the analysis settings
     * @param warnings of the library, a JSON array
     */
    void warn(String section, String warnings) {
        DefinitionWarnings.report(warnings, name, type, pointer(section), index.getSettings());
    }

    /** The component without one of its options. */
    ComponentRequest without(String option) {
        Settings others = settings.filter(key -> !key.equals(option));
        return new ComponentRequest(index, environment, type, name, others, strict);
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
