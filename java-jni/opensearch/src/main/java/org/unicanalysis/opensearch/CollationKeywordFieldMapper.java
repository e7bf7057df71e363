package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.unicanalysis.DefinitionException;
import org.unicanalysis.Options;
import org.unicanalysis.lucene.UnicAnalyzer;

/** Field type {@code unic_collation_keyword}: sort keys in terms and doc values. */
final class CollationKeywordFieldMapper extends ParametrizedFieldMapper {
    static Mapper.TypeParser parser(String type, OpenKeyFields open) {
        return new TypeParser((name, context) ->
                new Builder(type, name, new FieldLocation(context.getSettings(), context.isWithinMultiField()), open));
    }

    /**
     * The location of a field in the mapping, for errors and warnings.
     *
     * @param index settings of the index
     * @param isMultiField whether the field is below {@code fields} of another one
     */
    private record FieldLocation(Settings index, boolean isMultiField) {
        /** The pointer to the field with this full name. */
        String pointer(String field) {
            String separator = "/properties/";
            String pointer = "/mappings/properties/" + DefinitionWarnings.escaped(field).replace(".", separator);
            if (!isMultiField) {
                return pointer;
            }
            int last = pointer.lastIndexOf(separator);
            return pointer.substring(0, last) + "/fields/" + pointer.substring(last + separator.length());
        }
    }

    private static Builder builder(FieldMapper mapper) {
        return ((CollationKeywordFieldMapper) mapper).builder;
    }

    /** Reads the field's mapping. */
    static final class Builder extends ParametrizedFieldMapper.Builder {
        private final String type;
        private final FieldLocation location;
        private final OpenKeyFields open;

        /** The analyzer of the mapper that is merged, whose collation options cannot change; null for a mapping that is parsed. */
        private UnicAnalyzer mergedKeys;

        private final Parameter<Boolean> indexed = Parameter.indexParam(of(builder -> builder.indexed), true);
        private final Parameter<Boolean> hasDocValues = Parameter.docValuesParam(of(builder -> builder.hasDocValues), true);
        private final Parameter<Boolean> stored = Parameter.storeParam(of(builder -> builder.stored), false);
        private final Parameter<Boolean> norms = Parameter.boolParam("norms", false, of(builder -> builder.norms), false);
        private final Parameter<String> indexOptions =
                Parameter.restrictedStringParam("index_options", false, of(builder -> builder.indexOptions), "docs", "freqs");
        private final Parameter<String> nullValue =
                Parameter.stringParam("null_value", false, of(builder -> builder.nullValue), null).acceptsNull();
        private final Parameter<Integer> ignoreAbove = Parameter.intParam(
                        "ignore_above", true, of(builder -> builder.ignoreAbove), Integer.MAX_VALUE)
                .setValidator(length -> {
                    if (length < 0) {
                        throw new IllegalArgumentException("[ignore_above] must be positive, got [" + length + "]");
                    }
                });
        private final Parameter<Map<String, String>> meta = Parameter.metaParam();
        private final List<Parameter<Object>> collation = new ArrayList<>();

        Builder(String type, String name, FieldLocation location, OpenKeyFields open) {
            super(name);
            this.type = type;
            this.location = location;
            this.open = open;
            for (int at = 0; at < KeyOptions.NAMES.size(); at++) {
                int number = at;
                Parameter<Object> option = new Parameter<>(
                        KeyOptions.NAMES.get(at),
                        false,
                        () -> null,
                        (field, context, value) -> value,
                        mapper -> builder(mapper).collation.get(number).getValue());
                collation.add(option.acceptsNull()
                        .setMergeValidator((before, after) -> KeyOptions.text(before).equals(KeyOptions.text(after))));
            }
        }

        private static <T> Function<FieldMapper, T> of(Function<Builder, Parameter<T>> parameter) {
            return mapper -> parameter.apply(builder(mapper)).getValue();
        }

        @Override
        protected List<Parameter<?>> getParameters() {
            List<Parameter<?>> all = new ArrayList<>(
                    List.of(indexed, hasDocValues, stored, norms, indexOptions, nullValue, ignoreAbove, meta));
            all.addAll(collation);
            return all;
        }

