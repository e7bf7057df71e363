package org.unicanalysis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Whether a shared library is complete. The JVM maps the segments of a library without reading them, so a truncated file loads and
 * then ends the process at the first access to a missing page.
 */
final class ElfFile {
    /** The first bytes of a 64-bit little-endian file: the only kind that the native library is built for. */
    private static final int MAGIC = 0x464C457F;

    private static final int CLASS_AND_ORDER = 0x0102;

    private static final int HEADER = 64;
    private static final int PROGRAM_HEADER = 56;

    private ElfFile() {}

    /**
     * Compares the length of a file with the offsets in its headers.
     *
     * @param file an existing file
     * @return what is wrong with the file, or null; null for files that are not ELF files, which the system's loader rejects or which
     *     belong to other systems
     */
    static String defect(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = channel.size();
            ByteBuffer header = read(channel, 0, HEADER);
            if (header.limit() < HEADER || header.getInt(0) != MAGIC || header.getShort(4) != CLASS_AND_ORDER) {
                return null;
            }
            long needed = end(header.getLong(40), header.getShort(58) & 0xFFFF, header.getShort(60) & 0xFFFF);
            long programHeaders = header.getLong(32);
            int count = header.getShort(56) & 0xFFFF;
            needed = Math.max(needed, end(programHeaders, PROGRAM_HEADER, count));
            for (int number = 0; needed <= length && number < count; number++) {
                ByteBuffer segment = read(channel, programHeaders + (long) number * PROGRAM_HEADER, PROGRAM_HEADER);
                needed = Math.max(needed, end(segment.getLong(8), 1, segment.getLong(32)));
            }
            return needed <= length ? null : "truncated: it has " + length + " bytes, its headers need " + needed;
        }
    }

    /** The end of a table; a sum that overflows is the largest number. */
    private static long end(long start, long size, long count) {
        long end = start + size * count;
        return start < 0 || count < 0 || end < start ? Long.MAX_VALUE : end;
    }

    private static ByteBuffer read(FileChannel channel, long start, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
            continue;
        }
        return bytes.flip();
    }
}
