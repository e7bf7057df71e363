package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.Options;

/**
 * A tokenizer, token filter or char filter of unic-analysis with its options, for hosts with their own factories. The SPI
 * factories are built on it.
 */
public final class UnicComponent {
    private final Chain chain;

    /** Keeps the native analyzer while the component is in use. */
    private final SharedAnalyzer shared;

    private UnicComponent(Function<Part, Chain> chain, String definition, Options options) {
        String alone = chain.apply(new Part(definition, "")).definition();
        shared = SharedAnalyzers.compile(alone, "a", options);
        this.chain = chain.apply(new Part(definition, fingerprint()));
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
        return new UnicComponent(part -> Chain.ofTokenizer(part, options), definition, options);
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
        return new UnicComponent(part -> Chain.ofFilter(part, options), definition, options);
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
        return new UnicComponent(part -> Chain.ofCharFilter(part, options), definition, options);
    }

    /** The definition of a component whose options are all text. */
    static String definition(String type, Map<String, String> options) {
        return Part.definition(type, options);
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
        if (input instanceof UnicTokenizer before && before.canAppend(chain)) {
            before.append(chain);
            return before;
        }
        if (input instanceof UnicTokenFilter before && before.canAppend(chain)) {
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
        return new UnicCharFilter(input, chain);
    }

    /**
     * Returns the fingerprint, which changes if and only if the tokens of the component may change.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public String fingerprint() {
        return shared.analyzer().fingerprint();
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
