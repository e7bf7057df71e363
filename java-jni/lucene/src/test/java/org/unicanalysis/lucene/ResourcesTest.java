package org.unicanalysis.lucene;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.util.ResourceLoader;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.UnicAnalysis;

/** Files of options that are read through a {@link ResourceLoader}. */
public class ResourcesTest extends BaseTokenStreamTestCase {
    private static final String RULES = "[[:Latin:][:Nd:]\\-]+ {200};\n";

    private static final class Texts implements ResourceLoader {
        private final Map<String, String> texts;
        private int opened;

        Texts(Map<String, String> texts) {
            this.texts = texts;
        }

        @Override
        public InputStream openResource(String name) throws IOException {
            opened++;
            if (!texts.containsKey(name)) {
                throw new FileNotFoundException("no resource " + name);
            }
            return new ByteArrayInputStream(texts.get(name).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public <T> Class<? extends T> findClass(String name, Class<T> expected) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> T newInstance(String name, Class<T> expected) {
            throw new UnsupportedOperationException();
        }
    }

    private static TokenizerFactories.UnicTokenizer withRules() {
        return new TokenizerFactories.UnicTokenizer(new HashMap<>(Map.of("rulefiles", "Latn:codes.rbbi")));
    }

    public void testResourcesAreReadOnce() throws IOException {
        Texts resources = new Texts(Map.of("codes.rbbi", RULES));
        TokenizerFactories.UnicTokenizer factory = withRules();
        factory.inform(resources);
        for (int round = 0; round < 3; round++) {
            Tokenizer tokenizer = factory.create();
            TokenStream stream = new TokenFilterFactories.UnicFolding(new HashMap<>()).create(tokenizer);
            // The filter has no files, so it is merged.
            assertSame(tokenizer, stream);
            tokenizer.setReader(new java.io.StringReader("Teil AB-12"));
            assertTokenStreamContents(stream, new String[] {"teil", "ab-12"});
        }
        assertEquals(1, resources.opened);
        TokenizerFactories.UnicTokenizer equal = withRules();
        equal.inform(new Texts(Map.of("codes.rbbi", RULES)));
        assertEquals(factory.fingerprint(), equal.fingerprint());
        TokenizerFactories.UnicTokenizer other = withRules();
        other.inform(new Texts(Map.of("codes.rbbi", RULES.replace("\\-", ""))));
        assertNotEquals(factory.fingerprint(), other.fingerprint());
    }

    public void testComponentsWithDifferentResourcesAreMerged() throws IOException {
        TokenizerFactories.UnicTokenizer tokenizers = withRules();
        tokenizers.inform(new Texts(Map.of("codes.rbbi", RULES)));
        TokenFilterFactories.UnicTransform filters =
                new TokenFilterFactories.UnicTransform(new HashMap<>(Map.of("id", "Own", "rules", "own.rules")));
        filters.inform(new Texts(Map.of("own.rules", "a > b;")));
        Tokenizer tokenizer = tokenizers.create();
        TokenStream stream = filters.create(tokenizer);
        assertSame(tokenizer, stream);
        tokenizer.setReader(new java.io.StringReader("a-1 a"));
        assertTokenStreamContents(stream, new String[] {"b-1", "b"});
    }

    /** Components read their files when they are created: neither a changed file nor a missing one has an effect on an open chain. */
    public void testFilesAreNotReadWhileTextIsAnalysed() throws Exception {
        Path folder = createTempDir();
        Path rules = Files.writeString(folder.resolve("codes.rbbi"), RULES);
        Path mappings = Files.writeString(folder.resolve("m.txt"), "x => yy\n");
        Path transform = Files.writeString(folder.resolve("own.rules"), "y > z;");
        String directory = folder.toString();
        TokenizerFactories.UnicTokenizer tokenizers = new TokenizerFactories.UnicTokenizer(
                new HashMap<>(Map.of("rulefiles", "Latn:codes.rbbi", "configuration_directory", directory)));
        CharFilterFactories.UnicFolding charFilters = new CharFilterFactories.UnicFolding(
                new HashMap<>(Map.of("mappings", "m.txt", "configuration_directory", directory)));
        TokenFilterFactories.UnicTransform filters = new TokenFilterFactories.UnicTransform(
                new HashMap<>(Map.of("id", "Own", "rules", "own.rules", "configuration_directory", directory)));
        Files.writeString(mappings, "x => q\n");
        Files.delete(rules);
        Files.delete(transform);
        for (int round = 0; round < 3; round++) {
            Tokenizer own = tokenizers.create();
            own.setReader(charFilters.create(new java.io.StringReader("x AB-12")));
            assertTokenStreamContents(filters.create(own), new String[] {"zz", "ab-12"});
            // Under a tokenizer of Lucene, after a char filter of Lucene and after another of unic-analysis.
            Tokenizer other = ComponentsTest.whitespace();
            other.setReader(charFilters.create(new java.io.StringReader("x AB-12")));
            assertTokenStreamContents(filters.create(other), new String[] {"zz", "ab-12"});
            Tokenizer third = ComponentsTest.whitespace();
            third.setReader(charFilters.create(
                    new CharFilterFactories.UnicNormalizer(new HashMap<>()).create(new java.io.StringReader("x ﬁ"))));
            assertTokenStreamContents(third, new String[] {"yy", "fi"});
            for (int collections = 0; collections < 3; collections++) {
                System.gc();
                Thread.sleep(20);
            }
        }
    }

    /** A component alone, and char filters that follow each other, keep their native analyzer between two texts. */
    public void testNativeAnalyzersAreKeptBetweenTexts() throws Exception {
        CharFilterFactories.UnicTransform last = new CharFilterFactories.UnicTransform(new HashMap<>(Map.of("id", "Cyrillic-Latin; [x] Remove")));
        CharFilterFactories.UnicNormalizer first = new CharFilterFactories.UnicNormalizer(new HashMap<>(Map.of("form", "nfd")));
        TokenFilterFactories.UnicTransform filter = new TokenFilterFactories.UnicTransform(new HashMap<>(Map.of("id", "Greek-Latin; [x] Remove")));
        long created = UnicAnalysis.liveObjects();
        long live = 0;
        for (int round = 0; round < 3; round++) {
            Tokenizer tokenizer = ComponentsTest.whitespace();
            tokenizer.setReader(last.create(first.create(new java.io.StringReader("бx α"))));
            assertTokenStreamContents(filter.create(tokenizer), new String[] {"b", "a"});
            Tokenizer alone = ComponentsTest.whitespace();
            alone.setReader(last.create(new java.io.StringReader("бx")));
            assertTokenStreamContents(alone, new String[] {"b"});
            last.create(first.create(new java.io.StringReader("б"))).read();
            live = round == 0 ? UnicAnalysis.liveObjects() : live;
            for (int collections = 0; round > 0 && collections < 3; collections++) {
                System.gc();
                Thread.sleep(20);
            }
        }
        // The pools' idle objects, and the analyzer of the two char filters.
        assertTrue("created " + created + ", now " + live, live <= created + 4);
        assertTrue(UnicAnalysis.liveObjects() + " after " + live, UnicAnalysis.liveObjects() <= live);
    }

    public void testFilesAreReadFromTheFolderIfOneIsGiven() throws IOException {
        Path folder = createTempDir();
        Files.writeString(folder.resolve("codes.rbbi"), RULES);
        TokenizerFactories.UnicTokenizer factory = new TokenizerFactories.UnicTokenizer(
                new HashMap<>(Map.of("rulefiles", "Latn:codes.rbbi", "configuration_directory", folder.toString())));
        Texts unused = new Texts(Map.of());
        factory.inform(unused);
        assertEquals(0, unused.opened);
        Tokenizer tokenizer = factory.create();
        assertSame(tokenizer, new TokenFilterFactories.UnicFolding(new HashMap<>()).create(tokenizer));
        tokenizer.setReader(new java.io.StringReader("AB-12"));
        assertTokenStreamContents(tokenizer, new String[] {"ab-12"});
    }

    public void testCustomAnalyzersReadResources() throws IOException {
        Texts resources = new Texts(Map.of("codes.rbbi", RULES, "own.rules", "a > b;"));
        try (Analyzer analyzer = CustomAnalyzer.builder(resources)
                .addCharFilter("unic_transform", "id", "Own", "rules", "own.rules")
                .withTokenizer("unic_tokenizer", "rulefiles", "Latn:codes.rbbi")
                .build()) {
            assertEquals(List.of("b-1|0-3|<ALPHANUM>|1|1|false", "end 3 0"), OneCallChainTest.tokens(analyzer, "a-1"));
        }
    }

    public void testMissingResourcesAreErrors() throws IOException {
        TokenizerFactories.UnicTokenizer factory = withRules();
        IllegalStateException early = expectThrows(IllegalStateException.class, factory::create);
        assertTrue(early.getMessage(), early.getMessage().contains("[codes.rbbi]") && early.getMessage().contains("inform"));
        DefinitionException missing =
                expectThrows(DefinitionException.class, () -> factory.inform(new Texts(Map.of())));
        assertTrue(
                missing.getMessage(),
                missing.getMessage().contains("\"codes.rbbi\" cannot be read")
                        && missing.getMessage().contains("FileNotFoundException: no resource codes.rbbi"));
        DefinitionException invalid =
                expectThrows(DefinitionException.class, () -> factory.inform(new Texts(Map.of("codes.rbbi", "[a"))));
        assertTrue(invalid.getMessage(), invalid.getMessage().contains("codes.rbbi"));
        // Other errors are errors of the constructor.
        expectThrows(
                DefinitionException.class,
                () -> new TokenizerFactories.UnicTokenizer(new HashMap<>(Map.of("max_token_length", "many"))));
        factory.inform(new Texts(Map.of("codes.rbbi", RULES)));
        factory.create().close();
    }
}
