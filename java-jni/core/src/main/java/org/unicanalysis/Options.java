package org.unicanalysis;

import java.nio.file.Path;

/**
 * Options for compiling a definition.
 *
 * @param configurationDirectory folder of the files that options like {@code keywords_path} name; null: such options are
 *     errors
 * @param lenient unknown options are warnings ({@link Analyzer#warnings}) instead of errors
 * @param files the source of the files, instead of {@code configurationDirectory}; null: they are in that folder
 */
public record Options(Path configurationDirectory, boolean lenient, FileSource files) {
    /** No files, unknown options are errors. */
    public static final Options STRICT = new Options(null, false);

    /** No files, unknown options are warnings. */
    public static final Options LENIENT = new Options(null, true);

    /**
     * Options for files in a folder.
     *
     * @param configurationDirectory as for the record
     * @param lenient as for the record
     */
    public Options(Path configurationDirectory, boolean lenient) {
        this(configurationDirectory, lenient, null);
    }

    /**
     * These options with a configuration directory.
     *
     * @param directory the folder
     * @return new options
     */
    public Options withConfigurationDirectory(Path directory) {
        return new Options(directory, lenient, files);
    }

    /**
     * These options with a source of files.
     *
     * @param source reads the files
     * @return new options
     */
    public Options withFiles(FileSource source) {
        return new Options(configurationDirectory, lenient, source);
    }
}
