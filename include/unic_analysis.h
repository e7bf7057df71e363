/*
 * unic-analysis: text analysis for search engines.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * An index definition (JSON) is compiled into analyzers; an analyzer splits text into tokens:
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
 * Link with -lunic_analysis (pkg-config unic-analysis, or find_package(unic-analysis) in CMake). All calls are available
 * since version 0.1.0 unless their comment says otherwise.
 *
 * Which call do I need? (chapters of this header, in order)
 *
 *     Statuses, errors, strings
 *         name a status; why a definition is rejected         unic_status_name, unic_error_message, unic_error_json
 *     Analyzers, definitions
 *         compile one analyzer of a definition                unic_analyzer_create
 *         compile many; all errors; analyzers of fields       unic_definition_create, _report, _analyzer
 *         effective options; when to rebuild an index         unic_analyzer_describe, unic_analyzer_fingerprint
 *     Streams and tokens
 *         the tokens of a text                                unic_stream_create, _set_utf8, _next or _next_batch, _end
 *         in one call, for JNI or WASM                        unic_analyze_utf16_packed
 *         with a tokenizer of the host                        unic_stream_char_filter_utf8, unic_token_filters_create
 *     Whole texts
 *         apply a normalizer or the char filters              unic_normalize_utf8
 *         the engine's _analyze response                      unic_analyze_json
 *     Sort keys
 *         the key of one text; of many                        unic_sort_key_utf8, unic_sort_keys_utf8
 *         compare two texts; sort many                        unic_compare_utf8, unic_sort_utf8
 *         key ranges: "starts with", "equal on levels"        unic_sort_key_prefix, unic_sort_key_bound
 *         keys in stores that accept text only                unic_sort_key_to_text, unic_sort_key_from_text
 *     Boundaries, numbers
 *         graphemes, words, sentences, lines of a locale      unic_boundaries_utf8
 *         numbers in words                                    unic_spell_create, _write_utf8, _read_utf8
 *     The library
 *         versions, components, transforms of this build      unic_version, unic_component_names, unic_transform_ids
 *
 * Terms. "The engine" is Elasticsearch or OpenSearch. A "definition" is the JSON that the engine accepts as index
 * settings. A "code unit" is a byte of UTF-8 or a 16-bit unit of UTF-16.
 *
 * Comments. Each call has a sentence on what it does, then Parameters, Returns and Threads. Comments omit the prefix
 * UNIC_STATUS_ and parameters that need no explanation; a UTF-16 variant has the parameters, results and thread rule of
 * its UTF-8 call.
 *
 * Results and errors. A call that can fail returns unic_status. Results are returned through the last parameters, which
 * are written on success only (required sizes and unic_error excepted). A NULL pointer that is required is NULL_ARGUMENT, a
 * misaligned one INVALID_ARGUMENT; a text or array may be NULL if its length or capacity is 0. Enumerated parameters are
 * uint32_t, with a typedef that names their list (unic_encoding); other values are INVALID_ARGUMENT. If several arguments
 * are wrong, any of their statuses may be returned. Every call that returns unic_status may return INTERNAL. A call that
 * only requests the required size (buffer NULL, capacity 0) returns BUFFER_TOO_SMALL; OK if the result is empty.
 *
 * Memory. An object created by the library is freed by its own _free call, which accepts NULL, and by nothing else. A
 * double free or a use after free is undefined. Arguments remain the property of the caller and, unless a call says
 * otherwise, may be freed once the call returns.
 *
 * Out of memory. If an allocation fails, the call continues with a reserve until its next checkpoint, undoes its work
 * and returns OUT_OF_MEMORY; it may be repeated when memory is available. The reserve is 64 MiB of address space,
 * reserved by the first call, not touched before memory runs out, and shared by all threads. It grows by as much, up to
 * 1 GiB; a call that finds less than 32 MiB of it, and cannot extend it, returns OUT_OF_MEMORY at once. Afterwards a
 * stream has no text set, and token filters need unic_token_filters_reset. An error object for OUT_OF_MEMORY is always
 * available. Limits: a call that needs more than the reserve between two checkpoints (a definition or a list of many
 * megabytes, unic_analyze_json with a very long text) aborts the process, as does the system loader if it cannot
 * allocate the thread-local variables of a new thread. Only libraries built by CMake have the reserve.
 *
 * Threads. Definitions, analyzers, number formats, errors and strings are immutable: any number of threads may use one at
 * once. A stream and token filters are used by one thread at a time. "Threads: any" marks calls that may run in any
 * number of threads at once. Objects may be freed in another thread than the one that created them. Analysis takes no
 * locks.
 *
 * Stack. A call takes less than 256 KiB of stack, also with the deepest nesting that the limits allow, and a call on a
 * stream less than 64 KiB (in a release build). On a thread with less, a stack overflow may end the process.
 *
 * Unloading. The tables of the shipped data, built on first use, exist once in a process and are never freed. So the
 * shared library stays loaded after dlclose, and a host that loads it again uses the same tables.
 *
 * Text and offsets. Text is UTF-8, or UTF-16 in native byte order, passed with its length, of less than 2^31 code units.
 * Offsets always refer to the original text, in the offset unit of the stream.
 *
 * Robustness. The library does not print, read the environment or the locale, or unwind into the caller. It does not end
 * the process, except where "Out of memory" and "Stack" say so. A bug inside the library is reported as INTERNAL, and the
 * process continues.
 */

#ifndef UNIC_ANALYSIS_H
#define UNIC_ANALYSIS_H

/* Generated from src/capi by cbindgen (`make header`): do not edit. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ======== Statuses ======== */

/**
 * The call succeeded.
 */
#define UNIC_STATUS_OK 0

/**
 * The text has no more tokens.
 */
#define UNIC_STATUS_END 1

/**
 * A required pointer is NULL.
 */
#define UNIC_STATUS_NULL_ARGUMENT 100

/**
 * An argument has a value that the call does not accept: an unknown number, capacity 0, a misaligned pointer.
 */
#define UNIC_STATUS_INVALID_ARGUMENT 101

/**
 * The object is not in a state for this call: for example, a token is requested before a text is set.
 */
#define UNIC_STATUS_WRONG_STATE 102

/**
 * unic_options uses a flag or field that this build does not know, or sort keys are requested from an analyzer
 * that has none.
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
 * The definition refers to a component or file that does not exist.
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
 * JSON, a pattern or a rule text has a syntax error.
 */
#define UNIC_STATUS_SYNTAX 205

/**
 * The definition exceeds a limit of unic_options or of a component.
 */
#define UNIC_STATUS_CONFIG_LIMIT 206

/**
 * The definition has no analyzer of the requested name.
 */
#define UNIC_STATUS_NO_SUCH_ANALYZER 207

/**
 * The definition uses a component that the engine or one of its plugins has and this library does not.
 */
#define UNIC_STATUS_UNSUPPORTED_COMPONENT 208

/**
 * A text has 2^31 code units or more.
 */
#define UNIC_STATUS_TEXT_TOO_LONG 300

/**
 * Char filters make a text longer than the limits of unic_options allow, or transform rules do not terminate on it.
 */
#define UNIC_STATUS_LIMIT 301

/**
 * The caller's buffer is too small; the required size has been written.
 */
#define UNIC_STATUS_BUFFER_TOO_SMALL 400

/**
 * An allocation failed.
 */
#define UNIC_STATUS_OUT_OF_MEMORY 500

/**
 * A bug in the library (please report it). The process can continue; a stream returns INTERNAL until the next call
 * that sets a text, which rebuilds it.
 */
#define UNIC_STATUS_INTERNAL 900

/**
 * The result of a call: one of UNIC_STATUS_... Numbers are stable, and a retired number is never reused. Callers
 * must accept unknown numbers; the hundreds give the category: 100 argument, 200 definition, 300 text, 400 buffer,
 * 500 memory, 900 internal.
 */
