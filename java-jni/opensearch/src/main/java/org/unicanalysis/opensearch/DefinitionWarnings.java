package org.unicanalysis.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.CheckedFunction;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.lucene.UnicComponent;

/** Errors and warnings of the library, with locations in the index definition that the author wrote. */
final class DefinitionWarnings {
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
     * The errors of a definition with pointers into the index definition. The library has parsed the options of a component or field alone,
     * so its pointers, lines and columns are not those of the author.
     *
     * @param errors of the library
     * @param pointer to the component or field
     * @param name of the component or field
     */
    static IllegalArgumentException located(DefinitionException errors, String pointer, String name) {
        StringJoiner lines = new StringJoiner("\n");
        for (Object error : (List<?>) parse(errors.errors(), XContentParser::map).get("errors")) {
            lines.add(line((Map<?, ?>) error, pointer, name));
        }
        return new IllegalArgumentException(lines.toString());
    }

    /** An error or warning as one line. */
    private static String line(Map<?, ?> problem, String pointer, String name) {
        String message = problem.get("message").toString().replace('"' + UnicComponent.NAME + '"', '"' + name + '"');
        String location = located(problem.get("pointer").toString(), pointer);
        return problem.get("category") + ": " + message + (location.isEmpty() ? "" : " (at " + location + ")");
    }

    /** A pointer of the library, which is one into the whole analysis section if an analyzer names filters of the index. */
    private static String located(String found, String pointer) {
        if (found.startsWith("/analysis/")) {
            return "/settings" + found;
        }
        for (String section : List.of("tokenizer", "filter", "char_filter")) {
            String component = "/" + section + "/" + UnicComponent.NAME;
            if (found.equals(component) || found.startsWith(component + "/")) {
                return pointer + found.substring(component.length());
            }
        }
        return pointer + found;
    }

    /** A name as a part of a JSON pointer (RFC 6901). */
    static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /**
     * Reports warnings to the author of the index and to the log, those of one location of an index once in a process: the engine builds
     * the components and fields of an index again for every change of its mapping. So a node that has restarted logs them again when it
     * opens the index. Those of a component in a request are reported each time.
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
        for (Object warning : parse(warnings, XContentParser::list)) {
            message.append(' ').append(line((Map<?, ?>) warning, pointer, name));
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

    private static <T> T parse(String json, CheckedFunction<XContentParser, T, IOException> read) {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
            return read.apply(parser);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
