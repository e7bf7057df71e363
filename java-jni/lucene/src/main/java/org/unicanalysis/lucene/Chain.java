package org.unicanalysis.lucene;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.unicanalysis.Options;

/**
 * Components that run as one native call.
 *
 * @param charFilters first to last
 * @param tokenizer null if the tokenizer before the chain is another library's
 * @param filters first to last
 * @param options options of the compilation
 */
record Chain(List<Part> charFilters, Part tokenizer, List<Part> filters, Options options) {
    private static final Part WHOLE_TEXT = new Part("{\"type\":\"keyword\"}", "");

    static Chain ofTokenizer(Part tokenizer, Options options) {
        return new Chain(List.of(), tokenizer, List.of(), options);
    }

    static Chain ofFilter(Part filter, Options options) {
        return new Chain(List.of(), null, List.of(filter), options);
    }

    static Chain ofCharFilter(Part charFilter, Options options) {
        return new Chain(List.of(charFilter), null, List.of(), options);
    }

    /** Whether the parts of another chain can be merged into this one. */
    boolean fits(Chain other) {
        return joined(options, other.options) != null;
    }

    /** The chain with the token filters of another one that {@link #fits} appended. */
    Chain then(Chain other) {
        return new Chain(charFilters, tokenizer, appended(filters, other.filters), joined(options, other.options));
    }

    /** The chain with the char filters of another one that {@link #fits} prepended. */
    Chain after(Chain other) {
        return new Chain(appended(other.charFilters, charFilters), tokenizer, filters, joined(options, other.options));
    }

    /** Options for the parts of both chains: equal ones, or those with files if the parts of the other chain name none. */
    private static Options joined(Options one, Options other) {
        if (one.equals(other) || one.lenient() == other.lenient() && hasNoFiles(other)) {
            return one;
        }
        return one.lenient() == other.lenient() && hasNoFiles(one) ? other : null;
    }

    private static boolean hasNoFiles(Options options) {
        return options.configurationDirectory() == null && options.files() == null;
    }

    private static List<Part> appended(List<Part> first, List<Part> second) {
        List<Part> all = new ArrayList<>(first);
        all.addAll(second);
        return Collections.unmodifiableList(all);
    }

    /** The fingerprints of the compiled parts, which cover the contents of their files. */
    String content() {
        StringBuilder content = new StringBuilder();
        charFilters.forEach(part -> content.append(part.fingerprint()).append(' '));
        content.append(tokenizer == null ? "" : tokenizer.fingerprint());
        filters.forEach(part -> content.append(' ').append(part.fingerprint()));
        return content.toString();
    }

    /** The index definition of an analyzer {@code a} that is this chain. */
    String definition() {
        StringBuilder json = new StringBuilder("{");
        String before = section(json, "char_filter", charFilters);
        section(json, "tokenizer", List.of(tokenizer == null ? WHOLE_TEXT : tokenizer));
        String after = section(json, "filter", filters);
        return json.append("\"analyzer\":{\"a\":{\"type\":\"custom\",\"char_filter\":[")
                .append(before)
                .append("],\"tokenizer\":\"c0\",\"filter\":[")
                .append(after)
                .append("]}}}")
                .toString();
    }

    /** Writes a section; the names in it as a list. */
    private static String section(StringBuilder json, String name, List<Part> parts) {
        StringBuilder names = new StringBuilder();
        json.append('"').append(name).append("\":{");
        for (int at = 0; at < parts.size(); at++) {
            String comma = at == 0 ? "" : ",";
            json.append(comma).append("\"c").append(at).append("\":").append(parts.get(at).json());
            names.append(comma).append("\"c").append(at).append('"');
        }
        json.append("},");
        return names.toString();
    }
}
