package org.unicanalysis;

import java.nio.file.Path;

/**
 * Options for compiling a definition.
 *
 * @param configurationDirectory folder of the files that options like {@code keywords_path} name; null: such options are
 *     errors
 * @param lenient unknown options are warnings ({@link Analyzer#warnings}) instead of errors
 */
public record Options(Path configurationDirectory, boolean lenient) {
    /** No files, unknown options are errors. */
    public static final Options STRICT = new Options(null, false);

    /** No files, unknown options are warnings. */
    public static final Options LENIENT = new Options(null, true);

    /**
     * These options with a configuration directory.
     *
     * @param directory the folder
     * @return new options
     */
    public Options withConfigurationDirectory(Path directory) {
        return new Options(directory, lenient);
    }
}
