package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.function.Function;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.Options;

/**
 * A tokenizer, token filter or char filter of unic-analysis with its options, for hosts with their own factories. The SPI
 * factories are built on it.
 */
public final class UnicComponent {
    /** The component alone, with its native analyzer, which reads the files of its options: nothing is read later. */
    private final Chain chain;

    private final SharedAnalyzer shared;

    /** A char filter only: the last chain of char filters that ended with it, and its analyzer. */
    private volatile Joined joined;

    private record Joined(Chain chain, SharedAnalyzer analyzer) {}

    private UnicComponent(String section, Function<SharedAnalyzer, Chain> chain, String definition, Options options) {
        shared = SharedAnalyzers.forDefinition(alone(section, definition), "a", options);
        this.chain = chain.apply(shared);
    }

    /** The index definition of an analyzer {@code a} with the component {@code c0}. */
    private static String alone(String section, String component) {
        boolean isTokenizer = section.equals("tokenizer");
        String tokenizer = isTokenizer ? "c0" : "keyword";
        String list = isTokenizer ? "" : ",\"" + section + "\":[\"c0\"]";
        return "{\"" + section + "\":{\"c0\":" + component + "},\"analyzer\":{\"a\":{\"type\":\"custom\",\"tokenizer\":\"" + tokenizer
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
     * A tokenizer, if this is one.
     *
     * @param factory makes the attributes that {@link TokenAttributeImpl} does not have
     * @return a new stream
     */
    public UnicTokenizer createTokenizer(AttributeFactory factory) {
        return new UnicTokenizer(factory, chain);
    }

    /**
     * Appends the filter to a stream, if this is a token filter. A stream of unic-analysis merges the filter into its chain and
     * is returned itself.
     *
     * @param input the stream
     * @return the stream with the filter
     */
    public TokenStream filter(TokenStream input) {
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
     * Applies the char filter to a text, if this is one.
     *
     * @param input the text
     * @return the filtered text
     */
    public Reader filter(Reader input) {
        return new UnicCharFilter(input, chain, this::analyzerOf);
    }

    /**
     * The analyzer of char filters that end with this one. A reader of them is used for one text, so the component holds the analyzer.
     */
    private SharedAnalyzer analyzerOf(Chain charFilters) {
        Joined last = joined;
        if (last == null || !last.chain.equals(charFilters)) {
            last = new Joined(charFilters, SharedAnalyzers.forChain(charFilters));
            joined = last;
        }
        return last.analyzer;
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
