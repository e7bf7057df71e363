/*
 * unic-analysis: text analysis for search engines.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * An index definition (JSON) becomes an analyzer; an analyzer turns text into tokens:
 *
 *     const char *json = "{\"analysis\": {\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}}";
 *     unic_analyzer *analyzer;
 *     unic_error *error;
 *     if (unic_analyzer_create(json, strlen(json), "a", NULL, &analyzer, &error) != UNIC_STATUS_OK) {
 *         fprintf(stderr, "%zu:%zu: %s\n", unic_error_line(error), unic_error_column(error), unic_error_message(error));
 *         unic_error_free(error);
 *         return 1;
 *     }
 *     unic_stream *stream;
 *     unic_token token;
 *     if (unic_stream_create(analyzer, &stream) == UNIC_STATUS_OK &&
 *         unic_stream_set_utf8(stream, text, strlen(text)) == UNIC_STATUS_OK) {
 *         while (unic_stream_next(stream, &token) == UNIC_STATUS_OK)
 *             printf("%.*s %u-%u\n", (int)token.term_length, (const char *)token.term, token.start, token.end);
 *         unic_stream_free(stream);
 *     }
 *     unic_analyzer_free(analyzer);
 *
 * Which call do I need?
 *
 *     one analyzer of a definition                 unic_analyzer_create
 *     many of them; all errors; the fields' use    unic_definition_create, unic_definition_report, unic_definition_analyzer
 *     the tokens of texts                          unic_stream_create, unic_stream_set_utf8, unic_stream_next
 *     a text through char filters, a normalizer    unic_normalize_utf8
 *     the engine's _analyze response               unic_analyze_json
 *     sort keys, ranges of texts with a prefix     unic_sort_key_utf8, unic_sort_key_prefix
 *     texts in order, on one thread or more        unic_sort_utf8
 *     token filters over the host's own tokens     unic_token_filters_create
 *     words, sentences, lines without an analyzer  unic_boundaries_utf8
 *     numbers in words                             unic_spell_create
 *     when to rebuild an index                     unic_analyzer_fingerprint
 *
 * Link with -lunic_analysis (pkg-config unic-analysis, or CMake's find_package(unic-analysis)). All of this is there
 * since version 0.1.0; what came later says so.
 *
 * Conventions. A call that can fail returns unic_status; the comments leave out the prefix UNIC_STATUS_. What a call makes
 * goes through its last parameters and is written on success only, except needed sizes and error places. A NULL pointer
 * where one is needed gives NULL_ARGUMENT, a misaligned one INVALID_ARGUMENT; a text or array may be NULL when its length
 * or capacity is 0. Enumerated parameters are uint32_t under names (unic_encoding) that say which list they are from; other
 * numbers give INVALID_ARGUMENT. When several arguments are wrong, any of their statuses may come.
 *
 * Memory. What the library makes is freed by its own _free call, which takes NULL; nothing else may free it. A second
 * free, or use after it, is undefined. Pointers into an object say how long they live. What the caller passes stays the
 * caller's, and unless a call says otherwise it may go when the call is back.
 *
 * Out of memory. When an allocation fails, the call gives OUT_OF_MEMORY: it goes on from a reserve to its next checkpoint,
 * takes back what it made, and may be repeated when there is memory. The reserve is 64 MiB of address space, asked for
 * by the first call and not touched before memory runs out; all threads share it, and a call that finds less than half of
 * it is refused with OUT_OF_MEMORY. A stream then has no text set; token filters need unic_token_filters_reset. An error
 * object of OUT_OF_MEMORY is always there. Limits: a call that takes more than the reserve between two checkpoints (a
 * definition or a list of many megabytes, explaining a very long text) ends the process, as does the system's loader when
 * it has no memory for a new thread's variables. Only libraries built by CMake have the reserve.
 *
 * Threads. A definition, an analyzer, an error and a string are immutable: any number of threads may use one at once. A
 * stream and token filters belong to one thread at a time, and so do the calls that take one. Objects may be made and
 * freed on any thread. Analysing takes no lock.
 *
 * Text and offsets. Text is UTF-8, or UTF-16 in native byte order, given by length, of less than 2^31 code units.
 * Offsets always point into the original text, in the unit that the stream is set to.
 *
 * Faults. Nothing here prints, exits, reads the environment or the locale, or unwinds into the caller. A fault inside the
 * library comes back as INTERNAL, and the process goes on.
 */

#ifndef UNIC_ANALYSIS_H
#define UNIC_ANALYSIS_H

/* Generated from src/capi by cbindgen (`make header`): do not edit. */

#include <stddef.h>
#include <stdint.h>

/* ======== Version of the interface ======== */

/**
 * The number of the C interface, on its own clock: it changes when a program must be recompiled, and with it the
 * shared library's name (libunic_analysis.so.1). See unic_abi_version.
 */
#define UNIC_ABI_VERSION 1

/* ======== Statuses ======== */

/**
 * The call did what it says.
 */
#define UNIC_STATUS_OK 0

/**
 * No token is left in the text.
 */
#define UNIC_STATUS_END 1

/**
 * A pointer that must not be NULL is NULL.
 */
#define UNIC_STATUS_NULL_ARGUMENT 100

/**
 * An argument has a value that the call does not take: an unknown number, capacity 0, a misaligned pointer.
 */
#define UNIC_STATUS_INVALID_ARGUMENT 101

/**
 * The call does not fit the state of the object: a token asked for before a text is set, and the like.
 */
#define UNIC_STATUS_WRONG_STATE 102

/**
 * The caller uses a flag or a field that this build does not know, or asks an analyzer for sort keys that makes none.
 */
#define UNIC_STATUS_UNSUPPORTED 103

/**
 * The definition has an option that the component does not know.
 */
#define UNIC_STATUS_UNKNOWN_OPTION 200

/**
 * The definition has a type that does not exist.
 */
#define UNIC_STATUS_UNKNOWN_TYPE 201

/**
 * The definition names a component or file that is not there.
 */
#define UNIC_STATUS_MISSING_REFERENCE 202

/**
 * The definition has a value of the wrong kind or range.
 */
#define UNIC_STATUS_WRONG_VALUE 203

/**
 * The definition has an option in two spellings, or a key twice.
 */
#define UNIC_STATUS_DUPLICATE 204

/**
 * JSON, a pattern or a rule text can't be read.
 */
#define UNIC_STATUS_SYNTAX 205

/**
 * The definition exceeds a limit of unic_options, or one of a component.
 */
#define UNIC_STATUS_CONFIG_LIMIT 206

/**
 * The definition has no analyzer of the name that was asked for.
 */
#define UNIC_STATUS_NO_SUCH_ANALYZER 207

/**
 * The definition has a component that the engine or a plugin of it has and this library has not.
 */
#define UNIC_STATUS_UNSUPPORTED_COMPONENT 208

/**
 * A text has 2^31 code units or more.
 */
#define UNIC_STATUS_TEXT_TOO_LONG 300

/**
 * Char filters make a text longer than the limits allow.
 */
#define UNIC_STATUS_LIMIT 301

/**
 * The caller's buffer is too small; the size that is needed has been told.
 */
#define UNIC_STATUS_BUFFER_TOO_SMALL 400

/**
 * Memory ran out.
 */
#define UNIC_STATUS_OUT_OF_MEMORY 500

/**
 * A fault of the library itself (please report it). The process goes on; a stream gives INTERNAL until the next call
 * that sets a text, which rebuilds it.
 */
#define UNIC_STATUS_INTERNAL 900

/* ======== Flags of unic_options ======== */

/**
 * unic_options.flags: unknown options of a definition are warnings (unic_analyzer_warnings) instead of errors.
 */
