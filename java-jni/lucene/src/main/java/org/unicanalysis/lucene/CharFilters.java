package org.unicanalysis.lucene;

import java.util.Map;

/**
 * The char filter factories, a class per SPI name. The options are those of the component of the same name (see
 * {@link org.unicanalysis.UnicAnalysis#components}), and {@code configuration_directory}: the folder of files that they
 * name.
 */
public final class CharFilters {
    private CharFilters() {}

    /** {@code unic_normalizer}. */
    public static final class UnicNormalizer extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_normalizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicNormalizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicNormalizer() {}
    }

    /** {@code icu_normalizer}. */
    public static final class IcuNormalizer extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_normalizer";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuNormalizer(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuNormalizer() {}
    }

    /** {@code unic_folding}. */
    public static final class UnicFolding extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_folding";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicFolding(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicFolding() {}
    }

    /** {@code icu_folding}. */
    public static final class IcuFolding extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_folding";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuFolding(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuFolding() {}
    }

    /** {@code unic_transform}. */
    public static final class UnicTransform extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "unic_transform";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public UnicTransform(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public UnicTransform() {}
    }

    /** {@code icu_transform}. */
    public static final class IcuTransform extends UnicCharFilterFactory {
        /** SPI name. */
        public static final String NAME = "icu_transform";

        /**
         * A factory.
         *
         * @param arguments the options, emptied
         */
        public IcuTransform(Map<String, String> arguments) {
            super(NAME, arguments);
        }

        /** For the service loader alone: not to be called. */
        public IcuTransform() {}
    }
}
