import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.VersionInfo;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.List;

/**
 * ICU4J as a peer of the benchmark, which asks over standard input and reads answers from standard output: numbers big-endian, strings in
 * UTF-8 after their length in bytes.
 *
 * <pre>
 * o KIND ARGUMENT         opens a task             1 and the seconds, or 0 and the message of the exception
 * r TASK COUNT TEXT ...   runs it over the texts   the seconds, and a checksum of the results
 * </pre>
 *
 * Seconds are CPU time of the thread, as on the other side of the pipe; texts are read before the clock starts.
 */
final class Peer {
    /** Work over texts. */
    interface Task {
        /** Prepares the texts, which is not measured. */
        Runner over(String[] texts);
    }

    /** Work over prepared texts; returns a checksum, so that no result is left out. */
    interface Runner {
        long run();
    }

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 10));
        List<Task> tasks = new ArrayList<>();
        write(out, VersionInfo.ICU_VERSION.getVersionString(2, 2));
        out.flush();
        while (true) {
            int command;
            try {
                command = in.readByte();
            } catch (EOFException end) {
                return;
            }
            switch (command) {
                case 'o': {
                    String kind = string(in);
                    String argument = string(in);
                    try {
                        long start = now();
                        tasks.add(open(kind, argument));
                        double seconds = (now() - start) / 1e9;
                        out.writeByte(1);
                        out.writeDouble(seconds);
                    } catch (RuntimeException e) {
                        out.writeByte(0);
                        write(out, String.valueOf(e));
                    }
                    break;
                }
                case 'r': {
                    Task task = tasks.get(in.readInt());
                    String[] texts = new String[in.readInt()];
                    for (int at = 0; at < texts.length; at++) {
                        texts[at] = string(in);
                    }
                    Runner runner = task.over(texts);
                    long start = now();
                    long checksum = runner.run();
                    out.writeDouble((now() - start) / 1e9);
                    out.writeLong(checksum);
                    break;
                }
                default: throw new IOException("unknown command " + command);
            }
            out.flush();
        }
    }

    static Task open(String kind, String argument) {
        switch (kind) {
            case "transform": {
                Transliterator transform = Transliterator.getInstance(argument);
                return texts -> () -> {
                    long sum = 0;
                    for (String text : texts) {
                        sum += transform.transliterate(text).length();
                    }
                    return sum;
                };
            }
            // The argument is a locale; the texts are integers.
            case "spell-write": {
                RuleBasedNumberFormat format = new RuleBasedNumberFormat(new ULocale(argument), RuleBasedNumberFormat.SPELLOUT);
                return texts -> {
                    long[] numbers = new long[texts.length];
                    for (int at = 0; at < numbers.length; at++) {
                        numbers[at] = Long.parseLong(texts[at]);
                    }
                    return () -> {
                        long sum = 0;
                        for (long number : numbers) {
                            sum += format.format(number).length();
                        }
                        return sum;
                    };
                };
            }
            // The argument is a locale.
            case "spell-read":
            case "spell-read-leniently": {
                RuleBasedNumberFormat format = new RuleBasedNumberFormat(new ULocale(argument), RuleBasedNumberFormat.SPELLOUT);
                format.setLenientParseMode(kind.equals("spell-read-leniently"));
                return texts -> () -> {
                    long sum = 0;
                    for (String text : texts) {
                        ParsePosition place = new ParsePosition(0);
                        Number number = ((NumberFormat) format).parse(text, place);
                        sum += number.longValue() + place.getIndex();
                    }
                    return sum;
                };
            }
            default: throw new IllegalArgumentException("no kind " + kind);
        }
    }

    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static String string(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
