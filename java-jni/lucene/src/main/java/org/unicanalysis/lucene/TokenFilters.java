package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The token filter factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class TokenFilters {
    private TokenFilters() {}

    /** {@code hyphen}. */
    public static final class Hyphen extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "hyphen";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public Hyphen(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Hyphen() {}
    }

    /** {@code unic_normalizer}. */
    public static final class UnicNormalizer extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_normalizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicNormalizer(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNormalizer() {}
    }

    /** {@code icu_normalizer}. */
    public static final class IcuNormalizer extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_normalizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuNormalizer(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNormalizer() {}
    }

    /** {@code unic_folding}. */
    public static final class UnicFolding extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_folding";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicFolding(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicFolding() {}
    }

    /** {@code icu_folding}. */
    public static final class IcuFolding extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_folding";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuFolding(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuFolding() {}
    }

    /** {@code unic_transform}. */
    public static final class UnicTransform extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_transform";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicTransform(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTransform() {}
    }

    /** {@code icu_transform}. */
    public static final class IcuTransform extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_transform";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuTransform(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTransform() {}
    }

    /** {@code unic_numberformat}. */
    public static final class UnicNumberformat extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_numberformat";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicNumberformat(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNumberformat() {}
    }

    /** {@code icu_numberformat}. */
    public static final class IcuNumberformat extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_numberformat";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuNumberformat(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNumberformat() {}
    }

    /** {@code unic_collation}. */
    public static final class UnicCollation extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_collation";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicCollation(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicCollation() {}
    }

    /** {@code icu_collation}. */
    public static final class IcuCollation extends UnicTokenFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_collation";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuCollation(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuCollation() {}
    }
}
