package com.ibm.icu.impl.coll;

import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.TreeSet;

import com.ibm.icu.util.CharsTrie;

/**
 * The root collation table as text. It is in this package because the table's fields are visible only here; nothing is
 * interpreted beyond what is needed to find where a context list starts.
 */
public final class RootTable {
    public static final String ABOUT = """
            The root collation (UCA with CLDR's changes, Han in radical-stroke order), as ICU keeps it: every value
            with the index by which others refer to it. All numbers are hexadecimal unless said.

            CE32: low byte < C0: a simple CE, bits 31..16 primary, 15..8 secondary (high byte), 7..0 tertiary (high byte).
            Low byte >= C0 is special: bits 3..0 = tag, bits 31..13 = index, bits 12..8 = length (or flags).
              0 fallback, 1 long primary (bits 31..8), 2 long secondary/tertiary (bits 31..8), 4 Latin expansion,
              5 expansion: `length` entries of [ce32s], 6 expansion: `length` entries of [ces], 8 prefix and
              9 contraction: index into [contexts], 10 digit: index into [ce32s], bits 11..8 the digit's value, 11 U+0000:
              [ce32s] 0, 12 Hangul: by [jamo] (flag 100: no special jamo), 13 lead surrogate (of no use here), 14 offset:
              index into [ces] (data CE), 15 implicit: unassigned. Contraction flags: 100 no CE for the character
              alone (its default is then found elsewhere), 200 every suffix starts with ccc != 0, 400 a suffix ends with
              ccc != 0.

            [ce32]       FIRST[..LAST] CE32: every code point; those not named are FFFFFFFF (unassigned)
            [ce32s]      INDEX CE32
            [ces]        INDEX CE (64 bits: primary 32, secondary 16, case and tertiary 16)
            [contexts]   INDEX DEFAULT then, tab-separated, STRING=CE32; STRING is UTF-16 code units in hex joined by
                         blanks. For a prefix entry strings are the text before, its last unit first (as stored);
                         for a contraction the text after.
            [jamo]       67 (decimal) CE32s: 19 L, 21 V, 27 T
            [values]     NAME VALUE: single numbers
            [compressible] lead bytes of primaries whose repetition is compressed
            [unsafe]     FIRST[..LAST]: code points at which backward reading may not start
            [scripts]    as stored: `index` per script (ICU's UScriptCode), then per special group (16, decimal, from
                         reorder code 1000 hex); `starts` are the 16-bit first primaries that the indexes point to
            [rootelements] INDEX VALUE, as stored (header of 5 (decimal) and the header's own description below)
                         0 index of first tertiary CE, 1 of first secondary CE, 2 of first primary CE, 3 common sec/ter
                         CE, 4 boundaries of secondary and tertiary bytes; then: tertiary, secondary, primary elements;
                         low byte 80 hex set: sec/ter delta; low 7 bits of a primary: step of a range
            """;

    public static String dump() {
        CollationData data = CollationRoot.getData();
        StringBuilder out = new StringBuilder();
        codePoints(data, out);
        list(out, "ce32s", data.ce32s);
        section(out, "ces");
        for (int i = 0; i < data.ces.length; i++) {
            out.append(String.format("%X %X\n", i, data.ces[i]));
        }
        contexts(data, out);
        list(out, "jamo", data.jamoCE32s);
        CollationSettings settings = CollationRoot.getSettings();
        section(out, "values");
        out.append(String.format("numericPrimary %X\nvariableTop %X\noptions %X\n", data.numericPrimary,
                settings.variableTop, settings.options));
        section(out, "compressible");
        for (int i = 0; i < data.compressibleBytes.length; i++) {
            if (data.compressibleBytes[i]) {
                out.append(String.format("%X\n", i));
            }
        }
        section(out, "unsafe");
        for (var range : data.unsafeBackwardSet.ranges()) {
            range(out, range.codepoint, range.codepointEnd);
            out.append('\n');
        }
        section(out, "scripts");
        out.append(String.format("numScripts %X\n", data.numScripts));
        for (int i = 0; i < data.scriptsIndex.length; i++) {
            out.append(String.format("index %X %X\n", i, (int) data.scriptsIndex[i]));
        }
        for (int i = 0; i < data.scriptStarts.length; i++) {
            out.append(String.format("starts %X %X\n", i, (int) data.scriptStarts[i]));
        }
        section(out, "rootelements");
        for (int i = 0; i < data.rootElements.length; i++) {
            out.append(String.format("%X %X\n", i, data.rootElements[i]));
        }
        return out.toString();
    }

    private static void codePoints(CollationData data, StringBuilder out) {
        section(out, "ce32");
        int start = 0;
        for (int c = 1; c <= 0x110000; c++) {
            if (c == 0x110000 || data.getCE32(c) != data.getCE32(start)) {
                if (data.getCE32(start) != Collation.UNASSIGNED_CE32) {
                    range(out, start, c - 1);
                    out.append(String.format(" %X\n", data.getCE32(start)));
                }
                start = c;
            }
        }
    }

    /** Every context list that any value refers to, directly or through other lists. */
    private static void contexts(CollationData data, StringBuilder out) {
        TreeSet<Integer> found = new TreeSet<>();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        for (int c = 0; c < 0x110000; c++) {
            refer(data.getCE32(c), found, open);
        }
        for (int ce32 : data.ce32s) {
            refer(ce32, found, open);
        }
        for (int ce32 : data.jamoCE32s) {
            refer(ce32, found, open);
        }
        TreeMap<Integer, String> lines = new TreeMap<>();
        while (!open.isEmpty()) {
            int index = open.pop();
            int first = data.getCE32FromContexts(index);
            refer(first, found, open);
            StringBuilder line = new StringBuilder(String.format("%X %X", index, first));
            for (CharsTrie.Entry entry : new CharsTrie(data.contexts, index + 2)) {
                line.append('\t');
                for (int i = 0; i < entry.chars.length(); i++) {
                    line.append(i == 0 ? "" : " ").append(String.format("%X", (int) entry.chars.charAt(i)));
                }
                line.append(String.format("=%X", entry.value));
                refer(entry.value, found, open);
            }
            lines.put(index, line.toString());
        }
        section(out, "contexts");
        lines.values().forEach(line -> out.append(line).append('\n'));
    }

    private static void refer(int ce32, TreeSet<Integer> found, ArrayDeque<Integer> open) {
        if (Collation.isPrefixCE32(ce32) || Collation.isContractionCE32(ce32)) {
            int index = Collation.indexFromCE32(ce32);
            if (found.add(index)) {
                open.push(index);
            }
        }
    }

    private static void list(StringBuilder out, String name, int[] values) {
        section(out, name);
        for (int i = 0; i < values.length; i++) {
            out.append(String.format("%X %X\n", i, values[i]));
        }
    }

    private static void section(StringBuilder out, String name) {
        out.append("[" + name + "]\n");
    }

    private static void range(StringBuilder out, int start, int end) {
        out.append(start == end ? String.format("%X", start) : String.format("%X..%X", start, end));
    }
}
