package org.unicanalysis;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.After;
import org.junit.Test;

/** Arguments that the public classes never pass: the native calls reject them. */
public class NativeTest {
    private final long analyzer = analyzer();
    private final int[] numbers = new int[Native.HEADER + 4 * Native.FIELDS];
    private final char[] units = new char[8];
    private final byte[] bytes = new byte[64];

    private static long analyzer() {
        NativeLoader.require();
        byte[] definition = "{\"type\": \"unic_collation\"}".getBytes(StandardCharsets.UTF_8);
        return Native.analyzerCreate(definition, null, null, null, false, new String[1]);
    }

    @After
    public void free() {
        Native.analyzerFree(analyzer);
    }

    private static void isFault(int result) {
        NativeFaultException fault = assertThrows(NativeFaultException.class, () -> Native.check(result));
        assertTrue(fault.getMessage(), fault.getMessage().endsWith("a call violates the contract of Native.java"));
    }

    @Test
    public void aStrengthThatDoesNotExistIsAnError() {
        long keys = Native.keysCreate(analyzer);
        int[] startLength = new int[1];
        for (int strength : new int[] {Integer.MIN_VALUE, -1, 0, 6, Integer.MAX_VALUE}) {
            IllegalArgumentException error = assertThrows(
                    IllegalArgumentException.class, () -> Native.keyRange(keys, new char[] {'a'}, strength, startLength));
            assertEquals("strength " + strength + ": 1 (primary) to 5 (identical) are allowed", error.getMessage());
        }
        for (int strength = 1; strength <= 5; strength++) {
            assertTrue(Native.keyRange(keys, new char[] {'a'}, strength, startLength).length > 0);
        }
        Native.keysFree(keys);
    }

    @Test
    public void aNegativeLengthIsAFault() {
        long stream = Native.streamCreate(analyzer);
        isFault(Native.streamStart(stream, units, -1, numbers, numbers.length, units, 8, bytes, 64));
        isFault(Native.streamStart(stream, units, 8, numbers, -1, units, 8, bytes, 64));
        isFault(Native.streamStart(stream, units, 8, numbers, numbers.length, units, -1, bytes, 64));
        isFault(Native.streamStart(stream, units, 8, numbers, numbers.length, units, 8, bytes, -1));
        Native.check(Native.streamStart(stream, units, 8, numbers, numbers.length, units, 8, bytes, 64));
        Native.streamFree(stream);

        long keys = Native.keysCreate(analyzer);
        isFault(Native.key(keys, units, -1, bytes, 64));
        isFault(Native.key(keys, units, 8, bytes, -1));
        isFault(Native.compare(keys, units, -1, units, 8));
        isFault(Native.compare(keys, units, 8, units, -1));
        isFault(Native.keys(keys, units, new int[] {-1}, 1, bytes, 64, new int[1]));
        isFault(Native.keys(keys, units, new int[] {8}, -1, bytes, 64, new int[1]));
        isFault(Native.keys(keys, units, new int[] {8}, 1, bytes, -1, new int[1]));
        isFault(Native.keys(keys, units, new int[] {8, 4}, 2, bytes, 64, new int[2]));
        assertTrue(Native.check(Native.key(keys, units, 8, bytes, 64)) > 0);
        Native.keysFree(keys);

        long charFilter = Native.charFilterCreate(analyzer);
        isFault(Native.charFilterRun(charFilter, units, -1));
        assertEquals(8, Native.check(Native.charFilterRun(charFilter, units, 8)));
        isFault(Native.charFilterTake(charFilter, units, -1, numbers, 0));
        isFault(Native.charFilterTake(charFilter, units, 8, numbers, -1));
        Native.charFilterFree(charFilter);
    }

    @Test
    public void aNegativeNumberOfATokenIsAFault() {
        long filter = Native.filterCreate(analyzer);
        int[] valid = new int[Native.INPUT_HEADER + Native.INPUT_FIELDS];
        valid[Native.INPUT_COUNT] = 1;
        valid[Native.INPUT_TERM_UNITS] = 8;
        valid[Native.INPUT_LAST] = 1;
        valid[Native.INPUT_HEADER + Native.INPUT_TERM_LENGTH] = 8;
        int[] checked = {
            Native.INPUT_TERM_UNITS,
            Native.INPUT_FINAL_OFFSET,
            Native.INPUT_POSITION_GAP,
            Native.INPUT_HEADER + Native.INPUT_START,
            Native.INPUT_HEADER + Native.INPUT_END,
            Native.INPUT_HEADER + Native.INPUT_TYPE,
            Native.INPUT_HEADER + Native.INPUT_POSITION_INCREMENT,
            Native.INPUT_HEADER + Native.INPUT_POSITION_LENGTH,
            Native.INPUT_HEADER + Native.INPUT_TERM_LENGTH,
        };
        for (int number : checked) {
            int[] input = valid.clone();
            input[number] = -1;
            isFault(Native.filterRun(filter, input, input.length, units, numbers, numbers.length, units, 8));
            isFault(Native.filterNext(filter, numbers, numbers.length, units, 8));
        }
        assertEquals(1, Native.check(Native.filterRun(filter, valid, valid.length, units, numbers, numbers.length, units, 8)));
        Native.filterFree(filter);
    }
}
