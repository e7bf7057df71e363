/*
 * unic-analysis for C++17: a thin layer over unic_analysis.h, header only.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 *     unic::analyzer analyzer(json, "a");
 *     unic::stream stream(analyzer);
 *     for (const unic::token &token : stream.tokens(text))
 *         std::cout << unic::utf8_term(token) << ' ' << token.start << '-' << token.end << '\n';
 *
 * Which class do I need?
 *
 *     unic::analyzer      one analyzer or normalizer of a definition; normalizes texts
 *     unic::definition    all analyzers of a definition, and all of its errors
 *     unic::stream        tokens, sort keys, comparison and sorting of texts, for one thread
 *     unic::spell         numbers in words
 *     unic::boundaries    words, sentences, lines without an analyzer (a function)
 *     unic::error         what a failing call throws
 *
 * Every call that fails throws unic::error. Objects release their handles in the destructor. An analyzer and a definition
 * are copyable (reference counted); a stream, a number format and a string are movable only. A moved-from object may only
 * be assigned to and destroyed.
 *
 * Units, lifetimes and thread rules are those of unic_analysis.h: any number of threads share an analyzer, a stream is
 * used by one thread at a time, a term is valid until the next call on its stream and while the text exists. A text passed
 * as an rvalue (the result of a function) is kept by the stream; a call that would return a pointer into an rvalue does
 * not compile.
 */

#ifndef UNIC_ANALYSIS_HPP
#define UNIC_ANALYSIS_HPP

#include "unic_analysis.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace unic {

/* A token; its fields are described in unic_analysis.h. */
using token = unic_token;

/* The exception of every failing call. what() returns the message of the unic_error, or the name of the status. Immutable. */
class error : public std::runtime_error {
public:
    explicit error(unic_status code) : std::runtime_error(unic_status_name(code)), code_(code) {}

    /* Copies the strings of a unic_error; the caller still owns it. */
    error(unic_status code, const unic_error *details)
        : std::runtime_error(details ? unic_error_message(details) : unic_status_name(code)), code_(code),
          pointer_(unic_error_pointer(details)), help_(unic_error_help(details)), json_(unic_error_json(details)),
          offset_(unic_error_offset(details)), line_(unic_error_line(details)), column_(unic_error_column(details)) {}

    /* UNIC_STATUS_... */
    unic_status code() const noexcept { return code_; }
    /* The location in the definition: JSON pointer, byte offset from 0, line and column from 1 (0 if there is none). */
    const std::string &pointer() const noexcept { return pointer_; }
    std::size_t offset() const noexcept { return offset_; }
    std::size_t line() const noexcept { return line_; }
    std::size_t column() const noexcept { return column_; }
    /* How to correct the error; may be empty. */
    const std::string &help() const noexcept { return help_; }
    /* The errors of the definition; empty if the error is not one of a definition. See unic_error_json. */
    const std::string &json() const noexcept { return json_; }

private:
    unic_status code_;
    std::string pointer_, help_, json_;
    std::size_t offset_ = 0, line_ = 0, column_ = 0;
};

/* Throws unless the status is OK or END. */
inline void check(unic_status status) {
    if (status != UNIC_STATUS_OK && status != UNIC_STATUS_END) throw error(status);
}