#define UNIC_OPTIONS_LENIENT 1

/* ======== Fingerprints ======== */

/**
 * The length of a fingerprint in bytes, without a terminator.
 */
#define UNIC_FINGERPRINT_LENGTH 35

/* ======== Offset units ======== */

/**
 * Offsets in the code units of the text as given: bytes for UTF-8, 16-bit units for UTF-16. The default.
 */
#define UNIC_OFFSET_NATIVE 0

/**
 * Offsets in UTF-16 units. An ill-formed part of a UTF-8 text counts as one.
 */
#define UNIC_OFFSET_UTF16 1

/**
 * Offsets in bytes of the text's UTF-8 form. An unpaired surrogate counts as three.
 */
#define UNIC_OFFSET_UTF8 2

/**
 * Offsets in code points.
 */
#define UNIC_OFFSET_CODE_POINT 3

/* ======== Flags and types of tokens, fields of the packed form ======== */

/**
 * unic_token.flags: the term is protected by a keyword marker.
 */
#define UNIC_TOKEN_KEYWORD 1

/**
 * unic_token.type: "word".
 */
#define UNIC_TOKEN_TYPE_WORD 0

/**
 * unic_token.type: "<ALPHANUM>".
 */
#define UNIC_TOKEN_TYPE_ALPHANUM 1

/**
 * unic_token.type: "<ALPHANUM_COMP>".
 */
#define UNIC_TOKEN_TYPE_ALPHANUM_COMP 2

/**
 * unic_token.type: "<NUM>".
 */
#define UNIC_TOKEN_TYPE_NUM 3

/**
 * unic_token.type: "<CJ>".
 */
#define UNIC_TOKEN_TYPE_CJ 4

/**
 * unic_token.type: "<HANGUL>".
 */
#define UNIC_TOKEN_TYPE_HANGUL 5

/**
 * unic_token.type: "<HIRAGANA>".
 */
#define UNIC_TOKEN_TYPE_HIRAGANA 6

/**
 * unic_token.type: "<KATAKANA>".
 */
#define UNIC_TOKEN_TYPE_KATAKANA 7

/**
 * unic_token.type: "<IDEOGRAPHIC>".
 */
#define UNIC_TOKEN_TYPE_IDEOGRAPHIC 8

/**
 * unic_token.type: "<EMOJI>".
 */
#define UNIC_TOKEN_TYPE_EMOJI 9

/**
 * unic_token.type: "<OTHER>".
 */
#define UNIC_TOKEN_TYPE_OTHER 10

/**
 * unic_token.type: "<SOUTHEAST_ASIAN>".
 */
#define UNIC_TOKEN_TYPE_SOUTHEAST_ASIAN 11

/**
 * unic_token.type: "<GRAPHEME>".
 */
#define UNIC_TOKEN_TYPE_GRAPHEME 12

/**
 * unic_token.type: "<SENTENCE>".
 */
#define UNIC_TOKEN_TYPE_SENTENCE 13

/**
 * unic_token.type: "<LINE>".
 */
#define UNIC_TOKEN_TYPE_LINE 14

/**
 * unic_token.type: "<SYMBOL>".
 */
#define UNIC_TOKEN_TYPE_SYMBOL 15

/**
 * unic_token.type: "<SINGLE>".
 */
#define UNIC_TOKEN_TYPE_SINGLE 16

/**
 * unic_token.type: "<DOUBLE>".
 */
#define UNIC_TOKEN_TYPE_DOUBLE 17

/**
 * How many int32 fields a token has in unic_packed.
 */
#define UNIC_PACKED_FIELDS 8

/* ======== Strengths, bounds and text forms of sort keys ======== */

/**
 * Base characters only.
 */
#define UNIC_STRENGTH_PRIMARY 1

/**
 * Also accents.
 */
#define UNIC_STRENGTH_SECONDARY 2

/**
 * Also case and variants.
 */
#define UNIC_STRENGTH_TERTIARY 3

/**
 * Also what is shifted.
 */
#define UNIC_STRENGTH_QUATERNARY 4

/**
 * Also the code points of the NFD form.
 */
#define UNIC_STRENGTH_IDENTICAL 5

/**
 * A key not greater than any that agrees on the levels.
 */
#define UNIC_BOUND_LOWER 0

/**
 * A key greater than all of texts that are equal on the levels.
 */
#define UNIC_BOUND_UPPER 1

/**
 * A key greater than all of texts that begin with one equal on the levels.
 */
#define UNIC_BOUND_UPPER_LONG 2

/**
 * A text of UTF-8.
 */
#define UNIC_ENCODING_UTF8 0

/**
 * A text of UTF-16 in native byte order.
 */
#define UNIC_ENCODING_UTF16 1

/**
 * A key as text: 15 bits to a character from U+0000 to U+7FFF. Texts compare as their keys do, by UTF-16 unit and by UTF-8
 * byte.
 */
#define UNIC_KEY_FORM_BASE_32768 0

/**
 * A key as text: two hexadecimal digits to a byte, lower case; both cases are read. Texts compare as their keys do.
 */
#define UNIC_KEY_FORM_HEX 1

/* ======== Kinds of boundaries ======== */

/**
 * Grapheme clusters (UAX #29).
 */
#define UNIC_BREAK_GRAPHEME 0

/**
 * Words and what stands between them (UAX #29 as CLDR tailors it, with dictionaries). A status from 0 says that it is no
 * word, from 100 a number, 200 a word of letters, 300 of kana, 400 of ideographs.
 */
#define UNIC_BREAK_WORD 1

/**
 * Sentences (UAX #29). The status from 100 says that a line end, not a full stop, ended it.
 */
#define UNIC_BREAK_SENTENCE 2

/**
 * Where a line may end (UAX #14). The status from 100 says that it must.
 */
#define UNIC_BREAK_LINE 3

/* ======== Groups of number rules, flags of reading numbers ======== */

/**
 * Words: "one hundred".
 */
#define UNIC_SPELL_SPELLOUT 0

/**
 * Digits with the ending of ordinals: "3rd".
 */
#define UNIC_SPELL_ORDINAL 1

/**
 * Seconds as durations: "1:40".
 */
#define UNIC_SPELL_DURATION 2

/**
 * Numbering systems of their own: "IX".
 */
#define UNIC_SPELL_NUMBERING_SYSTEM 3

/**
 * unic_spell_read_...: words are compared in NFC after case folding, separators are skipped.
 */
#define UNIC_SPELL_LENIENT 1

/* ======== Types ======== */

/**
 * A compiled analyzer (or normalizer): immutable, shared by any number of threads without locks. Counted: it lives until
 * unic_analyzer_free has been called once for the create and once for every unic_analyzer_retain. Its streams keep what
 * they need of it alive, so it may be freed before them.
 */
typedef struct unic_analyzer unic_analyzer;

/**
 * A definition that has been read, checked and compiled as a whole. Immutable, shared by any number of threads without
 * locks. Counted: it lives until unic_definition_free has been called once for the create and once for every
 * unic_definition_retain. Analyzers that were made from it outlive it.
 */
typedef struct unic_definition unic_definition;

/**
 * Why a definition was refused: the first error in document order, and with unic_error_json all of them.
 *
 * Made by a failing call that was given a place for it; that place becomes NULL when the call succeeds. Owned by the
 * caller, who frees it with unic_error_free. Immutable: any number of threads may read it. What the calls below return
 * lives as long as the error; each takes NULL.
 */
typedef struct unic_error unic_error;

/**
 * A rule-based number format (LDML part 3): writes numbers in words and reads them back, as ICU 79.1 does. Immutable: any
 * number of threads may use it at once. Its texts live as long as it does.
 */
