package org.unicanalysis.opensearch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * A part of an index with tokens or keys of unic-analysis: an analyzer or normalizer with components of unic-analysis, also one that only a
 * mapping names, or a key field.
 *
 * @param json the definition, with the components of unic-analysis only
 * @param name the analyzer in the definition; null if it has only one
 * @param options of the compilation
 */
record PartDefinition(String json, String name, Options options) {
    private static final String ANALYSIS = "index.analysis.";
    private static final String ANALYZER = "analyzer";
    private static final String NORMALIZER = "normalizer";
    private static final String FIELD = "field";

    /** Options of a field that name an analyzer. */
    private static final List<String> NAMING = List.of(ANALYZER, "search_analyzer", "search_quote_analyzer");

    private static final Logger LOGGER = LogManager.getLogger(PartDefinition.class);

    private static final int REMEMBERED = 1000;

    /** Fingerprints of key fields, whose options name no files. */
    private static final Map<String, String> KNOWN = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED;
        }
    });

    /**
     * The parts of an index.
     *
     * @param index the index
     * @param files options with the folder of rule files
     * @return by key: {@code analyzer/name}, {@code normalizer/name}, {@code field/path}
     */
    static Map<String, PartDefinition> of(IndexMetadata index, Options files) {
        Map<String, PartDefinition> parts = of(index.getSettings(), files);
        if (index.mapping() != null) {
            addFields("", index.mapping().sourceAsMap(), definedAnalyzers(index.getSettings()), files, parts);
        }
        return parts;
    }

    /** The analyzers and normalizers of index settings. */
    static Map<String, PartDefinition> of(Settings index, Options files) {
        Map<String, PartDefinition> parts = new TreeMap<>();
        Settings analysis = index.getByPrefix(ANALYSIS);
        for (String section : List.of(ANALYZER, NORMALIZER)) {
            analysis.getGroups(section).forEach((name, options) -> {
                Settings definition = UnicDefinition.of(analysis, section, name, options);
                if (definition != null) {
                    parts.put(section + "/" + name, analyzer(ComponentRequest.json(definition), name, files));
                }
            });
        }
        return parts;
    }

    private static Set<String> definedAnalyzers(Settings index) {
        return index.getByPrefix(ANALYSIS).getGroups(ANALYZER).keySet();
    }

    private static PartDefinition analyzer(String analysis, String name, Options files) {
        return new PartDefinition("{\"analysis\":" + analysis + "}", name, files);
    }

    static String fieldKey(String path) {
        return FIELD + "/" + path;
    }

    static String analyzerKey(String name) {
        return ANALYZER + "/" + name;
    }

    /** Adds the fields of an object in a mapping, and the analyzers that they name without a definition. */
    private static void addFields(
            String path, Map<?, ?> object, Set<String> defined, Options files, Map<String, PartDefinition> parts) {
        for (String below : List.of("properties", "fields")) {
            if (!(object.get(below) instanceof Map<?, ?> fields)) {
                continue;
            }
            fields.forEach((name, value) -> {
                if (value instanceof Map<?, ?> field) {
                    String full = path.isEmpty() ? String.valueOf(name) : path + "." + name;
                    addField(full, field, defined, files, parts);
                    addFields(full, field, defined, files, parts);
                }
            });
        }
    }

    @SuppressWarnings("unchecked")
    private static void addField(
            String path, Map<?, ?> field, Set<String> defined, Options files, Map<String, PartDefinition> parts) {
        if (UnicAnalysisPlugin.FIELD_TYPES.contains(String.valueOf(field.get("type")))) {
            Map<String, ?> options = (Map<String, ?>) field;
            parts.put(
                    fieldKey(path),
                    new PartDefinition(KeyOptions.definition(options), null, KeyOptions.compileOptions(options, files)));
        }
        for (String option : NAMING) {
            String name = String.valueOf(field.get(option));
            if (UnicAnalysisPlugin.types(ANALYZER).contains(name) && !defined.contains(name)) {
                String analysis = "{\"analyzer\":{\"" + name + "\":{\"type\":\"" + name + "\"}}}";
                parts.put(analyzerKey(name), analyzer(analysis, name, files));
            }
        }
    }

    /** A digest of the definition. */
    String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** The fingerprint by the library of this node; null if the definition has errors, which the index itself reports. */
    String fingerprint() {
        if (options.configurationDirectory() != null) {
            return compiled();
        }
        String fingerprint = KNOWN.get(json);
        if (fingerprint == null) {
            // Without the lock of the map: a compilation takes milliseconds.
            fingerprint = compiled();
            if (fingerprint != null) {
                KNOWN.put(json, fingerprint);
            }
        }
        return fingerprint;
    }

    private String compiled() {
        try {
            return new UnicAnalyzer(json, name, options).nativeAnalyzer().fingerprint();
        } catch (DefinitionException wrong) {
            LOGGER.debug("no fingerprint of {}: {}", json, wrong.getMessage());
            return null;
        }
    }
}