namespace detail {

/* Throws with the strings of the error, and frees it. */
inline void check(unic_status status, unic_error *details) {
    struct guard {
        unic_error *held;
        ~guard() { unic_error_free(held); }
    } held{details};
    if (status != UNIC_STATUS_OK) throw error(status, details);
}

inline const std::uint16_t *units(const char16_t *text) { return reinterpret_cast<const std::uint16_t *>(text); }
inline std::uint16_t *units(char16_t *text) { return reinterpret_cast<std::uint16_t *>(text); }

inline const std::uint8_t *bytes(const char *text) { return reinterpret_cast<const std::uint8_t *>(text); }
inline std::uint8_t *bytes(char *text) { return reinterpret_cast<std::uint8_t *>(text); }

template <class Text> inline constexpr bool is_view = std::is_same_v<Text, std::string_view> || std::is_same_v<Text, std::u16string_view>;

/* An rvalue of a class that converts to a view and may own its text: std::string, unic::string, a string class of the host. */
template <class Text>
using if_owner = std::enable_if_t<!std::is_lvalue_reference_v<Text> && std::is_class_v<Text> && !is_view<std::remove_cv_t<Text>> &&
                                  (std::is_convertible_v<const Text &, std::string_view> ||
                                   std::is_convertible_v<const Text &, std::u16string_view>)>;

/* The view of a text kept by the stream. */
template <class Text> auto view_of(const Text &text) {
    if constexpr (std::is_convertible_v<const Text &, std::string_view>)
        return static_cast<std::string_view>(text);
    else
        return static_cast<std::u16string_view>(text);
}

/* A capacity that holds the key of nearly every text; 0 for a text that is rejected as too long. */
inline std::size_t key_capacity(std::size_t units) { return units < std::size_t(1) << 31 ? 4 * units + 16 : 0; }

/* Calls with a buffer of the guessed size, and on BUFFER_TOO_SMALL again with one of the required size. */
template <class Text, class Call> void fill(Text &buffer, std::size_t guess, Call call) {
    buffer.resize(guess);
    std::size_t needed = 0;
    unic_status status = call(buffer, &needed);
    if (status == UNIC_STATUS_BUFFER_TOO_SMALL) {
        buffer.resize(needed);
        status = call(buffer, &needed);
    }
    unic::check(status);
    buffer.resize(needed);
}
template <class Text, class Call> Text filled(std::size_t guess, Call call) {
    Text buffer;
    fill(buffer, guess, call);
    return buffer;
}

} // namespace detail

/* Sort keys are byte strings; operator< of std::string and std::string_view compares them correctly, as unsigned bytes. */

/* A half-open range of keys: start <= key < end. */
struct key_range {
    std::string start, end;

    bool contains(std::string_view key) const noexcept { return start <= key && key < end; }
};

