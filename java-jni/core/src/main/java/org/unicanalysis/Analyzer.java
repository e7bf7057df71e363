package org.unicanalysis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A compiled analyzer (or normalizer) of an index definition: immutable, shared by any number of threads. Cursors and key
 * makers keep the data they need, so it may be closed before them.
 *
 * <pre>{@code
 * try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
 *         TokenCursor tokens = analyzer.tokens()) {
 *     tokens.setText("Straße nach Köln");
 *     while (tokens.next()) {
 *         System.out.println(tokens.term() + " " + tokens.start() + "-" + tokens.end());
 *     }
 * }
 * }</pre>
 */
public final class Analyzer implements AutoCloseable {
    private final Handle handle;
    private final String warnings;

    private Analyzer(long address, String warnings) {
        this.handle = Handle.of(this, address, Native::analyzerFree, "the analyzer");
        this.warnings = warnings;
    }

    /**
     * Compiles the only analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or a single analyzer definition
     * @return the analyzer
     * @throws DefinitionException if the definition has errors
     */
    public static Analyzer create(String definition) {
        return create(definition, null, Options.STRICT);
    }

    /**
     * Compiles an analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or a single analyzer definition
     * @param name the analyzer or normalizer; null if the definition has only one
     * @param options options of the compilation
     * @return the analyzer
     * @throws DefinitionException if the definition has errors
     */
    public static Analyzer create(String definition, String name, Options options) {
        byte[] json = definition.getBytes(StandardCharsets.UTF_8);
        String directory = options.configurationDirectory() == null
                ? null
                : options.configurationDirectory().toString();
        String[] warnings = new String[1];
        NativeLoader.require();
        long address = Native.analyzerCreate(json, name, directory, options.files(), options.lenient(), warnings);
        return new Analyzer(address, warnings[0]);
    }

    /**
     * Creates an analyzer of components of other analyzers: nothing is compiled, and no file is read. So a host that gets components one
     * by one compiles each alone, and joins them when it knows the chain. The analyzer has neither options nor warnings.
     *
     * @param charFilters the char filters of these come first
     * @param tokenizer the tokenizer of this one follows
     * @param tokenFilters then the token filters of these
     * @return the analyzer; the others may be closed before it
     */
    public static Analyzer join(List<Analyzer> charFilters, Analyzer tokenizer, List<Analyzer> tokenFilters) {
        List<Analyzer> used = new ArrayList<>();
        try {
            long[] before = acquired(charFilters, used);
            long[] after = acquired(tokenFilters, used);
            long own = acquired(List.of(tokenizer), used)[0];
            return new Analyzer(Native.analyzerJoin(before, own, after), "[]");
        } finally {
            used.forEach(Analyzer::release);
        }
    }

    private static long[] acquired(List<Analyzer> analyzers, List<Analyzer> used) {
        long[] addresses = new long[analyzers.size()];
        for (int at = 0; at < addresses.length; at++) {
            Analyzer analyzer = analyzers.get(at);
            addresses[at] = analyzer.acquire();
            used.add(analyzer);
        }
        return addresses;
    }

    /**
     * Lists the analyzers and normalizers of a definition, in document order, without compiling them.
     *
     * @param definition JSON as for {@link #create(String)}
     * @param options options of the compilation
     * @return a JSON array of names; empty for a single analyzer definition, which has no name
     * @throws DefinitionException if the definition has errors
     */
    public static String names(String definition, Options options) {
        NativeLoader.require();
        return Native.analyzerNames(definition.getBytes(StandardCharsets.UTF_8), options.lenient());
    }

    /**
     * Creates a cursor, which runs the analyzer over texts.
     *
     * @return a new cursor, for one thread at a time
     */
    public TokenCursor tokens() {
        return new TokenCursor(this);
    }

