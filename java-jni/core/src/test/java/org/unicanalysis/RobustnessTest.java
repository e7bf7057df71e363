package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.Test;

/** Threads, class loaders, unclosed objects, large texts, libraries that can't be loaded: none of them crashes the JVM. */
public class RobustnessTest {
    private static final String DEFINITION = "{\"type\": \"unic_analyzer\"}";

    /** Runs an action in every thread and throws the first failure. */
    private static void inThreads(int count, Runnable body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            Thread thread = new Thread(() -> {
                try {
                    body.run();
                } catch (Throwable error) {
                    failure.compareAndSet(null, error);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    @Test
    public void thousandThreadsOpenAndClose() throws Exception {
        long live = UnicAnalysis.liveObjects();
        try (Analyzer shared = Analyzer.create(DEFINITION)) {
            inThreads(1000, () -> {
                try (Analyzer own = Analyzer.create(DEFINITION);
                        TokenCursor one = own.tokens();
                        TokenCursor other = shared.tokens()) {
                    List<String> expected = List.of("grusse 0-5 <ALPHANUM>", "aus 6-9 <ALPHANUM>");
                    assertEquals(expected, AnalyzerTest.shown(one, "Grüße aus"));
                    assertEquals(expected, AnalyzerTest.shown(other, "Grüße aus"));
                }
            });
        }
        assertEquals(live, UnicAnalysis.liveObjects());
    }

    /** Uses an object in another thread, closes it meanwhile, and expects the other thread to notice. */
    private static void closeWhileUsed(AutoCloseable object, Runnable use) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread user = new Thread(() -> {
            try {
                for (; ; ) {
                    use.run();
                    running.countDown();
                }
            } catch (Throwable thrown) {
                end.set(thrown);
                running.countDown();
            }
        });
        user.start();
        running.await();
        object.close();
        user.join();
        assertTrue(String.valueOf(end.get()), end.get() instanceof IllegalStateException);
        assertTrue(end.get().getMessage(), end.get().getMessage().endsWith(" closed"));
    }

    @Test
    public void closingWhileAnotherThreadAnalysesIsSafe() throws Exception {
        long live = UnicAnalysis.liveObjects();
        String text = "one two three ".repeat(50);
        char[] units = text.toCharArray();
        for (int round = 0; round < 100; round++) {
            Analyzer analyzer = Analyzer.create("{\"type\": \"unic_collation\"}");
            TokenCursor tokens = analyzer.tokens();
            SortKeys keys = analyzer.sortKeys();
            TokenFilters filters = analyzer.tokenFilters();
            CharFilters charFilters = analyzer.charFilters();
            closeWhileUsed(tokens, () -> {
                tokens.setText(text);
                while (tokens.next()) {
                    tokens.termLength();
                }
            });
            closeWhileUsed(keys, () -> keys.makeKey(units, units.length));
            closeWhileUsed(filters, () -> {
                filters.reset();
                filters.add(units, 0, units.length, 0, units.length, "word", 1, 1, false, 0);
                filters.runLast(units.length, 0);
                while (filters.next()) {
                    filters.termLength();
                }
            });
            closeWhileUsed(charFilters, () -> charFilters.filter(units, units.length));
            closeWhileUsed(analyzer, () -> {
                analyzer.explain("one two", true);
                analyzer.normalizer().close();
            });
        }
        assertEquals(live, UnicAnalysis.liveObjects());
    }

    @Test
    public void forgottenObjectsAreFreed() throws Exception {
        long live = UnicAnalysis.liveObjects();
        for (int count = 0; count < 100; count++) {
            Analyzer.create(DEFINITION).tokens().setText("forgotten");
        }
        for (int attempt = 0; attempt < 100 && UnicAnalysis.liveObjects() > live; attempt++) {
            System.gc();
            Thread.sleep(50);
        }
        assertTrue("left: " + UnicAnalysis.liveObjects(), UnicAnalysis.liveObjects() <= live);
    }

    @Test
    public void aTextOfFiftyMillionUnits() {
        char[] text = "Das Haus am See. ".repeat(3_000_000).toCharArray();
        text[text.length - 1] = '\ud800';
        try (Analyzer analyzer = Analyzer.create(DEFINITION);
                TokenCursor tokens = analyzer.tokens()) {
            tokens.setText(text, text.length);
            long count = 0;
            while (tokens.next()) {
                count++;
            }
            assertEquals(12_000_000, count);
            assertEquals(text.length, tokens.finalOffset());
        }
    }

    /** A second class loader with the classes of the core. */
    private static URLClassLoader loader() {
        URL classes = Analyzer.class.getProtectionDomain().getCodeSource().getLocation();
        return new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    }

    @Test
    public void everyClassLoaderLoadsItsLibrary() throws Exception {
        for (int round = 0; round < 3; round++) {
            try (URLClassLoader loader = loader()) {
                Class<?> other = loader.loadClass("org.unicanalysis.UnicAnalysis");
                assertNotSame(UnicAnalysis.class, other);
                assertEquals(UnicAnalysis.version(), other.getMethod("version").invoke(null));
            }
        }
    }

    /** Defines the classes of the core as a launcher does that reads them from a jar inside of a jar: their location is no file. */
    private static final class NestedJarLoader extends SecureClassLoader {
        private final URLClassLoader classes = loader();
        private final CodeSource source;

        NestedJarLoader() throws IOException {
            super(ClassLoader.getPlatformClassLoader());
            source = new CodeSource(new URL("jar:file:/app.jar!/lib/core.jar!/"), (Certificate[]) null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream file = classes.getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, source);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }

        @Override
        public URL findResource(String name) {
            return classes.findResource(name);
        }
    }

    @Test
    public void aJarInsideOfAJarLoadsTheCopyInside() throws Exception {
        Class<?> other = new NestedJarLoader().loadClass("org.unicanalysis.UnicAnalysis");
        assertNotSame(UnicAnalysis.class, other);
        assertEquals(UnicAnalysis.version(), other.getMethod("version").invoke(null));
        assertEquals(List.of(), other.getMethod("loadWarnings").invoke(null));
    }

    /** What a container does when it reloads an application: the classes, and the library with them, are not kept by anything. */
    @Test
    public void aClassLoaderThatIsDroppedIsCollected() throws Exception {
        List<WeakReference<ClassLoader>> dropped = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            dropped.add(used());
        }
        for (int attempt = 0; attempt < 200 && dropped.stream().anyMatch(loader -> loader.get() != null); attempt++) {
            System.gc();
            Thread.sleep(20);
        }
        assertEquals(0, dropped.stream().filter(loader -> loader.get() != null).count());
    }

    /** A closed class loader whose classes have analysed a text; one object is not closed. */
    private static WeakReference<ClassLoader> used() throws Exception {
        try (URLClassLoader loader = loader()) {
            Class<?> analyzers = loader.loadClass("org.unicanalysis.Analyzer");
            Object analyzer = analyzers.getMethod("create", String.class).invoke(null, DEFINITION);
            for (boolean isClosed : new boolean[] {true, false}) {
                Object tokens = analyzers.getMethod("tokens").invoke(analyzer);
                tokens.getClass().getMethod("setText", CharSequence.class).invoke(tokens, "Grüße aus");
                assertEquals(true, tokens.getClass().getMethod("next").invoke(tokens));
                if (isClosed) {
                    tokens.getClass().getMethod("close").invoke(tokens);
                }
            }
            return new WeakReference<>(loader);
        }
    }

    private static String failure(String property, String value) throws Exception {
        String before = System.getProperty(property);
        System.setProperty(property, value);
        try (URLClassLoader loader = loader()) {
            Class<?> other = loader.loadClass("org.unicanalysis.UnicAnalysis");
            Throwable cause = assertThrows(Throwable.class, () -> other.getMethod("version").invoke(null));
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            assertTrue(cause.toString(), cause instanceof UnsatisfiedLinkError);
            return cause.getMessage();
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    @Test
    public void libraryThatCannotBeLoadedReportsTheReason() throws Exception {
        Path folder = Files.createTempDirectory("unic-library");
        try {
            String message = failure("unic.library.path", folder.resolve("missing.so").toString());
            assertTrue(message, message.contains("property unic.library.path") && message.contains("missing.so"));
            Path corrupt = Files.writeString(folder.resolve("corrupt.so"), "no library");
            message = failure("unic.library.path", corrupt.toString());
            assertTrue(message, message.contains("corrupt.so"));
            message = failure("os.arch", "vax");
            assertTrue(message, message.contains("no build for this platform") && message.contains("linux/vax"));
            message = failure("unic.library.tmpdir", folder.resolve("nowhere").toString());
            assertTrue(message, message.contains("inside the jar"));
        } finally {
            delete(folder);
        }
    }

    /** A library that lacks its end: the first access to a missing page would end the JVM. */
    @Test
    public void truncatedLibraryIsNotLoaded() throws Exception {
        byte[] library;
        try (InputStream whole = NativeLoader.resource().openStream()) {
            library = whole.readAllBytes();
        }
        String name = Path.of(NativeLoader.resource().getPath()).getFileName().toString();
        Path folder = Files.createTempDirectory("unic-library");
        try {
            for (int percent : new int[] {5, 50, 95, 99}) {
                Path file = folder.resolve(percent + ".so");
                Files.write(file, Arrays.copyOf(library, (int) (library.length * (percent / 100.0))));
                String message = failure("unic.library.path", file.toString());
                assertTrue(message, message.contains("truncated") && message.contains(percent + ".so"));
            }
            // In the library path it is ignored, with a warning.
            Files.write(folder.resolve(name), Arrays.copyOf(library, library.length / 2));
            String before = System.getProperty("java.library.path");
            System.setProperty("java.library.path", folder.toString());
            try (URLClassLoader loader = loader()) {
                Class<?> other = loader.loadClass("org.unicanalysis.UnicAnalysis");
                assertEquals(UnicAnalysis.version(), other.getMethod("version").invoke(null));
                String warnings = other.getMethod("loadWarnings").invoke(null).toString();
                assertTrue(warnings, warnings.contains("truncated") && warnings.contains(folder.toString()));
            } finally {
                System.setProperty("java.library.path", before);
            }
        } finally {
            delete(folder);
        }
    }

    /** Every use after a failed attempt reports the reason. */
    @Test
    public void everyUseOfALibraryThatCannotBeLoadedReportsTheReason() throws Exception {
        System.setProperty("unic.library.path", "/nowhere/missing.so");
        try (URLClassLoader loader = loader()) {
            Method[] uses = {
                loader.loadClass("org.unicanalysis.UnicAnalysis").getMethod("version"),
                loader.loadClass("org.unicanalysis.UnicAnalysis").getMethod("unicodeVersion"),
                loader.loadClass("org.unicanalysis.UnicAnalysis").getMethod("components"),
                loader.loadClass("org.unicanalysis.UnicAnalysis").getMethod("loadWarnings"),
                loader.loadClass("org.unicanalysis.UnicAnalysis").getMethod("liveObjects"),
                loader.loadClass("org.unicanalysis.Analyzer").getMethod("create", String.class),
                loader.loadClass("org.unicanalysis.SortKeys").getMethod("toHex", byte[].class),
                loader.loadClass("org.unicanalysis.SortKeys").getMethod("toText", byte[].class),
                loader.loadClass("org.unicanalysis.SortKeys").getMethod("fromHex", String.class),
                loader.loadClass("org.unicanalysis.SortKeys").getMethod("fromText", String.class),
            };
            for (int round = 0; round < 2; round++) {
                for (Method use : uses) {
                    Object[] arguments = use.getParameterCount() == 0
                            ? new Object[0]
                            : new Object[] {use.getParameterTypes()[0] == String.class ? "{}" : new byte[1]};
                    Throwable thrown = assertThrows(InvocationTargetException.class, () -> use.invoke(null, arguments)).getCause();
                    assertEquals(use.toString(), UnsatisfiedLinkError.class, thrown.getClass());
                    assertTrue(thrown.getMessage(), thrown.getMessage().contains("missing.so"));
                }
            }
        } finally {
            System.clearProperty("unic.library.path");
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Memory does not grow over many texts: neither the heap, nor native memory, nor the number of native objects. {@code make soak-jvm}
     * runs millions of them. The heap of the child is resident from the start, so that only native memory can add to it.
     */
    @Test
    public void memoryStaysFlat() throws Exception {
        long texts = Long.getLong("unic.soak.texts", 200_000);
        List<String> options = List.of("-Xms48m", "-Xmx48m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        String output = ChildJvm.output(options, ManyTexts.class, Long.toString(texts));
        long[][] reports = output.lines()
                .map(line -> Stream.of(line.split(" ")).mapToLong(Long::parseLong).toArray())
                .toArray(long[][]::new);
        if (texts >= 10_000_000) {
            System.out.println("texts, resident KiB, heap KiB, native objects\n" + output);
        }
        long[] early = reports[1];
        long[] last = reports[reports.length - 1];
        assertTrue("native memory:\n" + output, last[1] - early[1] < 3_000);
        assertTrue("heap:\n" + output, last[2] - early[2] < 1_000);
        assertEquals("native objects:\n" + output, 6, last[3]);
    }

    /** {@code -Xcheck:jni} has nothing to report about any native call. */
    @Test
    public void checkedCallsReportNothing() throws Exception {
        for (boolean isJniOnly : new boolean[] {false, true}) {
            List<String> options = List.of("-Xcheck:jni", "-Dunic.library.jni=" + isJniOnly);
            assertEquals("done\n", ChildJvm.output(options, EveryCall.class));
        }
    }
}
