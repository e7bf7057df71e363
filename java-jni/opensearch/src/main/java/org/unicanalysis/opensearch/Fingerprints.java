package org.unicanalysis.opensearch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.shard.IndexSettingProvider;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * The fingerprints of an index's analyzers, stored in its settings: whether this library still produces the tokens and keys
 * that the index was built with (ruling J5). The fingerprint of an analyzer with other components covers those of unic-analysis only.
 */
final class Fingerprints {
    /** {@code name=fingerprint} for each analyzer and normalizer with a component of unic-analysis. */
    static final Setting<List<String>> SETTING = Setting.listSetting(
            "index.unic.fingerprints",
            List.of(),
            Function.identity(),
            Setting.Property.IndexScope,
            Setting.Property.Final);

    /** A digest of the analysis settings that the fingerprints belong to. */
    static final Setting<String> DEFINITION = Setting.simpleString(
            "index.unic.definition", Setting.Property.IndexScope, Setting.Property.Final);

    private static final String ANALYSIS = "index.analysis.";

    private static final Logger LOGGER = LogManager.getLogger(Fingerprints.class);

    /** The folder of rule files, whose contents are part of a fingerprint; shared by all nodes of this process. */
    private static volatile Options options = Options.LENIENT;

    private Fingerprints() {}

    static void readFilesFrom(Path configuration) {
        options = new Options(configuration, true);
    }

    /** The fingerprints of the analyzers in index settings, by this library; none if it is missing. */
    static Map<String, String> now(Settings index) {
        Map<String, String> found = new TreeMap<>();
        Settings analysis = index.getByPrefix(ANALYSIS);
        if (analysis.isEmpty() || !Library.isLoaded()) {
            return found;
        }
        for (String section : List.of("analyzer", "normalizer")) {
            analysis.getGroups(section).forEach((name, options) -> {
                Settings definition = UnicDefinition.of(analysis, section, name, options);
                if (definition != null) {
                    fingerprint(name, definition, found);
                }
            });
        }
        return found;
    }

    private static void fingerprint(String name, Settings definition, Map<String, String> found) {
        try {
            UnicAnalyzer analyzer = new UnicAnalyzer("{\"analysis\":" + ComponentSource.json(definition) + "}", name, options);
            found.put(name, analyzer.nativeAnalyzer().fingerprint());
        } catch (DefinitionException wrong) {
            // The index itself reports the errors of its definition.
            LOGGER.debug("analyzer [{}] has no fingerprint: {}", name, wrong.getMessage());
        }
    }

    /** The fingerprints stored with the index. */
    static Map<String, String> stored(Settings index) {
        Map<String, String> stored = new TreeMap<>();
        for (String entry : SETTING.get(index)) {
            int separator = entry.lastIndexOf('=');
            if (separator > 0) {
                stored.put(entry.substring(0, separator), entry.substring(separator + 1));
            }
        }
        return stored;
    }

    /** The analyzers whose fingerprint has changed. None if the index has no fingerprints. */
    static List<String> changed(Settings index) {
        List<String> changed = new ArrayList<>();
        Map<String, String> stored = stored(index);
        if (stored.isEmpty() || !Library.isLoaded() || isOfAnotherDefinition(index)) {
            return changed;
        }
        Map<String, String> now = now(index);
        stored.forEach((name, fingerprint) -> {
            if (!fingerprint.equals(now.get(name))) {
                changed.add(name);
            }
        });
        return changed;
    }

    /** Whether the analysis settings differ from those of the fingerprints: the closed index was changed. */
    static boolean isOfAnotherDefinition(Settings index) {
        return DEFINITION.exists(index) && !DEFINITION.get(index).equals(digest(index));
    }

    /** The settings to store with an index; empty if it has no analyzer of unic-analysis. */
    static Settings kept(Settings index) {
        List<String> all = new ArrayList<>();
        now(index).forEach((analyzer, fingerprint) -> all.add(analyzer + "=" + fingerprint));
        if (all.isEmpty()) {
            return Settings.EMPTY;
        }
        return Settings.builder()
                .putList(SETTING.getKey(), all)
                .put(DEFINITION.getKey(), digest(index))
                .build();
    }

    private static String digest(Settings index) {
        // Settings are in the order of their names.
        String analysis = ComponentSource.json(index.getByPrefix(ANALYSIS));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(analysis.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** Puts the fingerprints into the settings of a new index. */
    static final class AtCreation implements IndexSettingProvider {
        @Override
        public Settings getAdditionalIndexSettings(String name, boolean isDataStream, Settings settings) {
            return kept(settings);
        }
    }
}