/* The keys of many texts, concatenated in one buffer. */
class key_batch {
public:
    std::size_t size() const noexcept { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    /* The key of text i < size(). Valid until the batch is modified or destroyed. */
    std::string_view operator[](std::size_t i) const & noexcept {
        return std::string_view(arena_).substr(offsets_[i], offsets_[i + 1] - offsets_[i]);
    }
    std::string_view operator[](std::size_t) const && = delete; /* the batch must outlive the view */

private:
    friend class stream;
    std::string arena_;
    std::vector<std::size_t> offsets_;
};

/* A bound of all keys that agree with a key on its first levels; see unic_sort_key_bound. bound: UNIC_BOUND_... */
inline std::string key_bound(std::string_view key, std::uint32_t bound, std::uint32_t levels) {
    return detail::filled<std::string>(key.size() + 2, [&](std::string &buffer, std::size_t *needed) {
        return unic_sort_key_bound(detail::bytes(key.data()), key.size(), bound, levels, detail::bytes(buffer.data()),
                                   buffer.size(), needed);
    });
}

/* Encodes a key as text that compares like the key; see unic_sort_key_to_text. form: UNIC_KEY_FORM_... */
inline std::string key_to_text(std::string_view key, std::uint32_t form = UNIC_KEY_FORM_BASE_32768) {
    return detail::filled<std::string>(2 * key.size() + 4, [&](std::string &buffer, std::size_t *needed) {
        return unic_sort_key_to_text(detail::bytes(key.data()), key.size(), form, UNIC_ENCODING_UTF8, buffer.data(),
                                     buffer.size(), needed);
    });
}
inline std::u16string key_to_utf16_text(std::string_view key, std::uint32_t form = UNIC_KEY_FORM_BASE_32768) {
    return detail::filled<std::u16string>(2 * key.size() + 4, [&](std::u16string &buffer, std::size_t *needed) {
        return unic_sort_key_to_text(detail::bytes(key.data()), key.size(), form, UNIC_ENCODING_UTF16, buffer.data(),
                                     buffer.size(), needed);
    });
}

/* Decodes a key from text; throws INVALID_ARGUMENT if the text encodes no key. */
inline std::string key_from_text(std::string_view text, std::uint32_t form = UNIC_KEY_FORM_BASE_32768) {
    return detail::filled<std::string>(2 * text.size(), [&](std::string &buffer, std::size_t *needed) {
        return unic_sort_key_from_text(text.data(), text.size(), form, UNIC_ENCODING_UTF8, detail::bytes(buffer.data()),
                                       buffer.size(), needed);
    });
}
inline std::string key_from_text(std::u16string_view text, std::uint32_t form = UNIC_KEY_FORM_BASE_32768) {
    return detail::filled<std::string>(2 * text.size(), [&](std::string &buffer, std::size_t *needed) {
        return unic_sort_key_from_text(text.data(), text.size(), form, UNIC_ENCODING_UTF16, detail::bytes(buffer.data()),
                                       buffer.size(), needed);
    });
}

/* The term of a token of a UTF-8 text; valid as long as token.term. */
inline std::string_view utf8_term(const token &of) {
    return {static_cast<const char *>(of.term), of.term_length};
}

/* The term of a token of a UTF-16 text; valid as long as token.term. */
inline std::u16string_view utf16_term(const token &of) {
    return {static_cast<const char16_t *>(of.term), of.term_length};
}

/* The name of the token's type; empty if this build does not know it. */
inline std::string_view type_name(const token &of) {
    const char *name = unic_token_type_name(of.type);
    return name ? std::string_view(name) : std::string_view();
}

/* A string allocated by the library: JSON in UTF-8. Movable only. */
class string {
public:
    /* Takes ownership; may be NULL. */
    explicit string(unic_string *handle = nullptr) noexcept : handle_(handle) {}
    string(string &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    string &operator=(string &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    string(const string &) = delete;
    string &operator=(const string &) = delete;
    ~string() { unic_string_free(handle_); }

    /* Views of the string, valid as long as this object; therefore not callable on a temporary. */
    std::string_view view() const & noexcept { return {unic_string_data(handle_), unic_string_length(handle_)}; }
    operator std::string_view() const & noexcept { return view(); }
    const char *c_str() const & noexcept { return unic_string_data(handle_); }
    std::string_view view() const && = delete;
    operator std::string_view() const && = delete;
    const char *c_str() const && = delete;

    /* A copy. */
    std::string str() const { return std::string(view()); }

private:
    unic_string *handle_;
};

/* Options for compiling a definition, initialized with the defaults; see unic_options for the fields. */
struct options : unic_options {
    options() noexcept { unic_options_init(this, sizeof(unic_options)); }
};

/* The boundaries of a text without the one at offset 0; see unic_boundaries_utf8. kind: UNIC_BREAK_... */
inline std::vector<unic_boundary> boundaries(std::uint32_t kind, std::string_view text, const char *locale = nullptr) {
    return detail::filled<std::vector<unic_boundary>>(text.size(), [&](std::vector<unic_boundary> &buffer, std::size_t *needed) {
        return unic_boundaries_utf8(kind, locale, text.data(), text.size(), buffer.data(), buffer.size(), needed);
    });
}
inline std::vector<unic_boundary> boundaries(std::uint32_t kind, std::u16string_view text, const char *locale = nullptr) {
    return detail::filled<std::vector<unic_boundary>>(text.size(), [&](std::vector<unic_boundary> &buffer, std::size_t *needed) {
        return unic_boundaries_utf16(kind, locale, detail::units(text.data()), text.size(), buffer.data(), buffer.size(), needed);
    });
}

/* A rule-based number format, which formats and parses numbers in words; see unic_spell. Immutable: shared by threads. Movable only. */
class spell {
public:
    explicit spell(const char *locale, std::uint32_t group = UNIC_SPELL_SPELLOUT) {
        check(unic_spell_create(locale, group, &handle_));
    }
    /* A format from rules instead of a locale's; see unic_spell_create_rules. */
    spell(std::string_view rules, const char *locale) {
        unic_error *details = nullptr;
        detail::check(unic_spell_create_rules(rules.data(), rules.size(), locale, &handle_, &details), details);
    }
    spell(spell &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    spell &operator=(spell &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~spell() { unic_spell_free(handle_); }

    /* Formats a number, a decimal such as "-12.50" or an integer; see unic_spell_write_utf8. */
    std::string write(std::string_view number, const char *rule_set = nullptr) const {
        return detail::filled<std::string>(64, [&](std::string &buffer, std::size_t *needed) {
            return unic_spell_write_utf8(handle_, rule_set, number.data(), number.size(), buffer.data(), buffer.size(), needed);
        });
    }
    std::string write(std::int64_t number, const char *rule_set = nullptr) const {
        return detail::filled<std::string>(64, [&](std::string &buffer, std::size_t *needed) {
            return unic_spell_write_integer_utf8(handle_, rule_set, number, buffer.data(), buffer.size(), needed);
        });
    }
    /* Parses a number at the start of a text: its value and its length in bytes, 0 if there is none. */
    std::pair<double, std::size_t> read(std::string_view text, bool lenient = true) const {
        std::pair<double, std::size_t> found;
        check(unic_spell_read_utf8(handle_, text.data(), text.size(), lenient ? UNIC_SPELL_LENIENT : 0, &found.first, &found.second));
        return found;
    }
    /* For C calls; owned by this object. */
    const unic_spell *get() const noexcept { return handle_; }

private:
    unic_spell *handle_ = nullptr;
};

/* A compiled analyzer or normalizer. Immutable: shared by threads. Cheap to copy (reference counted). */
class analyzer {
public:
    /* json: an index definition, its analysis section, or a single analyzer definition. name: NULL if it defines only one. */
    explicit analyzer(std::string_view json, const char *name = nullptr, const unic_options *how = nullptr) {
        unic_error *details = nullptr;
        unic_status status = unic_analyzer_create(json.data(), json.size(), name, how, &handle_, &details);
        detail::check(status, details);
    }
    analyzer(const analyzer &other) : handle_(other.handle_) {
        if (handle_) check(unic_analyzer_retain(handle_));
    }
    analyzer(analyzer &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    analyzer &operator=(analyzer other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~analyzer() { unic_analyzer_free(handle_); }

    /* For C calls; owned by this object. */
    const unic_analyzer *handle() const & noexcept { return handle_; }
    const unic_analyzer *handle() const && = delete;

    /* Warnings of the compilation and the effective configuration, as JSON; see unic_analyzer_warnings, unic_analyzer_describe. */
    string warnings() const { return text(unic_analyzer_warnings); }
    string describe() const { return text(unic_analyzer_describe); }

    /* Store it with the index, and rebuild the index when it differs; see unic_analyzer_fingerprint. */
    std::string fingerprint() const {
        return detail::filled<std::string>(64, [this](std::string &buffer, std::size_t *needed) {
            return unic_analyzer_fingerprint(handle_, buffer.data(), buffer.size(), needed);
        });
    }

    /* Applies a normalizer, or the char filters of an analyzer, to a whole text; see unic_normalize_utf8. */
    std::string normalize(std::string_view text) const {
        return detail::filled<std::string>(text.size(), [&](std::string &buffer, std::size_t *needed) {
            return unic_normalize_utf8(handle_, text.data(), text.size(), buffer.data(), buffer.size(), needed);
        });
    }
    std::u16string normalize(std::u16string_view text) const {
        return detail::filled<std::u16string>(text.size(), [&](std::u16string &buffer, std::size_t *needed) {
            return unic_normalize_utf16(handle_, detail::units(text.data()), text.size(), detail::units(buffer.data()),
                                        buffer.size(), needed);
        });
    }

    /* The _analyze response of the engine as JSON; see unic_analyze_json. */
    string analyze_json(std::string_view text, std::uint32_t offset_unit = UNIC_OFFSET_UTF16, bool explain = false) const {
        unic_string *json = nullptr;
        check(unic_analyze_json(handle_, text.data(), text.size(), offset_unit, explain ? 1 : 0, &json));
        return string(json);
    }

private:
    friend class definition;
    struct adopted {
        unic_analyzer *handle;
    };
    explicit analyzer(adopted made) noexcept : handle_(made.handle) {}

    unic_analyzer *handle_ = nullptr;

    string text(unic_status (*get)(const unic_analyzer *, unic_string **)) const {
        unic_string *made = nullptr;
        check(get(handle_, &made));
        return string(made);
    }
};

/* A definition parsed once: all of its errors and all of its analyzers. Immutable: shared by threads. Cheap to copy. */
class definition {
public:
    explicit definition(std::string_view json, const unic_options *how = nullptr) {
        unic_error *details = nullptr;
        unic_status status = unic_definition_create(json.data(), json.size(), how, &handle_, &details);
        detail::check(status, details);
    }
    definition(const definition &other) : handle_(other.handle_) {
        if (handle_) check(unic_definition_retain(handle_));
    }
    definition(definition &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    definition &operator=(definition other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~definition() { unic_definition_free(handle_); }

    /* The names of its analyzers and normalizers, in document order. */
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (std::size_t i = 0; const char *name = unic_definition_name(handle_, i); i++) all.emplace_back(name);
        return all;
    }
    /* One of its analyzers or normalizers; name: NULL if there is only one. */
    unic::analyzer analyzer(const char *name = nullptr) const {
        unic_analyzer *made = nullptr;
        unic_error *details = nullptr;
        unic_status status = unic_definition_analyzer(handle_, name, &made, &details);
        detail::check(status, details);
        return unic::analyzer(unic::analyzer::adopted{made});
    }
    /* Contents, errors and warnings as JSON; see unic_definition_report. */
    string report() const {
        unic_string *made = nullptr;
        check(unic_definition_report(handle_, &made));
        return string(made);
    }
    /* For C calls; owned by this object. */
    const unic_definition *handle() const & noexcept { return handle_; }
    const unic_definition *handle() const && = delete;

private:
    unic_definition *handle_ = nullptr;
};

/* The names of the analyzers and normalizers of a definition, as a JSON array; nothing is compiled. */
inline string analyzer_names(std::string_view json, const unic_options *how = nullptr) {
    unic_string *names = nullptr;
    unic_error *details = nullptr;
    unic_status status = unic_analyzer_names(json.data(), json.size(), how, &names, &details);
    detail::check(status, details);
    return string(names);
}

/* The component types of this build, as JSON; see unic_component_names. */
inline string component_names() {
    unic_string *names = nullptr;
    check(unic_component_names(&names));
    return string(names);
}

/* The IDs of the built-in transforms, as a JSON array; see unic_transform_ids. */
inline string transform_ids() {
    unic_string *ids = nullptr;
    check(unic_transform_ids(&ids));
    return string(ids);
}

/* The state at the end of a text; see unic_stream_end. */
struct end_state {
    std::uint32_t final_offset;
    std::uint32_t position_gap;
};

/* A running analyzer: any number of texts, one at a time, in one thread at a time. Movable only. */
class stream {
public:
    explicit stream(const analyzer &with) { check(unic_stream_create(with.handle(), &handle_)); }
    stream(stream &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)), kept_(std::move(other.kept_)) {}
    stream &operator=(stream &&other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(kept_, other.kept_);
        return *this;
    }
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;
    ~stream() { unic_stream_free(handle_); }

    unic_stream *handle() & noexcept { return handle_; }
    unic_stream *handle() && = delete;

    /* UNIC_OFFSET_...; only before the first text or after the last token of a text. */
    void set_offset_unit(std::uint32_t unit) { check(unic_stream_set_offset_unit(handle_, unit)); }

    /* Starts a text, which must remain valid and unchanged until the next one. */
    void set(std::string_view text) {
        check(unic_stream_set_utf8(handle_, text.data(), text.size()));
        kept_.reset();
    }
    void set(std::u16string_view text) {
        check(unic_stream_set_utf16(handle_, detail::units(text.data()), text.size()));
        kept_.reset();
    }
    /* Starts a text passed as an rvalue: the stream keeps it until the next one. Costs two allocations. */
    template <class Text, class = detail::if_owner<Text>> void set(Text &&text) {
        auto kept = std::make_shared<const std::remove_cv_t<Text>>(std::move(text));
        set(detail::view_of(*kept));
        kept_ = std::move(kept);
    }

    /* Reads the next token; false after the last one. */
    bool next(token &into) {
        unic_status status = unic_stream_next(handle_, &into);
        check(status);
        return status == UNIC_STATUS_OK;
    }

    /* Reads up to capacity tokens; returns fewer if and only if the text is exhausted. Terms are valid until the next call. */
    std::size_t next_batch(token *tokens, std::size_t capacity) {
        std::size_t count = 0;
        check(unic_stream_next_batch(handle_, tokens, capacity, &count));
        return count;
    }

    /* Final offset and trailing position gap, once the text is exhausted. */
    end_state end() {
        end_state state{};
        check(unic_stream_end(handle_, &state.final_offset, &state.position_gap));
        return state;
    }

    /* The sort key of a text, for analyzers of type unic_collation and naturalsort; see unic_sort_key_utf8. The text set on
       the stream and its tokens are unaffected. */
    std::string sort_key(std::string_view text) {
        std::string key;
        sort_key(text, key);
        return key;
    }
    std::string sort_key(std::u16string_view text) {
        std::string key;
        sort_key(text, key);
        return key;
    }

    /* Variant of sort_key that reuses the memory of a string. */
    void sort_key(std::string_view text, std::string &into) {
        detail::fill(into, detail::key_capacity(text.size()), [&](std::string &buffer, std::size_t *needed) {
            return unic_sort_key_utf8(handle_, text.data(), text.size(), detail::bytes(buffer.data()), buffer.size(), needed);
        });
    }
    void sort_key(std::u16string_view text, std::string &into) {
        detail::fill(into, detail::key_capacity(text.size()), [&](std::string &buffer, std::size_t *needed) {
            return unic_sort_key_utf16(handle_, detail::units(text.data()), text.size(), detail::bytes(buffer.data()),
                                       buffer.size(), needed);
        });
    }

    /* The sort keys of many texts; see unic_sort_keys_utf8. */
    key_batch sort_keys(const std::vector<std::string_view> &texts) {
        std::vector<const char *> pointers;
        return batch(texts, pointers, [](std::string_view text) { return text.data(); }, unic_sort_keys_utf8);
    }
    key_batch sort_keys(const std::vector<std::u16string_view> &texts) {
        std::vector<const std::uint16_t *> pointers;
        return batch(texts, pointers, [](std::u16string_view text) { return detail::units(text.data()); },
                     unic_sort_keys_utf16);
    }

    /* -1, 0 or 1: left is less than, equal to or greater than right in key order; see unic_compare_utf8. */
    int compare(std::string_view left, std::string_view right) {
        std::int32_t order = 0;
        check(unic_compare_utf8(handle_, left.data(), left.size(), right.data(), right.size(), &order));
        return order;
    }
    int compare(std::u16string_view left, std::u16string_view right) {
        std::int32_t order = 0;
        check(unic_compare_utf16(handle_, detail::units(left.data()), left.size(), detail::units(right.data()), right.size(),
                                 &order));
        return order;
    }

    /* The indices of the texts, sorted by key; see unic_sort_utf8. */
    std::vector<std::size_t> sort(const std::vector<std::string_view> &texts, std::uint32_t threads = 1) {
        std::vector<const char *> pointers;
        return sorted(texts, pointers, [](std::string_view text) { return text.data(); }, unic_sort_utf8, threads);
    }
    std::vector<std::size_t> sort(const std::vector<std::u16string_view> &texts, std::uint32_t threads = 1) {
        std::vector<const std::uint16_t *> pointers;
        return sorted(texts, pointers, [](std::u16string_view text) { return detail::units(text.data()); }, unic_sort_utf16,
                      threads);
    }

    /* The range of the keys of all texts that start with a prefix; see unic_sort_key_prefix. strength: UNIC_STRENGTH_... */
    key_range sort_key_prefix(std::string_view text, std::uint32_t strength = UNIC_STRENGTH_PRIMARY) {
        return prefix(text.data(), text.size(), UNIC_ENCODING_UTF8, strength);
    }
    key_range sort_key_prefix(std::u16string_view text, std::uint32_t strength = UNIC_STRENGTH_PRIMARY) {
        return prefix(text.data(), text.size(), UNIC_ENCODING_UTF16, strength);
    }

    /* The tokens of a text as a single-pass range: for (const unic::token &token : stream.tokens(text)) */
    class token_range {
    public:
        class iterator {
        public:
            using iterator_category = std::input_iterator_tag;
            using value_type = token;
            using difference_type = std::ptrdiff_t;
            using pointer = const token *;
            using reference = const token &;

            explicit iterator(stream *from) : stream_(from) {
                if (stream_) ++*this;
            }
            reference operator*() const { return token_; }
            pointer operator->() const { return &token_; }
            iterator &operator++() {
                if (!stream_->next(token_)) stream_ = nullptr;
                return *this;
            }
            void operator++(int) { ++*this; }
            bool operator==(const iterator &other) const { return stream_ == other.stream_; }
            bool operator!=(const iterator &other) const { return stream_ != other.stream_; }

        private:
            stream *stream_;
            token token_{};
        };

        iterator begin() const { return iterator(stream_); }
        iterator end() const { return iterator(nullptr); }

    private:
        friend class stream;
        explicit token_range(stream *from) : stream_(from) {}
        stream *stream_;
    };

    token_range tokens(std::string_view text) & {
        set(text);
        return token_range(this);
    }
    token_range tokens(std::u16string_view text) & {
        set(text);
        return token_range(this);
    }
    template <class Text, class = detail::if_owner<Text>> token_range tokens(Text &&text) & {
        set(std::move(text));
        return token_range(this);
    }
    template <class Text> token_range tokens(Text &&) && = delete; /* the stream must outlive the range */

private:
    unic_stream *handle_ = nullptr;
    /* The current text, if passed as an rvalue. On the heap, so that its address does not change when the stream is moved. */
    std::shared_ptr<const void> kept_;

    template <class Texts, class Pointers, class Data, class Call>
    key_batch batch(const Texts &texts, Pointers &pointers, Data data, Call call) {
        std::vector<std::size_t> lengths;
        std::size_t units = 0;
        for (auto text : texts) {
            pointers.push_back(data(text));
            lengths.push_back(text.size());
            units += text.size();
        }
        key_batch keys;
        keys.offsets_.resize(texts.size() + 1);
        detail::fill(keys.arena_, detail::key_capacity(units) + 16 * texts.size(), [&](std::string &buffer, std::size_t *needed) {
            return call(handle_, pointers.data(), lengths.data(), texts.size(), detail::bytes(buffer.data()), buffer.size(),
                        keys.offsets_.data(), needed);
        });
        return keys;
    }

    template <class Texts, class Pointers, class Data, class Call>
    std::vector<std::size_t> sorted(const Texts &texts, Pointers &pointers, Data data, Call call, std::uint32_t threads) {
        std::vector<std::size_t> lengths, order(texts.size());
        for (auto text : texts) {
            pointers.push_back(data(text));
            lengths.push_back(text.size());
        }
        check(call(handle_, pointers.data(), lengths.data(), texts.size(), threads, order.data()));
        return order;
    }

    key_range prefix(const void *text, std::size_t length, std::uint32_t encoding, std::uint32_t strength) {
        const std::size_t capacity = detail::key_capacity(length);
        key_range range{std::string(capacity, 0), std::string(capacity, 0)};
        std::size_t start = 0, end = 0;
        auto call = [&] {
            return unic_sort_key_prefix(handle_, text, length, encoding, strength, detail::bytes(range.start.data()),
                                        range.start.size(), &start, detail::bytes(range.end.data()), range.end.size(), &end);
        };
        unic_status status = call();
        if (status == UNIC_STATUS_BUFFER_TOO_SMALL) {
            range = {std::string(start, 0), std::string(end, 0)};
            status = call();
        }
        check(status);
        range.start.resize(start);
        range.end.resize(end);
        return range;
    }
};

} // namespace unic

#endif /* UNIC_ANALYSIS_HPP */