typedef uint32_t unic_status;

/**
 * Returns the name of a status without its prefix, such as "WRONG_STATE".
 *
 * Returns: a NUL-terminated string, valid as long as the library is loaded; "UNKNOWN" for a number that this build
 *     does not know. Never NULL.
 * Threads: any.
 */
const char *unic_status_name(unic_status status);

/* ======== Errors ======== */

/**
 * Why a definition is rejected: the first error in document order, and with unic_error_json all of them.
 *
 * A failing call that is passed a unic_error ** writes the error there; on success it writes NULL. The caller owns
 * the error and frees it with unic_error_free. Immutable: any number of threads may read it. Strings returned by
 * the calls of this chapter are NUL-terminated UTF-8, valid as long as the error, never NULL, and empty for a NULL
 * error.
 */
typedef struct unic_error unic_error;

/**
 * Returns the status that the failing call returned.
 *
 * Returns: the status; OK for NULL.
 * Threads: any.
 */
unic_status unic_error_code(const struct unic_error *error);

/**
 * Returns one line that states what was found, what is allowed, and the nearest known name, without the location.
 *
 * Returns: a NUL-terminated string, valid as long as the error; empty for NULL.
 * Threads: any.
 */
const char *unic_error_message(const struct unic_error *error);

/**
 * Returns the JSON pointer (RFC 6901) of the member or array element with the error, such as
 * "/analysis/filter/f/hyphens".
 *
 * Returns: a NUL-terminated string, valid as long as the error; empty for the document as a whole, for an error in
 *     the arguments of the call, and for NULL.
 * Threads: any.
 */
const char *unic_error_pointer(const struct unic_error *error);

/**
 * Returns the byte offset of the error in the JSON, from 0: of the key for UNKNOWN_OPTION and DUPLICATE (the
 * second occurrence), otherwise of the value.
 *
 * Returns: the offset; 0 for NULL and for an error in the arguments of the call.
 * Threads: any.
 */
size_t unic_error_offset(const struct unic_error *error);

/**
 * Returns the line of the error in the JSON, from 1.
 *
 * Returns: the line; 0 for NULL and for an error in the arguments of the call.
 * Threads: any.
 */
size_t unic_error_line(const struct unic_error *error);

/**
 * Returns the column of the error in its line, in code points, from 1.
 *
 * Returns: the column; 0 for NULL and for an error in the arguments of the call.
 * Threads: any.
 */
size_t unic_error_column(const struct unic_error *error);

/**
 * Returns one line that says how to correct the error.
 *
 * Returns: a NUL-terminated string, valid as long as the error; empty if there is no advice, and for NULL.
 * Threads: any.
 */
const char *unic_error_help(const struct unic_error *error);

/**
 * Returns the errors found by the call, in document order, as JSON: {"errors": [{"category", "message", "pointer",
 * "line", "column", "offset", "found", "allowed", "nearest", "help"}, ...]}. The category is a stable word:
 * unknown_option, unknown_type, unsupported_component, missing_reference, wrong_value, duplicate, syntax, limit,
 * no_such_analyzer, argument. At most 1,000 errors are listed; one more of the category limit has the number of the
 * others.
 *
 * Returns: a NUL-terminated string, valid as long as the error; empty for NULL.
 * Threads: any.
 */
const char *unic_error_json(const struct unic_error *error);

/**
 * Frees an error.
 *
 * Parameters:
 *     error: may be NULL.
 * Threads: any.
 */
void unic_error_free(struct unic_error *error);

/* ======== Strings ======== */

/**
 * A string allocated by the library: UTF-8, with a NUL after its last byte. The caller owns it and frees it with
 * unic_string_free. Immutable: any number of threads may read it.
 */
typedef struct unic_string unic_string;

/**
 * Returns the bytes of a string.
 *
 * Returns: a NUL-terminated string, valid as long as the unic_string; empty for NULL. Never NULL.
 * Threads: any.
 */
const char *unic_string_data(const struct unic_string *string);

/**
 * Returns the length of a string in bytes, without the NUL.
 *
 * Returns: the length; 0 for NULL.
 * Threads: any.
 */
size_t unic_string_length(const struct unic_string *string);

/**
 * Frees a string.
 *
 * Parameters:
 *     string: may be NULL.
 * Threads: any.
 */
void unic_string_free(struct unic_string *string);

/* ======== Analyzers ======== */

/**
 * unic_options.flags: unknown options of a definition are warnings (unic_analyzer_warnings) instead of errors.
 */
#define UNIC_OPTIONS_LENIENT 1

/**
 * Length of a fingerprint in bytes, without a NUL.
 */
#define UNIC_FINGERPRINT_LENGTH 35

/**
 * A compiled analyzer or normalizer. Immutable: any number of threads use it at once, without locks. Reference
 * counted: unic_analyzer_create and unic_analyzer_retain each add a reference, unic_analyzer_free releases one.
 * Streams keep the data they need, so an analyzer may be freed before its streams.
 */
typedef struct unic_analyzer unic_analyzer;

/**
 * Options for compiling a definition. Initialize with unic_options_init, then set fields:
 *
 *     unic_options options;
 *     unic_options_init(&options, sizeof options);
 *     options.flags = UNIC_OPTIONS_LENIENT;
 *
 * Later versions may add fields at the end; struct_size identifies the version the caller was compiled with. A
 * struct_size of 0 or less than that of the first version is INVALID_ARGUMENT. A larger struct is accepted if all
 * bytes after the known fields are 0, otherwise UNSUPPORTED. One above 4,096 bytes is INVALID_ARGUMENT.
 */
typedef struct unic_options {
    /**
     * Size in bytes of the struct as the caller knows it; set by unic_options_init.
     */
    uint32_t struct_size;
    /**
     * UNIC_OPTIONS_LENIENT, or 0 (the default). Other bits are UNSUPPORTED.
     */
    uint32_t flags;
    /**
     * Directory of the files that options like keywords_path refer to: NUL-terminated, read during the call only.
     * NULL (the default) makes such options errors.
     */
    const char *configuration_directory;
    /**
     * Maximum length of a definition and of each file, in bytes. Default 64 MiB.
     */
    size_t max_json_length;
    /**
     * Maximum nesting depth of a definition. Default 64; values above 1000 are treated as 1000.
     */
    uint32_t max_json_depth;
    /**
     * Limit on the output of char filters: this factor times the length of the text (default 64), or
     * max_filtered_length, whichever is larger. A text that exceeds it fails with LIMIT when it is set.
     */
    uint32_t max_text_growth;
    /**
     * See max_text_growth. In code units, default 16 Mi. A filtered text is always shorter than 2^31 units.
     */
    uint32_t max_filtered_length;
    /**
     * Must be 0, otherwise UNSUPPORTED.
     */
    uint32_t reserved;
} unic_options;

/**
 * Initializes options with the defaults.
 *
 * Parameters:
 *     options: written up to struct_size bytes; fields that this build does not know are set to 0. NULL does
 *         nothing.
 *     struct_size: sizeof(unic_options).
 * Threads: any.
 */
void unic_options_init(struct unic_options *options, uint32_t struct_size);

/**
 * Compiles one analyzer or normalizer of a definition.
 *
 * Parameters:
 *     json, json_length: a whole index definition, its analysis section, or a single analyzer definition, as
 *         UTF-8; length in bytes. Read during the call only.
 *     name: the analyzer or normalizer, NUL-terminated UTF-8 (INVALID_ARGUMENT if ill-formed); NULL if the
 *         definition has only one. A single analyzer definition accepts any name.
 *     options: NULL for the defaults.
 *     analyzer: receives the analyzer; free it with unic_analyzer_free. Unchanged on failure.
 *     error: NULL, or receives NULL on success and the error on failure; free it with unic_error_free.
 * Returns: OK; a status in the 200s for an error in the definition; NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED
 *     (options), OUT_OF_MEMORY. Every error in the analyzer and in the components it refers to is reported here,
 *     none during analysis. unic_definition_create checks the whole document.
 * Threads: any. Takes tens of microseconds for a typical definition, plus the time to read the files it refers to.
 */
