package org.unicanalysis.opensearch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexService;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.index.shard.IndexSettingProvider;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * The fingerprints of an index's analyzers, kept in its settings when it is created: whether this library still gives
 * the tokens and keys that the index was built with.
 */
final class Fingerprints {
    /** {@code name=fingerprint} for each analyzer and normalizer whose every part is ours. */
    static final Setting<List<String>> SETTING = Setting.listSetting(
            "index.unic.fingerprints",
            List.of(),
            Function.identity(),
            Setting.Property.IndexScope,
            Setting.Property.Final);

    private static final Logger LOGGER = LogManager.getLogger(Fingerprints.class);

    private Fingerprints() {}

    /** Those of the analyzers that index settings define and that are ours alone. */
    static Map<String, String> of(Settings index) {
        Map<String, String> found = new TreeMap<>();
        Settings analysis = index.getByPrefix("index.analysis.");
        if (analysis.isEmpty() || !Library.isLoaded()) {
            return found;
        }
        String definition = "{\"analysis\":" + ComponentSource.json(analysis) + "}";
        for (String section : List.of("analyzer", "normalizer")) {
            for (String name : analysis.getGroups(section).keySet()) {
                try {
                    UnicAnalyzer analyzer = new UnicAnalyzer(definition, name, Options.LENIENT);
                    found.put(name, analyzer.nativeAnalyzer().fingerprint());
                } catch (DefinitionException notOurs) {
                    LOGGER.debug("analyzer [{}] has no fingerprint: {}", name, notOurs.getMessage());
                }
            }
        }
        return found;
    }

    /** Puts the fingerprints into the settings of a new index. */
    static final class AtCreation implements IndexSettingProvider {
        @Override
        public Settings getAdditionalIndexSettings(String name, boolean isDataStream, Settings told) {
            List<String> all = new ArrayList<>();
            of(told).forEach((analyzer, fingerprint) -> all.add(analyzer + "=" + fingerprint));
            return all.isEmpty() ? Settings.EMPTY : Settings.builder().putList(SETTING.getKey(), all).build();
        }
    }

    /** Compares when an index opens on this node. Nothing is blocked. */
    static final class AtOpening implements IndexEventListener {
        @Override
        public void afterIndexCreated(IndexService index) {
            List<String> changed = changed(index.getIndexSettings().getSettings());
            if (!changed.isEmpty()) {
                LOGGER.warn(
                        "{}: these analyzers give other tokens or keys than when the index was made; reindex, or go back to"
                                + " the library it was made with: {}",
                        index.index(),
                        changed);
            }
        }
    }

    /** The analyzers whose fingerprint is another one now. */
    static List<String> changed(Settings settings) {
        Map<String, String> stored = new HashMap<>();
        for (String entry : SETTING.get(settings)) {
            int sign = entry.lastIndexOf('=');
            if (sign > 0) {
                stored.put(entry.substring(0, sign), entry.substring(sign + 1));
            }
        }
        List<String> changed = new ArrayList<>();
        if (stored.isEmpty() || !Library.isLoaded()) {
            return changed;
        }
        Map<String, String> now = of(settings);
        stored.forEach((name, fingerprint) -> {
            if (!fingerprint.equals(now.get(name))) {
                changed.add(name);
            }
        });
        return changed;
    }
}
