package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.Options;

/**
 * A tokenizer, token filter or char filter of ours and what it is told: for hosts that have factories of their own. The
 * factories of Lucene's SPI are made of it.
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
     * @param options how to read it
     * @return the component
     * @throws org.unicanalysis.DefinitionException when the definition can't be read
     */
    public static UnicComponent tokenizer(String definition, Options options) {
        return new UnicComponent(part -> Chain.ofTokenizer(part, options), definition, options);
    }

    /**
     * A token filter.
     *
     * @param definition its JSON object, with {@code type}
     * @param options how to read it
     * @return the component
     * @throws org.unicanalysis.DefinitionException when the definition can't be read
     */
    public static UnicComponent tokenFilter(String definition, Options options) {
        return new UnicComponent(part -> Chain.ofFilter(part, options), definition, options);
    }

    /**
     * A char filter.
     *
     * @param definition its JSON object, with {@code type}
     * @param options how to read it
     * @return the component
     * @throws org.unicanalysis.DefinitionException when the definition can't be read
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
     * @param factory makes the attributes
     * @return a new stream
     */
    public UnicTokenizer createTokenizer(AttributeFactory factory) {
        return new UnicTokenizer(factory, chain);
    }

    /**
     * The filter behind a stream, if this is a token filter. A stream of ours takes the filter in and is the answer.
     *
     * @param input the stream
     * @return the stream with the filter
     */
    public TokenStream filter(TokenStream input) {
        Part filter = chain.filters().get(0);
        if (input instanceof UnicTokenizer before && before.canAppend(chain.options())) {
            before.append(filter);
            return before;
        }
        if (input instanceof UnicTokenFilter before && before.canAppend(chain.options())) {
            before.append(filter);
            return before;
        }
        return new UnicTokenFilter(input, chain);
    }

    /**
     * The char filter before a text, if this is one.
     *
     * @param input the text
     * @return the changed text
     */
    public Reader filter(Reader input) {
        return new UnicCharFilter(input, chain);
    }

    /**
     * A short text that changes exactly when the component's tokens may change.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public String fingerprint() {
        return shared.analyzer().fingerprint();
    }

    /**
     * What was noticed when the definition was read.
     *
     * @return as {@link org.unicanalysis.Analyzer#warnings}
     */
    public String warnings() {
        return shared.analyzer().warnings();
    }
}