    /**
     * Creates a key maker, which builds sort keys.
     *
     * @return a new key maker, for one thread at a time
     * @throws UnsupportedOperationException if the type of the analyzer is neither unic_collation nor naturalsort
     */
    public SortKeys sortKeys() {
        if (!hasSortKeys()) {
            throw new UnsupportedOperationException(
                    "the analyzer has no sort keys: it is neither unic_collation nor naturalsort");
        }
        return new SortKeys(this);
    }

    /**
     * Returns the normalizer for a part of a text, as in prefix and wildcard queries: the char filters except {@code html_strip}, and those
     * token filters that a normalizer may have, over the whole text as one token.
     *
     * @return a new analyzer
     */
    public Analyzer normalizer() {
        return new Analyzer(make(this, Native::analyzerNormalizer), "[]");
    }

    /**
     * Creates the token filters, for tokens of the caller.
     *
     * @return new filters, for one thread at a time
     */
    public TokenFilters tokenFilters() {
        return new TokenFilters(this);
    }

    /**
     * Creates the char filters.
     *
     * @return new filters, for one thread at a time
     */
    public CharFilters charFilters() {
        return new CharFilters(this);
    }

    /**
     * Returns the engine's {@code _analyze} response for a text.
     *
     * @param text the text
     * @param stages true for the tokens of every stage ({@code "explain": true}), false for the final tokens
     * @return JSON
     */
    public String explain(CharSequence text, boolean stages) {
        char[] units = text.toString().toCharArray();
        long address = acquire();
        try {
            return Native.analyzerExplain(address, units, stages);
        } finally {
            release();
        }
    }

    /**
     * Returns the fingerprint, which changes if and only if the tokens or keys of this analyzer may change: store it with the index.
     *
     * @return {@code u1-} and 32 hexadecimal digits
     */
    public String fingerprint() {
        long address = acquire();
        try {
            return Native.analyzerFingerprint(address);
        } finally {
            release();
        }
    }

    /** Whether a short text may take milliseconds or more. */
    boolean mayTakeLong() {
        long address = acquire();
        try {
            return Native.analyzerMayTakeLong(address);
        } finally {
            release();
        }
    }

    /**
     * The effective configuration: all components with all options.
     *
     * @return JSON
     */
    public String describe() {
        long address = acquire();
        try {
            return Native.analyzerDescribe(address);
        } finally {
            release();
        }
    }

    /**
     * Returns the warnings of the compilation.
     *
     * @return a JSON array of objects like those of {@link DefinitionException#errors}
     */
    public String warnings() {
        return warnings;
    }

    /**
     * Whether the analyzer has sort keys.
     *
     * @return true for unic_collation and naturalsort
     */
    public boolean hasSortKeys() {
        long address = acquire();
        try {
            return Native.analyzerHasKeys(address);
        } finally {
            release();
        }
    }

    /**
     * Whether terms are sort keys as bytes: the option {@code key_format} is {@code bytes}. In Java its default is {@code
     * text}, the key in base 32768. A {@link TokenCursor} returns the text, {@link SortKeys} the bytes.
     *
     * @return false for analyzers without keys
     */
    public boolean hasKeyBytesAsTerms() {
        long address = acquire();
        try {
            return Native.analyzerHasKeyBytesAsTerms(address);
        } finally {
            release();
        }
    }

    /**
     * The position gap between two values of a field.
     *
     * @return the value of the definition; -1 if it has none
     */
    public int positionIncrementGap() {
        long address = acquire();
        try {
            return Native.analyzerPositionIncrementGap(address);
        } finally {
            release();
        }
    }

    /** Frees the analyzer; further calls do nothing. */
    @Override
    public void close() {
        handle.close();
    }

    long acquire() {
        return handle.acquire();
    }

    void release() {
        handle.release();
    }

    /** Creates a native object for an analyzer. */
    static long make(Analyzer analyzer, java.util.function.LongUnaryOperator create) {
        Objects.requireNonNull(analyzer, "analyzer");
        long address = analyzer.acquire();
        try {
            return create.applyAsLong(address);
        } finally {
            analyzer.release();
        }
    }
}
