package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The char filter factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class CharFilterFactories {
    private CharFilterFactories() {}

    /** {@code unic_normalizer}. */
    public static final class UnicNormalizer extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "unic_normalizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicNormalizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNormalizer() {}
    }

    /** {@code icu_normalizer}. */
    public static final class IcuNormalizer extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "icu_normalizer";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuNormalizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNormalizer() {}
    }

    /** {@code unic_folding}. */
    public static final class UnicFolding extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "unic_folding";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicFolding(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicFolding() {}
    }

    /** {@code icu_folding}. */
    public static final class IcuFolding extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "icu_folding";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuFolding(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuFolding() {}
    }

    /** {@code unic_transform}. */
    public static final class UnicTransform extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "unic_transform";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public UnicTransform(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTransform() {}
    }

    /** {@code icu_transform}. */
    public static final class IcuTransform extends UnicCharFilterFactory {
        /** The name that {@code CharFilterFactory.forName} takes. */
        public static final String NAME = "icu_transform";

        /**
         * Compiles the component, unless its options name resources.
         *
         * @param arguments the options; all are removed from the map
         */
        public IcuTransform(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTransform() {}
    }
}
