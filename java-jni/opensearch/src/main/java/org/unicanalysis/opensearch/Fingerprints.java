package org.unicanalysis.opensearch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.shard.IndexSettingProvider;
import org.unicanalysis.Options;

/**
 * The fingerprints of an index's analyzers, normalizers and key fields, stored in its settings: whether this library still produces the
 * tokens and keys that the index was built with (ruling J5). The fingerprint of an analyzer with other components covers those of
 * unic-analysis only.
 */
final class Fingerprints {
    /**
     * {@code key=fingerprint@digest} for each part of the index ({@link PartDefinition#of}); the digest is that of its definition. Private,
     * since an index that is created with the settings of another one has fingerprints of its own. Dynamic, so that nodes compare
     * fingerprints that are stored after they have opened the index.
     */
    static final Setting<List<String>> SETTING = Setting.listSetting(
            "index.unic.fingerprints",
            List.of(),
            Function.identity(),
            Setting.Property.IndexScope,
            Setting.Property.Dynamic,
            Setting.Property.PrivateIndex);

    /**
     * A stored fingerprint.
     *
     * @param fingerprint of the part
     * @param digest of the definition that it belongs to; empty if it is not known
     */
    record Stored(String fingerprint, String digest) {
        /** Whether the fingerprint belongs to an earlier definition of the part. */
        boolean isOutdated(PartDefinition part) {
            return !digest.isEmpty() && !digest.equals(part.digest());
        }
    }

    /** The folder of rule files, whose contents are part of a fingerprint; shared by all nodes of this process. */
    private static volatile Options files = Options.LENIENT;

    private Fingerprints() {}

    static void readFilesFrom(Path configuration) {
        files = new Options(configuration, true);
    }

    /** Compilation with the folder of rule files. */
    static Options files() {
        return files;
    }

    /** The parts of an index that have a fingerprint. */
    static Map<String, PartDefinition> parts(IndexMetadata index) {
        return PartDefinition.of(index, files);
    }

    /** The fingerprints stored with an index, by the key of the part. */
    static Map<String, Stored> stored(Settings index) {
        Map<String, Stored> stored = new TreeMap<>();
        for (String entry : SETTING.get(index)) {
            int separator = entry.lastIndexOf('=');
            if (separator > 0) {
                String[] value = entry.substring(separator + 1).split("@", 2);
                stored.put(entry.substring(0, separator), new Stored(value[0], value.length > 1 ? value[1] : ""));
            }
        }
        return stored;
    }

    /** The settings with these fingerprints, instead of those that they have. */
    static Settings.Builder put(Map<String, Stored> stored, Settings index) {
        List<String> entries = new ArrayList<>();
        stored.forEach((key, value) ->
                entries.add(key + "=" + value.fingerprint + (value.digest.isEmpty() ? "" : "@" + value.digest)));
        Settings.Builder settings = Settings.builder().put(index);
        settings.remove(SETTING.getKey());
        return entries.isEmpty() ? settings : settings.putList(SETTING.getKey(), entries);
    }

    /** The fingerprints of parts by this library. */
    static Map<String, Stored> computed(Map<String, PartDefinition> parts) {
        Map<String, Stored> computed = new TreeMap<>();
        parts.forEach((key, part) -> {
            String fingerprint = part.fingerprint();
            if (fingerprint != null) {
                computed.put(key, new Stored(fingerprint, part.digest()));
            }
        });
        return computed;
    }

    /**
     * Whether a part has its stored fingerprint.
     *
     * @param current its fingerprint by this library
     * @return true also if none is stored for its definition
     */
    static boolean matches(PartDefinition part, Stored stored, String current) {
        return stored == null || stored.isOutdated(part) || stored.fingerprint.equals(current);
    }

    /** The keys of the parts whose fingerprint has changed; none without the library. */
    static List<String> changed(IndexMetadata index) {
        List<String> changed = new ArrayList<>();
        Map<String, Stored> stored = stored(index.getSettings());
        if (!stored.isEmpty() && Library.isLoaded()) {
            parts(index).forEach((key, part) -> {
                if (stored.containsKey(key) && !matches(part, stored.get(key), part.fingerprint())) {
                    changed.add(key);
                }
            });
        }
        return changed;
    }

    /** Puts the fingerprints of its analyzers into the settings of a new index; {@link FingerprintRenewal} adds those of its mapping. */
    static final class AtCreation implements IndexSettingProvider {
        @Override
        public Settings getAdditionalIndexSettings(String name, boolean isDataStream, Settings settings) {
            Map<String, PartDefinition> parts = PartDefinition.of(settings, files);
            if (parts.isEmpty()) {
                return Settings.EMPTY;
            }
            Library.require();
            return put(computed(parts), Settings.EMPTY).build();
        }
    }
}
