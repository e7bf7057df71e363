//! Char filter `html_strip`: strips HTML markup and decodes character references.
//!
//! Tags of block elements and `br` become a line feed, tags of inline elements are removed; comments, declarations,
//! processing instructions and the content of `script` and `style` are removed; CDATA sections lose their delimiters.
//! Anything that only resembles markup is kept. The rules are those of Lucene's filter, with two additions: the element
//! names of HTML 5, and linear time for every text.

use crate::analysis::component::{Build, CharFilter, ComponentSpec};
use crate::analysis::offset_map_builder::OffsetPolicy;
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec};
use crate::analysis::rewriter::Rewriter;
use crate::analysis::term_set::TermSet;
use crate::memory;
use crate::unicode::html::tag_end::TagEnds;
use crate::unicode::html::{
    ascii_at, comment_end, entity, find_end, has, has_word, name_end, raw_text_end, skip_space,
};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BlockMask, MarkupStart};
use crate::unicode::text::{CodeUnit, REPLACEMENT};
use std::sync::Arc;

static ESCAPED_TAGS: OptionSpec =
    OptionSpec::absent("escaped_tags", OptionKind::List, "names of elements whose tags are kept, case-insensitive")
        .with_fingerprint(FingerprintPart::Meaning(|options| {
            let mut names =
                memory::collect(options.entries(&ESCAPED_TAGS).iter().map(|name| name.to_ascii_lowercase()));
            names.sort_unstable();
            names.dedup();
            Some(names).filter(|names| !names.is_empty())
        }));

/// The component type of the char filter `html_strip`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "html_strip",
    help: "strips HTML markup and decodes character references",
    options: &[&ESCAPED_TAGS],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::CharFilter(|options, _| {
        entity::prepare();
        let names = options.entries(&ESCAPED_TAGS);
        let is_escaped = |element: &str| names.iter().any(|name| name.eq_ignore_ascii_case(element));
        let [br, script, style] = ["br", "script", "style"].map(is_escaped);
        let is_other =
            |name: &&str| !["br", "script", "style"].iter().any(|element| name.eq_ignore_ascii_case(element));
        let others = Arc::new(TermSet::new(names.iter().map(String::as_str).filter(is_other), true));
        let escaped = EscapedTags { br, script, style, others };
        Ok(Arc::new(HtmlStripCharFilter { escaped, starts: BlockMask::default(), ends: ConstructEnds::default() }))
    }),
};

/// Elements whose tags are kept. `br`, `script` and `style` are kept only where they are handled specially, as in
/// Lucene.
#[derive(Clone, Debug)]
struct EscapedTags {
    br: bool,
    script: bool,
    style: bool,
    others: Arc<TermSet>,
}

/// The char filter `html_strip`.
#[derive(Clone, Debug)]
pub struct HtmlStripCharFilter {
    escaped: EscapedTags,
    starts: BlockMask<MarkupStart>,
    ends: ConstructEnds,
}

/// Cached lookahead: the next ends of constructs.
#[derive(Clone, Debug, Default)]
struct ConstructEnds {
    tags: TagEnds,
    /// The first `>` at or after the last queried position; the length of the text if there is none.
    bracket: usize,
}

impl<U: CodeUnit> CharFilter<U> for HtmlStripCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>) {
        let text = rewriter.source();
        self.starts.reset();
        self.ends.tags.reset();
        self.ends.bracket = 0;
        let mut stripper = HtmlStripper { text, at: 0, rewriter, escaped: &self.escaped, ends: &mut self.ends };
        loop {
            stripper.keep_to(self.starts.first(text, stripper.at, text.len()));
            match ascii_at(text, stripper.at) {
                _ if stripper.rewriter.has_failed() => return,
                b'&' => stripper.reference(),
                b'<' => stripper.markup(),
                _ => return,
            }
        }
    }
}

/// The state of stripping one text, which is done up to `at`.
struct HtmlStripper<'f, 'r, 't, U> {
    text: &'t [U],
    at: usize,
    rewriter: &'r mut Rewriter<'t, U>,
    escaped: &'f EscapedTags,
    ends: &'f mut ConstructEnds,
}

/// The treatment of a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TagTreatment {
    Keep,
    Remove,
    LineFeed,
}