typedef struct unic_spell unic_spell;

/**
 * An analyzer at work: one thread at a time, any number of texts one after the other. Nothing is allocated per text once
 * its buffers have grown; buffers above 1 MiB are given back when the next text is set.
 */
typedef struct unic_stream unic_stream;

/**
 * A text made by the library: UTF-8, also NUL-terminated. Owned by the caller, who frees it with unic_string_free.
 * Immutable: any number of threads may read it.
 */
typedef struct unic_string unic_string;

/**
 * The token filters of an analyzer, for a host whose tokenizer, or a filter in between, is its own. One thread at a time,
 * any number of texts:
 *
 *     unic_token_filters_reset(filters);
 *     do {
 *         is_last = read_tokens(tokens, &count);
 *         unic_token_filters_run(filters, tokens, count, is_last, final_offset, position_gap);
 *         do {
 *             unic_token_filters_next_batch(filters, out, CAPACITY, &given);
 *             for (size_t i = 0; i < given; i++) use(&out[i]);
 *         } while (given == CAPACITY);
 *     } while (!is_last);
 *
 * Filters keep their state from batch to batch, and may hold tokens back until a later one.
 */
typedef struct unic_token_filters unic_token_filters;

/**
 * What a call answers: one of UNIC_STATUS_... Numbers are stable; a retired number is never used again. Callers must
 * accept unknown numbers: the hundreds say the kind (100 argument, 200 definition, 300 text, 400 buffer, 500 memory).
 */
typedef uint32_t unic_status;

/**
 * Options for reading a definition. Fill it with unic_options_init, then change what you need:
 *
 *     unic_options options;
 *     unic_options_init(&options, sizeof options);
 *     options.flags = UNIC_OPTIONS_LENIENT;
 *
 * Grows at its end in later versions; struct_size says which version the caller knows. A struct_size that this build
 * cannot mean (0, smaller than the first version) is INVALID_ARGUMENT; a larger struct is taken when what is behind the
 * known fields is 0, else UNSUPPORTED.
 */
typedef struct unic_options {
    /**
     * Size of the struct that the caller knows, in bytes; set by unic_options_init.
     */
    uint32_t struct_size;
    /**
     * UNIC_OPTIONS_LENIENT or 0, the default. Other bits: UNSUPPORTED.
     */
    uint32_t flags;
    /**
     * Folder of the files that options like keywords_path name, NUL-terminated UTF-8, read during the call only. NULL, the
     * default: such options are errors.
     */
    const char *configuration_directory;
    /**
     * Longest definition and longest file, in bytes. Default 64 MiB.
     */
    size_t max_json_length;
    /**
     * Deepest nesting of a definition. Default 64; more than 1000 counts as 1000.
     */
    uint32_t max_json_depth;
    /**
     * Char filters may make a text this many times as long (default 64) or max_filtered_length long, whichever is more;
     * beyond, the call that sets the text gives LIMIT.
     */
    uint32_t max_text_growth;
    /**
     * See max_text_growth; in code units, default 16 Mi. A filtered text is always below 2^31, whatever stands here.
     */
    uint32_t max_filtered_length;
    /**
     * 0; anything else is UNSUPPORTED.
     */
    uint32_t reserved;
} unic_options;

/**
 * A unit of offsets: one of UNIC_OFFSET_...
 */
typedef uint32_t unic_offset_unit;

/**
 * A token. The caller provides the memory, of any content; all fields are written. 64 bytes on 64-bit systems; does not
 * grow.
 */
typedef struct unic_token {
    /**
     * The term: code units of the text's encoding (char or uint16_t), not NUL-terminated. Points into the caller's text
     * or into the stream. Valid until the next call on the stream, and only while the caller's text is unchanged. Of an
     * ill-formed part it shows what the text has or U+FFFD.
     */
    const void *term;
    /**
     * Length of the term in code units of the text's encoding.
     */
    uint32_t term_length;
    /**
     * Where the token starts in the original text, in the stream's offset unit. Never before that of the last token.
     */
    uint32_t start;
    /**
     * Where it ends; never before its start, never beyond the text.
     */
    uint32_t end;
    /**
     * Its position in the text: 0 for the first one, unless that leaves a gap.
     */
    uint32_t position;
    /**
     * How far it is from the position of the token before it; 0 for a further form of the same word.
     */
    uint32_t position_increment;
    /**
     * How many positions it spans.
     */
    uint32_t position_length;
    /**
     * UNIC_TOKEN_TYPE_...; unic_token_type_name gives the name. Callers must accept unknown numbers.
     */
    uint32_t type;
    /**
     * Four letters of ISO 15924, big-endian ('L' << 24 | ...); 0 when the tokenizer gives none.
     */
    uint32_t script;
    /**
     * UNIC_TOKEN_KEYWORD or 0. Callers must ignore unknown bits.
     */
    uint32_t flags;
    /**
     * 0. Later versions may give them a meaning.
     */
    uint32_t reserved[5];
} unic_token;

/**
 * A whole text's tokens in flat arrays, for runtimes to which a call is dear. The caller provides two arrays and their
 * capacities; the call fills them and says what it needed.
 *
 * Fields of a token, in order: start, end (UTF-16 units of the original text), type, position increment, position
 * length, flags, term offset, term length. A term offset of 0 or more is a place in terms; -1-p means that the term is
 * the original text at unit p. Does not grow.
 */
typedef struct unic_packed {
    /**
     * Receives UNIC_PACKED_FIELDS numbers per token; NULL when fields_capacity is 0.
     */
    int32_t *fields;
    /**
     * Room in fields, in numbers.
     */
    size_t fields_capacity;
    /**
     * Receives the terms that differ from the text; NULL when terms_capacity is 0.
     */
    uint16_t *terms;
    /**
     * Room in terms, in 16-bit units.
     */
    size_t terms_capacity;
    /**
     * Out: how many numbers the tokens have: UNIC_PACKED_FIELDS times their number.
     */
    size_t fields_needed;
    /**
     * Out: how many units the terms have.
     */
    size_t terms_needed;
    /**
     * Out: end of the text.
     */
    uint32_t final_offset;
    /**
     * Out: positions dropped behind the last token.
     */
    uint32_t position_gap;
} unic_packed;

/**
 * The encoding of a text: one of UNIC_ENCODING_...
 */
typedef uint32_t unic_encoding;

/**
 * A strength: one of UNIC_STRENGTH_...
 */
typedef uint32_t unic_strength;

/**
 * A bound of sort keys: one of UNIC_BOUND_...
 */
typedef uint32_t unic_bound;

/**
 * A text form of sort keys: one of UNIC_KEY_FORM_...
 */
typedef uint32_t unic_key_text_form;

/**
 * Where the original goes on: from the place `filtered` of the filtered text on, up to the next step's, both texts run
 * side by side, `original` being where that place stands in the original. Does not grow.
 */
typedef struct unic_offset_step {
    /**
     * A place in the filtered text, in its units.
     */
    uint32_t filtered;
    /**
     * The same place in the original, in its units.
     */
    uint32_t original;
} unic_offset_step;

/**
 * A text after char filters. The caller provides the memory, of any content; all fields are written. Does not grow.
 */
typedef struct unic_filtered_text {
    /**
     * The text: the caller's own when nothing was changed, else the stream's. Valid until the next call on the stream,
     * and only while the caller's text is unchanged.
     */
    const void *text;
    /**
     * Its length, in units of the encoding.
     */
    size_t length;
    /**
     * Steps, first to last; before the first one, places stand where they stood. As valid as the text.
     */
    const struct unic_offset_step *steps;
    /**
     * How many there are; 0 when all places stand where they stood.
     */
    size_t step_count;
} unic_filtered_text;

