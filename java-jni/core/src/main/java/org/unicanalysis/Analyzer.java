package org.unicanalysis;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A compiled analyzer (or normalizer) of an index definition: immutable, shared by any number of threads. Cursors and key
 * makers keep what they need of it alive, so it may be closed before them.
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
    private final Handle.Owned native_;
    private final String warnings;

    private Analyzer(long address, String warnings) {
        this.native_ = Handle.own(this, address, Native::analyzerFree, "the analyzer");
        this.warnings = warnings;
    }

    /**
     * Compiles the only analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or one analyzer definition
     * @return the analyzer
     * @throws DefinitionException when the definition can't be read
     */
    public static Analyzer create(String definition) {
        return create(definition, null, Options.STRICT);
    }

    /**
     * Compiles an analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or one analyzer definition
     * @param name which analyzer or normalizer; null when there is only one
     * @param options how to read the definition
     * @return the analyzer
     * @throws DefinitionException when the definition can't be read
     */
    public static Analyzer create(String definition, String name, Options options) {
        byte[] json = definition.getBytes(StandardCharsets.UTF_8);
        String directory = options.configurationDirectory() == null
                ? null
                : options.configurationDirectory().toString();
        String[] warnings = new String[1];
        long address = Native.analyzerCreate(json, name, directory, options.lenient(), warnings);
        return new Analyzer(address, warnings[0]);
    }

    /**
     * The analyzers and normalizers that a definition defines, in document order. They are not compiled.
     *
     * @param definition JSON as for {@link #create(String)}
     * @param options how to read the definition
     * @return a JSON array of names; empty for one analyzer definition, which has no name
     * @throws DefinitionException when the definition can't be read
     */
    public static String names(String definition, Options options) {
        return Native.analyzerNames(definition.getBytes(StandardCharsets.UTF_8), options.lenient());
    }

    /**
     * Something that runs the analyzer over texts.
     *
     * @return a new cursor, for one thread at a time
     */
    public TokenCursor tokens() {
        return new TokenCursor(this);
    }

    /**
     * Something that makes sort keys of texts.
     *
     * @return a new key maker, for one thread at a time
     * @throws UnsupportedOperationException when the analyzer is neither unic_collation nor naturalsort
     */
    public SortKeys sortKeys() {
        if (!hasSortKeys()) {
            throw new UnsupportedOperationException(
                    "the analyzer makes no sort keys: it is neither unic_collation nor naturalsort");
        }
        return new SortKeys(this);
    }

    /**
     * The token filters alone, over tokens that the caller brings.
     *
     * @return new filters, for one thread at a time
     */
    public TokenFilters tokenFilters() {
        return new TokenFilters(this);
    }

    /**
     * The char filters alone.
     *
     * @return new filters, for one thread at a time
     */
    public CharFilters charFilters() {
        return new CharFilters(this);
    }

    /**
     * What the engine's {@code _analyze} would answer for a text.
     *
     * @param text the text
     * @param stages stage by stage ({@code "explain": true}), or the tokens alone
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
     * A short text that changes exactly when this analyzer's tokens or keys may change: store it with the index.
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
     * What was noticed when the definition was read.
     *
     * @return a JSON array of objects like those of {@link DefinitionException#errors}
     */
    public String warnings() {
        return warnings;
    }

    /**
     * Whether the analyzer makes sort keys.
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
     * Whether the terms are meant to be the bytes of sort keys: the option {@code key_format} is {@code bytes}. In Java its
     * default is {@code text}, the key in base 32768. A {@link TokenCursor} gives the text, {@link SortKeys} the bytes.
     *
     * @return false for analyzers that make no keys
     */
    public boolean givesKeyBytes() {
        long address = acquire();
        try {
            return Native.analyzerGivesKeyBytes(address);
        } finally {
            release();
        }
    }

    /**
     * The gap between two values of a field.
     *
     * @return the definition's; -1 when it gives none
     */
    public int positionIncrementGap() {
        long address = acquire();
        try {
            return Native.analyzerPositionIncrementGap(address);
        } finally {
            release();
        }
    }

    /** Frees the analyzer; once is enough, more is harmless. */
    @Override
    public void close() {
        native_.cleanable().clean();
    }

    long acquire() {
        return native_.handle().acquire();
    }

    void release() {
        native_.handle().release();
    }

    /** Makes a native object over an analyzer. */
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
