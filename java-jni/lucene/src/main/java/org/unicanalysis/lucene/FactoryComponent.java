package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.InputStream;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.apache.lucene.util.ResourceLoader;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.FileSource;
import org.unicanalysis.Options;

/**
 * The component of a factory. It is compiled by the constructor, so that wrong options are errors of the factory's constructor. If its options
 * name files and no folder is given, it is compiled by {@link #inform}, which reads them as resources.
 */
final class FactoryComponent {
    private final FactoryOptions options;
    private final BiFunction<String, Options, UnicComponent> kind;

    /** Null until the files are known. */
    private UnicComponent component;

    FactoryComponent(FactoryOptions options, BiFunction<String, Options, UnicComponent> kind) {
        this.options = options;
        this.kind = kind;
        try {
            component = kind.apply(options.definition, options.options);
        } catch (DefinitionException invalid) {
            if (options.options.configurationDirectory() != null || files().isEmpty()) {
                throw invalid;
            }
        }
    }

    /** The files that the options name. */
    private TreeSet<String> files() {
        TreeSet<String> names = new TreeSet<>();
        FileSource noFiles = name -> {
            names.add(name);
            throw new IOException("not read yet");
        };
        try {
            kind.apply(options.definition, options.options.withFiles(noFiles));
        } catch (DefinitionException expected) {
            // Each file is an error.
        }
        return names;
    }

    /** Compiles the component, if that needs files. */
    void inform(ResourceLoader loader) {
        if (component == null) {
            component = kind.apply(options.definition, options.options.withFiles(resources(loader)));
        }
    }

    UnicComponent get() {
        if (component == null) {
            throw new IllegalStateException("the options name the resources " + files() + ": call inform(ResourceLoader), or set "
                    + FactoryOptions.DIRECTORY + " if they are files");
        }
        return component;
    }

    private static FileSource resources(ResourceLoader loader) {
        return name -> {
            try (InputStream stream = loader.openResource(name)) {
                return stream.readAllBytes();
            }
        };
    }
}