/**
 * What boundaries are found: one of UNIC_BREAK_...
 */
typedef uint32_t unic_boundary_kind;

/**
 * The end of a segment; the next one starts there.
 */
typedef struct unic_boundary {
    /**
     * Code units from the start of the text.
     */
    uint32_t at;
    /**
     * What the rules say of the segment that ends here: see UNIC_BREAK_...
     */
    uint32_t status;
} unic_boundary;

/**
 * A group of number rules: one of UNIC_SPELL_SPELLOUT, UNIC_SPELL_ORDINAL, UNIC_SPELL_DURATION,
 * UNIC_SPELL_NUMBERING_SYSTEM.
 */
typedef uint32_t unic_spell_group;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ======== Version and contents of the library ======== */

/**
 * The version of the library that is loaded, such as "0.1.0". NUL-terminated, lives as long as the library is loaded; so
 * do the other texts of this chapter.
 */
const char *unic_version(void);

/**
 * UNIC_ABI_VERSION of the library that is loaded: compare it with the header's when you load the library by hand.
 */
uint32_t unic_abi_version(void);

/**
 * The version of the Unicode data, such as "18.0".
 */
const char *unic_unicode_version(void);

/**
 * The version of the CLDR data, such as "49".
 */
const char *unic_cldr_version(void);

/**
 * How many objects are alive in this process: analyzers (each owner counts), streams, errors, strings. For tests of what
 * is freed. Any thread.
 */
size_t unic_live_objects(void);

/**
 * The engine's name of a token type, such as "<ALPHANUM>", NUL-terminated; NULL for a number that this build does not
 * know. Lives as long as the library is loaded.
 */
const char *unic_token_type_name(uint32_t token_type);

/**
 * The ids of transforms that this build offers (unic_transform), as a JSON array in order. Lists of ids, inverses and
 * ids that fall back to one of them are accepted as well.
 *
 * ids: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_transform_ids(struct unic_string **ids);

/**
 * All components of this build and what they can be told, as a JSON array: for hosts that make factories, forms or
 * checks of their own out of it. Each has type, names (all spellings), kind (analyzer, normalizer, char_filter, tokenizer,
 * filter), help, has_default_instance, fits_normalizer, and options: name, aliases, kind, takes (in words), default (null
 * when there is none), required, help.
 *
 * components: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any
 * thread.
 */
unic_status unic_components(struct unic_string **components);

/**
 * The component types that this build offers, as JSON: {"analyzer": [names], "tokenizer": [...], "filter": [...],
 * "char_filter": [...]}.
 *
 * names: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_component_names(struct unic_string **names);

/* ======== Status names ======== */

/**
 * The name of a status without its prefix, such as "WRONG_STATE"; "UNKNOWN" for a number that this build does not know.
 * NUL-terminated, never NULL; lives as long as the library is loaded.
 */
const char *unic_status_name(unic_status status);

/* ======== Errors ======== */

/**
 * The status that the failing call returned; OK for NULL.
 */
unic_status unic_error_code(const struct unic_error *error);

/**
 * One line that says what was found, what is allowed, and the nearest known name, without the place. UTF-8,
 * NUL-terminated, never NULL (empty for NULL). The same holds for the other texts of an error.
 */
const char *unic_error_message(const struct unic_error *error);

/**
 * The JSON pointer (RFC 6901) of the member or list entry at fault, such as "/analysis/filter/f/hyphens"; empty for the
 * document as a whole, and for an error of the call's arguments.
 */
const char *unic_error_pointer(const struct unic_error *error);

/**
 * The byte offset of the fault in the JSON, from 0: of the key for UNKNOWN_OPTION and DUPLICATE (there of the second
 * one), otherwise of the value. 0 for NULL.
 */
size_t unic_error_offset(const struct unic_error *error);

/**
 * The line of the fault in the JSON, from 1; 0 for NULL and for an error of the call's arguments.
 */
size_t unic_error_line(const struct unic_error *error);

/**
 * The column of the fault in its line, in code points, from 1; 0 for NULL and for an error of the call's arguments.
 */
size_t unic_error_column(const struct unic_error *error);

/**
 * What to do about it, in one line; may be empty.
 */
const char *unic_error_help(const struct unic_error *error);

/**
 * All errors that the call found in the definition, in document order, as JSON: {"errors": [{"category", "message",
 * "pointer", "line", "column", "offset", "found", "allowed", "nearest", "help"}, ...]}. The category is a stable word:
 * unknown_option, unknown_type, unsupported_component, missing_reference, wrong_value, duplicate, syntax, limit,
 * no_such_analyzer, argument.
 */
const char *unic_error_json(const struct unic_error *error);

/**
 * Frees an error. NULL is fine.
 */
void unic_error_free(struct unic_error *error);

/* ======== Strings ======== */

/**
 * The text, NUL-terminated; never NULL (empty for NULL). Lives as long as the string.
 */
const char *unic_string_data(const struct unic_string *string);

/**
 * The length of the text in bytes, without the NUL; 0 for NULL.
 */
size_t unic_string_length(const struct unic_string *string);

/**
 * Frees a string. NULL is fine.
 */
void unic_string_free(struct unic_string *string);

/* ======== Analyzers ======== */

/**
 * Fills the options with the defaults. struct_size is sizeof(unic_options): so many bytes are written, fields that this
 * build does not know with 0. NULL is fine.
 */
void unic_options_init(struct unic_options *options,
                       uint32_t struct_size);

/**
 * Compiles an analyzer.
 *
 * json, json_length: UTF-8, length in bytes: a whole index definition, its analysis section, or one analyzer definition.
 *     Not kept: it may go when the call is back.
 * name: which analyzer or normalizer, NUL-terminated UTF-8 (else INVALID_ARGUMENT); NULL when there is only one. A single
 *     analyzer definition has no name of its own, and takes any.
 * options: NULL for the defaults.
 * analyzer: receives the handle, to be freed with unic_analyzer_free; unchanged on failure.
 * error: NULL, or receives NULL on success and an error on failure, to be freed with unic_error_free.
 *
 * Returns OK; a status in the 200s for an error of the definition; NULL_ARGUMENT (json with a length, analyzer),
 * INVALID_ARGUMENT, UNSUPPORTED (options). All errors of the analyzer and of what it refers to surface here, never while
 * text is analysed; unic_definition_create finds those of the whole document.
 * Tens of microseconds for a usual definition; files that it names are read here. Any thread.
 */
unic_status unic_analyzer_create(const char *json,
                                 size_t json_length,
                                 const char *name,
                                 const struct unic_options *options,
                                 struct unic_analyzer **analyzer,
                                 struct unic_error **error);

/**
 * One more owner of the analyzer, who frees it as well. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_analyzer_retain(const struct unic_analyzer *analyzer);

/**
 * One owner less; the last one frees it, once its streams are gone too. NULL is fine. Any thread.
 */
void unic_analyzer_free(struct unic_analyzer *analyzer);

/**
 * The names of the analyzers and normalizers that a definition defines, in document order, as a JSON array of strings;
 * a single analyzer definition gives an empty one. Definitions are not compiled.
 *
 * names: receives the text, to be freed with unic_string_free; unchanged on failure. Other arguments and answers as for
 * unic_analyzer_create. Any thread.
 */
unic_status unic_analyzer_names(const char *json,
                                size_t json_length,
                                const struct unic_options *options,
                                struct unic_string **names,
                                struct unic_error **error);

