package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The token filter factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class TokenFilterFactories {
    private TokenFilterFactories() {}

    /** {@code hyphen}. */
    public static final class Hyphen extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "hyphen";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public Hyphen(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public Hyphen() {}
    }

    /** {@code unic_normalizer}. */
    public static final class UnicNormalizer extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "unic_normalizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicNormalizer(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNormalizer() {}
    }

    /** {@code icu_normalizer}. */
    public static final class IcuNormalizer extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "icu_normalizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuNormalizer(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNormalizer() {}
    }

    /** {@code unic_folding}. */
    public static final class UnicFolding extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "unic_folding";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicFolding(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicFolding() {}
    }

    /** {@code icu_folding}. */
    public static final class IcuFolding extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "icu_folding";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuFolding(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuFolding() {}
    }

    /** {@code unic_transform}. */
    public static final class UnicTransform extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "unic_transform";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicTransform(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTransform() {}
    }

    /** {@code icu_transform}. */
    public static final class IcuTransform extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "icu_transform";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuTransform(Map<String, String> arguments) {
            super(NAME, true, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTransform() {}
    }

    /** {@code unic_numberformat}. */
    public static final class UnicNumberformat extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "unic_numberformat";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicNumberformat(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNumberformat() {}
    }

    /** {@code icu_numberformat}. */
    public static final class IcuNumberformat extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "icu_numberformat";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuNumberformat(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNumberformat() {}
    }

    /** {@code unic_collation}. */
    public static final class UnicCollation extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "unic_collation";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicCollation(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicCollation() {}
    }

    /** {@code icu_collation}. */
    public static final class IcuCollation extends UnicTokenFilterFactory {
        /** The name that {@code TokenFilterFactory.forName} takes. */
        public static final String NAME = "icu_collation";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuCollation(Map<String, String> arguments) {
            super(NAME, false, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuCollation() {}
    }
}
