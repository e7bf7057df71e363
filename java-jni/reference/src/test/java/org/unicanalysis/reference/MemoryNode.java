package org.unicanalysis.reference;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.opensearch.common.settings.Settings;
import org.unicanalysis.UnicAnalysis;
import org.unicanalysis.opensearch.TestNode;

/**
 * Measures the native memory of a node: ten analyzers in one index, then in a thousand indices, then none. The result is the resident
 * memory of malloc's area and of the library's file, minus the memory that the JVM reports as allocated by itself. It includes the
 * JDK's libraries and the overhead of malloc, which a node without the plugin shows separately.
 */
public final class MemoryNode {
    static final String WITH = "with";
    static final String WITHOUT = "without";

    private static final Pattern MAPPING = Pattern.compile("^[0-9a-f]+-[0-9a-f]+ \\S+ \\S+ \\S+ \\S+ *(.*)$");
    private static final Pattern RESIDENT = Pattern.compile("^Rss: +(\\d+) kB$");
    private static final Pattern MALLOC = Pattern.compile("\\(malloc=(\\d+)KB");

    private static final String[] OURS = {
        "{'type':'unic_analyzer'}",
        "{'tokenizer':'unic_tokenizer','filter':['unic_folding']}",
        "{'type':'hyphen'}",
        "{'type':'naturalsort','locale':'de'}",
        "{'type':'unic_collation','language':'de'}",
        "{'type':'unic_collation','language':'zh'}",
        "{'type':'unic_collation','language':'ja','numeric':true}",
        "{'tokenizer':'unic_tokenizer','filter':['latin','unic_folding']}",
        "{'tokenizer':'unic_tokenizer','filter':['lowercase','spell']}",
        "{'char_filter':['unic_folding'],'tokenizer':'whitespace','filter':['lowercase','unic_normalizer']}",
    };
    private static final String THEIRS = "{'tokenizer':'whitespace','filter':['lowercase']}";

    private MemoryNode() {}

    /**
     * Runs the measurement.
     *
     * @param arguments with or without our plugin
     * @throws Exception if the node or the JVM does not respond
     */
    public static void main(String[] arguments) throws Exception {
        boolean isOurs = arguments[0].equals(WITH);
        int indices = Integer.getInteger("unic.indices");
        TestNode node = isOurs ? new TestNode(Settings.EMPTY, TestNode.PLUGIN) : new TestNode(Settings.EMPTY);
        System.out.printf("%nnode %s the plugin: native MB (library file, malloc less the JVM's), resident MB in all%n", arguments[0]);
        show("started", isOurs);
        List<String> texts = Corpus.documents(200, 500);
        String definition = definition(isOurs);
        create(node, 0, definition, texts);
        show("ten analyzers", isOurs);
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double start = process.getProcessCpuTime() / 1e6;
        for (int number = 1; number < indices; number++) {
            create(node, number, definition, texts.subList(number % texts.size(), number % texts.size() + 1));
        }
        double each = (process.getProcessCpuTime() / 1e6 - start) / (indices - 1);
        show(indices + " indices", isOurs);
        System.out.printf(Locale.ROOT, "  CPU of one more index, a document included: %.1f ms%n", each);
        for (int number = 0; number < indices; number += 100) {
            node.ok("DELETE", "/i" + number / 100 + "-*", null);
        }
        show("all deleted", isOurs);
        System.out.flush();
        System.exit(0);
    }

    private static String definition(boolean isOurs) {
        StringBuilder analyzers = new StringBuilder();
        StringBuilder fields = new StringBuilder();
        for (int number = 0; number < OURS.length; number++) {
            String comma = number == 0 ? "" : ",";
            analyzers.append(comma + "'a" + number + "':" + (isOurs ? OURS[number] : THEIRS));
            fields.append(comma + "'f" + number + "':{'type':'text','analyzer':'a" + number + "'}");
        }
        String filters = isOurs
                ? "'latin':{'type':'unic_transform','id':'Any-Latin'},'spell':{'type':'unic_numberformat','locale':'en_US','format':'spellout'}"
                : "";
        return ("{'settings':{'number_of_shards':1,'number_of_replicas':0,'analysis':{'filter':{" + filters + "},'analyzer':{"
                        + analyzers + "}}},'mappings':{'properties':{'text':{'type':'text','index':false,'fields':{" + fields + "}}}}}")
                .replace('\'', '"');
    }

    private static void create(TestNode node, int number, String definition, List<String> texts) {
        String index = "i" + number / 100 + "-" + number;
        node.ok("PUT", "/" + index, definition);
        for (String text : texts) {
            ObjectNode document = TestNode.JSON.createObjectNode().put("text", text);
            node.ok("POST", "/" + index + "/_doc", document.toString());
        }
    }

    private static void show(String stage, boolean isOurs) throws Exception {
        for (int round = 0; round < 3; round++) {
            System.gc();
            Thread.sleep(1000);
        }
        command("systemTrimNativeHeap");
        long heap = 0;
        long library = 0;
        long all = 0;
        String mapping = "";
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            Matcher start = MAPPING.matcher(line);
            if (start.matches()) {
                mapping = start.group(1);
            }
            Matcher resident = RESIDENT.matcher(line);
            if (resident.matches()) {
                long size = Long.parseLong(resident.group(1));
                all += size;
                heap += mapping.equals("[heap]") ? size : 0;
                library += mapping.contains("unic_analysis_jni") ? size : 0;
            }
        }
        long own = 0;
        Matcher malloc = MALLOC.matcher(command("vmNativeMemory"));
        while (malloc.find()) {
            own += Long.parseLong(malloc.group(1));
        }
        System.out.printf(
                Locale.ROOT,
                "  %-14s %6.1f (%5.1f, %6.1f) %6.1f%s%n",
                stage, (library + heap - own) / 1024.0, library / 1024.0, (heap - own) / 1024.0, all / 1024.0,
                isOurs ? ", " + UnicAnalysis.liveObjects() + " native objects" : "");
        System.out.flush();
    }

    /** Runs a diagnostic command of the JVM; empty if the JVM does not support it. */
    private static String command(String name) throws IOException {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            name,
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException unknown) {
            return "";
        }
    }
}