/**
 * What was noticed when the analyzer was compiled, as a JSON array of objects like those of unic_error_json: unknown
 * options (lenient), options without effect, analyzers named by fields and not defined; [] when there is nothing.
 *
 * warnings: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_analyzer_warnings(const struct unic_analyzer *analyzer,
                                   struct unic_string **warnings);

/**
 * The effective configuration as JSON: name, kind, type, position_increment_gap, char_filters, tokenizer and
 * token_filters with all options (given and defaulted), fingerprint, unicode_version, cldr_version.
 *
 * description: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any
 * thread.
 */
unic_status unic_analyzer_describe(const struct unic_analyzer *analyzer,
                                   struct unic_string **description);

/**
 * A short ASCII text that changes exactly when this analyzer's tokens or keys may change: store it with the index and
 * compare it at start. "u1-" and 32 hexadecimal digits: UNIC_FINGERPRINT_LENGTH bytes.
 *
 * buffer, capacity: where it goes, and its size in bytes. NULL and 0 ask for the size alone.
 * needed: NULL, or receives the size in bytes, without a terminator; also on BUFFER_TOO_SMALL.
 *
 * A NUL is written behind the text when there is room for it; on failure the buffer is unchanged. Returns OK,
 * BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_analyzer_fingerprint(const struct unic_analyzer *analyzer,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *needed);

/* ======== Definitions: many analyzers of one document ======== */

/**
 * Reads a definition once, for hosts that make several analyzers of it or show all that is wrong with it: every
 * component is checked, every analyzer compiled. unic_analyzer_create is the short form for one analyzer, and looks only at
 * what that one refers to.
 *
 * json, json_length, options: as for unic_analyzer_create. Not kept.
 * definition: receives the handle, to be freed with unic_definition_free; unchanged on failure.
 * error: as for unic_analyzer_create.
 *
 * Fails only when the document can't be read at all (SYNTAX, CONFIG_LIMIT); faults of components stand in
 * unic_definition_report. Returns OK, a status in the 200s, NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED. Any thread.
 */
unic_status unic_definition_create(const char *json,
                                   size_t json_length,
                                   const struct unic_options *options,
                                   struct unic_definition **definition,
                                   struct unic_error **error);

/**
 * One more owner of the definition, who frees it as well. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_definition_retain(const struct unic_definition *definition);

/**
 * One owner less; the last one frees it. NULL is fine. Any thread.
 */
void unic_definition_free(struct unic_definition *definition);

/**
 * How many analyzers and normalizers the definition defines; 0 for NULL. A definition of one analyzer alone has one, whose
 * name is empty. Any thread.
 */
size_t unic_definition_count(const struct unic_definition *definition);

/**
 * The name of analyzer or normalizer number index, from 0, in document order: NUL-terminated UTF-8, for
 * unic_definition_analyzer. Where several indices of the document define a name, it is "index/name". NULL when there is
 * none of that number. Lives as long as the definition. Any thread.
 */
const char *unic_definition_name(const struct unic_definition *definition,
                                 size_t index);

/**
 * What there is and what is wrong, as JSON, the same as `unic validate --json` shows:
 * {"valid", "analyzers": [...], "errors": [...], "warnings": [...]}. An analyzer is {"name", "kind" ("analyzer",
 * "normalizer"), "type", "loads" (with the options of the create), "loads_strictly", "loads_leniently" (without and with
 * UNIC_OPTIONS_LENIENT), "fields": [{"field", "option"}] (the fields of the mappings that name it, and where: "analyzer",
 * "search_analyzer", "search_quote_analyzer", "normalizer"), "errors"}. Errors and warnings are as in unic_error_json.
 *
 * report: receives the text, to be freed with unic_string_free. Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_definition_report(const struct unic_definition *definition,
                                   struct unic_string **report);

/**
 * Gives an analyzer of the definition, without reading anything again: what unic_analyzer_create gives for the same
 * document, name and options.
 *
 * name, analyzer, error: as for unic_analyzer_create. Returns what it returns. Any thread.
 */
unic_status unic_definition_analyzer(const struct unic_definition *definition,
                                     const char *name,
                                     struct unic_analyzer **analyzer,
                                     struct unic_error **error);

/* ======== Streams and tokens ======== */

/**
 * Makes a stream.
 *
 * analyzer: not consumed; the stream keeps it alive.
 * stream: receives the handle, to be freed with unic_stream_free; unchanged on failure.
 *
 * Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread. A few kilobytes; buffers are made with the first text.
 */
unic_status unic_stream_create(const struct unic_analyzer *analyzer,
                               struct unic_stream **stream);

/**
 * Frees a stream; its tokens' terms die with it. NULL is fine. Any thread, but not while another one uses the stream.
 */
void unic_stream_free(struct unic_stream *stream);

/**
 * The unit of all offsets from the next text on: UNIC_OFFSET_... Between texts only: before the first one, or when
 * a call has told that the text is exhausted.
 *
 * Returns OK, INVALID_ARGUMENT for another number, WRONG_STATE while a text may have tokens left, NULL_ARGUMENT.
 */
unic_status unic_stream_set_offset_unit(struct unic_stream *stream,
                                        unic_offset_unit unit);

/**
 * Starts a text in UTF-8, length in bytes. Whatever was left of the text before is dropped.
 *
 * The text stays the caller's: it must be there, unchanged, until another text is set or the stream is freed. It may be
 * NULL when length is 0. Ill-formed sequences are analysed as U+FFFD, one per maximal subpart, with offsets of the real
 * input.
 *
 * Returns OK; TEXT_TOO_LONG for 2^31 bytes or more (the text is not read), LIMIT when char filters make it longer than
 * the options allow, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT. After a failure no text is set (but a stream that
 * is itself NULL or misaligned is left alone). Char filters run here, over the whole text; without any, the cost is one
 * look at the text.
 */
unic_status unic_stream_set_utf8(struct unic_stream *stream,
                                 const char *text,
                                 size_t length);

/**
 * UTF-16 variant of unic_stream_set_utf8: native byte order, length in 16-bit units.
 * A misaligned pointer is INVALID_ARGUMENT.
 */
unic_status unic_stream_set_utf16(struct unic_stream *stream, const uint16_t *text, size_t length);

/**
 * Starts a copy of a text in UTF-8: for hosts whose texts move or go away between two calls. The text is read during the
 * call only; the stream keeps the copy until another text is set (buffers above 1 MiB are then given back). Terms that
 * are parts of the text point into the copy. Otherwise as unic_stream_set_utf8.
 */
unic_status unic_stream_set_utf8_copy(struct unic_stream *stream,
                                      const char *text,
                                      size_t length);

/**
 * UTF-16 variant of unic_stream_set_utf8_copy: native byte order, length in 16-bit units.
 */
unic_status unic_stream_set_utf16_copy(struct unic_stream *stream, const uint16_t *text, size_t length);

/**
 * The next token.
 *
 * Returns OK; END after the last one, as often as it is asked for; WRONG_STATE when no text is set; NULL_ARGUMENT,
 * INVALID_ARGUMENT; OUT_OF_MEMORY or INTERNAL, after which the text can't go on. The token is written on OK only.
 */
unic_status unic_stream_next(struct unic_stream *stream,
                             struct unic_token *token);

/**
 * The next tokens, at most capacity of them. *count is less than capacity if and only if the text is exhausted:
 *
 *     do {
 *         if (unic_stream_next_batch(stream, tokens, CAPACITY, &count) != UNIC_STATUS_OK) break;
 *         for (size_t i = 0; i < count; i++) use(&tokens[i]);
 *     } while (count == CAPACITY);
 *
 * The terms of the whole batch live until the next call on the stream. Fastest with room for some hundred tokens; may be
 * mixed with unic_stream_next.
 *
 * Returns OK (also when *count is 0, never END), INVALID_ARGUMENT for capacity 0, otherwise as unic_stream_next. On
 * failure *count is unchanged, and what stands in tokens is undefined.
 */
