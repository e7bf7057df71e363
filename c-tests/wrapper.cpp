// The C++ layer: ownership, exceptions, terms, ranges.

#include "check.h"
#include "unic_analysis.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

static_assert(!std::is_copy_constructible_v<unic::stream> && !std::is_copy_assignable_v<unic::stream>);
static_assert(!std::is_copy_constructible_v<unic::string> && !std::is_copy_assignable_v<unic::string>);
static_assert(std::is_nothrow_move_constructible_v<unic::analyzer> && std::is_nothrow_move_assignable_v<unic::stream>);
static_assert(std::is_base_of_v<std::runtime_error, unic::error>);

// A call that borrows compiles for what has a name, and not for what is gone at the end of the line.
template <class Object, class = void> constexpr bool has_view = false;
template <class Object> constexpr bool has_view<Object, std::void_t<decltype(std::declval<Object>().view())>> = true;
template <class Object, class = void> constexpr bool has_c_str = false;
template <class Object> constexpr bool has_c_str<Object, std::void_t<decltype(std::declval<Object>().c_str())>> = true;
template <class Object, class = void> constexpr bool has_handle = false;
template <class Object> constexpr bool has_handle<Object, std::void_t<decltype(std::declval<Object>().handle())>> = true;
template <class Object, class = void> constexpr bool has_keys = false;
template <class Object> constexpr bool has_keys<Object, std::void_t<decltype(std::declval<Object>()[0])>> = true;
template <class Object, class Text, class = void> constexpr bool has_tokens = false;
template <class Object, class Text>
constexpr bool has_tokens<Object, Text, std::void_t<decltype(std::declval<Object>().tokens(std::declval<Text>()))>> = true;

static_assert(has_view<unic::string &> && has_view<const unic::string &> && !has_view<unic::string>);
static_assert(has_c_str<unic::string &> && !has_c_str<unic::string>);
static_assert(std::is_convertible_v<unic::string &, std::string_view> && !std::is_convertible_v<unic::string, std::string_view>);
static_assert(has_handle<unic::analyzer &> && !has_handle<unic::analyzer>);
static_assert(has_handle<unic::stream &> && !has_handle<unic::stream>);
static_assert(has_keys<unic::key_batch &> && !has_keys<unic::key_batch>);
static_assert(has_tokens<unic::stream &, std::string_view> && !has_tokens<unic::stream, std::string_view>);
static_assert(has_tokens<unic::stream &, const char *> && !has_tokens<unic::stream, const char *>);
static_assert(has_tokens<unic::stream &, std::string &> && has_tokens<unic::stream &, std::u16string>);
static_assert(!has_tokens<unic::stream, std::string> && !has_tokens<unic::stream &, std::vector<char>>);

// The object takes copies, so that it may be thrown out of what it describes.
static void definition_error_then_exception_with_location() {
    try {
        unic::analyzer analyzer("{\"type\": \"hyphen\",\n \"hyphn\": 1}");
        CHECK(!"an exception was due");
    } catch (const unic::error &error) {
        CHECK_EQ(error.code(), UNIC_STATUS_UNKNOWN_OPTION);
        CHECK_TEXT(error.pointer().c_str(), "/hyphn");
        CHECK_EQ(error.line(), 2);
        CHECK_EQ(error.column(), 2);
        CHECK_EQ(error.offset(), 20);
        CHECK(std::string_view(error.what()).find("hyphn") != std::string_view::npos);
        CHECK(error.json().find("\"errors\"") != std::string::npos);
        CHECK(!error.help().empty());
    }
    try {
        unic::stream stream(unic::analyzer("{\"type\": \"hyphen\"}"));
        unic::token token;
        stream.next(token);
        CHECK(!"an exception was due");
    } catch (const std::runtime_error &error) {
        CHECK_TEXT(error.what(), "WRONG_STATE");
    }
    try {
        unic::analyzer_names("{");
        CHECK(!"an exception was due");
    } catch (const unic::error &error) {
        CHECK_EQ(error.code(), UNIC_STATUS_SYNTAX);
    }
}