unic_status unic_analyzer_create(const char *json,
                                 size_t json_length,
                                 const char *name,
                                 const struct unic_options *options,
                                 struct unic_analyzer **analyzer,
                                 struct unic_error **error);

/**
 * Increments the reference count.
 *
 * Parameters:
 *     analyzer: must be passed to unic_analyzer_free once more.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_analyzer_retain(const struct unic_analyzer *analyzer);

/**
 * Releases one reference. The analyzer is freed with its last reference and last stream.
 *
 * Parameters:
 *     analyzer: may be NULL.
 * Threads: any.
 */
void unic_analyzer_free(struct unic_analyzer *analyzer);

/**
 * Lists the analyzers and normalizers of a definition, in document order, as a JSON array of strings, without
 * compiling them. The list is empty for a single analyzer definition.
 *
 * Parameters:
 *     json, json_length, options, error: as for unic_analyzer_create.
 *     names: receives the list; free it with unic_string_free. Unchanged on failure.
 * Returns: as unic_analyzer_create; only errors in the structure of the document are found.
 * Threads: any.
 */
unic_status unic_analyzer_names(const char *json,
                                size_t json_length,
                                const struct unic_options *options,
                                struct unic_string **names,
                                struct unic_error **error);

/**
 * Returns the warnings of the compilation, as a JSON array of objects with the members listed at unic_error_json:
 * unknown options (lenient), options without effect, undefined analyzers named by fields. The array is empty if
 * there are none.
 *
 * Parameters:
 *     warnings: receives the array; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_analyzer_warnings(const struct unic_analyzer *analyzer,
                                   struct unic_string **warnings);

/**
 * Returns the effective configuration as a JSON object: name, kind, type, position_increment_gap, char_filters,
 * tokenizer and token_filters with all options (explicit and default), fingerprint, unicode_version, cldr_version.
 *
 * Parameters:
 *     description: receives the object; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_analyzer_describe(const struct unic_analyzer *analyzer,
                                   struct unic_string **description);

/**
 * Writes the fingerprint of an analyzer: an ASCII string that changes if and only if the tokens or sort keys of
 * the analyzer may change. Store it with the index, compare it at startup, and rebuild the index when it differs.
 * It is "u1-" and 32 hexadecimal digits, UNIC_FINGERPRINT_LENGTH bytes.
 *
 * Parameters:
 *     buffer, capacity: the output buffer and its size in bytes. A NUL is appended if there is space. NULL and 0
 *         return the size only. Unchanged on failure.
 *     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_analyzer_fingerprint(const struct unic_analyzer *analyzer,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *needed);

/* ======== Definitions: many analyzers of one document ======== */

/**
 * A definition that has been parsed, validated and compiled as a whole. Immutable: any number of threads use it at
 * once, without locks. Reference counted: unic_definition_create and unic_definition_retain each add a reference,
 * unic_definition_free releases one. Analyzers created from it outlive it.
 */
typedef struct unic_definition unic_definition;

/**
 * Parses a definition once, validates every component and compiles every analyzer: for hosts that create several
 * analyzers from one definition or report all of its errors. unic_analyzer_create is the shorthand for one
 * analyzer, and checks only the components which that one refers to.
 *
 * Parameters:
 *     json, json_length, options, error: as for unic_analyzer_create.
 *     definition: receives the definition; free it with unic_definition_free. Unchanged on failure.
 * Returns: OK, also if components have errors: unic_definition_report lists them. A status in the 200s (SYNTAX,
 *     CONFIG_LIMIT) if the document cannot be parsed; NULL_ARGUMENT, INVALID_ARGUMENT, UNSUPPORTED (options),
 *     OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_definition_create(const char *json,
                                   size_t json_length,
                                   const struct unic_options *options,
                                   struct unic_definition **definition,
                                   struct unic_error **error);

/**
 * Increments the reference count.
 *
 * Parameters:
 *     definition: must be passed to unic_definition_free once more.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_definition_retain(const struct unic_definition *definition);

/**
 * Releases one reference. The definition is freed with its last reference.
 *
 * Parameters:
 *     definition: may be NULL.
 * Threads: any.
 */
void unic_definition_free(struct unic_definition *definition);

/**
 * Returns the number of analyzers and normalizers of a definition. A single analyzer definition has one, with an
 * empty name.
 *
 * Returns: the number; 0 for NULL.
 * Threads: any.
 */
size_t unic_definition_count(const struct unic_definition *definition);

/**
 * Returns the name of an analyzer or normalizer, for unic_definition_analyzer. If several indices of the document
 * define the name, it is "index/name".
 *
 * Parameters:
 *     index: from 0, in document order.
 * Returns: NUL-terminated UTF-8, valid as long as the definition; NULL if index is not less than
 *     unic_definition_count.
 * Threads: any.
 */
const char *unic_definition_name(const struct unic_definition *definition,
                                 size_t index);

/**
 * Returns the contents and the errors of a definition as JSON, equal to the output of `unic validate --json`:
 * {"valid", "analyzers": [...], "errors": [...], "warnings": [...]}. Errors and warnings have the members listed at
 * unic_error_json. An analyzer has these members:
 *
 *     name            its name in the definition
 *     kind            "analyzer" or "normalizer"
 *     type            its type; null if the library does not have it, or none is given
 *     loads           whether it compiles with the options of the call
 *     loads_strictly  whether it compiles without UNIC_OPTIONS_LENIENT
 *     loads_leniently whether it compiles with UNIC_OPTIONS_LENIENT
 *     fields          the mapped fields that use it: [{"field", "option"}], where the option is the mapping parameter
 *                     "analyzer", "search_analyzer", "search_quote_analyzer" or "normalizer"
 *     errors          its errors; none after 10,000 errors of other analyzers, but `loads` is exact
 *
 * Parameters:
 *     report: receives the report; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_definition_report(const struct unic_definition *definition,
                                   struct unic_string **report);

/**
 * Returns an analyzer of the definition, without parsing again. The result equals that of unic_analyzer_create for
 * the same document, name and options; only the definition of one analyzer has no name in unic_analyzer_describe, and
 * of a definition with more than 10,000 problems not all are listed again.
 *
 * Parameters:
 *     name, analyzer, error: as for unic_analyzer_create.
 * Returns: as unic_analyzer_create.
 * Threads: any.
 */
unic_status unic_definition_analyzer(const struct unic_definition *definition,
                                     const char *name,
                                     struct unic_analyzer **analyzer,
                                     struct unic_error **error);

/* ======== Encodings and offset units ======== */

/**
 * Code units of the text as passed: bytes for UTF-8, 16-bit units for UTF-16. The default.
 */
#define UNIC_OFFSET_NATIVE 0

/**
 * UTF-16 code units. An ill-formed sequence of a UTF-8 text counts as one unit.
 */
#define UNIC_OFFSET_UTF16 1

/**
 * Bytes of the UTF-8 form of the text. An unpaired surrogate counts as three bytes.
 */
#define UNIC_OFFSET_UTF8 2

/**
 * Code points.
 */
#define UNIC_OFFSET_CODE_POINT 3

/**
 * UTF-8, in bytes.
 */
#define UNIC_ENCODING_UTF8 0

/**
 * UTF-16 in native byte order, in 16-bit units.
 */
#define UNIC_ENCODING_UTF16 1

/**
 * The unit of offsets: one of UNIC_OFFSET_...
 */
typedef uint32_t unic_offset_unit;

/**
 * The encoding of a text: one of UNIC_ENCODING_...
 */
typedef uint32_t unic_encoding;

/* ======== Streams and tokens ======== */

