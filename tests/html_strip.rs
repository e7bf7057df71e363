//! Char filter `html_strip`: the treatment of markup, offsets, contrived and malformed texts; over both encodings.
//! `make differential-filters` compares it with Lucene's.

mod support;

use support::analyzer;
use unic_analysis::analysis::{OffsetUnit, Stream};

fn stream(options: &str) -> Stream {
    let definition = format!(
        r#"{{"char_filter": {{"h": {{"type": "html_strip"{options}}}}},
            "analyzer": {{"a": {{"type": "custom", "char_filter": "h", "tokenizer": "keyword"}}}}}}"#
    );
    analyzer(&definition).stream()
}

/// The text without its markup; checks that both encodings agree.
fn stripped(options: &str, text: &str) -> String {
    let mut stream = stream(options);
    let narrow = String::from_utf8(stream.apply_char_filters(text.as_bytes()).unwrap().to_vec()).unwrap();
    let utf16: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(stream.apply_char_filters(&utf16).unwrap()).unwrap(), narrow);
    narrow
}

#[test]
fn markup_is_removed_and_text_is_kept() {
    for (text, expected) in [
        ("a<b>c</b>d", "acd"),
        ("<p>a</p><DIV\n>b</div >", "\na\n\nb\n"),
        ("a<br/>b<BR clear='all'>c</br>d", "a\nb\nc\nd"),
        ("a < 1 > c <1> <", "a < 1 > c <1> <"),
        ("< b >x</ b >", "x"),
        ("<a title=\"1 > 0\" href='<b>'>x", "x"),
        ("<a title=\"1 > 0>x", " 0>x"),
        ("<!-- a > b --><!doctype html><?xml version='1'?>x", "x"),
        ("<![CDATA[a<b>&amp;]]>x", "a<b>&amp;x"),
        ("<script>if (a < b) '</p>'</script>x<style>y</style >z", "\nx\nz"),
        ("<script><!-- '</script>' --></script>x", "\nx"),
        ("<é:x-1.2>y<𝐀>z", "\ny\nz"),
    ] {
        assert_eq!(stripped("", text), expected, "{text}");
    }
}

#[test]
fn references_become_characters() {
    for (text, expected) in [
        ("&lt;&LT;&eacute;&hellip;&nbsp;|", "<<é… |"),
        ("&lang;&rang;&apos;", "\u{2329}\u{232A}'"),
        ("&NotEqualTilde;&NotEqualTilde", "≂\u{338}&NotEqualTilde"),
        ("&amp x &nosuch; &Amp; &;", "&amp x &nosuch; &Amp; &;"),
        ("a &amp", "a &"),
        ("&#65;&#x41;&#X1f600;&#65", "AA😀A"),
        ("&#xD83D;&#xDE00;&#55357;&#56832;&#xD83D;&#56832;", "😀😀😀"),
        ("&#xD83D;x&#xDE00;", "\u{FFFD}x\u{FFFD}"),
        ("&#1114112; &#x000041; &#; &#x;", "&#1114112; &#x000041; &#; &#x;"),
    ] {
        assert_eq!(stripped("", text), expected, "{text}");
    }
}

#[test]
fn escaped_tags_are_kept() {
    let escaped = r#", "escaped_tags": ["B", "br", "script"]"#;
    for (text, expected) in [
        ("<b class=x>a</b><i>c</i><br>", "<b class=x>a</b>c<br>"),
        ("<script x>a</script>b", "<script x></script>b"),
        ("x<b", "x<b"),
    ] {
        assert_eq!(stripped(escaped, text), expected, "{text}");
    }
    assert_eq!(stripped(r#", "escaped_tags": "b, p""#, "<b><p><i>"), "<b><p>");
}

#[test]
fn offsets_point_into_the_html() {
    let mut stream =
        analyzer(r#"{"analyzer": {"a": {"type": "custom", "char_filter": "html_strip", "tokenizer": "whitespace"}}}"#)
            .stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let text = "<p>Caf&eacute; x<b>y</b>z &#128512;</p>";
    let (found, end) = support::tokens(&mut stream, text.as_bytes(), 10);
    let offsets: Vec<_> = found.iter().map(|token| (token.term.as_str(), token.start, token.end)).collect();
    assert_eq!(offsets, [("Café", 3, 14), ("xyz", 15, 25), ("😀", 26, 35)]);
    assert_eq!(end.final_offset, 39);
}

#[test]
fn unclosed_markup_is_handled() {
    for (text, expected) in [
        ("x<!-- y", "x"),
        ("x<!doctype y", "x<!doctype y"),
        ("x<![CDATA[y<b>", "xy<b>"),
        ("x<script>y", "x"),
        ("x<script><!-- ' --></script>y", "x"),
        ("x<p", "x"),
        ("x<p y", "x<p y"),
        ("x</", "x</"),
        ("x&", "x&"),
        ("x&#", "x&#"),
    ] {
        assert_eq!(stripped("", text), expected, "{text}");
    }
}

/// Each of these takes hours in a filter that restarts a search at each character.
#[test]
fn contrived_texts_take_linear_time() {
    const TIMES: usize = 200_000;
    for piece in [
        "<a",
        "<a ",
        "<a x=\"",
        "<a\" x=\"",
        "<a y='",
        "<a <!--#",
        "<b x='><a\" y=\"",
        "<!--#",
        "<!--",
        "<![CDATA[",
        "</",
        "</a ",
        "</script ",
        "< ",
        "<?",
        "<? >",
        "&",
        "&#",
        "&#x",
        "&amp",
        "<br x=\"",
        "<script x='",
        "<!",
        "<p>",
        "<div><b>",
        "<script>",
        "<script><!-- '",
        "\\\"",
        "<a x=\"\\",
    ] {
        let text = piece.repeat(TIMES);
        stripped("", &text);
        stripped("", &format!("<a x=\"{text}"));
    }
}

#[test]
fn long_values_and_deep_nesting_end() {
    let long = format!("a<b title=\"{}\">c", "x > y <".repeat(10 << 20 >> 3));
    assert_eq!(stripped("", &long), "ac");
    let plain = format!("a<b title='{}'>c", "x".repeat(10 << 20));
    assert_eq!(stripped("", &plain), "ac");
    let deep = format!("{}x{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
    let breaks = "\n".repeat(100_000);
    assert_eq!(stripped("", &deep), format!("{breaks}x{breaks}"));
}