static void tokens_then_terms_of_both_encodings() {
    unic::stream stream(unic::analyzer("{\"type\": \"hyphen\"}"));
    std::vector<std::string> terms;
    for (const unic::token &token : stream.tokens("Ü-Wagen 7")) terms.emplace_back(unic::utf8_term(token));
    CHECK(terms == (std::vector<std::string>{"Ü-Wagen", "ÜWagen", "Wagen", "7"}));
    CHECK_EQ(stream.end().final_offset, 10);
    CHECK_EQ(stream.end().position_gap, 0);
    std::vector<std::u16string> wide;
    for (const unic::token &token : stream.tokens(u"Ü-Wagen 7")) wide.emplace_back(unic::utf16_term(token));
    CHECK(wide == (std::vector<std::u16string>{u"Ü-Wagen", u"ÜWagen", u"Wagen", u"7"}));

    stream.set_offset_unit(UNIC_OFFSET_CODE_POINT);
    stream.set("Ü-Wagen 7");
    unic::token token;
    CHECK(stream.next(token));
    CHECK_EQ(token.end, 7);
    CHECK(unic::type_name(token) == "<ALPHANUM_COMP>");
    unic::token batch[8];
    CHECK_EQ(stream.next_batch(batch, 8), 3);
    CHECK(!stream.next(token));
    CHECK_EQ(stream.end().final_offset, 9);
    // A range is an input range: algorithms take it.
    auto range = stream.tokens("a b c");
    CHECK_EQ(std::distance(range.begin(), range.end()), 3);
    auto none = stream.tokens("");
    CHECK(none.begin() == none.end());
    token.type = UINT32_MAX;
    CHECK(unic::type_name(token).empty());
}

// Long enough for the heap, and short enough for the string object itself: both are gone at the end of the line.
static std::string make_text(std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) text += "ab-cd ";
    return text;
}

static void rvalue_text_then_kept_until_the_next() {
    unic::stream stream(unic::analyzer("{\"tokenizer\": \"whitespace\"}"));
    for (std::size_t words : {2, 200}) {
        std::size_t count = 0;
        for (const unic::token &token : stream.tokens(make_text(words))) {
            CHECK(unic::utf8_term(token) == "ab-cd");
            ++count;
        }
        CHECK_EQ(count, words);
        stream.set(std::u16string(words, u'x') + u" y");
        unic::stream moved = std::move(stream);
        unic::token token;
        CHECK(moved.next(token) && unic::utf16_term(token).size() == words);
        CHECK(moved.next(token) && unic::utf16_term(token) == u"y");
        stream = std::move(moved);
    }
    const std::string constant = make_text(2);
    stream.set(std::move(constant));
    unic::token token;
    CHECK(stream.next(token) && unic::utf8_term(token) == "ab-cd");
    const unic::analyzer analyzer("{\"type\": \"hyphen\"}");
    stream.set(analyzer.describe()); // a unic::string
    CHECK(stream.next(token));
    stream.set(make_text(1));
    stream.set("a caller's text");
    CHECK(stream.next(token) && unic::utf8_term(token) == "a");
}

static void copies_and_moves_then_one_free_each() {
    unic::analyzer one("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", "a");
    unic::analyzer two = one, three = std::move(two);
    CHECK(two.handle() == nullptr && three.handle() == one.handle());
    two = three;
    unic::analyzer &same = two;
    two = same; // to itself
    three = unic::analyzer("{\"tokenizer\": \"whitespace\"}");
    CHECK(two.handle() == one.handle() && three.handle() != one.handle());
    unic::stream stream(three), other = std::move(stream);
    stream = unic::stream(one);
    other.set("a-b c");
    unic::token token;
    CHECK(other.next(token) && unic::utf8_term(token) == "a-b");
    std::swap(stream, other);
    CHECK(stream.next(token) && unic::utf8_term(token) == "c");
    unic::string text = one.describe(), moved = std::move(text);
    CHECK(text.view().empty() && !moved.view().empty());
    text = std::move(moved);
    CHECK(std::string_view(text).find("hyphen") != std::string_view::npos);
}

static void whole_texts_then_strings() {
    unic::options options;
    options.flags = UNIC_OPTIONS_LENIENT;
    const std::string_view json =
        "{\"normalizer\": {\"n\": {\"type\": \"custom\", \"char_filter\": [\"m\"], \"filter\": [\"lowercase\"], \"x\": 1}},"
        "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"& => und so weiter\"]}}}";
    unic::analyzer normalizer(json, "n", &options);
    CHECK(normalizer.normalize("Ä&B") == "äund so weiterb");
    CHECK(normalizer.normalize(u"Ä&B") == u"äund so weiterb");
    CHECK(normalizer.normalize("").empty() && normalizer.normalize(u"").empty());
    CHECK(normalizer.warnings().str().find("unknown_option") != std::string::npos);
    CHECK_EQ(normalizer.fingerprint().size(), UNIC_FINGERPRINT_LENGTH);
    unic::definition definition(json, &options), copy = definition;
    CHECK(copy.names() == std::vector<std::string>{"n"});
    CHECK(definition.analyzer("n").fingerprint() == normalizer.fingerprint());
    CHECK(definition.report().str().find("\"valid\":true") != std::string::npos);
    CHECK_TEXT(unic::analyzer_names(json).str().c_str(), "[\"n\"]");
    CHECK(unic::component_names().str().find("hyphen") != std::string::npos);
    unic::analyzer analyzer("{\"tokenizer\": \"whitespace\"}");
    CHECK_TEXT(analyzer.analyze_json("ä").str().c_str(), "{\"tokens\":[{\"token\":\"ä\",\"start_offset\":0,\"end_offset\":1,"
                                                   "\"type\":\"word\",\"position\":0}]}");
    CHECK(analyzer.analyze_json("x", UNIC_OFFSET_NATIVE, true).str().find("\"detail\"") != std::string::npos);
}