unic_status unic_stream_next_batch(struct unic_stream *stream,
                                   struct unic_token *tokens,
                                   size_t capacity,
                                   size_t *count);

/**
 * What stands behind the last token: the end of the text in the offset unit, and how many positions were dropped behind
 * it. Either place may be NULL.
 *
 * Returns OK; WRONG_STATE until a call has told that the text is exhausted (END, or a batch that was not filled);
 * NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL.
 */
unic_status unic_stream_end(struct unic_stream *stream,
                            uint32_t *final_offset,
                            uint32_t *position_gap);

/**
 * Analyses a whole UTF-16 text, length in 16-bit units, into flat arrays. Offsets are in UTF-16 units, whatever the
 * stream's unit. The text is read during the call only; text and arrays must not overlap. Afterwards no text is set in
 * the stream.
 *
 * Returns OK; BUFFER_TOO_SMALL when an array is too small: then the four out fields are right, what stands in the arrays
 * is undefined, and the call is to be repeated with larger ones (the text is analysed again); LIMIT also when the terms
 * have 2^31 units or more. Otherwise as unic_stream_set_utf16. On other failures the out fields are unchanged.
 */
unic_status unic_analyze_utf16_packed(struct unic_stream *stream,
                                      const uint16_t *text,
                                      size_t length,
                                      struct unic_packed *packed);

/**
 * unic_analyze_utf16_packed, and the scripts of the tokens beside it.
 *
 * scripts, scripts_capacity: receives one number per token, as unic_token.script; NULL when scripts_capacity is 0. A
 *     capacity below fields_needed / UNIC_PACKED_FIELDS is BUFFER_TOO_SMALL.
 */
unic_status unic_analyze_utf16_packed_scripts(struct unic_stream *stream,
                                              const uint16_t *text,
                                              size_t length,
                                              struct unic_packed *packed,
                                              uint32_t *scripts,
                                              size_t scripts_capacity);

/* ======== Token filters over the caller's tokens ======== */

/**
 * Makes the token filters of an analyzer; its char filters and its tokenizer are left out.
 *
 * analyzer: not consumed; the filters keep it alive.
 * encoding: UNIC_ENCODING_... of all terms.
 * filters: receives the handle, to be freed with unic_token_filters_free; unchanged on failure.
 *
 * Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_token_filters_create(const struct unic_analyzer *analyzer,
                                      unic_encoding encoding,
                                      struct unic_token_filters **filters);

/**
 * Frees the filters; their tokens' terms die with them. NULL is fine. Any thread, but not while another one uses them.
 */
void unic_token_filters_free(struct unic_token_filters *filters);

/**
 * Another text follows: before each but the first one.
 *
 * Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT.
 */
unic_status unic_token_filters_reset(struct unic_token_filters *filters);

/**
 * Runs the filters over a batch. Tokens of the batch before that were not taken are dropped.
 *
 * tokens, count: the batch, in the order of the text; read during the call only. Of each token term, term_length, start,
 *     end, position_increment, position_length, type, script and flags count; offsets below 2^31, in units of the
 *     encoding (other units do as well, but filters that cut terms then give their parts the offsets of the whole). An
 *     end before its start counts as the start; a type that is not known as UNIC_TOKEN_TYPE_WORD; ill-formed terms are
 *     repaired with U+FFFD.
 * is_last: not 0: the text ends behind this batch, which may be empty.
 * final_offset, position_gap: with is_last, the end of the text and the positions dropped behind its last token; else
 *     without meaning.
 *
 * Returns OK; WRONG_STATE behind the last batch, until unic_token_filters_reset; OUT_OF_MEMORY, NULL_ARGUMENT,
 * INVALID_ARGUMENT, INTERNAL.
 */
unic_status unic_token_filters_run(struct unic_token_filters *filters,
                                   const struct unic_token *tokens,
                                   size_t count,
                                   int32_t is_last,
                                   uint32_t final_offset,
                                   uint32_t position_gap);

/**
 * The next tokens that the batch has become, at most capacity of them. *count is less than capacity if and only if the
 * batch has no more. Their terms live until the next unic_token_filters_run.
 *
 * Returns OK, INVALID_ARGUMENT for capacity 0, NULL_ARGUMENT, INTERNAL.
 */
unic_status unic_token_filters_next_batch(struct unic_token_filters *filters,
                                          struct unic_token *tokens,
                                          size_t capacity,
                                          size_t *count);

/**
 * The end of the text and the positions dropped at it, once the last batch has run. Either place may be NULL.
 *
 * Returns OK, WRONG_STATE before, NULL_ARGUMENT, INVALID_ARGUMENT.
 */
unic_status unic_token_filters_end(struct unic_token_filters *filters,
                                   uint32_t *final_offset,
                                   uint32_t *position_gap);

/* ======== Sort keys ======== */

/**
 * The sort key of a UTF-8 text, by the stream's analyzer (of type unic_collation or naturalsort): compare keys as unsigned
 * bytes (memcmp, then the shorter one first). Ill-formed text counts as U+FFFD. The text that is set on the stream, its
 * tokens and their terms are left alone.
 *
 * text, length: may be NULL when length, in bytes, is 0.
 * buffer, capacity: where the key goes, and its size in bytes. NULL and 0 ask for the size alone, at the cost of a key:
 *     better start with a buffer that will do (64 bytes hold the key of a word, 4 times the UTF-16 units of a text
 *     nearly always its key).
 * needed: NULL, or receives the key's size; also on BUFFER_TOO_SMALL. No zero stands behind a key, but may in it.
 *
 * Returns OK; BUFFER_TOO_SMALL, the buffer unchanged; UNSUPPORTED for an analyzer without keys; TEXT_TOO_LONG,
 * OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL. Nothing is allocated once the stream is warm. Keys of
 * different analyzers, or of libraries that give different fingerprints, can't be compared.
 */
unic_status unic_sort_key_utf8(struct unic_stream *stream,
                               const char *text,
                               size_t length,
                               uint8_t *buffer,
                               size_t capacity,
                               size_t *needed);

/**
 * UTF-16 variant of unic_sort_key_utf8: native byte order, length in 16-bit units. The key is that of the UTF-8 form.
 */
