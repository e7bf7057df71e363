package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.Options;

/**
 * A tokenizer, token filter or char filter of unic-analysis with its options, for hosts with their own factories. The SPI
 * factories are built on it.
 */
public final class UnicComponent {
    /** The name of the component in messages and pointers of its errors and warnings, for hosts that replace it by theirs. */
    public static final String NAME = "_component_";

    /** The component alone, with its native analyzer, which reads the files of its options: nothing is read later. */
    private final Chain chain;

    private final SharedAnalyzer shared;

    private final String section;

    /** A char filter only: chains of char filters that end with it, and their analyzers; the newest first. */
    private volatile List<Joined> joined = List.of();

    private static final int MAX_JOINED = 8;

    private record Joined(Chain chain, SharedAnalyzer analyzer) {}

    private UnicComponent(String section, Function<SharedAnalyzer, Chain> chain, String definition, Options options) {
        this.section = section;
        shared = SharedAnalyzers.forDefinition(alone(section, definition), "a", options);
        this.chain = chain.apply(shared);
    }

    /** The index definition of an analyzer {@code a} with the component. */
    private static String alone(String section, String component) {
        boolean isTokenizer = section.equals("tokenizer");
        String tokenizer = isTokenizer ? NAME : "keyword";
        String list = isTokenizer ? "" : ",\"" + section + "\":[\"" + NAME + "\"]";
        return "{\"" + section + "\":{\"" + NAME + "\":" + component + "},\"analyzer\":{\"a\":{\"type\":\"custom\",\"tokenizer\":\"" + tokenizer
                + "\"" + list + "}}}";
    }

    /**
     * A tokenizer.
     *
     * @param definition its JSON object, with {@code type}
     * @param options options of the compilation
     * @return the component
     * @throws org.unicanalysis.DefinitionException if the definition has errors
     */
    public static UnicComponent tokenizer(String definition, Options options) {
        return new UnicComponent("tokenizer", Chain::ofTokenizer, definition, options);
    }

    /**
     * A token filter.
     *
     * @param definition its JSON object, with {@code type}
     * @param options options of the compilation
     * @return the component
     * @throws org.unicanalysis.DefinitionException if the definition has errors
     */
    public static UnicComponent tokenFilter(String definition, Options options) {
        return new UnicComponent("filter", Chain::ofFilter, definition, options);
    }

    /**
     * A char filter.
     *
     * @param definition its JSON object, with {@code type}
     * @param options options of the compilation
     * @return the component
     * @throws org.unicanalysis.DefinitionException if the definition has errors
     */
    public static UnicComponent charFilter(String definition, Options options) {
        return new UnicComponent("char_filter", Chain::ofCharFilter, definition, options);
    }

    /**
     * A stream of the tokenizer.
     *
     * @param factory makes the attributes that {@link TokenAttributeImpl} does not have
     * @return a new stream
     * @throws IllegalStateException if this is not a tokenizer
     */
    public UnicTokenizer createTokenizer(AttributeFactory factory) {
        require("tokenizer");
        return new UnicTokenizer(factory, chain);
    }

    /**
     * Appends the token filter to a stream. A stream of unic-analysis merges the filter into its chain and is returned itself.
     *
     * @param input the stream
     * @return the stream with the filter
     * @throws IllegalStateException if this is not a token filter
     */
    public TokenStream filter(TokenStream input) {
        require("filter");
        if (input instanceof UnicTokenizer before && before.canAppend()) {
            before.append(chain);
            return before;
        }
        if (input instanceof UnicTokenFilter before && before.canAppend()) {
            before.append(chain);
            return before;
        }
        return new UnicTokenFilter(input, chain);
    }

    /**
     * Applies the char filter to a text.
     *
     * @param input the text
     * @return the filtered text
     * @throws IllegalStateException if this is not a char filter
     */
    public Reader filter(Reader input) {
        require("char_filter");
        return new UnicCharFilter(input, chain, this::analyzerOf);
    }

    /**
     * The analyzer of char filters that end with this one. A reader of them is used for one text, so the component holds the analyzer.
     */
    private SharedAnalyzer analyzerOf(Chain charFilters) {
        List<Joined> known = joined;
        for (Joined one : known) {
            if (one.chain.equals(charFilters)) {
                return one.analyzer;
            }
        }
        Joined added = new Joined(charFilters, SharedAnalyzers.forChain(charFilters));
        joined = Stream.concat(Stream.of(added), known.stream()).limit(MAX_JOINED).toList();
        return added.analyzer;
    }

    private void require(String expected) {
        if (!section.equals(expected)) {
            throw new IllegalStateException("the component is a " + section + ", not a " + expected);
        }
    }

    /**
     * Returns the fingerprint, which changes if and only if the tokens of the component may change.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public String fingerprint() {
        return shared.fingerprint();
    }

    /**
     * Returns the warnings of the compilation.
     *
     * @return as {@link org.unicanalysis.Analyzer#warnings}
     */
    public String warnings() {
        return shared.analyzer().warnings();
    }
}