static void sort_keys_then_strings_that_compare() {
    unic::stream stream(unic::analyzer("{\"type\": \"unic_collation\", \"locale\": \"de\"}"));
    const std::string a = stream.sort_key("Ofen"), b = stream.sort_key("Öl"), c = stream.sort_key("Zug");
    CHECK(a < b && b < c && !a.empty());
    CHECK(stream.sort_key(u"Öl") == b);
    CHECK_EQ(stream.sort_key("").size(), 2);
    std::string reused(100, 'x');
    stream.sort_key("Zug", reused);
    CHECK(reused == c);
    stream.sort_key(u"Ofen", reused);
    CHECK(reused == a);
    CHECK_EQ(stream.compare("Ofen", "Öl"), -1);
    CHECK_EQ(stream.compare(u"Zug", u"Öl"), 1);
    CHECK_EQ(stream.compare("", ""), 0);

    const unic::key_batch keys = stream.sort_keys(std::vector<std::string_view>{"Zug", "", "Öl"});
    CHECK_EQ(keys.size(), 3);
    CHECK(keys[0] == c && keys[1].size() == 2 && keys[2] == b);
    const unic::key_batch wide = stream.sort_keys(std::vector<std::u16string_view>{u"Öl", u"Ofen"});
    CHECK(wide.size() == 2 && wide[0] == b && wide[1] == a);
    CHECK_EQ(stream.sort_keys(std::vector<std::string_view>()).size(), 0);

    const std::vector<std::size_t> sorted{2, 1, 0};
    CHECK(stream.sort(std::vector<std::string_view>{"Zug", "Öl", "Ofen"}) == sorted);
    CHECK(stream.sort(std::vector<std::u16string_view>{u"Zug", u"Öl", u"Ofen"}, 2) == sorted);

    const unic::key_range range = stream.sort_key_prefix("ol");
    CHECK(range.contains(b) && range.contains(stream.sort_key("Ölung")) && range.contains(stream.sort_key("OLGA")));
    CHECK(!range.contains(a) && !range.contains(c) && !range.contains(stream.sort_key("O")));
    const unic::key_range same = stream.sort_key_prefix(u"ol");
    CHECK(same.start == range.start && same.end == range.end);
    CHECK(stream.sort_key_prefix("Öl", UNIC_STRENGTH_TERTIARY).start == b);
    const unic::key_range all = stream.sort_key_prefix("");
    CHECK(!all.end.empty() && all.contains(a) && all.contains(c) && all.contains(stream.sort_key("\uffff\uffff")));

    CHECK(unic::key_bound(b, UNIC_BOUND_LOWER, 1) <= b && unic::key_bound(b, UNIC_BOUND_UPPER, 1) > b);
    const std::string many(1000, '\xFE');
    for (const std::string &key : {a, b, c, std::string(), std::string("\xFF\x00\x01", 3), many}) {
        for (std::uint32_t form : {UNIC_KEY_FORM_BASE_32768, UNIC_KEY_FORM_HEX}) {
            CHECK(unic::key_from_text(unic::key_to_text(key, form), form) == key);
            CHECK(unic::key_from_text(unic::key_to_utf16_text(key, form), form) == key);
        }
    }
    CHECK(unic::key_to_text(std::string("\x2A\x00", 2), UNIC_KEY_FORM_HEX) == "2a00");
    CHECK(unic::key_to_text(a) < unic::key_to_text(b) && unic::key_to_utf16_text(b) < unic::key_to_utf16_text(c));
    try {
        unic::key_from_text("xy", UNIC_KEY_FORM_HEX);
        CHECK(!"an exception was due");
    } catch (const unic::error &error) {
        CHECK_EQ(error.code(), UNIC_STATUS_INVALID_ARGUMENT);
    }
    try {
        unic::stream words(unic::analyzer("{\"type\": \"hyphen\"}"));
        words.sort_key("a");
        CHECK(!"an exception was due");
    } catch (const unic::error &error) {
        CHECK_EQ(error.code(), UNIC_STATUS_UNSUPPORTED);
    }
}

int main() {
    definition_error_then_exception_with_location();
    tokens_then_terms_of_both_encodings();
    rvalue_text_then_kept_until_the_next();
    copies_and_moves_then_one_free_each();
    whole_texts_then_strings();
    sort_keys_then_strings_that_compare();
    return check_result();
}
