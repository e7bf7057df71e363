package org.unicanalysis.lucene;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharFilterFactory;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.unicanalysis.UnicAnalysis;

/** Runs Lucene's checks on every component, alone and in random chains. */
public class ComponentsTest extends BaseTokenStreamTestCase {
    static final String[] TOKENIZERS = {"hyphen", "naturalsort", "unic_tokenizer", "unic_collation_tokenizer"};
    static final String[] FILTERS = {
        "hyphen", "unic_normalizer", "unic_folding", "unic_transform", "unic_numberformat", "unic_collation"
    };
    static final String[] CHAR_FILTERS = {"unic_normalizer", "unic_folding", "unic_transform"};

    static Map<String, String> options(String name) {
        Map<String, String> options = new HashMap<>();
        if (name.endsWith("_transform")) {
            options.put("id", "Any-Latin; Latin-ASCII");
        }
        return options;
    }

    /** A part of a term becomes one term, without the original. */
    public void testNormalizingOmitsOriginals() throws IOException {
        Map<String, String> options = new HashMap<>(Map.of("id", "Cyrillic-Latin", "keep_original", "true"));
        TokenFilterFactory factory = TokenFilterFactory.forName("unic_transform", options);
        WhitespaceTokenizer words = new WhitespaceTokenizer();
        words.setReader(new StringReader("мир"));
        assertTokenStreamContents(factory.create(words), new String[] {"мир", "mir"});
        WhitespaceTokenizer parts = new WhitespaceTokenizer();
        parts.setReader(new StringReader("мир"));
        assertTokenStreamContents(factory.normalize(parts), new String[] {"mir"});
    }

    /** The factories repeat what the native table says. */
    public void testFiltersFitNormalizersAsInTheLibrary() throws IOException {
        Set<String> fitting = new TreeSet<>();
        for (JsonNode component : new ObjectMapper().readTree(UnicAnalysis.components())) {
            if (component.get("kind").asText().equals("filter") && component.get("fits_normalizer").asBoolean()) {
                fitting.add(component.get("type").asText());
            }
        }
        for (String name : FILTERS) {
            for (String spelling : List.of(name, name.replace("unic_", "icu_"))) {
                TokenStream input = new WhitespaceTokenizer();
                boolean isNormalizing = TokenFilterFactory.forName(spelling, options(spelling)).normalize(input) != input;
                assertEquals(spelling, fitting.contains(name), isNormalizing);
            }
        }
    }

    public void testEveryNameIsRegistered() {
        TreeSet<String> filters = new TreeSet<>();
        for (String name : FILTERS) {
            filters.add(name);
            filters.add(name.replace("unic_", "icu_"));
        }
        for (String name : filters) {
            TokenFilterFactory factory = TokenFilterFactory.forName(name, options(name));
            assertTrue(name, factory instanceof UnicTokenFilterFactory);
            assertEquals(name, TokenFilterFactory.findSPIName(factory.getClass()));
        }
        for (String name : TOKENIZERS) {
            for (String spelled : new String[] {name, name.replace("unic_", "icu_")}) {
                TokenizerFactory factory = TokenizerFactory.forName(spelled, options(spelled));
                assertTrue(spelled, factory instanceof UnicTokenizerFactory);
                assertEquals(spelled, TokenizerFactory.findSPIName(factory.getClass()));
            }
        }
        for (String name : CHAR_FILTERS) {
            assertTrue(name, CharFilterFactory.forName(name, options(name)) instanceof UnicCharFilterFactory);
            String other = name.replace("unic_", "icu_");
            assertTrue(other, CharFilterFactory.forName(other, options(other)) instanceof UnicCharFilterFactory);
            assertEquals(other, CharFilterFactory.findSPIName(CharFilterFactory.lookupClass(other)));
        }
    }

    public void testAnOptionMayBeCalledName() throws IOException {
        String nfc = new TokenFilterFactories.UnicNormalizer(new HashMap<>(Map.of("name", "nfc"))).fingerprint();
        assertEquals(nfc, new TokenFilterFactories.UnicNormalizer(new HashMap<>(Map.of("form", "nfc"))).fingerprint());
        String byDefault = new TokenFilterFactories.UnicNormalizer(new HashMap<>()).fingerprint();
        assertFalse(nfc.equals(byDefault));
        // The form in which Lucene names a factory.
        assertEquals(byDefault, new TokenFilterFactories.UnicNormalizer(new HashMap<>(Map.of("name", "unic_normalizer"))).fingerprint());
    }