        @Override
        public CollationKeywordFieldMapper build(BuilderContext context) {
            CollationKeywordFieldType fieldType = new CollationKeywordFieldType(
                    type,
                    buildFullName(context),
                    indexed.getValue(),
                    stored.getValue(),
                    hasDocValues.getValue(),
                    mergedKeys == null ? analyzer(buildFullName(context)) : mergedKeys,
                    nullValue.getValue(),
                    ignoreAbove.getValue(),
                    meta.getValue());
            return new CollationKeywordFieldMapper(
                    name, fieldType, multiFieldsBuilder.build(this, context), copyTo.build(), this);
        }

        /**
         * Fields with equal options share their analyzer. Null without the library: a field fails at its first use, and the index opens.
         */
        private UnicAnalyzer analyzer(String field) {
            if (!Library.isLoaded()) {
                return null;
            }
            Map<String, Object> options = new HashMap<>();
            collation.forEach(option -> options.put(option.name, option.getValue()));
            String definition = KeyOptions.definition(options);
            Options compilation = KeyOptions.compileOptions(options, Fingerprints.files());
            return open.get(location.index(), field, definition, () -> compiled(field, definition, compilation));
        }

        private UnicAnalyzer compiled(String field, String definition, Options compilation) {
            String pointer = location.pointer(field);
            try {
                UnicAnalyzer analyzer = new UnicAnalyzer(definition, null, compilation);
                DefinitionWarnings.report(analyzer.nativeAnalyzer().warnings(), field, type, pointer, location.index());
                return analyzer;
            } catch (DefinitionException error) {
                throw DefinitionWarnings.located(error, pointer, field);
            }
        }
    }

    private final Builder builder;
    private final FieldType luceneType;

    private CollationKeywordFieldMapper(
            String name, CollationKeywordFieldType fieldType, MultiFields multiFields, CopyTo copyTo, Builder builder) {
        super(name, fieldType, multiFields, copyTo);
        this.builder = builder;
        luceneType = new FieldType();
        luceneType.setTokenized(false);
        luceneType.setOmitNorms(!builder.norms.getValue());
        luceneType.setIndexOptions(
                "freqs".equals(builder.indexOptions.getValue()) ? IndexOptions.DOCS_AND_FREQS : IndexOptions.DOCS);
        luceneType.freeze();
    }

    @Override
    public CollationKeywordFieldType fieldType() {
        return (CollationKeywordFieldType) super.fieldType();
    }

    @Override
    public Builder getMergeBuilder() {
        Builder merged = new Builder(builder.type, simpleName(), builder.location, builder.open);
        merged.init(this);
        merged.mergedKeys = fieldType().keys();
        return merged;
    }

    @Override
    protected String contentType() {
        return builder.type;
    }

    @Override
    protected void parseCreateField(ParseContext context) throws IOException {
        String text = text(context);
        if (text == null || text.length() > builder.ignoreAbove.getValue()) {
            return;
        }
        if (builder.stored.getValue()) {
            context.doc().add(new StoredField(fieldType().name(), text));
        }
        if (Library.isLoaded()) {
            addKey(context, fieldType().key(text));
        } else if (builder.indexed.getValue() || builder.hasDocValues.getValue()) {
            context.doc().add(new UnavailableKeyField(fieldType().name(), unavailableType()));
        }
        if (!builder.hasDocValues.getValue()) {
            createFieldNamesField(context);
        }
    }

    /** Equal to the fields of a key together: Lucene rejects a document with another type as an error of the document. */
    private FieldType unavailableType() {
        FieldType type = new FieldType(luceneType);
        if (!builder.indexed.getValue()) {
            type.setIndexOptions(IndexOptions.NONE);
        }
        if (builder.hasDocValues.getValue()) {
            type.setDocValuesType(DocValuesType.SORTED_SET);
        }
        return type;
    }

    private void addKey(ParseContext context, BytesRef key) {
        if (builder.indexed.getValue()) {
            context.doc().add(new Field(fieldType().name(), key, luceneType));
        }
        if (builder.hasDocValues.getValue()) {
            context.doc().add(new SortedSetDocValuesField(fieldType().name(), key));
        }
    }

    private String text(ParseContext context) throws IOException {
        if (context.externalValueSet()) {
            return context.externalValue().toString();
        }
        XContentParser parser = context.parser();
        return parser.currentToken() == XContentParser.Token.VALUE_NULL
                ? builder.nullValue.getValue()
                : parser.textOrNull();
    }
}