impl<U: CodeUnit> HtmlStripper<'_, '_, '_, U> {
    fn keep_to(&mut self, end: usize) {
        self.rewriter.keep(end - self.at);
        self.at = end;
    }

    fn replace_to(&mut self, end: usize, with: &str) {
        // `with` has at most two characters.
        let mut units = [U::default(); 8];
        let mut length = 0;
        for c in with.chars() {
            let (encoded, count) = U::encode(c);
            let position = units.iter_mut().skip(length).zip(encoded.iter().take(count));
            position.for_each(|(unit, encoded)| *unit = *encoded);
            length += count;
        }
        self.rewriter.replace(end - self.at, units.part(..length), OffsetPolicy::AlignStart);
        self.at = end;
    }

    fn remove_to(&mut self, end: usize) {
        self.replace_to(end, "");
    }

    fn tag_to(&mut self, end: usize, tag: TagTreatment) {
        match tag {
            TagTreatment::Keep => self.keep_to(end),
            TagTreatment::Remove => self.remove_to(end),
            TagTreatment::LineFeed => self.replace_to(end, "\n"),
        }
    }

    /// Handles markup that starts with `<`.
    fn markup(&mut self) {
        match ascii_at(self.text, self.at + 1) {
            b'!' if has(self.text, self.at + 2, b"--") => {
                self.remove_to(comment_end(self.text, self.at + 4).unwrap_or(self.text.len()));
            }
            b'!' if has(self.text, self.at + 2, b"[CDATA[") => self.cdata(),
            b'!' => match find_end(self.text, self.at + 2, b">") {
                Some(end) => self.remove_to(end),
                None => self.keep_to(self.text.len()),
            },
            b'?' => self.processing_instruction(),
            b'/' => self.end_tag(),
            _ => self.start_tag(),
        }
    }

    /// Removes `<![CDATA[` and `]]>`, and keeps the text between them.
    fn cdata(&mut self) {
        self.remove_to(self.at + b"<![CDATA[".len());
        match find_end(self.text, self.at, b"]]>") {
            Some(end) => {
                self.keep_to(end - 3);
                self.remove_to(end);
            }
            None => self.keep_to(self.text.len()),
        }
    }

    /// Removes a processing instruction up to the first `>`, which must follow `?` or `/`.
    fn processing_instruction(&mut self) {
        let content = self.at + 2;
        if self.ends.bracket < content {
            self.ends.bracket = find_end(self.text, content, b">").map_or(self.text.len(), |end| end - 1);
        }
        let bracket = self.ends.bracket;
        let is_closed = bracket > content && matches!(ascii_at(self.text, bracket - 1), b'?' | b'/');
        if is_closed && bracket < self.text.len() {
            self.remove_to(bracket + 1);
        } else {
            self.keep_to(self.at + 1);
        }
    }

    fn end_tag(&mut self) {
        let name = skip_space(self.text, self.at + 2);
        let Some(end) = name_end(self.text, name) else { return self.keep_to(name) };
        let bracket = skip_space(self.text, end);
        let is_br = end - name == 2 && has_word(self.text, name, b"br");
        match ascii_at(self.text, bracket) {
            b'>' if is_br && self.escaped.br => self.keep_to(bracket + 1),
            b'>' => self.tag_to(bracket + 1, self.treatment(name, end)),
            _ if end == self.text.len() => self.unfinished_tag(name, end),
            _ => self.keep_to(end),
        }
    }

    fn start_tag(&mut self) {
        let name = skip_space(self.text, self.at + 1);
        let Some(end) = name_end(self.text, name) else { return self.keep_to(name) };
        // As in Lucene, longer names that start with `br`, `script` or `style` count as these.
        if has_word(self.text, name, b"br")
            && let Some(end) = self.ends.tags.find(self.text, name + 2)
        {
            return self.tag_to(end, if self.escaped.br { TagTreatment::Keep } else { TagTreatment::LineFeed });
        }
        for (element, is_escaped) in [(b"script".as_slice(), self.escaped.script), (b"style", self.escaped.style)] {
            if has_word(self.text, name, element)
                && let Some(end) = self.ends.tags.find(self.text, name + element.len())
            {
                return self.raw_text(end, element, is_escaped);
            }
        }
        match self.ends.tags.find(self.text, end) {
            Some(bracket) => self.tag_to(bracket, self.treatment(name, end)),
            None if end == self.text.len() => self.unfinished_tag(name, end),
            None => self.keep_to(end),
        }
    }

    /// Handles a text that ends inside a tag's name.
    fn unfinished_tag(&mut self, name: usize, end: usize) {
        let is_escaped = self.treatment(name, end) == TagTreatment::Keep;
        self.tag_to(end, if is_escaped { TagTreatment::Keep } else { TagTreatment::Remove });
    }

    /// Handles a script or style sheet whose start tag ends at `content`.
    fn raw_text(&mut self, content: usize, element: &[u8], is_escaped: bool) {
        if is_escaped {
            self.keep_to(content);
        }
        match raw_text_end(self.text, content, element) {
            Some((start, end)) if is_escaped => {
                self.remove_to(start);
                self.keep_to(end);
            }
            Some((_, end)) => self.replace_to(end, "\n"),
            None => self.remove_to(self.text.len()),
        }
    }

    /// The treatment of the tags of an element.
    fn treatment(&self, name: usize, end: usize) -> TagTreatment {
        let name = self.text.part(name..end);
        if self.escaped.others.contains(name) {
            TagTreatment::Keep
        } else if is_inline(name) {
            TagTreatment::Remove
        } else {
            TagTreatment::LineFeed
        }
    }

    /// Handles a character reference, which starts with `&`.
    fn reference(&mut self) {
        if ascii_at(self.text, self.at + 1) == b'#' {
            return self.numeric_reference();
        }
        let start = self.at + 1;
        let mut name = [0; entity::MAX_NAME_LENGTH];
        let mut length = 0;
        for position in &mut name {
            *position = ascii_at(self.text, start + length);
            if !position.is_ascii_alphanumeric() {
                break;
            }
            length += 1;
        }
        let name = name.part(..length);
        let end = start + length;
        match ascii_at(self.text, end) {
            b';' => match entity::named(name) {
                Some(value) => self.replace_to(end + 1, value),
                None => self.keep_to(start),
            },
            _ if end == self.text.len() && entity::is_html4(name) => {
                self.replace_to(end, entity::named(name).unwrap_or_default());
            }
            _ => self.keep_to(start),
        }
    }

    /// Decodes `&#65;` or `&#x41;`; two references to surrogates form a pair. The semicolon may be missing only at the
    /// end of the text.
    fn numeric_reference(&mut self) {
        let Some((value, end)) = number(self.text, self.at + 2) else { return self.keep_to(self.at + 1) };
        let is_closed = ascii_at(self.text, end) == b';';
        if !is_closed && end < self.text.len() {
            return self.keep_to(self.at + 1);
        }
        let mut reference_end = end + usize::from(is_closed);
        let mut c = char::from_u32(value).unwrap_or(REPLACEMENT);
        if (0xD800..0xDC00).contains(&value)
            && is_closed
            && has(self.text, end, b";&#")
            && let Some((low @ 0xDC00..0xE000, low_end)) = number(self.text, end + 3)
            && ascii_at(self.text, low_end) == b';'
            && has_no_leading_zeros(self.text, self.at + 2, end)
            && has_no_leading_zeros(self.text, end + 3, low_end)
        {
            c = char::from_u32(0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)).unwrap_or(REPLACEMENT);
            reference_end = low_end + 1;
        }
        self.replace_to(reference_end, c.encode_utf8(&mut [0; 4]));
    }
}

