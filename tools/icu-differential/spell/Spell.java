import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.ULocale;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What ICU4J answers, one row per question: kind, then what was asked, then the answer; "!" where ICU fails or refuses. */
final class Spell {
    static final String[] GROUPS = {"spellout", "ordinal", "duration", "numbering_system"};
    static final int[] FORMATS = {RuleBasedNumberFormat.SPELLOUT, RuleBasedNumberFormat.ORDINAL, RuleBasedNumberFormat.DURATION,
        RuleBasedNumberFormat.NUMBERING_SYSTEM};
    static PrintStream out;
    static Random random;

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(new BufferedOutputStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), 1 << 16), false, StandardCharsets.UTF_8);
        int count = Integer.parseInt(arguments[0]);
        random = new Random(Long.parseLong(arguments[1]));
        List<ULocale> locales = new ArrayList<>();
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of(arguments[2]))) {
            if (line.matches("(locale|alias)\t.*")) {
                locales.add(new ULocale(line.split("\t")[1]));
            }
        }
        // Regions with symbols of their own.
        for (String id : "de_AT fr_CA en_ZA ar_EG es_CL pt_AO it_CH nl_BE sr_Latn_ME".split(" ")) {
            locales.add(new ULocale(id));
        }
        for (ULocale locale : locales) {
            for (int group = 0; group < GROUPS.length; group++) {
                // Numbering systems are those of the root, with the locale's symbols; durations nearly so.
                if (group < 2 || random.nextInt(8) == 0) {
                    ofLocale(locale, group);
                }
            }
        }
        int endless = 0;
        for (int at = 0; at < count && endless < 4; at++) {
            String rules = rules();
            // Some rules keep ICU busy for hours: then there is no answer.
            rows = new ArrayList<>();
            List<String> own = rows;
            Thread thread = new Thread(null, () -> ofRules(rules), "rules", 4 << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(3000);
            if (thread.isAlive()) {
                endless++;
            } else {
                own.forEach(out::println);
            }
        }
        out.flush();
        System.exit(0);
    }

    static List<String> rows;

    static void row(Object... fields) {
        StringBuilder line = new StringBuilder();
        for (Object field : fields) {
            String text = String.valueOf(field);
            text = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
            line.append(line.length() > 0 ? "\t" : "").append(text);
        }
        if (rows == null) {
            out.println(line);
        } else {
            rows.add(line.toString());
        }
    }

    static void ofLocale(ULocale locale, int group) {
        RuleBasedNumberFormat format = new RuleBasedNumberFormat(locale, FORMATS[group]);
        String[] sets = format.getRuleSetNames();
        for (String set : sets) {
            for (int start = 0; start < 10_000; start += 1000) {
                long hash = 0xCBF29CE484222325L;
                for (int number = start; number < start + 1000; number++) {
                    for (byte b : (write(format, number, set) + "\n").getBytes(StandardCharsets.UTF_8)) {
                        hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
                    }
                }
                row("hash", locale, GROUPS[group], set, start, Long.toHexString(hash));
            }
            for (int at = 0; at < 12; at++) {
                long number = random.nextLong() >> random.nextInt(64);
                row("write", locale, GROUPS[group], set, number, write(format, number, set));
                BigDecimal decimal = decimal();
                row("write", locale, GROUPS[group], set, decimal.toPlainString(), write(format, decimal, set));
            }
        }
        for (int at = 0; at < 30; at++) {
            String set = sets[random.nextInt(sets.length)];
            Number number = random.nextInt(4) == 0 ? (Number) decimal() : (Number) (random.nextLong() >> 24 + random.nextInt(40));
            String text = mutated80(number instanceof BigDecimal ? write(format, (BigDecimal) number, set) : write(format, (Long) number, set));
            for (boolean lenient : new boolean[] {false, true}) {
                format.setLenientParseMode(lenient);
                row("read", locale, GROUPS[group], lenient ? "lenient" : "strict", text, read(format, text));
            }
        }
        // How many numbers come back.
        int back = 0;
        for (int number = 0; number < 1000; number++) {
            ParsePosition place = new ParsePosition(0);
            String text = format.format((long) number);
            format.setLenientParseMode(false);
            Number found = format.parse(text, place);
            back += place.getIndex() == text.length() && found.longValue() == number ? 1 : 0;
        }
        row("back", locale, GROUPS[group], back);
    }

    static BigDecimal decimal() {
        return BigDecimal.valueOf(random.nextInt(1 << random.nextInt(24)) * (random.nextInt(5) == 0 ? -10 : 10) + 1 + random.nextInt(9), 1 + random.nextInt(4));
    }

    static String write(RuleBasedNumberFormat format, long number, String set) {
        try {
            return set == null ? format.format(number) : format.format(number, set);
        } catch (RuntimeException | StackOverflowError e) {
            return "!";
        }
    }

    static String write(RuleBasedNumberFormat format, BigDecimal number, String set) {
        try {
            return set == null ? format.format(number.doubleValue()) : format.format(number.doubleValue(), set);
        } catch (RuntimeException | StackOverflowError e) {
            return "!";
        }
    }

    static String read(RuleBasedNumberFormat format, String text) {
        try {
            ParsePosition place = new ParsePosition(0);
            Number number = format.parse(text, place);
            return place.getIndex() == 0 ? "-" : number.doubleValue() + " " + place.getIndex();
        } catch (RuntimeException | StackOverflowError e) {
            return "!";
        }
    }

    /** A text as someone might write it: another case, other separators, cut off, doubled. */
    static String mutated(String text) {
        switch (random.nextInt(10)) {
            case 0: return text.toUpperCase(java.util.Locale.ROOT);
            case 1: return text.replace("\u00AD", "");
            case 2: return text.replace(' ', '-');
            case 3: return text.replace(" ", "");
            case 4: return text + text;
            case 5: return text.substring(0, text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1)));
            case 6: return text + " x";
            case 7: return com.ibm.icu.text.Normalizer2.getNFDInstance().normalize(text);
            case 8: return " " + text.replace(" ", " , ");
            default: return text;
        }
    }

    /** Some long texts are read by ICU in hours. */
    static String mutated80(String text) {
        return mutated(text.substring(0, Math.min(text.length(), 40)));
    }

    static void ofRules(String rules) {
        RuleBasedNumberFormat format;
        String locale = pick("en", "de", "ru", "fa", "hi");
        try {
            format = new RuleBasedNumberFormat(rules, new ULocale(locale));
        } catch (RuntimeException | StackOverflowError e) {
            row("refused", locale, rules, e.getClass().getSimpleName() + " " + e.getMessage());
            return;
        }
        row("rules", locale, rules, String.join(" ", format.getRuleSetNames()));
        List<String> written = new ArrayList<>(List.of("x", ""));
        for (int at = 0; at < 12; at++) {
            long number = at < 6 ? random.nextInt(30) : (random.nextLong() >> random.nextInt(64));
            String text = write(format, number, null);
            written.add(text);
            row("own write", locale, rules, number, text);
            BigDecimal decimal = decimal();
            text = write(format, decimal, null);
            written.add(text);
            row("own write", locale, rules, decimal.toPlainString(), text);
        }
        for (String text : written) {
            text = mutated(text.length() > 200 ? text.substring(0, 200) : text);
            boolean lenient = random.nextBoolean();
            format.setLenientParseMode(lenient);
            row("own read", locale, rules, lenient ? "lenient" : "strict", text, read(format, text));
        }
    }

    static String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    /** A rule text: mostly well-formed, with base values in order. */
    static String rules() {
        StringBuilder text = new StringBuilder();
        int sets = random.nextInt(3);
        if (sets == 0) {
            return rulesOfSet();
        }
        for (int set = 0; set <= sets; set++) {
            text.append(set == 2 && random.nextBoolean() ? "%%" : "%").append((char) ('a' + set)).append(random.nextInt(9) == 0 ? "@noparse" : "").append(":");
            text.append(rulesOfSet());
        }
        if (random.nextInt(12) == 0) {
            text.append("%%lenient-parse:&a=e;");
        }
        return text.toString();
    }

    static String rulesOfSet() {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(3) == 0) {
            text.append("-x:").append(pick(" minus >>", "m>>", "->%a>", "neg")).append(';');
        }
        if (random.nextInt(3) == 0) {
            text.append(pick("x.x", "0.x", "x,x", "x.0")).append(":").append(pick(" << point >>", "<<.>>>", "<<[, >>]", "=0.0#=", ">%b>", "<%a<p>>")).append(';');
        }
        if (random.nextInt(8) == 0) {
            text.append(pick("Inf: inf;", "NaN: nan;", "Inf: =0=;"));
        }
        long base = 0;
        int rules = 1 + random.nextInt(9);
        for (int rule = 0; rule < rules; rule++) {
            if (random.nextInt(3) > 0 || rule == 0) {
                text.append(base);
                if (random.nextInt(7) == 0) {
                    text.append('/').append(pick("10", "100", "5", "2", "1000", "0"));
                }
                if (random.nextInt(9) == 0) {
                    text.append('>');
                }
                text.append(pick(": ", ":", ":'", ":' "));
            }
            text.append(body(base)).append(pick(";", "; ", ";\n"));
            base = rule < 3 ? base + 1 + random.nextInt(3) : base == 0 ? 10 : base * pick10();
        }
        return text.toString();
    }

    static int pick10() {
        return new int[] {1, 2, 5, 10, 10, 100}[random.nextInt(6)];
    }

    static String body(long base) {
        String word = pick("ab", "c", "de f", "g-h", "one", "O", "twen\u00ADty", "é", "x.", "");
        switch (base < 4 ? random.nextInt(4) : random.nextInt(16)) {
            case 0: case 1: case 2: return word;
            case 3: return pick("=#,##0=", "=0=", "=%b=", "=%%c=", "=0.0=", "=#,##0.=", "=00=") + word;
            case 4: return "<<" + word + "[" + pick(" ", "-", "") + ">>]";
            case 5: return word + "[->>]";
            case 6: return "<<" + word + ">>";
            case 7: return "<<" + word + ">>>";
            case 8: return "<%a<" + word + "[ >%b>]";
            case 9: return "<<" + word + "[|" + pick("z", "") + ">>]";
            case 10: return "<< $(" + pick("cardinal", "ordinal") + ",one{" + word + "}few{w}other{" + pick("ws", "w#") + "})$[ >>]";
            case 11: return "<#,##0<" + word + "[ >0>]";
            case 12: return "=" + pick("%a", "%b", "#,##0", "0") + "=" + word + "[>>]";
            case 13: return word + ">>" + pick("", word);
            case 14: return "[<<" + word + "]" + word;
            default: return pick("<<", ">>", "=", "<", ">", "[", "]", "<<a<<", ">>a>>", "<<<", "==", "$(", "$(x,other{})$", "<%nothing<", "=#=");
        }
    }
}
