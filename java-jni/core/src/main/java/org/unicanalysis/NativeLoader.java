package org.unicanalysis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.AccessController;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * Finds and loads the native library. Tried in this order: the file in the system property {@value #PATH} (then nothing
 * else), a file next to the jar whose checksum matches the one in the jar (any file, if the jar contains none),
 * {@code java.library.path}, and the copy inside the jar, which is unpacked into the folder of {@value #FOLDER} or
 * {@code java.io.tmpdir}, verified, loaded and deleted. Files that an operator provides may be of another build, so they are
 * only checked for completeness.
 */
@SuppressWarnings("removal") // OpenSearch 2.19 runs under a security manager
final class NativeLoader {
    /** System property: the library file. */
    static final String PATH = "unic.library.path";

    /** System property: the folder to unpack the library into; it must allow execution. */
    static final String FOLDER = "unic.library.tmpdir";

    /** The version of the classes, from the file that Maven generates of {@code pom.xml}; the library's is that of {@code Cargo.toml}. */
    private static final String VERSION = AccessController.doPrivileged((PrivilegedAction<String>) NativeLoader::version);

    private static final String NAME = "unic_analysis_jni-" + VERSION;

    /** Problems that an operator should fix although a library was found. */
    private static volatile List<String> warnings = List.of();

    private final List<String> attempts = new ArrayList<>();
    private final List<String> defects = new ArrayList<>();

    private NativeLoader() {}

    /**
     * The result of the only attempt. A class whose initializer throws reports the reason at its first use only, so the reason is
     * kept here.
     */
    private static final class Attempt {
        /** The message of the error; null if the library is loaded. */
        static final String FAILURE = AccessController.doPrivileged((PrivilegedAction<String>) () -> {
            try {
                new NativeLoader().find();
                return null;
            } catch (UnsatisfiedLinkError error) {
                return error.getMessage();
            } catch (RuntimeException unexpected) {
                return unexpected.toString();
            }
        });
    }

    /**
     * Loads the library at the first call. Each public method that is not called on an object of the library calls it before {@link
     * Native}.
     *
     * @throws UnsatisfiedLinkError at every call, if the library can't be loaded
     */
    static void require() {
        if (Attempt.FAILURE != null) {
            throw new UnsatisfiedLinkError(Attempt.FAILURE);
        }
    }

    static List<String> warnings() {
        return warnings;
    }

    private void find() {
        String path = System.getProperty(PATH);
        boolean loaded = path != null
                ? isComplete("property " + PATH, Path.of(path)) && loadFile("property " + PATH, Path.of(path))
                : loadNextToJar() || loadFromLibraryPath() || loadFromJar();
        if (!loaded) {
            throw new UnsatisfiedLinkError("the native library of unic-analysis can't be loaded on " + platform()
                    + "; tried:\n  " + String.join("\n  ", attempts));
        }
        String found = Native.version();
        if (!found.startsWith(VERSION + " ")) {
            throw new UnsatisfiedLinkError(
                    "the native library of unic-analysis is version " + found + ", the classes are " + VERSION);
        }
        warnings = List.copyOf(defects);
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream file = NativeLoader.class.getResourceAsStream("version.properties")) {
            if (file == null) {
                throw new IllegalStateException("the jar has no org/unicanalysis/version.properties: keep the resources beside the classes");
            }
            properties.load(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties.getProperty("version");
    }

    /** As in the resource's path: {@code linux/amd64}. */
    static String platform() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String os = system.startsWith("linux") ? "linux" : system.startsWith("mac") ? "macos" : system.replace(' ', '-');
        String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        String arch = processor.equals("x86_64") ? "amd64" : processor.equals("arm64") ? "aarch64" : processor;
        return os + "/" + arch;
    }

    private boolean loadFile(String origin, Path file) {
        try {
            System.load(file.toAbsolutePath().toString());
            return true;
        } catch (UnsatisfiedLinkError | IllegalCallerException error) {
            attempts.add(origin + ": " + file + ": " + explained(error));
            return false;
        }
    }

    private static String explained(Throwable error) {
        String message = String.valueOf(error.getMessage());
        if (message.contains("failed to map segment")) {
            return message + " (the folder forbids execution: set -D" + FOLDER + " to one that allows it)";
        }
        if (error instanceof IllegalCallerException) {
            return message + " (start Java with --enable-native-access=ALL-UNNAMED)";
        }
        return message;
    }

    private boolean loadNextToJar() {
        try {
            CodeSource source = NativeLoader.class.getProtectionDomain().getCodeSource();
            if (source == null || source.getLocation() == null) {
                return false;
            }
            Path folder = Path.of(source.getLocation().toURI()).getParent();
            Path file = folder == null ? null : folder.resolve(System.mapLibraryName(NAME));
            // A second class loader cannot load the same file; it unpacks its own copy.
            return file != null && Files.isRegularFile(file) && isWhole(file) && loadFile("next to the jar", file);
        } catch (IOException | URISyntaxException | RuntimeException error) {
            // For example of a jar inside of another one, which is no file.
            attempts.add("next to the jar: " + error);
            return false;
        }
    }

    /**
     * Whether a file is the library whose checksum is in the jar. A truncated library must not be loaded: reading a missing page
     * would end the process.
     */
    private boolean isWhole(Path file) throws IOException {
        String expected;
        try (InputStream sum = NativeLoader.class.getResourceAsStream(resourceName() + ".sha256")) {
            if (sum == null) {
                return isComplete("next to the jar", file); // a jar without libraries: nothing to compare with
            }
            expected = new String(sum.readAllBytes(), StandardCharsets.US_ASCII).trim();
        }
        String found;
        try (InputStream library = Files.newInputStream(file)) {
            MessageDigest digest = sha256();
            byte[] buffer = new byte[1 << 16];
            for (int length = library.read(buffer); length >= 0; length = library.read(buffer)) {
                digest.update(buffer, 0, length);
            }
            found = HexFormat.of().formatHex(digest.digest());
        }
        if (found.equals(expected)) {
            return true;
        }
        String defect = "next to the jar: " + file + " is corrupt or of another build: its SHA-256 is " + found + ", not " + expected;
        attempts.add(defect);
        defects.add(defect);
        return false;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    private static String resourceName() {
        return "/native/" + platform() + "/" + System.mapLibraryName(NAME);
    }

    /** Whether the headers of a file agree with its length, or the file can't be read: then the system's loader reports the reason. */
    private boolean isComplete(String origin, Path file) {
        try {
            String defect = ElfFile.defect(file);
            if (defect == null) {
                return true;
            }
            attempts.add(origin + ": " + file + " is " + defect);
            defects.add(origin + ": " + file + " is " + defect);
            return false;
        } catch (IOException | SecurityException unreadable) {
            return true;
        }
    }

    /** The file that {@link System#loadLibrary} finds, or null. */
    private static Path inLibraryPath() {
        for (String property : new String[] {"sun.boot.library.path", "java.library.path"}) {
            for (String folder : System.getProperty(property, "").split(File.pathSeparator)) {
                Path file = Path.of(folder, System.mapLibraryName(NAME));
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    private boolean loadFromLibraryPath() {
        try {
            Path file = inLibraryPath();
            if (file != null && !isComplete("java.library.path", file)) {
                return false;
            }
        } catch (InvalidPathException | SecurityException unreadable) {
            // The call below reports the reason.
        }
        try {
            System.loadLibrary(NAME);
            return true;
        } catch (UnsatisfiedLinkError | IllegalCallerException error) {
            attempts.add("java.library.path: " + explained(error));
            return false;
        }
    }

    private boolean loadFromJar() {
        String resource = resourceName();
        Path file = null;
        try (InputStream library = NativeLoader.class.getResourceAsStream(resource);
                InputStream sum = NativeLoader.class.getResourceAsStream(resource + ".sha256")) {
            if (library == null || sum == null) {
                attempts.add("inside the jar: there is no build for this platform (" + resource + ")");
                return false;
            }
            byte[] bytes = library.readAllBytes();
            String expected = new String(sum.readAllBytes(), StandardCharsets.US_ASCII).trim();
            String found = HexFormat.of().formatHex(sha256().digest(bytes));
            if (!found.equals(expected)) {
                attempts.add("inside the jar: " + resource + " is corrupt: its SHA-256 is " + found + ", not " + expected);
                return false;
            }
            Path folder = Path.of(System.getProperty(FOLDER, System.getProperty("java.io.tmpdir")));
            String fileName = System.mapLibraryName(NAME);
            String suffix = fileName.substring(fileName.indexOf(NAME) + NAME.length());
            file = Files.createTempFile(folder, NAME + "-", suffix);
            Files.write(file, bytes);
            return loadFile("unpacked", file);
        } catch (IOException | SecurityException error) {
            attempts.add("inside the jar: " + error);
            return false;
        } finally {
            delete(file);
        }
    }

    /** Deletes a loaded file, at the latest when the JVM exits. */
    private static void delete(Path file) {
        if (file == null) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException error) {
            file.toFile().deleteOnExit();
        }
    }

    /** The location of the copy inside the jar, if it has one for this platform. */
    static URL resource() {
        return NativeLoader.class.getResource(resourceName());
    }
}