/// The number at a position, and its end: up to five hexadecimal digits after `x`, or up to seven decimal ones, at most
/// 10FFFF.
fn number<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let (radix, at, max_digits) = if matches!(ascii_at(text, at), b'x' | b'X') { (16, at + 1, 5) } else { (10, at, 7) };
    let digit = |at: usize| char::from(ascii_at(text, at)).to_digit(radix);
    let mut value = 0;
    let mut end = at;
    while let Some(digit) = digit(end) {
        if end - at == max_digits {
            return None;
        }
        value = value * radix + digit;
        end += 1;
    }
    (end > at && value <= 0x0010_FFFF).then_some((value, end))
}

/// Whether a surrogate's number has no leading zeros, as only such numbers form pairs.
fn has_no_leading_zeros<U: CodeUnit>(text: &[U], start: usize, end: usize) -> bool {
    !has(text, start, b"0") && !has_word(text, start, b"x0") && end > start
}

/// Whether an element is an inline element (HTML 4).
fn is_inline<U: CodeUnit>(name: &[U]) -> bool {
    const MAX_NAME_LENGTH: usize = 8;
    if name.len() > MAX_NAME_LENGTH {
        return false;
    }
    let mut lower = [0; MAX_NAME_LENGTH];
    lower.iter_mut().enumerate().for_each(|(position, byte)| *byte = ascii_at(name, position).to_ascii_lowercase());
    matches!(
        lower.part(..name.len()),
        b"a" | b"abbr"
            | b"acronym"
            | b"b"
            | b"basefont"
            | b"bdo"
            | b"big"
            | b"cite"
            | b"code"
            | b"dfn"
            | b"em"
            | b"font"
            | b"i"
            | b"img"
            | b"input"
            | b"kbd"
            | b"label"
            | b"q"
            | b"s"
            | b"samp"
            | b"select"
            | b"small"
            | b"span"
            | b"strike"
            | b"strong"
            | b"sub"
            | b"sup"
            | b"textarea"
            | b"tt"
            | b"u"
            | b"var"
    )
}
