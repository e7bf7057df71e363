package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/**
 * Every public method, found by reflection: null for each of its arguments, and use after {@code close}. A new method is tested without a
 * change here, unless it accepts null or works on a closed object.
 */
public class PublicInterfaceTest {
    private static final List<Class<?>> CLOSEABLE =
            List.of(Analyzer.class, TokenCursor.class, SortKeys.class, TokenFilters.class, CharFilters.class);

    private static final List<Class<?>> OTHERS = List.of(FilteredText.class, Options.class, UnicAnalysis.class);

    /** Method and index of the arguments that may be null. */
    private static final Set<String> NULLABLE = Set.of(
            "Analyzer.create 1", // the only analyzer of the definition
            "Options.equals 0",
            "Options.new 0",
            "Options.new 2",
            "Options.withConfigurationDirectory 0",
            "Options.withFiles 0");

    /** The methods of closed objects that need no native call: they read what a call has returned, or prepare the next one. */
    private static final Set<String> WORKING = Set.of(
            "Analyzer.warnings",
            "SortKeys.bytes",
            "SortKeys.length",
            "TokenCursor.finalOffset",
            "TokenCursor.next",
            "TokenCursor.positionGap",
            "TokenCursor.setText",
            "TokenCursor.setUtf8",
            "TokenCursor.utf8",
            "TokenCursor.utf8Length",
            "TokenCursor.utf8Offset",
            "TokenFilters.add",
            "TokenFilters.count",
            "TokenFilters.hasOneToken",
            "TokenFilters.next",
            "TokenFilters.positionGap",
            "TokenFilters.script",
            "TokenFilters.typeName");

    /** Open objects of each class, with a current token and a key. */
    private static final class Open implements AutoCloseable {
        private final Map<Class<?>, Object> objects;

        Open() {
            Analyzer collation = Analyzer.create("{\"type\": \"unic_collation\"}");
            TokenCursor tokens = collation.tokens();
            tokens.setText("text");
            assertTrue(tokens.next());
            SortKeys keys = collation.sortKeys();
            keys.key("text");
            TokenFilters filters = collation.tokenFilters();
            filters.reset();
            filters.add("term".toCharArray(), 0, 4, 0, 4, "word", 1, 1, false, 0);
            filters.runLast(4, 0);
            assertTrue(filters.next());
            CharFilters charFilters = collation.charFilters();
            FilteredText filtered = charFilters.filter(new char[] {'a'}, 1);
            objects = Map.of(
                    Analyzer.class, collation,
                    TokenCursor.class, tokens,
                    SortKeys.class, keys,
                    TokenFilters.class, filters,
                    CharFilters.class, charFilters,
                    FilteredText.class, filtered,
                    Options.class, Options.STRICT);
        }

        @Override
        public void close() {
            for (Object object : objects.values()) {
                if (object instanceof AutoCloseable closeable) {
                    try {
                        closeable.close();
                    } catch (Exception error) {
                        throw new AssertionError(error);
                    }
                }
            }
        }
    }

    private static List<Executable> publicOf(Class<?> type) {
        List<Executable> all = new ArrayList<>(List.of(type.getConstructors()));
        for (Method method : type.getMethods()) {
            if (!method.isBridge() && method.getDeclaringClass().getPackage() == Analyzer.class.getPackage()) {
                method.setAccessible(true); // `PackedTokens` is not public
                all.add(method);
            }
        }
        return all;
    }

    private static Object argument(Class<?> type, Open open) {
        if (type == Analyzer.class) {
            return open.objects.get(Analyzer.class);
        }
        Map<Class<?>, Object> values = Map.ofEntries(
                Map.entry(int.class, 1),
                Map.entry(boolean.class, false),
                Map.entry(CharSequence.class, "a"),
                Map.entry(Object.class, "a"),
                Map.entry(String.class, "{\"type\": \"unic_collation\"}"),
                Map.entry(char[].class, new char[] {'a', 'b', 'c', 'd'}),
                Map.entry(byte[].class, new byte[] {1}),
                Map.entry(List.class, List.of()),
                Map.entry(Options.class, Options.STRICT),
                Map.entry(Path.class, Path.of("/")),
                Map.entry(FileSource.class, (FileSource) name -> new byte[0]),
                Map.entry(SortKeys.Strength.class, SortKeys.Strength.PRIMARY));
        assertTrue("no value of " + type, values.containsKey(type));
        return values.get(type);
    }

    private static Object[] arguments(Executable executable, Open open) {
        Class<?>[] types = executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            arguments[at] = argument(types[at], open);
        }
        return arguments;
    }

    /** The result of a call, or what it throws. */
    private static Object call(Executable executable, Object target, Object[] arguments) throws Exception {
        try {
            return executable instanceof Method method
                    ? method.invoke(target, arguments)
                    : ((Constructor<?>) executable).newInstance(arguments);
        } catch (InvocationTargetException error) {
            return error.getCause();
        }
    }

    private static String name(Executable executable, Class<?> type) {
        return type.getSimpleName() + "." + (executable instanceof Method ? executable.getName() : "new");
    }

    @Test
    public void nullIsAnExceptionForEveryArgument() throws Exception {
        Set<String> accepted = new TreeSet<>();
        List<Class<?>> classes = new ArrayList<>(CLOSEABLE);
        classes.addAll(OTHERS);
        for (Class<?> type : classes) {
            for (Executable executable : publicOf(type)) {
                Class<?>[] parameters = executable.getParameterTypes();
                for (int at = 0; at < parameters.length; at++) {
                    if (parameters[at].isPrimitive()) {
                        continue;
                    }
                    try (Open open = new Open()) {
                        Object[] arguments = arguments(executable, open);
                        arguments[at] = null;
                        Object result = call(executable, open.objects.get(type), arguments);
                        if (result instanceof AutoCloseable made) {
                            made.close();
                        }
                        if (!(result instanceof NullPointerException)) {
                            accepted.add(name(executable, type) + " " + at);
                        }
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(NULLABLE), accepted);
    }

    @Test
    public void closedObjectsThrow() throws Exception {
        Set<String> working = new TreeSet<>();
        for (Class<?> type : CLOSEABLE) {
            for (Executable executable : publicOf(type)) {
                boolean isOfToken = executable.getDeclaringClass() == PackedTokens.class;
                if (Modifier.isStatic(executable.getModifiers()) || executable.getName().equals("close") || isOfToken) {
                    continue;
                }
                Open closed = new Open();
                closed.close();
                try (Open open = new Open()) {
                    Object result = call(executable, closed.objects.get(type), arguments(executable, open));
                    if (!(result instanceof IllegalStateException error && error.getMessage().endsWith(" closed"))) {
                        working.add(name(executable, type));
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(WORKING), working);
    }
}
