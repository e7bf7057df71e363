package org.unicanalysis;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program of the tests in a JVM of its own, for options that the JVM of the tests does not have. Also used by the module {@code
 * lucene}.
 */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * The output of a program, errors included; throws if it fails. It runs with the class path of this JVM.
     *
     * @param options of the JVM
     * @param program the class with the {@code main} method
     * @param arguments of the program
     */
    public static String output(List<String> options, Class<?> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new AssertionError(program.getSimpleName() + " ended with status " + status + ":\n" + output);
        }
        return output;
    }
}
