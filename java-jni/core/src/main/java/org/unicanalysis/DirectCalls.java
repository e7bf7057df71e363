package org.unicanalysis;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;

/**
 * Native calls without JNI, on Java 22 and later: the native function gets the addresses of the arrays' elements ({@code
 * Linker.Option.critical(true)}), so that a short text costs neither a transition to native code nor a JNI call per array. Otherwise, and
 * for long texts, which would delay the garbage collector, the same calls of {@link Native} are used.
 *
 * <p>The classes of {@code java.lang.foreign} are used by reflection, since Java 17 lacks them. A method handle in a constant is compiled
 * like a direct call.
 */
final class DirectCalls {
    /** System property: {@code true} for JNI calls only. */
    static final String JNI_ONLY = "unic.library.jni";

    /** Maximum length of a text, in UTF-16 units. */
    static final int MAX_TEXT_LENGTH = 1 << 11;

    private static final int FIRST_JAVA = 22;

    /**
     * What the foreign function interface gives.
     *
     * @param streamStart null without direct calls
     * @param key null without direct calls
     * @param warning why this Java, which has the interface, makes no direct calls; null if there is nothing to report
     */
    record Calls(MethodHandle streamStart, MethodHandle key, String warning) {}

    private static final Calls CALLS = Runtime.version().feature() >= FIRST_JAVA && !Boolean.getBoolean(JNI_ONLY)
            ? find(Native::directCalls)
            : new Calls(null, null, null);

    /** {@link Native#streamStart}; null if there are no direct calls. */
    static final MethodHandle STREAM_START = CALLS.streamStart;

    /** {@link Native#key}; null if there are no direct calls. */
    static final MethodHandle KEY = CALLS.key;

    private DirectCalls() {}

    /** Why there are no direct calls although this Java has the foreign function interface; null if there is nothing to report. */
    static String warning() {
        return CALLS.warning;
    }

    /** The direct calls of functions at these addresses; none, and a warning, if the interface is not available: JNI always is. */
    static Calls find(Supplier<long[]> addresses) {
        Class<?>[] stream = {
            long.class, char[].class, int.class, int[].class, int.class, char[].class, int.class, byte[].class, int.class
        };
        Class<?>[] key = {long.class, char[].class, int.class, byte[].class, int.class};
        try {
            long[] functions = addresses.get();
            Calls calls = new Calls(call(functions[0], stream), call(functions[1], key), null);
            loadSignatures();
            return calls;
        } catch (ReflectiveOperationException | RuntimeException unavailable) {
            Throwable reason = unavailable instanceof InvocationTargetException ? unavailable.getCause() : unavailable;
            String warning = "short texts take JNI calls, which are slower: the foreign function interface fails with ";
            return new Calls(null, null, warning + reason);
        }
    }

    /**
     * Loads the classes in the signatures of what {@code MemorySegment.ofArray} calls. The compiler inlines no method whose signature names
     * a class that is not loaded; each segment would then be an object with a session, 20 ns and 72 bytes.
     */
    private static void loadSignatures() throws ReflectiveOperationException {
        Object arena = Class.forName("java.lang.foreign.Arena").getMethod("ofConfined").invoke(null);
        try {
            ((AutoCloseable) arena).close();
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    /** A handle of a native function that returns an {@code int}; arrays are passed as addresses. */
    private static MethodHandle call(long address, Class<?>[] parameters) throws ReflectiveOperationException {
        Class<?> linker = Class.forName("java.lang.foreign.Linker");
        Class<?> option = Class.forName("java.lang.foreign.Linker$Option");
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> layouts = Class.forName("java.lang.foreign.ValueLayout");
        Class<?> descriptor = Class.forName("java.lang.foreign.FunctionDescriptor");
        Object types = Array.newInstance(layout, parameters.length);
        MethodHandle[] conversions = new MethodHandle[parameters.length];
        for (int at = 0; at < parameters.length; at++) {
            Class<?> type = parameters[at];
            String name = type.isArray() ? "ADDRESS" : type == long.class ? "JAVA_LONG" : "JAVA_INT";
            Array.set(types, at, layouts.getField(name).get(null));
            if (type.isArray()) {
                MethodType conversion = MethodType.methodType(segment, type);
                conversions[at] = MethodHandles.publicLookup().findStatic(segment, "ofArray", conversion);
            }
        }
        Object options = Array.newInstance(option, 1);
        Array.set(options, 0, option.getMethod("critical", boolean.class).invoke(null, true));
        Object function = descriptor.getMethod("of", layout, types.getClass())
                .invoke(null, layouts.getField("JAVA_INT").get(null), types);
        Method make = linker.getMethod("downcallHandle", segment, descriptor, options.getClass());
        Object target = segment.getMethod("ofAddress", long.class).invoke(null, address);
        Object made = make.invoke(linker.getMethod("nativeLinker").invoke(null), target, function, options);
        return MethodHandles.filterArguments((MethodHandle) made, 0, conversions);
    }

    /** A failure of a native call that throws nothing. */
    static RuntimeException fault(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return new NativeFaultException(thrown.toString(), thrown);
    }
}