    /** Options of Lucene's ICU factories. */
    public void testOptionsOfLucenesFactoriesAreTaken() {
        Map<String, String> set = Map.of("unicode_set_filter", "[^ä]");
        Map<String, String> lucenes = Map.of("filter", "[^ä]");
        assertEquals(
                new TokenFilterFactories.UnicFolding(new HashMap<>(set)).fingerprint(),
                new TokenFilterFactories.UnicFolding(new HashMap<>(lucenes)).fingerprint());
        assertEquals(
                new TokenFilterFactories.IcuNormalizer(new HashMap<>(set)).fingerprint(),
                new TokenFilterFactories.IcuNormalizer(new HashMap<>(lucenes)).fingerprint());
        assertEquals(
                new CharFilterFactories.UnicNormalizer(new HashMap<>(set)).fingerprint(),
                new CharFilterFactories.UnicNormalizer(new HashMap<>(lucenes)).fingerprint());
        // An empty set is no filter, as in Lucene.
        assertEquals(
                new TokenFilterFactories.UnicFolding(new HashMap<>()).fingerprint(),
                new TokenFilterFactories.UnicFolding(new HashMap<>(Map.of("filter", "[ ]"))).fingerprint());
        IllegalArgumentException twice = expectThrows(
                IllegalArgumentException.class,
                () -> new TokenFilterFactories.UnicFolding(new HashMap<>(Map.of("filter", "[a]", "unicode_set_filter", "[a]"))));
        assertTrue(twice.getMessage(), twice.getMessage().contains("`filter`"));
        expectThrows(IllegalArgumentException.class, () -> new TokenFilterFactories.Hyphen(new HashMap<>(Map.of("filter", "[a]"))));
        String reverse = new TokenFilterFactories.UnicTransform(new HashMap<>(Map.of("id", "Greek-Latin", "dir", "reverse"))).fingerprint();
        for (String direction : new String[] {"reverse", "REVERSE", "Reverse"}) {
            Map<String, String> options = new HashMap<>(Map.of("id", "Greek-Latin", "direction", direction));
            assertEquals(reverse, new TokenFilterFactories.UnicTransform(options).fingerprint());
        }
        expectThrows(
                IllegalArgumentException.class,
                () -> new TokenFilterFactories.UnicTransform(new HashMap<>(Map.of("id", "Greek-Latin", "direction", "back"))));
    }

    public void testUnknownOptionsAreRejected() {
        Map<String, String> options = new HashMap<>(Map.of("nane", "nfc"));
        IllegalArgumentException error =
                expectThrows(IllegalArgumentException.class, () -> new TokenFilterFactories.UnicNormalizer(options));
        assertTrue(error.getMessage(), error.getMessage().contains("nane"));
        expectThrows(UnsupportedOperationException.class, () -> new TokenFilterFactories.UnicNormalizer());
    }

    public void testTokenizers() throws IOException {
        for (String name : TOKENIZERS) {
            checkRandomData(random(), analyzer(List.of(), name, List.of(), false), 100 * RANDOM_MULTIPLIER, 200, false, true);
        }
    }

    public void testFiltersOverAStreamOfLucene() throws IOException {
        for (String name : FILTERS) {
            checkRandomData(random(), analyzer(List.of(), null, List.of(name), false), 100 * RANDOM_MULTIPLIER, 200, false, true);
        }
    }

    public void testCharFiltersUnderATokenizerOfLucene() throws IOException {
        for (String name : CHAR_FILTERS) {
            checkRandomData(random(), analyzer(List.of(name), null, List.of(), false), 100 * RANDOM_MULTIPLIER, 200, false, true);
        }
    }

    public void testRandomChains() throws IOException {
        for (int round = 0; round < 20 * RANDOM_MULTIPLIER; round++) {
            Random random = random();
            List<String> charFilters = some(random, CHAR_FILTERS);
            List<String> filters = some(random, FILTERS);
            String tokenizer = random.nextInt(4) == 0 ? null : TOKENIZERS[random.nextInt(TOKENIZERS.length)];
            try (Analyzer analyzer = analyzer(charFilters, tokenizer, filters, random.nextBoolean())) {
                checkRandomData(random, analyzer, 10, 100, false, true);
            } catch (AssertionError | RuntimeException error) {
                throw new AssertionError("chain " + charFilters + " " + tokenizer + " " + filters, error);
            }
        }
    }

    private static List<String> some(Random random, String[] names) {
        List<String> some = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            some.add(names[random.nextInt(names.length)]);
        }
        return some;
    }

    /** Builds a chain. A null tokenizer selects one of Lucene. With {@code mixed}, filters of Lucene are between those of unic-analysis. */
    static Analyzer analyzer(List<String> charFilters, String tokenizer, List<String> filters, boolean mixed) {
        List<CharFilterFactory> before = new ArrayList<>();
        charFilters.forEach(name -> before.add(CharFilterFactory.forName(name, options(name))));
        List<TokenFilterFactory> after = new ArrayList<>();
        filters.forEach(name -> after.add(TokenFilterFactory.forName(name, options(name))));
        TokenizerFactory first = tokenizer == null ? null : TokenizerFactory.forName(tokenizer, options(tokenizer));
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer source = first == null ? new MockTokenizer(MockTokenizer.WHITESPACE, false) : first.create();
                TokenStream last = source;
                for (TokenFilterFactory factory : after) {
                    last = factory.create(last);
                    last = mixed ? new LowerCaseFilter(last) : last;
                }
                return new TokenStreamComponents(source, last);
            }

            @Override
            protected java.io.Reader initReader(String field, java.io.Reader reader) {
                for (CharFilterFactory factory : before) {
                    reader = factory.create(reader);
                }
                return reader;
            }
        };
    }

    static Tokenizer whitespace() {
        return new WhitespaceTokenizer();
    }
}
