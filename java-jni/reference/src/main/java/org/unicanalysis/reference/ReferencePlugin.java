package org.unicanalysis.reference;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2CharFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.ICUTransformFilter;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.AbstractCharFilterFactory;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.opensearch.index.analysis.AbstractTokenFilterFactory;
import org.opensearch.index.analysis.AbstractTokenizerFactory;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.CharFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * Registers Lucene's ICU classes under {@code lucene_icu_} names, with the options that the comparison needs: {@code name}
 * and {@code mode} of the normalizer, {@code id} and {@code dir} of the transform, {@code locale} of the collation.
 */
public final class ReferencePlugin extends Plugin implements AnalysisPlugin {
    /** Created by the engine. */
    public ReferencePlugin() {}

    private static Normalizer2 normalizer(Settings settings) {
        boolean isComposed = settings.get("mode", "compose").equals("compose");
        return Normalizer2.getInstance(
                null,
                settings.get("name", "nfkc_cf"),
                isComposed ? Normalizer2.Mode.COMPOSE : Normalizer2.Mode.DECOMPOSE);
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of("lucene_icu_tokenizer", (index, environment, name, settings) -> new TokenizerOf(index, settings, name));
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of(
                "lucene_icu_normalizer",
                (index, environment, name, settings) -> new CharFilterOf(index, name, normalizer(settings)));
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
                "lucene_icu_normalizer",
                (index, environment, name, settings) -> {
                    Normalizer2 normalizer = normalizer(settings);
                    return new TokenFilterOf(index, name, settings, input -> new ICUNormalizer2Filter(input, normalizer));
                },
                "lucene_icu_folding",
                (index, environment, name, settings) -> new TokenFilterOf(index, name, settings, ICUFoldingFilter::new),
                "lucene_icu_transform",
                (index, environment, name, settings) -> {
                    int direction =
                            settings.get("dir", "forward").equals("reverse") ? Transliterator.REVERSE : Transliterator.FORWARD;
                    Transliterator transform = Transliterator.getInstance(settings.get("id", "Null"), direction);
                    return new TokenFilterOf(index, name, settings, input -> new ICUTransformFilter(input, transform));
                });
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        return Map.of(
                "lucene_icu_analyzer",
                (index, environment, name, settings) -> new AnalyzerOf(index, name, settings, new WordAnalyzer()),
                "lucene_icu_collation",
                (index, environment, name, settings) -> {
                    Collator collator = Collator.getInstance(new ULocale(settings.get("locale", "root")));
                    return new AnalyzerOf(index, name, settings, new KeyAnalyzer(collator));
                });
    }

    /** An analyzer of normalizer, tokenizer and folding. */
    private static final class WordAnalyzer extends Analyzer {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            Tokenizer tokenizer = new ICUTokenizer();
            return new TokenStreamComponents(tokenizer, new ICUFoldingFilter(tokenizer));
        }

        @Override
        protected Reader initReader(String field, Reader reader) {
            return new ICUNormalizer2CharFilter(reader);
        }
    }

    /** An analyzer with one token for the whole text: the text form of its key. */
    private static final class KeyAnalyzer extends Analyzer {
        private final Collator collator;

        KeyAnalyzer(Collator collator) {
            this.collator = collator;
        }

        @Override
        protected TokenStreamComponents createComponents(String field) {
            Tokenizer tokenizer = new KeywordTokenizer();
            return new TokenStreamComponents(tokenizer, new KeyFilter(tokenizer, collator));
        }
    }

    /**
     * Replaces terms by their keys, with 15 bits per UTF-16 unit like the mainline's token filter. Raw bytes, which Lucene's analyzer
     * produces, are not text: a response that contains them fails.
     */
    private static final class KeyFilter extends TokenFilter {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final RawCollationKey key = new RawCollationKey();
        private final Collator collator;

        KeyFilter(TokenStream input, Collator shared) {
            super(input);
            try {
                collator = (Collator) shared.clone(); // a collator is not thread-safe
            } catch (CloneNotSupportedException error) {
                throw new IllegalStateException(error);
            }
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            collator.getRawCollationKey(term.toString(), key);
            int units = (key.size * 8 + 14) / 15;
            char[] text = term.resizeBuffer(units);
            int bits = 0;
            int count = 0;
            int length = 0;
            for (int at = 0; at < key.size; at++) {
                bits = bits << 8 | key.bytes[at] & 0xFF;
                count += 8;
                if (count >= 15) {
                    count -= 15;
                    text[length++] = (char) (bits >> count & 0x7FFF);
                }
            }
            if (count > 0) {
                text[length++] = (char) (bits << 15 - count & 0x7FFF);
            }
            term.setLength(length);
            return true;
        }
    }

    private static final class TokenizerOf extends AbstractTokenizerFactory {
        TokenizerOf(IndexSettings index, Settings settings, String name) {
            super(index, settings, name);
        }

        @Override
        public Tokenizer create() {
            return new ICUTokenizer();
        }
    }

    private static final class CharFilterOf extends AbstractCharFilterFactory {
        private final Normalizer2 normalizer;

        CharFilterOf(IndexSettings index, String name, Normalizer2 normalizer) {
            super(index, name);
            this.normalizer = normalizer;
        }

        @Override
        public Reader create(Reader reader) {
            return new ICUNormalizer2CharFilter(reader, normalizer);
        }
    }

    private static final class TokenFilterOf extends AbstractTokenFilterFactory {
        private final UnaryOperator<TokenStream> filter;

        TokenFilterOf(IndexSettings index, String name, Settings settings, UnaryOperator<TokenStream> filter) {
            super(index, name, settings);
            this.filter = filter;
        }

        @Override
        public TokenStream create(TokenStream input) {
            return filter.apply(input);
        }
    }

    private static final class AnalyzerOf extends AbstractIndexAnalyzerProvider<Analyzer> {
        private final Analyzer analyzer;

        AnalyzerOf(IndexSettings index, String name, Settings settings, Analyzer analyzer) {
            super(index, name, settings);
            this.analyzer = analyzer;
        }

        @Override
        public Analyzer get() {
            return analyzer;
        }
    }
}
