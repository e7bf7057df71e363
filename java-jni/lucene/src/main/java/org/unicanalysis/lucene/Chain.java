package org.unicanalysis.lucene;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.unicanalysis.Analyzer;

/**
 * Components that run as one native call, each compiled alone: of an analyzer in a list, only the parts of that kind are used.
 *
 * @param charFilters first to last
 * @param tokenizer null if the tokenizer before the chain is another library's
 * @param filters first to last
 */
record Chain(List<SharedAnalyzer> charFilters, SharedAnalyzer tokenizer, List<SharedAnalyzer> filters) {
    static Chain ofTokenizer(SharedAnalyzer tokenizer) {
        return new Chain(List.of(), tokenizer, List.of());
    }

    static Chain ofFilter(SharedAnalyzer filter) {
        return new Chain(List.of(), null, List.of(filter));
    }

    static Chain ofCharFilter(SharedAnalyzer charFilter) {
        return new Chain(List.of(charFilter), null, List.of());
    }

    /** The chain with the token filters of another one appended. */
    Chain then(Chain other) {
        return new Chain(charFilters, tokenizer, appended(filters, other.filters));
    }

    /** The chain with the char filters of another one prepended. */
    Chain after(Chain other) {
        return new Chain(appended(other.charFilters, charFilters), tokenizer, filters);
    }

    private static List<SharedAnalyzer> appended(List<SharedAnalyzer> first, List<SharedAnalyzer> second) {
        List<SharedAnalyzer> all = new ArrayList<>(first);
        all.addAll(second);
        return Collections.unmodifiableList(all);
    }

    /** All components, first to last. */
    private List<SharedAnalyzer> components() {
        List<SharedAnalyzer> all = new ArrayList<>(charFilters);
        if (tokenizer != null) {
            all.add(tokenizer);
        }
        all.addAll(filters);
        return all;
    }

    /** The component of a chain that has one; null if it has more. */
    SharedAnalyzer only() {
        List<SharedAnalyzer> all = components();
        return all.size() == 1 ? all.get(0) : null;
    }

    /** The fingerprints of the components: chains with equal ones have equal tokens. */
    String fingerprints() {
        StringBuilder all = new StringBuilder();
        charFilters.forEach(component -> all.append(component.fingerprint()).append(' '));
        all.append('|').append(tokenizer == null ? "" : tokenizer.fingerprint()).append('|');
        filters.forEach(component -> all.append(' ').append(component.fingerprint()));
        return all.toString();
    }

    /** The components in one analyzer. Without a tokenizer only its filters are used. */
    Analyzer join() {
        SharedAnalyzer source = tokenizer == null ? components().get(0) : tokenizer;
        return Analyzer.join(natives(charFilters), source.analyzer(), natives(filters));
    }

    private static List<Analyzer> natives(List<SharedAnalyzer> components) {
        return components.stream().map(SharedAnalyzer::analyzer).toList();
    }
}