/**
 * unic_token.flags: a keyword marker protects the term.
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
 * A running analyzer: analyses any number of texts, one at a time, in one thread at a time. Allocates nothing per
 * text once its buffers have grown. When the next text is set, buffers larger than 1 MiB are released, and all buffers
 * after a text of more than 256 KiB.
 */
typedef struct unic_stream unic_stream;

/**
 * A token. Allocated by the caller and need not be initialized; all fields are written. 64 bytes on 64-bit
 * systems; the size never changes.
 */
typedef struct unic_token {
    /**
     * The term: code units of the encoding of the text (char or uint16_t), not NUL-terminated. Points into the
     * caller's text or into the stream; valid until the next call on the stream, and only while the caller's text
     * is unchanged. An ill-formed sequence appears as in the text or as U+FFFD.
     */
    const void *term;
    /**
     * Length of the term in code units of the encoding.
     */
    uint32_t term_length;
    /**
     * Start offset in the original text, in the offset unit of the stream. Start offsets never decrease.
     */
    uint32_t start;
    /**
     * End offset in the original text: not less than start, not greater than the length of the text.
     */
    uint32_t end;
    /**
     * Position of the token in the text. The first token has position 0, or more if removed tokens precede it.
     */
    uint32_t position;
    /**
     * Difference from the position of the preceding token, which counts as -1 for the first one: 1 for a first token
     * with position 0. 0 for an additional form of the same word.
     */
    uint32_t position_increment;
    /**
     * Number of positions the token spans.
     */
    uint32_t position_length;
    /**
     * UNIC_TOKEN_TYPE_...; unic_token_type_name returns the name. Callers must accept unknown numbers.
     */
    uint32_t type;
    /**
     * ISO 15924 code as four big-endian bytes ('L' << 24 | 'a' << 16 | 't' << 8 | 'n'); 0 if the tokenizer sets
     * none.
     */
    uint32_t script;
    /**
     * UNIC_TOKEN_KEYWORD or 0. Callers must ignore unknown bits.
     */
    uint32_t flags;
    /**
     * 0. Later versions may use these fields.
     */
    uint32_t reserved[5];
} unic_token;

/**
 * Creates a stream. Takes a few kilobytes; buffers are allocated with the first text.
 *
 * Parameters:
 *     analyzer: not consumed; the stream keeps its data alive.
 *     stream: receives the stream; free it with unic_stream_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_stream_create(const struct unic_analyzer *analyzer, struct unic_stream **stream);

/**
 * Frees a stream. Terms of its tokens become invalid.
 *
 * Parameters:
 *     stream: may be NULL.
 * Threads: any, but not while another thread uses the stream.
 */
void unic_stream_free(struct unic_stream *stream);

/**
 * Sets the unit of all offsets, starting with the next text. Allowed before the first text and after the last
 * token of a text.
 *
 * Parameters:
 *     unit: UNIC_OFFSET_...
 * Returns: OK; WRONG_STATE while a text may have tokens left; NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_set_offset_unit(struct unic_stream *stream, unic_offset_unit unit);

/**
 * Starts a UTF-8 text and drops the rest of the previous one. Char filters run here, over the whole text; without
 * char filters the cost is one validation scan.
 *
 * Parameters:
 *     text, length: length in bytes. The text is not copied: it must remain unchanged until another text is set or
 *         the stream is freed. Ill-formed sequences are analysed as U+FFFD, one per maximal subpart; offsets refer
 *         to the bytes of the text.
 * Returns: OK; TEXT_TOO_LONG for 2^31 bytes or more (the text is not read); LIMIT if char filters make it longer
 *     than unic_options allows; OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL. After a failure no text
 *     is set, except that a NULL or misaligned stream changes nothing.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_set_utf8(struct unic_stream *stream,
                                 const char *text,
                                 size_t length);

/**
 * UTF-16 variant of unic_stream_set_utf8: native byte order, length in 16-bit units. A misaligned text is
 * INVALID_ARGUMENT.
 */
unic_status unic_stream_set_utf16(struct unic_stream *stream, const uint16_t *text, size_t length);

/**
 * Variant of unic_stream_set_utf8 that copies the text, for hosts whose texts move or are freed between calls.
 *
 * Parameters:
 *     text, length: length in bytes; read during the call only, and no part of the stream's own memory, such as
 *         the terms of its tokens. The stream keeps the copy until another text is set. Terms that are parts of the
 *         text point into the copy.
 * Returns: as unic_stream_set_utf8.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_set_utf8_copy(struct unic_stream *stream,
                                      const char *text,
                                      size_t length);

/**
 * UTF-16 variant of unic_stream_set_utf8_copy: native byte order, length in 16-bit units.
 */
unic_status unic_stream_set_utf16_copy(struct unic_stream *stream, const uint16_t *text, size_t length);

/**
 * Returns the next token.
 *
 * Parameters:
 *     token: written on OK only. Its term is valid until the next call on the stream.
 * Returns: OK; END after the last token, on every further call as well; WRONG_STATE if no text is set;
 *     NULL_ARGUMENT, INVALID_ARGUMENT; OUT_OF_MEMORY or INTERNAL, after which the rest of the text is lost.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_next(struct unic_stream *stream, struct unic_token *token);

/**
 * Returns up to capacity tokens. *count is less than capacity if and only if the text is exhausted:
 *
 *     do {
 *         if (unic_stream_next_batch(stream, tokens, CAPACITY, &count) != UNIC_STATUS_OK) break;
 *         for (size_t i = 0; i < count; i++) use(&tokens[i]);
 *     } while (count == CAPACITY);
 *
 * Fastest with a capacity of a few hundred. May be mixed with unic_stream_next.
 *
 * Parameters:
 *     tokens, capacity: receives the tokens; capacity must not be 0 (INVALID_ARGUMENT). All terms of the batch are
 *         valid until the next call on the stream. Undefined on failure.
 *     count: receives the number of tokens. Unchanged on failure.
 * Returns: OK, also if *count is 0 (never END); otherwise as unic_stream_next.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_next_batch(struct unic_stream *stream,
                                   struct unic_token *tokens,
                                   size_t capacity,
                                   size_t *count);

/**
 * Returns the state at the end of the text: the final offset and the trailing position gap.
 *
 * Parameters:
 *     final_offset: NULL, or receives the length of the text in the offset unit of the stream.
 *     position_gap: NULL, or receives the number of positions removed after the last token.
 * Returns: OK; WRONG_STATE until the text is exhausted (END, or a batch with fewer than capacity tokens);
 *     NULL_ARGUMENT, INVALID_ARGUMENT, INTERNAL, OUT_OF_MEMORY.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_end(struct unic_stream *stream, uint32_t *final_offset, uint32_t *position_gap);

/* ======== Tokens in flat arrays ======== */

/**
 * Number of int32 fields per token in unic_packed.
 */
#define UNIC_PACKED_FIELDS 8

/**
 * All tokens of a text in flat arrays, for runtimes where each foreign call is expensive (JNI, WASM). The caller
 * allocates the arrays and sets the first four fields; the call writes the arrays and the other fields.
 *
 * A token has UNIC_PACKED_FIELDS fields, in this order: start, end (UTF-16 units of the original text), type,
 * position increment, position length, flags, term offset, term length. A term offset p >= 0 is an index into
 * terms; -1-p means that the term is the part of the original text that starts at unit p. The size of the struct
 * never changes.
 */
typedef struct unic_packed {
    /**
     * In: receives the fields of all tokens. NULL if fields_capacity is 0.
     */
    int32_t *fields;
    /**
     * In: capacity of fields, in int32 values.
     */
    size_t fields_capacity;
    /**
     * In: receives the terms that are not parts of the text. NULL if terms_capacity is 0.
     */
    uint16_t *terms;
    /**
     * In: capacity of terms, in 16-bit units.
     */
    size_t terms_capacity;
    /**
     * Out: number of int32 values, UNIC_PACKED_FIELDS times the number of tokens.
     */
    size_t fields_needed;
    /**
     * Out: number of 16-bit units in terms.
     */
    size_t terms_needed;
    /**
     * Out: length of the text in UTF-16 units.
     */
    uint32_t final_offset;
    /**
     * Out: number of positions removed after the last token.
     */
    uint32_t position_gap;
} unic_packed;

