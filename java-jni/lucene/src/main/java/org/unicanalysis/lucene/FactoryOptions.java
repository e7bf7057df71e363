package org.unicanalysis.lucene;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.unicanalysis.Options;

/** The arguments of a factory: the options of its component and of the compilation. */
final class FactoryOptions {
    /** The folder of the files that options name; not an option of any component. */
    static final String DIRECTORY = "configuration_directory";

    final String definition;
    final Options options;

    /**
     * Takes all arguments of a factory.
     *
     * @param type the component
     * @param arguments the arguments that Lucene has not consumed; emptied
     * @param original all arguments: Lucene consumes {@code name}, which is also an option of normalizers
     */
    FactoryOptions(String type, Map<String, String> arguments, Map<String, String> original) {
        Map<String, String> rest = new HashMap<>(arguments);
        arguments.clear();
        String name = original.get("name");
        if (name != null && !name.equalsIgnoreCase(type)) {
            rest.put("name", name);
        }
        String directory = rest.remove(DIRECTORY);
        options = directory == null ? Options.STRICT : Options.STRICT.withConfigurationDirectory(Path.of(directory));
        definition = UnicComponent.definition(type, rest);
    }
}
