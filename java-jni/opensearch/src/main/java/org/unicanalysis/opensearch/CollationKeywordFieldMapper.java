package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
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
    /** Options of the analyzer {@code unic_collation}, as they are called there. */
    private static final List<String> COLLATION_OPTIONS = List.of(
            "rules",
            "locale",
            "language",
            "country",
            "variant",
            "strength",
            "decomposition",
            "alternate",
            "case_level",
            "case_first",
            "numeric",
            "variable_top",
            "reorder",
            "hiragana_quaternary_mode");

    static Mapper.TypeParser parser(String type) {
        return new TypeParser((name, context) -> new Builder(type, name));
    }

    private static Builder builder(FieldMapper mapper) {
        return ((CollationKeywordFieldMapper) mapper).builder;
    }

    /** Reads the field's mapping. */
    static final class Builder extends ParametrizedFieldMapper.Builder {
        private final String type;
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
        private final Parameter<java.util.Map<String, String>> meta = Parameter.metaParam();
        private final List<Parameter<String>> collation = new ArrayList<>();

        Builder(String type, String name) {
            super(name);
            this.type = type;
            for (int at = 0; at < COLLATION_OPTIONS.size(); at++) {
                int number = at;
                collation.add(new Parameter<>(
                        COLLATION_OPTIONS.get(at),
                        false,
                        () -> null,
                        (field, context, value) -> value == null ? null : String.valueOf(value),
                        mapper -> builder(mapper).collation.get(number).getValue()));
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
                    analyzer(),
                    nullValue.getValue(),
                    ignoreAbove.getValue(),
                    meta.getValue());
            return new CollationKeywordFieldMapper(
                    name, fieldType, multiFieldsBuilder.build(this, context), copyTo.build(), this);
        }

        /** Fields with equal options share their analyzer. */
        private UnicAnalyzer analyzer() {
            Library.require();
            Settings.Builder definition = Settings.builder();
            definition.put("type", "unic_collation").put("key_format", "bytes");
            for (Parameter<String> option : collation) {
                if (option.getValue() != null) {
                    definition.put(option.name, option.getValue());
                }
            }
            String json = ComponentSource.json(definition.build());
            try {
                return new UnicAnalyzer(json, null, Options.STRICT);
            } catch (DefinitionException error) {
                throw new IllegalArgumentException(ComponentSource.located(error.getMessage(), "/mappings/properties/" + name));
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
        Builder merged = new Builder(builder.type, simpleName());
        merged.init(this);
        return merged;
    }

    @Override
    protected String contentType() {
        return builder.type;
    }

    @Override
    protected void parseCreateField(ParseContext context) throws IOException {
        String text = text(context);
        if (text == null) {
            return;
        }
        if (text.length() > builder.ignoreAbove.getValue()) {
            context.addIgnoredField(fieldType().name());
            return;
        }
        BytesRef key = fieldType().key(text);
        if (builder.indexed.getValue()) {
            context.doc().add(new Field(fieldType().name(), key, luceneType));
        }
        if (builder.stored.getValue()) {
            context.doc().add(new StoredField(fieldType().name(), text));
        }
        if (builder.hasDocValues.getValue()) {
            context.doc().add(new SortedSetDocValuesField(fieldType().name(), key));
        } else {
            createFieldNamesField(context);
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