/**
 * Analyses a whole UTF-16 text into flat arrays. Offsets are in UTF-16 units, independent of the offset unit of
 * the stream. Afterwards no text is set on the stream.
 *
 * Parameters:
 *     text, length: native byte order, length in 16-bit units; read during the call only. Must not overlap the
 *         arrays.
 *     packed: the arrays; see unic_packed. On BUFFER_TOO_SMALL the four out fields are valid and the contents of
 *         the arrays undefined. On other failures the out fields are unchanged.
 * Returns: OK; BUFFER_TOO_SMALL if an array is too small: repeat the call with larger arrays, which analyses the
 *     text again; LIMIT also if the terms have 2^31 units or more; otherwise as unic_stream_set_utf16.
 * Threads: one at a time per stream.
 */
unic_status unic_analyze_utf16_packed(struct unic_stream *stream,
                                      const uint16_t *text,
                                      size_t length,
                                      struct unic_packed *packed);

/**
 * Variant of unic_analyze_utf16_packed that returns the script of each token as well.
 *
 * Parameters:
 *     text, length, packed: as for unic_analyze_utf16_packed.
 *     scripts, scripts_capacity: receives one value per token, with the meaning of unic_token.script. NULL if
 *         scripts_capacity is 0. A capacity less than fields_needed / UNIC_PACKED_FIELDS is BUFFER_TOO_SMALL.
 * Returns: as unic_analyze_utf16_packed.
 * Threads: one at a time per stream.
 */
unic_status unic_analyze_utf16_packed_scripts(struct unic_stream *stream,
                                              const uint16_t *text,
                                              size_t length,
                                              struct unic_packed *packed,
                                              uint32_t *scripts,
                                              size_t scripts_capacity);

/* ======== Token filters over the tokens of the host ======== */

/**
 * The token filters of an analyzer, for a host that has its own tokenizer or inserts its own filters. Processes
 * any number of texts, in one thread at a time:
 *
 *     unic_token_filters_reset(filters);
 *     do {
 *         is_last = read_tokens(tokens, &count);
 *         unic_token_filters_run(filters, tokens, count, is_last, final_offset, position_gap);
 *         do {
 *             unic_token_filters_next_batch(filters, out, CAPACITY, &out_count);
 *             for (size_t i = 0; i < out_count; i++) use(&out[i]);
 *         } while (out_count == CAPACITY);
 *     } while (!is_last);
 *
 * Filters keep their state across batches and may delay tokens until a later batch.
 */
typedef struct unic_token_filters unic_token_filters;

/**
 * Creates the token filters of an analyzer, without its char filters and its tokenizer.
 *
 * Parameters:
 *     analyzer: not consumed; the filters keep its data alive.
 *     encoding: UNIC_ENCODING_... of all terms.
 *     filters: receives the filters; free them with unic_token_filters_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_token_filters_create(const struct unic_analyzer *analyzer,
                                      unic_encoding encoding,
                                      struct unic_token_filters **filters);

/**
 * Frees token filters. Terms of their tokens become invalid.
 *
 * Parameters:
 *     filters: may be NULL.
 * Threads: any, but not while another thread uses the filters.
 */
void unic_token_filters_free(struct unic_token_filters *filters);

/**
 * Prepares the filters for a new text. Required before every text except the first, and after a failed
 * unic_token_filters_run. Filters of a text with more than 256 KiB of terms are created again, without its buffers.
 *
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: one at a time per unic_token_filters.
 */
unic_status unic_token_filters_reset(struct unic_token_filters *filters);

/**
 * Runs the filters over a batch of tokens. Output tokens of the previous batch that were not read are dropped, but
 * count in the positions of later tokens.
 *
 * Parameters:
 *     tokens, count: the batch, in the order of the text; read during the call only. The fields term, term_length,
 *         start, end, position_increment, position_length, type, script and flags are used. Offsets are less than
 *         2^31, in code units of the encoding; with another unit, filters that split a term assign the offsets of
 *         the whole term to its parts. An end less than start is treated as start, a start less than that of the
 *         preceding token as that one, an unknown type as UNIC_TOKEN_TYPE_WORD; ill-formed sequences in terms
 *         become U+FFFD. Position increments, and position_gap, count up to 2^31 - 1. Chains with cjk_bigram, or
 *         with stop and remove_trailing false, keep a text as long as the last offset, in code units of the encoding.
 *         Tokens with the same offsets, as those of one expansion with expansion_offsets cover, form no bigram.
 *     is_last: nonzero if the text ends after this batch. The last batch may be empty.
 *     final_offset, position_gap: the length of the text and the number of positions removed after its last token.
 *         Used only if is_last is nonzero.
 * Returns: OK; WRONG_STATE after the last batch or a failed call, until unic_token_filters_reset; NULL_ARGUMENT,
 *     INVALID_ARGUMENT, OUT_OF_MEMORY, INTERNAL.
 * Threads: one at a time per unic_token_filters.
 */
unic_status unic_token_filters_run(struct unic_token_filters *filters,
                                   const struct unic_token *tokens,
                                   size_t count,
                                   int32_t is_last,
                                   uint32_t final_offset,
                                   uint32_t position_gap);

/**
 * Returns up to capacity output tokens of the current batch. *count is less than capacity if and only if the batch
 * is exhausted.
 *
 * Parameters:
 *     tokens, capacity: receives the tokens; capacity must not be 0 (INVALID_ARGUMENT). Terms are valid until the
 *         next unic_token_filters_run.
 *     count: receives the number of tokens. Unchanged on failure.
 * Returns: OK; WRONG_STATE after a failed unic_token_filters_run; NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY,
 *     INTERNAL.
 * Threads: one at a time per unic_token_filters.
 */
unic_status unic_token_filters_next_batch(struct unic_token_filters *filters,
                                          struct unic_token *tokens,
                                          size_t capacity,
                                          size_t *count);

/**
 * Returns the state at the end of the text, after the last batch has run.
 *
 * Parameters:
 *     final_offset: NULL, or receives the final offset.
 *     position_gap: NULL, or receives the number of positions removed after the last output token.
 * Returns: OK; WRONG_STATE before the last batch has run, or after a failed call; NULL_ARGUMENT, INVALID_ARGUMENT,
 *     OUT_OF_MEMORY.
 * Threads: one at a time per unic_token_filters.
 */
unic_status unic_token_filters_end(struct unic_token_filters *filters,
                                   uint32_t *final_offset,
                                   uint32_t *position_gap);

/* ======== Whole texts: normalize, filter, explain ======== */

/**
 * A step of an offset map: from offset `filtered` of the filtered text, up to the next step, offsets of both texts
 * advance together, starting with `original` in the original text. The size of the struct never changes.
 */
typedef struct unic_offset_step {
    /**
     * An offset in the filtered text, in its code units.
     */
    uint32_t filtered;
    /**
     * The corresponding offset in the original text, in its code units.
     */
    uint32_t original;
} unic_offset_step;

/**
 * A text after char filters, with its offset map. Allocated by the caller and need not be initialized; all fields
 * are written. The size of the struct never changes.
 */
typedef struct unic_filtered_text {
    /**
     * The filtered text: the caller's text if nothing changed, else memory of the stream. Valid until the next
     * call on the stream, and only while the caller's text is unchanged.
     */
    const void *text;
    /**
     * Length of the text in code units of the encoding.
     */
    size_t length;
    /**
     * Offset map, ascending. Offsets before the first step are equal in both texts. Valid as long as the text.
     */
    const struct unic_offset_step *steps;
    /**
     * Number of steps; 0 if all offsets are equal in both texts.
     */
    size_t step_count;
} unic_filtered_text;

