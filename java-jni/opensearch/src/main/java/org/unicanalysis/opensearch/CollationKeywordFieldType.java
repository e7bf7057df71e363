package org.unicanalysis.opensearch;

import static org.opensearch.search.SearchService.ALLOW_EXPENSIVE_QUERIES;

import java.time.ZoneId;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.opensearch.OpenSearchException;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.unit.Fuzziness;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.ScriptDocValues;
import org.opensearch.index.fielddata.plain.SortedSetOrdinalsIndexFieldData;
import org.opensearch.index.mapper.SourceValueFetcher;
import org.opensearch.index.mapper.StringFieldType;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.lookup.SearchLookup;
import org.unicanalysis.SortKeys;
import org.unicanalysis.lucene.UnicAnalyzer;

/** How a field of sort keys is searched, sorted and displayed. Queries are texts; their keys are looked up. */
final class CollationKeywordFieldType extends StringFieldType {
    private final String type;

    /** Null without the library. */
    private final UnicAnalyzer keys;

    private final String nullValue;
    private final int ignoreAbove;

    CollationKeywordFieldType(
            String type,
            String name,
            boolean isSearchable,
            boolean isStored,
            boolean hasDocValues,
            UnicAnalyzer keys,
            String nullValue,
            int ignoreAbove,
            Map<String, String> meta) {
        super(name, isSearchable, isStored, hasDocValues, TextSearchInfo.SIMPLE_MATCH_ONLY, meta);
        this.type = type;
        this.keys = keys;
        this.nullValue = nullValue;
        this.ignoreAbove = ignoreAbove;
        // For `_analyze` and term vectors: the whole text.
        setIndexAnalyzer(Lucene.KEYWORD_ANALYZER);
    }

    /** The analyzer of the keys; null without the library. */
    UnicAnalyzer keys() {
        return keys;
    }

    BytesRef key(String text) {
        return new BytesRef(withKeys(text, SortKeys::key));
    }

    private <T> T withKeys(String text, BiFunction<SortKeys, String, T> use) {
        Library.require();
        return keys.withKeys(text, use);
    }

    @Override
    public String typeName() {
        return type;
    }

    @Override
    public IndexFieldData.Builder fielddataBuilder(String index, Supplier<SearchLookup> lookup) {
        failIfNoDocValues();
        Function<SortedSetDocValues, ScriptDocValues<?>> scriptValues = keys -> new ScriptDocValues.Strings(KeyFormat.formatted(keys));
        return (cache, breakers) ->
                new SortedSetOrdinalsIndexFieldData(cache, name(), CoreValuesSourceType.BYTES, breakers, scriptValues) {
                    @Override
                    public SortField sortField(
                            Object missing, MultiValueMode mode, XFieldComparatorSource.Nested nested, boolean reverse) {
                        return super.sortField(missingKey(missing), mode, nested, reverse);
                    }
                };
    }

    /** The option {@code missing} of a sort: a text is replaced by its key. */
    private Object missingKey(Object missing) {
        return missing == null || missing.equals("_first") || missing.equals("_last") ? missing : key(missing.toString());
    }

    @Override
    public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
        if (format != null) {
            throw new IllegalArgumentException("Field [" + name() + "] of type [" + type + "] doesn't support formats.");
        }
        return new SourceValueFetcher(name(), context, nullValue) {
            @Override
            protected String parseSourceValue(Object value) {
                String text = value.toString();
                return text.length() > ignoreAbove ? null : text;
            }
        };
    }

    @Override
    public DocValueFormat docValueFormat(String format, ZoneId zone) {
        if (format != null) {
            throw new IllegalArgumentException("Field [" + name() + "] of type [" + type + "] doesn't support formats.");
        }
        return KeyFormat.INSTANCE;
    }

    @Override
    protected BytesRef indexedValueForSearch(Object value) {
        return value == null ? null : key(value instanceof BytesRef bytes ? bytes.utf8ToString() : value.toString());
    }

    /** The strength of the field decides whether case is a difference, so the option of a query has no meaning. */
    @Override
    public Query termQueryCaseInsensitive(Object value, QueryShardContext context) {
        throw new QueryShardException(
                context,
                "[" + name() + "] field which is of type [" + type + "], does not support case insensitive term queries: with [strength: primary] or"
                        + " [strength: secondary] all its queries ignore case");
    }

    /** Uses doc values if the field is not indexed: the 3.x line creates range queries for sorting. */
    @Override
    public Query rangeQuery(
            Object lower, Object upper, boolean includeLower, boolean includeUpper, QueryShardContext context) {
        boolean isBounded = lower != null || upper != null;
        if (isSearchable() && !isBounded) {
            // The 3.x line asks for it in order to sort, whether or not expensive queries are allowed.
            return new TermRangeQuery(name(), null, null, includeLower, includeUpper);
        }
        if (isSearchable()) {
            return super.rangeQuery(lower, upper, includeLower, includeUpper, context);
        }
        failIfNotIndexedAndNoDocValues();
        if (isBounded) {
            failIfExpensive("range", context);
        }
        return SortedSetDocValuesField.newSlowRangeQuery(
                name(), indexedValueForSearch(lower), indexedValueForSearch(upper), includeLower, includeUpper);
    }

    /** Texts that start with the same base characters, at any strength; the type names of the ICU plugin reject it, as there. */
    @Override
    public Query prefixQuery(
            String value, MultiTermQuery.RewriteMethod method, boolean ignoreCase, QueryShardContext context) {
        if (!type.startsWith("unic_")) {
            throw unsupported("prefix");
        }
        failIfExpensive("prefix", context);
        failIfNotIndexed();
        SortKeys.Range range = withKeys(value, (maker, prefix) -> maker.prefixRange(prefix, SortKeys.Strength.PRIMARY));
        return new TermRangeQuery(name(), new BytesRef(range.start()), new BytesRef(range.end()), true, false);
    }

    /** As of the engine's fields of strings. */
    private static void failIfExpensive(String query, QueryShardContext context) {
        if (!context.allowExpensiveQueries()) {
            throw new OpenSearchException("[" + query + "] queries on fields of sort keys cannot be executed when '"
                    + ALLOW_EXPENSIVE_QUERIES.getKey() + "' is set to false.");
        }
    }

    @Override
    public Query wildcardQuery(
            String value, MultiTermQuery.RewriteMethod method, boolean ignoreCase, QueryShardContext context) {
        throw unsupported("wildcard");
    }

    @Override
    public Query normalizedWildcardQuery(String value, MultiTermQuery.RewriteMethod method, QueryShardContext context) {
        throw unsupported("wildcard");
    }

    @Override
    public Query regexpQuery(
            String value,
            int syntax,
            int match,
            int most,
            MultiTermQuery.RewriteMethod method,
            QueryShardContext context) {
        throw unsupported("regexp");
    }

    @Override
    public Query fuzzyQuery(
            Object value,
            Fuzziness fuzziness,
            int prefix,
            int most,
            boolean transpositions,
            MultiTermQuery.RewriteMethod method,
            QueryShardContext context) {
        throw unsupported("fuzzy");
    }

    /** Overrides a method that exists in the 2.x line alone, for {@code match} and query strings. */
    public Query fuzzyQuery(
            Object value, Fuzziness fuzziness, int prefix, int most, boolean transpositions, QueryShardContext context) {
        throw unsupported("fuzzy");
    }

    private UnsupportedOperationException unsupported(String query) {
        return new UnsupportedOperationException(
                "[" + query + "] queries are not supported on [" + type + "] fields.");
    }
}
