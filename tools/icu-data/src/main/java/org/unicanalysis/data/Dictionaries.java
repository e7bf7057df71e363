package org.unicanalysis.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.ibm.icu.util.BytesTrie;
import com.ibm.icu.util.CharsTrie;

/**
 * Word lists of the dictionary scripts, as scratch files: word, tab, cost (none for th lo km my). They are not committed;
 * `tools/compile-data` makes the tries of data/break/dictionary/ from them.
 */
final class Dictionaries {
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (String[] names : new String[][] { { "thaidict", "th" }, { "laodict", "lo" }, { "khmerdict", "km" },
                { "burmesedict", "my" }, { "cjdict", "cj" } }) {
            ByteBuffer file = ByteBuffer.wrap(Output.file("brkitr/" + names[0] + ".dict"));
            Files.writeString(folder.resolve(names[1] + ".tsv"), words(file), StandardCharsets.UTF_8);
        }
    }

    /** File layout: a data header of its own length, then ten numbers (0 start of the trie, 3 its end, 4 its type, 5 offset). */
    private static String words(ByteBuffer file) {
        ByteBuffer body = file.slice(file.getShort(0), file.capacity() - file.getShort(0));
        int start = body.getInt(0);
        int end = body.getInt(12);
        int offset = body.getInt(20) & 0x1FFFFF;
        StringBuilder out = new StringBuilder();
        if ((body.getInt(16) & 7) == 1) {
            char[] units = new char[(end - start) / 2];
            body.position(start).slice().asCharBuffer().get(units);
            for (CharsTrie.Entry entry : new CharsTrie(new String(units), 0)) {
                out.append(entry.chars).append('\t').append(entry.value).append('\n');
            }
        } else {
            byte[] bytes = new byte[end - start];
            body.get(start, bytes);
            BytesTrie.Iterator words = new BytesTrie(bytes, 0).iterator();
            while (words.hasNext()) {
                BytesTrie.Entry entry = words.next();
                for (int i = 0; i < entry.bytesLength(); i++) {
                    int unit = entry.byteAt(i) & 0xFF;
                    // The two byte values above the script's block represent the joiners.
                    out.appendCodePoint(unit == 0xFF ? 0x200D : unit == 0xFE ? 0x200C : offset + unit);
                }
                out.append('\n');
            }
        }
        return out.toString();
    }
}
