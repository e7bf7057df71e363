package org.unicanalysis.opensearch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.opensearch.Version;

/** Creates plugin zips for tests: another plugin with the names of this one, and a later version of this plugin. */
final class PluginZips {
    /** The change that a zip applies to a file. */
    private interface Change {
        byte[] of(String name, byte[] content) throws IOException;
    }

    private PluginZips() {}

    /** A plugin with the name of the engine's ICU4J plugin. */
    static Path standIn(Path folder) throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(jar)) {
            String main = AnalysisIcuStandIn.class.getName().replace('.', '/');
            for (String name : new String[] {main + ".class", main + "$1.class"}) {
                try (InputStream content = PluginZips.class.getResourceAsStream("/" + name)) {
                    add(out, name, content.readAllBytes());
                }
            }
        }
        Path zip = folder.resolve("analysis-icu.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            String descriptor = "name=analysis-icu\ndescription=substitute\nversion=" + Version.CURRENT + "\nclassname="
                    + AnalysisIcuStandIn.class.getName() + "\njava.version=17\nopensearch.version=" + Version.CURRENT + "\n";
            add(out, "plugin-descriptor.properties", descriptor.getBytes(StandardCharsets.UTF_8));
            add(out, "analysis-icu.jar", jar.toByteArray());
        }
        return zip;
    }

    /**
     * The next version of the plugin, with a library of another Unicode version: only the version string in the library is changed,
     * which the fingerprint covers.
     */
    static Path nextVersion(Path plugin, Path folder) throws IOException {
        String[] sum = new String[1];
        // The library is changed first, since the jar contains its checksum.
        copy(plugin, folder.resolve("library.zip"), (name, content) -> {
            if (name.endsWith(".so")) {
                replace(content, "18.0", "18.9");
                sum[0] = sha256(content);
            }
            return content;
        });
        Path zip = folder.resolve("next.zip");
        copy(folder.resolve("library.zip"), zip, (name, content) -> {
            if (name.equals("plugin-descriptor.properties")) {
                String text = new String(content, StandardCharsets.UTF_8);
                return text.replaceFirst("(?m)^version=.*", "version=0.1.1").getBytes(StandardCharsets.UTF_8);
            }
            if (!name.endsWith(".jar")) {
                return content;
            }
            ByteArrayOutputStream jar = new ByteArrayOutputStream();
            copy(new ByteArrayInputStream(content), jar, (entry, bytes) ->
                    entry.endsWith(".sha256") ? sum[0].getBytes(StandardCharsets.US_ASCII) : bytes);
            return jar.toByteArray();
        });
        Files.delete(folder.resolve("library.zip"));
        return zip;
    }

    private static void replace(byte[] content, String from, String to) {
        byte[] old = from.getBytes(StandardCharsets.US_ASCII);
        byte[] other = to.getBytes(StandardCharsets.US_ASCII);
        int count = 0;
        for (int at = 0; at + old.length <= content.length; at++) {
            if (java.util.Arrays.equals(content, at, at + old.length, old, 0, old.length)) {
                System.arraycopy(other, 0, content, at, other.length);
                count++;
            }
        }
        if (count == 0) {
            throw new AssertionError("the library does not name its Unicode version");
        }
    }

    private static String sha256(byte[] content) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (GeneralSecurityException error) {
            throw new IOException(error);
        }
    }

    private static void copy(Path from, Path to, Change change) throws IOException {
        try (InputStream in = Files.newInputStream(from);
                var out = Files.newOutputStream(to)) {
            copy(in, out, change);
        }
    }

    private static void copy(InputStream from, java.io.OutputStream to, Change change) throws IOException {
        ZipInputStream in = new ZipInputStream(from);
        ZipOutputStream out = new ZipOutputStream(to);
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            add(out, entry.getName(), change.of(entry.getName(), in.readAllBytes()));
        }
        out.finish();
    }

    private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
