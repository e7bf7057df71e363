package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.apache.lucene.util.ResourceLoader;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.FileSource;
import org.unicanalysis.Options;

/**
 * The component of a factory. The constructor compiles it, so that wrong options are errors of the factory's constructor. If its options
 * name files and no folder is given, {@link #inform} compiles it, and reads the files as resources.
 */
final class FactoryComponent {
    private final FactoryOptions options;
    private final BiFunction<String, Options, UnicComponent> kind;

    /** Names of the files that are read as resources. */
    private final Set<String> resources = new TreeSet<>();

    /** Null if the options name resources, until {@link #inform}. */
    private UnicComponent component;

    FactoryComponent(FactoryOptions options, BiFunction<String, Options, UnicComponent> kind) {
        this.options = options;
        this.kind = kind;
        if (options.options.configurationDirectory() != null) {
            component = kind.apply(options.definition, options.options);
            return;
        }
        FileSource names = name -> {
            resources.add(name);
            throw new IOException("resources are read by inform(ResourceLoader)");
        };
        try {
            component = kind.apply(options.definition, options.options.withFiles(names));
        } catch (DefinitionException invalid) {
            // A definition that names resources is not complete; `inform` reports its errors.
            if (resources.isEmpty()) {
                throw invalid;
            }
        }
    }

    /** Compiles the component, if that needs files. */
    void inform(ResourceLoader loader) {
        if (component == null) {
            component = kind.apply(options.definition, options.options.withFiles(source(loader)));
        }
    }

    UnicComponent get() {
        if (component == null) {
            throw new IllegalStateException("the options name the resources " + resources + ": call inform(ResourceLoader), or set "
                    + FactoryOptions.DIRECTORY + " if they are files");
        }
        return component;
    }

    private static FileSource source(ResourceLoader loader) {
        return name -> {
            try (InputStream stream = loader.openResource(name)) {
                return stream.readAllBytes();
            }
        };
    }
}
