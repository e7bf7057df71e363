package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The tokenizer factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class Tokenizers {
    private Tokenizers() {}

    /** {@code hyphen}. */
    public static final class Hyphen extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "hyphen";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public Hyphen(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Hyphen() {}
    }

    /** {@code naturalsort}. */
    public static final class Naturalsort extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "naturalsort";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public Naturalsort(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Naturalsort() {}
    }

    /** {@code unic_tokenizer}. */
    public static final class UnicTokenizer extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "unic_tokenizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTokenizer() {}
    }

    /** {@code icu_tokenizer}. */
    public static final class IcuTokenizer extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "icu_tokenizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTokenizer() {}
    }

    /** {@code unic_collation_tokenizer}. */
    public static final class UnicCollationTokenizer extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "unic_collation_tokenizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicCollationTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicCollationTokenizer() {}
    }

    /** {@code icu_collation_tokenizer}. */
    public static final class IcuCollationTokenizer extends UnicTokenizerFactory {
        /** SPI name. */
        public static final String NAME = "icu_collation_tokenizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuCollationTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuCollationTokenizer() {}
    }
}
