import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.UnicodeSet;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows of questions and ICU's answers, and what all kinds draw from: random choices, texts, mutations. */
final class Rows {
    /** The answer where ICU throws: the library's result is free, but it has to end. */
    static final String FAILED = "!";

    private static PrintStream out;
    /** Rows of a thread that may be given up. */
    private static final ThreadLocal<List<String>> kept = new ThreadLocal<>();
    static Random random;
    static Path root;
    private static final List<String> lines = new ArrayList<>();
    private static int endless;

    static void start(long seed, Path root, Path corpus) throws IOException {
        out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, StandardCharsets.UTF_8);
        random = new Random(seed);
        Rows.root = root;
        List<Path> texts = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(corpus, "*.txt")) {
            all.forEach(texts::add);
        }
        texts.sort(null);
        for (Path text : texts) {
            lines.addAll(Files.readAllLines(text));
        }
        lines.removeIf(String::isBlank);
    }

    /** Answers the rows of the standard input, a transform and maybe a text for it, as the first of a process. */
    static void again() throws IOException {
        out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        List<String[]> rows = new ArrayList<>();
        for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
            rows.add(line.split("\t", -1));
        }
        for (String[] row : rows) {
            for (int at = 0; at < row.length; at++) {
                row[at] = unescaped(row[at]);
            }
        }
        row("again", Transforms.again(rows.get(0), rows.size() > 1 ? rows.get(1)[1] : null));
        end();
    }

    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < field.length(); at++) {
            char c = field.charAt(at);
            if (c == '\\' && at + 1 < field.length()) {
                char escaped = field.charAt(++at);
                c = escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
            }
            text.append(c);
        }
        return text.toString();
    }

    static void end() {
        out.flush();
        System.exit(0);
    }

    static void row(Object... fields) {
        StringBuilder line = new StringBuilder();
        for (Object field : fields) {
            String text = String.valueOf(field);
            text = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
            line.append(line.length() > 0 ? "\t" : "").append(text);
        }
        if (kept.get() == null) {
            out.println(line);
        } else {
            kept.get().add(line.toString());
        }
    }

    /** Rows that take ICU longer than this are left out: some questions keep it busy for hours. */
    static void within(int milliseconds, Runnable rows) throws InterruptedException {
        List<String> own = new ArrayList<>();
        Thread thread = new Thread(null, () -> {
            kept.set(own);
            rows.run();
        }, "rows", 8 << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(milliseconds);
        if (!thread.isAlive()) {
            own.forEach(out::println);
        } else if (++endless > 12) {
            end();
        }
    }

    static boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    static String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    static <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** Some of the choices in a row. */
    static String some(int most, String... from) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(most + 1); count > 0; count--) {
            text.append(pick(from));
        }
        return text.toString();
    }

    /** A part of a line of the corpus. */
    static String line(int most) {
        String line = pick(lines);
        int start = line.length() > most ? random.nextInt(line.length() - most) : 0;
        return wellFormed(line.substring(start, Math.min(start + most, line.length())));
    }

    /** Without lone surrogates, which no text of the library holds (rulings T1). */
    static String wellFormed(String text) {
        StringBuilder good = new StringBuilder();
        text.codePoints().filter(c -> c < 0xD800 || c > 0xDFFF).forEach(good::appendCodePoint);
        return good.toString();
    }

    static boolean isWellFormed(String text) {
        return text.codePoints().allMatch(c -> c < 0xD800 || c > 0xDFFF);
    }

    /** A code point of any plane, those of the first ones more often. */
    static String codePoint() {
        int c;
        do {
            c = random.nextInt(new int[] {0x80, 0x250, 0x3000, 0x10000, 0x20000, 0x110000}[random.nextInt(6)]);
        } while (c >= 0xD800 && c <= 0xDFFF || !com.ibm.icu.lang.UCharacter.isDefined(c) && !chance(20));
        return Character.toString(c);
    }

    /** Characters of one or several values of properties that rules of boundaries and normalization use, some of them doubled. */
    static String ofProperties(int most) {
        List<UnicodeSet> from = new ArrayList<>();
        for (int count = 1 + random.nextInt(4); count > 0; count--) {
            int property = PROPERTIES[random.nextInt(PROPERTIES.length)];
            int value = random.nextInt(UCharacter.getIntPropertyMaxValue(property) + 1);
            UnicodeSet set = new UnicodeSet().applyIntPropertyValue(property, value);
            if (!set.isEmpty()) {
                from.add(set);
            }
        }
        StringBuilder text = new StringBuilder();
        for (int count = from.isEmpty() ? 0 : random.nextInt(most + 1); count > 0; count--) {
            UnicodeSet set = pick(from);
            String c = Character.toString(set.charAt(random.nextInt(set.size())));
            text.append(chance(6) ? c + c : c);
        }
        return wellFormed(text.toString());
    }

    private static final String[] FILLERS = {"a", "word ", "Ab", "é", "я", "жук ", "Σ", "가", "각", "漢", "漢字かな", "カ", "ｶ", "ก", "นี้", "क", "क्षि", "ب", "א", "😀", "👍🏽", "👩\u200D", "🇩", "𐐀", "1", "12,", ".", "'", "-", " ",
        "\u00AD", "\u0301", "\u0323\u0301", "\u0327", "\u3099", "\u200D", "\u0345", "\n", "\r\n", "、", "e\u0301", "\u1100\u1161", "ﬁ", "İ", "i\u0307", "\uFFFD"};

    /** A text in the middle of long runs, so that it is at any place of the blocks in which runs are read. */
    static String padded(java.util.function.Supplier<String> text) {
        StringBuilder padded = new StringBuilder();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            run(padded);
            padded.append(text.get());
            if (chance(3)) {
                run(padded);
            }
        }
        return wellFormed(padded.toString());
    }

    private static void run(StringBuilder text) {
        String filler = chance(8) ? codePoint() : pick(FILLERS);
        String other = chance(3) ? pick(FILLERS) : filler;
        int rare = 1 + random.nextInt(60);
        for (int length = random.nextInt(chance(6) ? 400 : 140); length > 0; length -= filler.length()) {
            text.append(chance(rare) ? other : filler);
        }
    }

    private static final int[] PROPERTIES = {
        UProperty.WORD_BREAK, UProperty.LINE_BREAK, UProperty.GRAPHEME_CLUSTER_BREAK, UProperty.SENTENCE_BREAK,
        UProperty.INDIC_CONJUNCT_BREAK, UProperty.CANONICAL_COMBINING_CLASS, UProperty.SCRIPT, UProperty.BLOCK,
        UProperty.GENERAL_CATEGORY, UProperty.DECOMPOSITION_TYPE, UProperty.NFC_QUICK_CHECK};

    /** One to three characters deleted, doubled, exchanged, or written over with what the language has a meaning for. */
    static String mutated(String text, String... pieces) {
        StringBuilder changed = new StringBuilder(text);
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            int at = random.nextInt(changed.length() + 1);
            int end = Math.min(at + 1 + random.nextInt(3), changed.length());
            switch (random.nextInt(6)) {
                case 0: changed.delete(at, Math.min(at + 1, changed.length())); break;
                case 1: changed.delete(at, end); break;
                case 2: changed.insert(at, changed.substring(at, end)); break;
                case 3: changed.replace(at, Math.min(at + 1, changed.length()), pick(pieces)); break;
                default: changed.insert(at, pick(pieces));
            }
        }
        return wellFormed(changed.toString());
    }
}
