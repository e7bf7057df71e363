package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The tokenizer factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class TokenizerFactories {
    private TokenizerFactories() {}

    /** {@code hyphen}. */
    public static final class Hyphen extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "hyphen";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public Hyphen(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Hyphen() {}
    }

    /** {@code naturalsort}. */
    public static final class Naturalsort extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "naturalsort";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public Naturalsort(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Naturalsort() {}
    }

    /** {@code unic_tokenizer}. */
    public static final class UnicTokenizer extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "unic_tokenizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTokenizer() {}
    }

    /** {@code icu_tokenizer}. */
    public static final class IcuTokenizer extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "icu_tokenizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTokenizer() {}
    }

    /** {@code unic_collation_tokenizer}. */
    public static final class UnicCollationTokenizer extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "unic_collation_tokenizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicCollationTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicCollationTokenizer() {}
    }

    /** {@code icu_collation_tokenizer}. */
    public static final class IcuCollationTokenizer extends UnicTokenizerFactory {
        /** The name that {@code TokenizerFactory.forName} takes. */
        public static final String NAME = "icu_collation_tokenizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuCollationTokenizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuCollationTokenizer() {}
    }
}
