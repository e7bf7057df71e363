package org.unicanalysis.opensearch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.common.lifecycle.LifecycleComponent;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.IndexModule;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.CharFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.shard.IndexSettingProvider;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.search.DocValueFormat;

/**
 * Registers the components under {@code hyphen}, {@code naturalsort} and every {@code unic_} and {@code icu_} name, the field
 * type {@code unic_collation_keyword}, and the fingerprints that are stored with each index.
 */
public final class UnicAnalysisPlugin extends Plugin implements ActionPlugin, AnalysisPlugin, MapperPlugin {
    /** Unknown options of components are errors instead of warnings. */
    public static final Setting<Boolean> STRICT = Setting.boolSetting("unic.strict", false, Setting.Property.NodeScope);

    private static final List<String> TOKENIZERS =
            List.of("hyphen", "naturalsort", "unic_tokenizer", "unic_collation_tokenizer");
    private static final List<String> CHAR_FILTERS = List.of("unic_normalizer", "unic_folding", "unic_transform");
    private static final List<String> TOKEN_FILTERS = List.of(
            "hyphen", "unic_normalizer", "unic_folding", "unic_transform", "unic_numberformat", "unic_collation");
    private static final List<String> ANALYZERS =
            List.of("hyphen", "naturalsort", "unic_analyzer", "unic_collation", "unic_collate");
    static final List<String> FIELD_TYPES =
            List.of("unic_collation_keyword", "icu_collation_keyword", "icu_collation_key");

    /** The engine's ICU4J plugin, which this one replaces. */
    private static final String MAINLINE = "analysis-icu";

    private final boolean strict;
    private final OpenKeyFields openKeyFields = new OpenKeyFields();

    /**
     * Created by the engine.
     *
     * @param settings of the node
     * @param configuration the folder of rule files
     */
    public UnicAnalysisPlugin(Settings settings, Path configuration) {
        refuseMainline(settings);
        strict = STRICT.get(settings);
        Fingerprints.readFilesFrom(configuration);
    }

    /** Rejects a node with the ICU4J plugin: the engine reports duplicate names without a remedy. */
    private static void refuseMainline(Settings settings) {
        String home = settings.get("path.home");
        if (home != null && Files.exists(Path.of(home, "plugins", MAINLINE))) {
            throw new IllegalStateException("the plugins [" + MAINLINE + "] and [unic-analysis] register the same names (icu_tokenizer,"
                    + " icu_normalizer, ...), so a node takes one of them: to use unic-analysis, which reads the index definitions of"
                    + " both, run [bin/opensearch-plugin remove " + MAINLINE + "] and start the node again; to keep " + MAINLINE
                    + ", run [bin/opensearch-plugin remove unic-analysis]");
        }
    }

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(STRICT, Fingerprints.SETTING);
    }

    /** The type names of a kind of component ({@code analyzer}, {@code tokenizer}, {@code filter}, {@code char_filter}). */
    static Set<String> types(String kind) {
        List<String> names =
                switch (kind) {
                    case "analyzer" -> ANALYZERS;
                    case "tokenizer" -> TOKENIZERS;
                    case "filter" -> TOKEN_FILTERS;
                    default -> CHAR_FILTERS;
                };
        Set<String> all = new TreeSet<>(names);
        names.stream().filter(name -> name.startsWith("unic_")).forEach(name -> all.add(mainlineName(name)));
        return all;
    }

    private static String mainlineName(String name) {
        return "icu_" + name.substring("unic_".length());
    }

    /** The providers of names, with both prefixes (unic_, icu_). */
    private <T> Map<String, AnalysisProvider<T>> providers(List<String> names, Function<ComponentRequest, T> factory) {
        Map<String, AnalysisProvider<T>> all = new TreeMap<>();
        for (String name : names) {
            all.put(name, provider(name, factory));
            if (name.startsWith("unic_")) {
                String other = mainlineName(name);
                all.put(other, provider(other, factory));
            }
        }
        return all;
    }

    private <T> AnalysisProvider<T> provider(String type, Function<ComponentRequest, T> factory) {
        return (index, environment, name, settings) ->
                factory.apply(new ComponentRequest(index, environment, type, name, settings, strict));
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return providers(TOKENIZERS, UnicTokenizerFactory::new);
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return providers(CHAR_FILTERS, UnicCharFilterFactory::new);
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return providers(TOKEN_FILTERS, UnicTokenFilterFactory::create);
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        return providers(ANALYZERS, UnicAnalyzerProvider::new);
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        Map<String, Mapper.TypeParser> mappers = new TreeMap<>();
        FIELD_TYPES.forEach(type -> mappers.put(type, CollationKeywordFieldMapper.parser(type, openKeyFields)));
        return mappers;
    }

    @Override
    public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
        return List.of(new NamedWriteableRegistry.Entry(
                DocValueFormat.class, KeyFormat.NAME, in -> KeyFormat.INSTANCE));
    }

    @Override
    public Collection<IndexSettingProvider> getAdditionalIndexSettingProviders() {
        return List.of(new Fingerprints.AtCreation());
    }

    @Override
    public void onIndexModule(IndexModule module) {
        FingerprintWatch watch = new FingerprintWatch();
        module.addIndexEventListener(watch);
        module.addIndexEventListener(openKeyFields);
        module.addSearchOperationListener(watch);
    }

    @Override
    public Collection<Class<? extends LifecycleComponent>> getGuiceServiceClasses() {
        return List.of(FingerprintRenewal.class);
    }

    @Override
    public List<RestHandler> getRestHandlers(
            Settings settings,
            RestController controller,
            ClusterSettings clusterSettings,
            IndexScopedSettings indexScopedSettings,
            SettingsFilter filter,
            IndexNameExpressionResolver resolver,
            Supplier<DiscoveryNodes> nodes) {
        return List.of(new FingerprintsAction());
    }
}