unic_status unic_sort_key_utf16(struct unic_stream *stream,
                                const uint16_t *text,
                                size_t length,
                                uint8_t *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * The sort keys of many UTF-8 texts, one behind the other: key i is arena[offsets[i] .. offsets[i + 1]].
 *
 * texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL when its length is 0.
 * arena, capacity: where the keys go, and its size in bytes. NULL and 0 ask for the size alone.
 * offsets: receives count + 1 places in the arena; the last one is the size of all.
 * needed: NULL, or receives the size of all keys together; also on BUFFER_TOO_SMALL.
 *
 * Returns as unic_sort_key_utf8. What stands in the arena behind the last key is undefined, on failure all of it and the
 * offsets; it is then a matter of one text that all fail.
 */
unic_status unic_sort_keys_utf8(struct unic_stream *stream,
                                const char *const *texts,
                                const size_t *lengths,
                                size_t count,
                                uint8_t *arena,
                                size_t capacity,
                                size_t *offsets,
                                size_t *needed);

/**
 * UTF-16 variant of unic_sort_keys_utf8: native byte order, lengths in 16-bit units.
 */
unic_status unic_sort_keys_utf16(struct unic_stream *stream,
                                 const uint16_t *const *texts,
                                 const size_t *lengths,
                                 size_t count,
                                 uint8_t *arena,
                                 size_t capacity,
                                 size_t *offsets,
                                 size_t *needed);

/**
 * Compares two UTF-8 texts in exactly the order of their sort keys, for unic_collation without making them.
 *
 * order: receives -1, 0 or 1: the left text stands before, with, behind the right one.
 *
 * Returns as unic_sort_key_utf8.
 */
unic_status unic_compare_utf8(struct unic_stream *stream,
                              const char *left,
                              size_t left_length,
                              const char *right,
                              size_t right_length,
                              int32_t *order);

/**
 * UTF-16 variant of unic_compare_utf8: native byte order, lengths in 16-bit units.
 */
unic_status unic_compare_utf16(struct unic_stream *stream,
                               const uint16_t *left,
                               size_t left_length,
                               const uint16_t *right,
                               size_t right_length,
                               int32_t *order);

/**
 * The range of the sort keys of all texts that start with a text: start <= key < end, compared as keys are.
 *
 * text, length, encoding: the text in the encoding UNIC_ENCODING_...; the length in its units.
 * strength: UNIC_STRENGTH_... At PRIMARY the range holds exactly the keys of texts whose base characters begin with those
 *     of the text. Above it holds all matches, and starts at the text's own key, but may hold others, as keys are ordered
 *     by all base characters first: check what comes out of it. What is above the analyzer's own strength counts as that.
 *     Where numbers go by their value (naturalsort, `numeric`), a number at the end of the text is a whole number.
 * start, start_capacity, start_needed; end, end_capacity, end_needed: as buffer, capacity and needed of
 *     unic_sort_key_utf8, for each end. The end is never empty: for a text of no base characters it is 64 bytes FF, greater
 *     than the key of any text without a run of 32 noncharacters U+FFFF.
 *
 * Returns as unic_sort_key_utf8; on BUFFER_TOO_SMALL both buffers are unchanged and both sizes are told. Allocates: made
 * for queries.
 */
unic_status unic_sort_key_prefix(struct unic_stream *stream,
                                 const void *text,
                                 size_t length,
                                 unic_encoding encoding,
                                 unic_strength strength,
                                 uint8_t *start,
                                 size_t start_capacity,
                                 size_t *start_needed,
                                 uint8_t *end,
                                 size_t end_capacity,
                                 size_t *end_needed);

/**
 * A bound of the sort keys that agree with a key on its first levels: for ranges of texts that are equal, or begin alike,
 * on these levels.
 *
 * key, length: a key of unic_collation, uncut.
 * bound: UNIC_BOUND_...
 * levels: how many levels count, 1 or more (the case level is one); 0 is INVALID_ARGUMENT.
 * buffer, capacity, needed: as for unic_sort_key_utf8.
 *
 * Returns OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_sort_key_bound(const uint8_t *key,
                                size_t length,
                                unic_bound bound,
                                uint32_t levels,
                                uint8_t *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * A sort key as text, for where bytes can't go. Keeps the order of keys.
 *
 * key, length: any bytes.
 * form: UNIC_KEY_FORM_...
 * encoding: UNIC_ENCODING_... of the text.
 * buffer, capacity: where the text goes, and its size in units of the encoding. NULL and 0 ask for the size alone.
 * needed: NULL, or receives the size in units, without a terminator; also on BUFFER_TOO_SMALL.
 *
 * A NUL is written behind the text when there is room for it (the base-32768 form may hold U+0000 itself). Returns OK,
 * BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread.
 */
unic_status unic_sort_key_to_text(const uint8_t *key,
                                  size_t length,
                                  unic_key_text_form form,
                                  unic_encoding encoding,
                                  void *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * The sort key that a text stands for: the inverse of unic_sort_key_to_text.
 *
 * text, length: the text in the encoding UNIC_ENCODING_..., length in its units, without a terminator.
 * form: UNIC_KEY_FORM_...
 * buffer, capacity, needed: as for unic_sort_key_utf8.
 *
 * Returns OK, BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT; INVALID_ARGUMENT also for a text that no key has. Any thread.
 */
unic_status unic_sort_key_from_text(const void *text,
                                    size_t length,
                                    unic_key_text_form form,
                                    unic_encoding encoding,
                                    uint8_t *buffer,
                                    size_t capacity,
                                    size_t *needed);

/**
 * Sorts UTF-8 texts by their sort keys, which are made once: several times faster than a sort that compares texts.
 *
 * texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL when its length is 0.
 * threads: at most so many threads work; 1 is the calling one alone, 0 as many as there are processors. Few texts are
 *     sorted by the calling thread whatever it says.
 * order: receives count numbers: order[0] is the index of the text that comes first. Texts with equal keys stay in their
 *     order.
 *
 * Returns as unic_sort_key_utf8; on failure the content of order is undefined. The text that is set on the stream is left
 * alone. Allocates 32 bytes and the size of the key for each text. All threads have ended when the call returns.
 */
unic_status unic_sort_utf8(struct unic_stream *stream,
                           const char *const *texts,
                           const size_t *lengths,
                           size_t count,
                           uint32_t threads,
                           size_t *order);

/**
 * UTF-16 variant of unic_sort_utf8: native byte order, lengths in 16-bit units.
 */
unic_status unic_sort_utf16(struct unic_stream *stream,
                            const uint16_t *const *texts,
                            const size_t *lengths,
                            size_t count,
                            uint32_t threads,
                            size_t *order);

/* ======== Whole texts: normalize, explain ======== */

/**
 * The text after a normalizer (all its steps) or after the char filters of an analyzer, UTF-8 in and out. Ill-formed
 * input comes out as U+FFFD.
 *
 * text, length: may be NULL when length, in bytes, is 0.
 * buffer, capacity: where the result goes, and its size in bytes; must not overlap the text. NULL and 0 ask for the size
 *     alone.
 * needed: NULL, or receives the size in bytes, without a terminator; also on BUFFER_TOO_SMALL.
 *
 * A NUL is written behind the text when there is room for it; on failure the buffer is unchanged. Returns OK,
 * BUFFER_TOO_SMALL, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread. Each call does the
 * whole work and makes a stream of its own: start with a buffer that will do, and for many short texts use a stream.
 */
unic_status unic_normalize_utf8(const struct unic_analyzer *analyzer,
                                const char *text,
                                size_t length,
                                char *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * UTF-16 variant of unic_normalize_utf8: native byte order, all sizes in 16-bit units.
 * A misaligned pointer is INVALID_ARGUMENT.
 */
unic_status unic_normalize_utf16(const struct unic_analyzer *analyzer,
                                 const uint16_t *text,
                                 size_t length,
                                 uint16_t *buffer,
                                 size_t capacity,
                                 size_t *needed);

/**
 * Runs the char filters of the stream's analyzer over a UTF-8 text (length in bytes), for a host whose tokenizer is its
 * own: the changed text, and where its places stand in the original. Afterwards no text is set in the stream.
 *
 * To correct an offset, find the last step at or before it: original + (offset - filtered). A place inside of what one
 * character became counts as that character's start.
 *
 * Returns as unic_stream_set_utf8; on failure *filtered is unchanged.
 */
unic_status unic_stream_filter_utf8(struct unic_stream *stream,
                                    const char *text,
                                    size_t length,
                                    struct unic_filtered_text *filtered);

/**
 * UTF-16 variant of unic_stream_filter_utf8: native byte order, all lengths and places in 16-bit units.
 */
unic_status unic_stream_filter_utf16(struct unic_stream *stream,
                                     const uint16_t *text,
                                     size_t length,
                                     struct unic_filtered_text *filtered);

/**
 * Analyses a text and gives the search engine's `_analyze` response as JSON.
 *
 * text, length: UTF-8, length in bytes; may be NULL when it is 0. Ill-formed text shows as U+FFFD.
 * offset_unit: UNIC_OFFSET_...; the engine itself counts in UNIC_OFFSET_UTF16. Others: INVALID_ARGUMENT.
 * explain: 0 gives {"tokens": [{"token", "start_offset", "end_offset", "type", "position"}]}; 1 gives {"detail":
 * {"custom_analyzer", "charfilters": [{"name", "filtered_text"}], "tokenizer": {"name", "tokens"}, "tokenfilters":
 * [{"name", "tokens"}]}}, where tokens also have "bytes", "keyword", "positionLength". Others: INVALID_ARGUMENT.
 * json: receives the response, to be freed with unic_string_free; unchanged on failure.
 *
 * Returns OK, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread. For people and for
 * debugging: runs the whole chain once per stage, and holds all tokens in memory.
 */
unic_status unic_analyze_json(const struct unic_analyzer *analyzer,
                              const char *text,
                              size_t length,
                              unic_offset_unit offset_unit,
                              uint32_t explain,
                              struct unic_string **json);

/* ======== Boundaries: grapheme clusters, words, sentences, lines ======== */

/**
 * The boundaries of a text without the one at its start: the ends of its segments, in order. An empty text has none.
 *
 * kind: UNIC_BREAK_...
 * locale: BCP 47 or ICU locale ID, NUL-terminated; NULL for the root. A locale without rules of its own has those of its
 *     parents. Of its extensions `lb` (strict, normal, loose), `lw` (phrase) and `va` (posix) count.
 * text, length: UTF-8, length in bytes; may be NULL when length is 0. Ill-formed input is cut as U+FFFD.
 * boundaries, capacity: where they go, and how many fit. NULL and 0 ask for the number alone.
 * needed: NULL, or receives how many there are; also on BUFFER_TOO_SMALL, when the first `capacity` of them are written.
 *
 * Returns OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (kind; a locale that is none). Linear time.
 * Any thread.
 */
unic_status unic_boundaries_utf8(unic_boundary_kind kind,
                                 const char *locale,
                                 const char *text,
                                 size_t length,
                                 struct unic_boundary *boundaries,
                                 size_t capacity,
                                 size_t *needed);

/**
 * UTF-16 variant of unic_boundaries_utf8: native byte order, length in 16-bit units.
 * A misaligned pointer is INVALID_ARGUMENT.
 */
unic_status unic_boundaries_utf16(unic_boundary_kind kind,
                                  const char *locale,
                                  const uint16_t *text,
                                  size_t length,
                                  struct unic_boundary *boundaries,
                                  size_t capacity,
                                  size_t *needed);

/* ======== Numbers in words ======== */

/**
 * The number format of a locale.
 *
 * locale: BCP 47 or ICU locale ID, NUL-terminated; NULL for the root. A locale without rules has those of its parents;
 *     unic_spell_locale says which.
 * group: UNIC_SPELL_SPELLOUT and the like.
 * spell: receives the handle, to be freed with unic_spell_free; unchanged on failure.
 *
 * Returns OK, NULL_ARGUMENT, INVALID_ARGUMENT (group; a locale that is not UTF-8). Any thread.
 */
unic_status unic_spell_create(const char *locale,
                              unic_spell_group group,
                              struct unic_spell **spell);

/**
 * A number format of rules of your own.
 *
 * rules, rules_length: UTF-8, length in bytes, in the syntax of LDML part 3 as ICU reads it; up to 4 MiB.
 * locale: gives the symbols of decimal patterns, plural rules, and the collation of `%%lenient-parse`; NULL for the root.
 * spell: receives the handle, to be freed with unic_spell_free; unchanged on failure.
 * error: NULL, or receives NULL on success and an error on failure, to be freed with unic_error_free. Its place is that in
 *     the rules.
 *
 * Returns OK; SYNTAX, CONFIG_LIMIT; NULL_ARGUMENT, INVALID_ARGUMENT (texts that are not UTF-8). Any thread.
 */
unic_status unic_spell_create_rules(const char *rules,
                                    size_t rules_length,
                                    const char *locale,
                                    struct unic_spell **spell,
                                    struct unic_error **error);

/**
 * Frees a format. NULL is fine. Any thread.
 */
void unic_spell_free(struct unic_spell *spell);

/**
 * The ICU id of the locale whose rules are used, such as "de" for de-AT; "root" for an unknown language, "" for rules of
 * your own. NUL-terminated, never NULL.
 */
const char *unic_spell_locale(const struct unic_spell *spell);

/**
 * The rule set that writes when none is named, such as "%spellout-numbering". NUL-terminated, never NULL.
 */
const char *unic_spell_default_rule_set(const struct unic_spell *spell);

/**
 * The name of a public rule set by its number from 0, in ICU's order; NULL behind the last one.
 */
const char *unic_spell_rule_set(const struct unic_spell *spell, size_t number);

/**
 * Writes a number, as UTF-8.
 *
 * rule_set: a public rule set, NUL-terminated; NULL for the default one.
 * number, length: an optional hyphen-minus, ASCII digits, and optionally a full stop and digits: "-12.50". Before the full
 *     stop at most 64 bits, behind it 1,000 digits; zeros at the end count for nothing.
 * buffer, capacity: where the text goes, and its size in bytes; a NUL is written after it when there is room. NULL and 0
 *     ask for the size alone.
 * needed: NULL, or receives the text's size without the NUL; also on BUFFER_TOO_SMALL.
 *
 * Returns OK; BUFFER_TOO_SMALL, the buffer unchanged; NULL_ARGUMENT; INVALID_ARGUMENT (what is no number, a rule set that
 * there is not, a number that the rules have no rule for). Any thread.
 */
unic_status unic_spell_write_utf8(const struct unic_spell *spell,
                                  const char *rule_set,
                                  const char *number,
                                  size_t length,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * UTF-16 variant of unic_spell_write_utf8: native byte order; sizes in 16-bit units.
 */
unic_status unic_spell_write_utf16(const struct unic_spell *spell,
                                   const char *rule_set,
                                   const char *number,
                                   size_t length,
                                   uint16_t *buffer,
                                   size_t capacity,
                                   size_t *needed);

/**
 * unic_spell_write_utf8 for an integer.
 */
unic_status unic_spell_write_integer_utf8(const struct unic_spell *spell,
                                          const char *rule_set,
                                          int64_t number,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *needed);

/**
 * unic_spell_write_utf16 for an integer.
 */
unic_status unic_spell_write_integer_utf16(const struct unic_spell *spell,
                                           const char *rule_set,
                                           int64_t number,
                                           uint16_t *buffer,
                                           size_t capacity,
                                           size_t *needed);

/**
 * Reads a number from the start of a UTF-8 text: of all public rule sets, by the one that uses the most text.
 *
 * text, length: may be NULL when length, in bytes, is 0. Ill-formed text counts as U+FFFD.
 * flags: UNIC_SPELL_LENIENT or 0.
 * value: receives the number, 0 when nothing was read. It may be infinite or not a number: rules have words for these.
 * used: receives how many code units of the text were read; 0 when it begins with no number.
 *
 * Returns OK (also when nothing was read), TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (flags). Bounded: a text with too
 * many ways to read it is not read. Any thread.
 */
unic_status unic_spell_read_utf8(const struct unic_spell *spell,
                                 const char *text,
                                 size_t length,
                                 uint32_t flags,
                                 double *value,
                                 size_t *used);

/**
 * UTF-16 variant of unic_spell_read_utf8: native byte order, lengths in 16-bit units.
 */
unic_status unic_spell_read_utf16(const struct unic_spell *spell,
                                  const uint16_t *text,
                                  size_t length,
                                  uint32_t flags,
                                  double *value,
                                  size_t *used);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UNIC_ANALYSIS_H */