/**
 * Applies a normalizer (all its steps), or the char filters of an analyzer, to a whole UTF-8 text. Each call
 * creates a stream: for many short texts, use unic_stream_char_filter_utf8, or unic_stream_set_utf8 with a normalizer.
 *
 * Parameters:
 *     text, length: length in bytes. Ill-formed sequences become U+FFFD.
 *     buffer, capacity: the output buffer and its size in bytes; must not overlap the text; unchanged on failure.
 *         A NUL is appended if there is space. NULL and 0 return the size only, at the full cost: prefer a buffer
 *         that is large enough.
 *     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
 * Threads: any.
 */
unic_status unic_normalize_utf8(const struct unic_analyzer *analyzer,
                                const char *text,
                                size_t length,
                                char *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * UTF-16 variant of unic_normalize_utf8: native byte order, all sizes in 16-bit units. A misaligned pointer is
 * INVALID_ARGUMENT.
 */
unic_status unic_normalize_utf16(const struct unic_analyzer *analyzer,
                                 const uint16_t *text,
                                 size_t length,
                                 uint16_t *buffer,
                                 size_t capacity,
                                 size_t *needed);

/**
 * Runs the char filters of the analyzer over a UTF-8 text, for a host that has its own tokenizer: returns the
 * filtered text and its offset map. Afterwards no text is set on the stream.
 *
 * To convert an offset, find the last step with filtered <= offset; the result is original + (offset - filtered).
 * An offset inside the replacement of a character maps to the start of that character, also with
 * `expansion_offsets: cover`, which the tokens of the library have.
 *
 * Parameters:
 *     text, length: length in bytes. Must remain unchanged while filtered is used.
 *     filtered: receives the result; unchanged on failure.
 * Returns: as unic_stream_set_utf8.
 * Threads: one at a time per stream.
 */
unic_status unic_stream_char_filter_utf8(struct unic_stream *stream,
                                         const char *text,
                                         size_t length,
                                         struct unic_filtered_text *filtered);

/**
 * UTF-16 variant of unic_stream_char_filter_utf8: native byte order, all lengths and offsets in 16-bit units.
 */
unic_status unic_stream_char_filter_utf16(struct unic_stream *stream,
                                          const uint16_t *text,
                                          size_t length,
                                          struct unic_filtered_text *filtered);

/**
 * Analyses a text and returns the _analyze response of the engine as JSON. For people and for debugging: runs the
 * chain once per stage and keeps all tokens in memory.
 *
 * Parameters:
 *     text, length: UTF-8, length in bytes. Ill-formed sequences appear as U+FFFD.
 *     offset_unit: UNIC_OFFSET_...; the engine itself uses UNIC_OFFSET_UTF16.
 *     explain: 0 for {"tokens": [{"token", "start_offset", "end_offset", "type", "position"}]}; 1 for {"detail":
 *         {"custom_analyzer", "charfilters": [{"name", "filtered_text"}], "tokenizer": {"name", "tokens"},
 *         "tokenfilters": [{"name", "tokens"}]}}, whose tokens also have "bytes", "keyword", "positionLength",
 *         and "script" if they have one. Analyzers that are not custom have as well {"custom_analyzer": false,
 *         "analyzer": {"name", "tokens"}}. Without explain, tokens have "positionLength" only if it is not 1. Other
 *         values are INVALID_ARGUMENT.
 *     json: receives the response; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
 * Threads: any.
 */
unic_status unic_analyze_json(const struct unic_analyzer *analyzer,
                              const char *text,
                              size_t length,
                              unic_offset_unit offset_unit,
                              uint32_t explain,
                              struct unic_string **json);

/* ======== Sort keys ======== */

/**
 * Base characters only.
 */
#define UNIC_STRENGTH_PRIMARY 1

/**
 * Base characters and accents.
 */
#define UNIC_STRENGTH_SECONDARY 2

/**
 * Base characters, accents, case and variants.
 */
#define UNIC_STRENGTH_TERTIARY 3

/**
 * Tertiary, and variable characters (spaces, punctuation) if they are shifted.
 */
#define UNIC_STRENGTH_QUATERNARY 4

/**
 * Quaternary, and the code points of the NFD form.
 */
#define UNIC_STRENGTH_IDENTICAL 5

/**
 * A lower bound: not greater than the key of any text that is equal on the given levels.
 */
#define UNIC_BOUND_LOWER 0

/**
 * An upper bound: greater than the key of any text that is equal on the given levels.
 */
#define UNIC_BOUND_UPPER 1

/**
 * An upper bound: greater than the key of any text that starts with a text equal on the given levels.
 */
#define UNIC_BOUND_UPPER_LONG 2

/**
 * 15 bits per character, U+0000 to U+7FFF. The strings compare like the keys, by UTF-16 unit and by UTF-8 byte.
 */
#define UNIC_KEY_FORM_BASE_32768 0

/**
 * Two lower-case hexadecimal digits per byte; upper-case digits are read as well. The strings compare like the
 * keys.
 */
#define UNIC_KEY_FORM_HEX 1

/**
 * A collation strength: one of UNIC_STRENGTH_...
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
 * Writes the sort key of a UTF-8 text. Keys compare as unsigned bytes (memcmp; if one key is a prefix of the other,
 * the shorter is less). A key is not NUL-terminated; it contains a zero byte only if `reorder` moves a group beyond
 * the last lead byte (lists of eight codes or more). Keys of different analyzers, or of libraries with different
 * fingerprints, are not comparable. The text set on the stream, its tokens and their terms are unaffected. Allocates
 * nothing once the buffers of the stream have grown.
 *
 * Parameters:
 *     stream: a stream of an analyzer of type unic_collation or naturalsort (otherwise UNSUPPORTED).
 *     text, length: length in bytes. Ill-formed sequences are treated as U+FFFD.
 *     buffer, capacity: the output buffer and its size in bytes; unchanged on failure. NULL and 0 return the size
 *         only, at the cost of a key, so prefer a buffer that is large enough: 64 bytes hold the key of a word, 4
 *         bytes per UTF-16 unit hold the key of nearly every text.
 *     needed: NULL, or receives the size of the key in bytes; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, UNSUPPORTED, TEXT_TOO_LONG, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT,
 *     INTERNAL.
 * Threads: one at a time per stream.
 */
unic_status unic_sort_key_utf8(struct unic_stream *stream,
                               const char *text,
                               size_t length,
                               uint8_t *buffer,
                               size_t capacity,
                               size_t *needed);

/**
 * UTF-16 variant of unic_sort_key_utf8: native byte order, length in 16-bit units. The key equals that of the
 * UTF-8 form.
 */
unic_status unic_sort_key_utf16(struct unic_stream *stream,
                                const uint16_t *text,
                                size_t length,
                                uint8_t *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * Writes the sort keys of many UTF-8 texts, concatenated: key i is arena[offsets[i]] up to arena[offsets[i + 1]],
 * exclusive.
 *
 * Parameters:
 *     texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL if its length is 0.
 *     arena, capacity: the output buffer and its size in bytes; must not overlap the texts. NULL and 0 return the
 *         total size only. Bytes after the last key are undefined; on failure all bytes are.
 *     offsets: receives count + 1 offsets into the arena; the last one is the total size. Undefined on failure.
 *     needed: NULL, or receives the total size in bytes; written on BUFFER_TOO_SMALL as well.
 * Returns: as unic_sort_key_utf8. If one text fails, the whole batch fails.
 * Threads: one at a time per stream.
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
 * Compares two UTF-8 texts in the order of their sort keys; unic_collation compares without building the keys.
 *
 * Parameters:
 *     left, left_length, right, right_length: lengths in bytes.
 *     order: receives -1, 0 or 1 if left is less than, equal to or greater than right. Unchanged on failure.
 * Returns: as unic_sort_key_utf8, without BUFFER_TOO_SMALL.
 * Threads: one at a time per stream.
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
 * Writes the range of the sort keys of all texts that start with a prefix: start <= key < end. The call allocates
 * memory, since it is intended for queries.
 *
 * At PRIMARY the range contains exactly the keys of the texts whose base characters start with those of the
 * prefix. At other strengths it starts at the key of the prefix and contains all matches, but may contain other
 * keys, because keys are ordered by all base characters first: check each result. A strength above that of the
 * analyzer is treated as that of the analyzer. If numbers compare by value (naturalsort, option `numeric`), a
 * number at the end of the prefix matches as a whole number, and a sign at its end only as a sign without a number.
 *
 * Parameters:
 *     text, length, encoding: the prefix, in the encoding UNIC_ENCODING_...; length in its code units.
 *     strength: UNIC_STRENGTH_...
 *     start, start_capacity, start_needed: the lower end, inclusive; as buffer, capacity and needed of
 *         unic_sort_key_utf8.
 *     end, end_capacity, end_needed: the upper end, exclusive; likewise. It is not empty: a prefix without base
 *         characters has the end of 64 bytes FF, which is greater than the key of any text without a run of 32
 *         noncharacters U+FFFF.
 * Returns: as unic_sort_key_utf8. On BUFFER_TOO_SMALL both buffers are unchanged and both sizes are written.
 * Threads: one at a time per stream.
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
 * Writes a bound of all sort keys that agree with a key on its first levels: for ranges of texts that are equal,
 * or have equal prefixes, on these levels.
 *
 * Parameters:
 *     key, length: a complete key of unic_collation.
 *     bound: UNIC_BOUND_...
 *     levels: number of levels that count, at least 1 (0 is INVALID_ARGUMENT). The case level counts as one.
 *     buffer, capacity, needed: as for unic_sort_key_utf8.
 * Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_sort_key_bound(const uint8_t *key,
                                size_t length,
                                unic_bound bound,
                                uint32_t levels,
                                uint8_t *buffer,
                                size_t capacity,
                                size_t *needed);

/**
 * Encodes a sort key as text, for stores that accept text only. The texts compare like the keys.
 *
 * Parameters:
 *     key, length: any bytes.
 *     form: UNIC_KEY_FORM_...
 *     encoding: UNIC_ENCODING_... of the text.
 *     buffer, capacity: the output buffer and its size in code units of the encoding; unchanged on failure. A NUL
 *         is appended if there is space (the base-32768 form may itself contain U+0000). NULL and 0 return the
 *         size only.
 *     needed: NULL, or receives the size in code units without the NUL; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
 * Threads: any.
 */
unic_status unic_sort_key_to_text(const uint8_t *key,
                                  size_t length,
                                  unic_key_text_form form,
                                  unic_encoding encoding,
                                  void *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * Decodes a sort key from text: the inverse of unic_sort_key_to_text.
 *
 * Parameters:
 *     text, length: the text in the encoding UNIC_ENCODING_..., length in its code units, without a NUL. A text
 *         that encodes no key is INVALID_ARGUMENT.
 *     form: UNIC_KEY_FORM_...
 *     encoding: UNIC_ENCODING_... of the text.
 *     buffer, capacity, needed: as for unic_sort_key_utf8.
 * Returns: OK, BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
 * Threads: any.
 */
unic_status unic_sort_key_from_text(const void *text,
                                    size_t length,
                                    unic_key_text_form form,
                                    unic_encoding encoding,
                                    uint8_t *buffer,
                                    size_t capacity,
                                    size_t *needed);

/**
 * Sorts UTF-8 texts by their sort keys. Each key is built once, which is several times faster than a sort that
 * compares texts. Stable: texts with equal keys keep their order. Allocates 48 bytes and up to twice the size of the
 * key per text, with several threads 88 bytes. The text set on the stream is unaffected.
 *
 * Parameters:
 *     texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL if its length is 0.
 *     threads: maximum number of threads: 1 for the calling thread only, 0 for one per processor. Few texts are
 *         always sorted by the calling thread. All other threads have ended when the call returns.
 *     order: receives count indices: order[0] is the index of the text that sorts first. Undefined on failure.
 * Returns: as unic_sort_key_utf8, without BUFFER_TOO_SMALL.
 * Threads: one at a time per stream.
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

/* ======== Boundaries: grapheme clusters, words, sentences, lines ======== */

/**
 * Extended grapheme clusters (UAX #29).
 */
#define UNIC_BREAK_GRAPHEME 0

/**
 * Words, and the segments between them (UAX #29 with CLDR tailorings and dictionaries). Status 0 to 99: not a
 * word; 100 to 199: number; 200 to 299: letters; 300 to 399: kana; 400 to 499: ideographs.
 */
#define UNIC_BREAK_WORD 1

/**
 * Sentences (UAX #29). Status 0 to 99: ended by a sentence terminator; 100 to 199: ended by a line separator.
 */
#define UNIC_BREAK_SENTENCE 2

/**
 * Line break opportunities (UAX #14). Status 0 to 99: optional; 100 to 199: mandatory.
 */
#define UNIC_BREAK_LINE 3

/**
 * A kind of boundaries: one of UNIC_BREAK_...
 */
typedef uint32_t unic_boundary_kind;

/**
 * The end of a segment, where the next one starts.
 */
typedef struct unic_boundary {
    /**
     * Offset of the boundary, in code units of the text.
     */
    uint32_t at;
    /**
     * Rule status of the segment that ends here: see UNIC_BREAK_...
     */
    uint32_t status;
} unic_boundary;

/**
 * Finds the boundaries of a UTF-8 text, in order, without the one at offset 0: the ends of its segments. An empty
 * text has none. Linear time.
 *
 * Parameters:
 *     kind: UNIC_BREAK_...
 *     locale: BCP 47 or ICU locale id, NUL-terminated; NULL for the root locale. A locale without rules inherits
 *         those of its parent. The extensions `lb` (strict, normal, loose), `lw` (phrase), `ss` (standard: no sentence
 *         ends after an abbreviation; de, en, es, fr, it, pt, ru) and `va` (posix) are used.
 *     text, length: length in bytes. Ill-formed sequences are segmented as U+FFFD.
 *     boundaries, capacity: receives the boundaries; capacity in elements. NULL and 0 return the number only. On
 *         BUFFER_TOO_SMALL the first capacity boundaries are written.
 *     needed: NULL, or receives the number of boundaries; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (unknown kind, malformed locale, words
 *     or lines in a build without dictionaries), OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_boundaries_utf8(unic_boundary_kind kind,
                                 const char *locale,
                                 const char *text,
                                 size_t length,
                                 struct unic_boundary *boundaries,
                                 size_t capacity,
                                 size_t *needed);

/**
 * UTF-16 variant of unic_boundaries_utf8: native byte order, length in 16-bit units. A misaligned pointer is
 * INVALID_ARGUMENT.
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
 * Spelled-out numbers: "one hundred".
 */
#define UNIC_SPELL_SPELLOUT 0

/**
 * Digits with ordinal suffixes: "3rd".
 */
#define UNIC_SPELL_ORDINAL 1

/**
 * Seconds as durations: "1:40".
 */
#define UNIC_SPELL_DURATION 2

/**
 * Algorithmic numbering systems: "IX".
 */
#define UNIC_SPELL_NUMBERING_SYSTEM 3

/**
 * Flag of unic_spell_read_...: words are compared in NFC after case folding, and separators are ignored.
 */
#define UNIC_SPELL_LENIENT 1

/**
 * A rule-based number format (LDML part 3): formats numbers as words and parses them, with the results of ICU
 * 79.1. Immutable: any number of threads use it at once.
 */
typedef struct unic_spell unic_spell;

/**
 * A group of number rules: one of UNIC_SPELL_SPELLOUT, UNIC_SPELL_ORDINAL, UNIC_SPELL_DURATION,
 * UNIC_SPELL_NUMBERING_SYSTEM.
 */
typedef uint32_t unic_spell_group;

/**
 * Creates the number format of a locale.
 *
 * Parameters:
 *     locale: BCP 47 or ICU locale id, NUL-terminated; NULL for the root locale. The keyword nu (numbers) selects the
 *         digits. A locale without rules inherits those of its parent, ultimately of the root, and an unknown language
 *         has those of the root: unic_spell_locale returns which.
 *     group: UNIC_SPELL_...
 *     spell: receives the format; free it with unic_spell_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT (unknown group, locale not UTF-8), OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_spell_create(const char *locale,
                              unic_spell_group group,
                              struct unic_spell **spell);

/**
 * Creates a number format from rules.
 *
 * Parameters:
 *     rules, rules_length: the rules, in the syntax of LDML part 3 as ICU accepts it; UTF-8 of at most 4 MiB,
 *         length in bytes. Read during the call only.
 *     locale: for the symbols of decimal patterns, the plural rules, and the collation of `%%lenient-parse`; NULL
 *         for the root locale.
 *     spell: receives the format; free it with unic_spell_free. Unchanged on failure.
 *     error: NULL, or receives NULL on success and the error on failure; free it with unic_error_free. Offset,
 *         line and column refer to the rules.
 * Returns: OK, SYNTAX, CONFIG_LIMIT, NULL_ARGUMENT, INVALID_ARGUMENT (a string that is not UTF-8), OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_spell_create_rules(const char *rules,
                                    size_t rules_length,
                                    const char *locale,
                                    struct unic_spell **spell,
                                    struct unic_error **error);

/**
 * Frees a number format.
 *
 * Parameters:
 *     spell: may be NULL.
 * Threads: any, but not while another thread uses the format.
 */
void unic_spell_free(struct unic_spell *spell);

/**
 * Returns the ICU id of the locale whose rules are used, such as "de" for de-AT; "root" for an unknown language,
 * "" for a format created from rules.
 *
 * Returns: a NUL-terminated string, valid as long as the format; empty for NULL.
 * Threads: any.
 */
const char *unic_spell_locale(const struct unic_spell *spell);

/**
 * Returns the rule set that is used if the caller names none, such as "%spellout-numbering".
 *
 * Returns: a NUL-terminated string, valid as long as the format; empty for NULL.
 * Threads: any.
 */
const char *unic_spell_default_rule_set(const struct unic_spell *spell);

/**
 * Returns the name of a public rule set, of those marked @noparse as well.
 *
 * Parameters:
 *     index: from 0, in the order of ICU.
 * Returns: a NUL-terminated string, valid as long as the format; NULL if there is no such rule set.
 * Threads: any.
 */
const char *unic_spell_rule_set(const struct unic_spell *spell, size_t index);

/**
 * Formats a decimal number as UTF-8.
 *
 * Parameters:
 *     rule_set: a public rule set that is not marked @noparse, NUL-terminated; NULL for the default one.
 *     number, length: an optional hyphen-minus, ASCII digits, and optionally a full stop and more digits:
 *         "-12.50". The integer part is at most 2^63 - 1, or -2^63 without a fraction; the fraction has at most
 *         1,000 digits, trailing zeros are ignored.
 *     buffer, capacity: the output buffer and its size in bytes; unchanged on failure. A NUL is appended if there
 *         is space. NULL and 0 return the size only.
 *     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
 * Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT (malformed number, unknown rule set, number
 *     without a rule, rules that call each other without end or write more than 2^20 code units), OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_spell_write_utf8(const struct unic_spell *spell,
                                  const char *rule_set,
                                  const char *number,
                                  size_t length,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * UTF-16 variant of unic_spell_write_utf8: native byte order, sizes in 16-bit units.
 */
unic_status unic_spell_write_utf16(const struct unic_spell *spell,
                                   const char *rule_set,
                                   const char *number,
                                   size_t length,
                                   uint16_t *buffer,
                                   size_t capacity,
                                   size_t *needed);

/**
 * Variant of unic_spell_write_utf8 for an integer.
 */
unic_status unic_spell_write_integer_utf8(const struct unic_spell *spell,
                                          const char *rule_set,
                                          int64_t number,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *needed);

/**
 * Variant of unic_spell_write_utf16 for an integer.
 */
unic_status unic_spell_write_integer_utf16(const struct unic_spell *spell,
                                           const char *rule_set,
                                           int64_t number,
                                           uint16_t *buffer,
                                           size_t capacity,
                                           size_t *needed);

/**
 * Parses a number at the start of a UTF-8 text, with the public rule set that matches the longest part of the
 * text. The first letter that no word of the rules has ends the parsed part, so a document may be passed. Bounded
 * work: a text with too many possible readings is not parsed, after some seconds at most.
 *
 * Parameters:
 *     text, length: length in bytes. Ill-formed sequences are treated as U+FFFD.
 *     flags: UNIC_SPELL_LENIENT or 0.
 *     value: receives the number; 0 if nothing was parsed. May be infinite or NaN, because rules have words for
 *         these.
 *     used: receives the number of code units parsed; 0 if the text starts with no number.
 * Returns: OK, also if nothing was parsed; TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (flags), OUT_OF_MEMORY.
 * Threads: any.
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

/* ======== Version and contents of the library ======== */

/**
 * Version of the C interface, independent of the package version: it changes when programs must be recompiled, and
 * with it the soname of the shared library (libunic_analysis.so.1). unic_abi_version returns the value of the
 * loaded library.
 */
#define UNIC_ABI_VERSION 1

/**
 * Returns the version of the loaded library, such as "0.1.0".
 *
 * Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
 * Threads: any.
 */
const char *unic_version(void);

/**
 * Returns UNIC_ABI_VERSION of the loaded library. A program that loads the library with dlopen compares it with
 * the UNIC_ABI_VERSION it was compiled with.
 *
 * Threads: any.
 */
uint32_t unic_abi_version(void);

/**
 * Returns the version of the Unicode data, such as "18.0".
 *
 * Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
 * Threads: any.
 */
const char *unic_unicode_version(void);

/**
 * Returns the version of the CLDR data, such as "49".
 *
 * Returns: a NUL-terminated string, valid as long as the library is loaded. Never NULL.
 * Threads: any.
 */
const char *unic_cldr_version(void);

/**
 * Returns the number of live objects in this process: definitions and analyzers (one per reference), streams,
 * token filters, number formats, errors, strings. For leak tests.
 *
 * Threads: any.
 */
size_t unic_live_objects(void);

/**
 * Returns the name of a token type as Lucene and the engine print it, such as "<ALPHANUM>".
 *
 * Returns: a NUL-terminated string, valid as long as the library is loaded; NULL for a number that this build does
 *     not know.
 * Threads: any.
 */
const char *unic_token_type_name(uint32_t token_type);

/**
 * Lists the ids of the built-in transforms (component unic_transform), as a sorted JSON array of strings. Compound
 * ids, inverses, and ids that fall back to a listed one are accepted as well.
 *
 * Parameters:
 *     ids: receives the list; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_transform_ids(struct unic_string **ids);

/**
 * Describes all components of this build and their options, as a JSON array: for hosts that generate factories,
 * forms or checks. Each element has type, names (all spellings), kind (analyzer, normalizer, char_filter,
 * tokenizer, filter), help, has_default_instance, fits_normalizer, and options: name, aliases, kind, takes (the
 * accepted values, in words), default (null if there is none), required, help.
 *
 * Parameters:
 *     components: receives the description; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_components(struct unic_string **components);

/**
 * Lists the component types of this build, as JSON: {"analyzer": [names], "tokenizer": [...], "filter": [...],
 * "char_filter": [...]}.
 *
 * Parameters:
 *     names: receives the list; free it with unic_string_free. Unchanged on failure.
 * Returns: OK, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
 * Threads: any.
 */
unic_status unic_component_names(struct unic_string **names);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UNIC_ANALYSIS_H */
