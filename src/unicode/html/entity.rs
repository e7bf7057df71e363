//! Named character references: those of HTML 5, some with the values and rules of HTML 4, as in Lucene.

use crate::lazy::Lazy;
use crate::unicode::packed_data::{PackedData, packed_file};
use crate::unicode::part::SlicePart;
use std::cmp::Ordering;

/// The names and values of HTML 5, sorted by name, each ended by a zero byte.
static PACKED: PackedData = PackedData::new(packed_file!("character_references.bin"));

/// The offsets of the names, which are sorted; decompressed at the first use.
static NAMES: Lazy<Box<[u16]>> = Lazy::new(|| {
    let mut starts = vec![0];
    starts.extend((1_u16..).zip(PACKED.bytes()).filter(|(_, byte)| **byte == 0).map(|(after, _)| after));
    // Every second field is a name; after the last value there is none.
    starts.pop();
    starts.into_iter().step_by(2).collect()
});

/// The maximum length of a name.
pub const MAX_NAME_LENGTH: usize = 31;

/// Decompresses the names, so that no text is delayed by it.
pub fn prepare() {
    Lazy::force(&NAMES);
}

/// The characters of a name that a semicolon follows. HTML 5 has other brackets for `lang` and `rang`; Lucene decodes
/// `nbsp` as a space.
pub fn named(name: &[u8]) -> Option<&'static str> {
    match name {
        b"nbsp" => Some(" "),
        b"lang" => Some("\u{2329}"),
        b"rang" => Some("\u{232A}"),
        _ => {
            let bytes = PACKED.bytes();
            let from = |start: u16| bytes.part(usize::from(start)..);
            // A known name ends with a zero byte, which no other name contains.
            let compare = |start: &u16| {
                let (known, rest) = from(*start).split_at_checked(name.len()).unwrap_or((from(*start), &[]));
                known.cmp(name).then(if rest.first() == Some(&0) { Ordering::Equal } else { Ordering::Greater })
            };
            let start = *NAMES.get(NAMES.binary_search_by(compare).ok()?)?;
            let value = from(start).get(name.len() + 1..)?.split(|&byte| byte == 0).next()?;
            std::str::from_utf8(value).ok()
        }
    }
}

/// Whether the reference needs no semicolon at the end of a text: names of HTML 4, `apos` of XML, and six names in
/// upper case.
pub fn is_html4(name: &[u8]) -> bool {
    HTML4.split(' ').any(|known| known.as_bytes() == name)
}

const HTML4: &str = "AElig AMP Aacute Acirc Agrave Alpha Aring Atilde Auml Beta COPY Ccedil Chi Dagger Delta ETH Eacute Ecirc Egrave \
    Epsilon Eta Euml GT Gamma Iacute Icirc Igrave Iota Iuml Kappa LT Lambda Mu Ntilde Nu OElig Oacute Ocirc Ograve \
    Omega Omicron Oslash Otilde Ouml Phi Pi Prime Psi QUOT REG Rho Scaron Sigma THORN Tau Theta Uacute Ucirc Ugrave \
    Upsilon Uuml Xi Yacute Yuml Zeta aacute acirc acute aelig agrave alefsym alpha amp and ang apos aring asymp \
    atilde auml bdquo beta brvbar bull cap ccedil cedil cent chi circ clubs cong copy crarr cup curren dArr dagger \
    darr deg delta diams divide eacute ecirc egrave empty emsp ensp epsilon equiv eta eth euml euro exist fnof \
    forall frac12 frac14 frac34 frasl gamma ge gt hArr harr hearts hellip iacute icirc iexcl igrave image infin int \
    iota iquest isin iuml kappa lArr lambda lang laquo larr lceil ldquo le lfloor lowast loz lrm lsaquo lsquo lt \
    macr mdash micro middot minus mu nabla nbsp ndash ne ni not notin nsub ntilde nu oacute ocirc oelig ograve oline \
    omega omicron oplus or ordf ordm oslash otilde otimes ouml para part permil perp phi pi piv plusmn pound prime \
    prod prop psi quot rArr radic rang raquo rarr rceil rdquo real reg rfloor rho rlm rsaquo rsquo sbquo scaron sdot \
    sect shy sigma sigmaf sim spades sub sube sum sup sup1 sup2 sup3 supe szlig tau there4 theta thetasym thinsp \
    thorn tilde times trade uArr uacute uarr ucirc ugrave uml upsih upsilon uuml weierp xi yacute yen yuml zeta zwj \
    zwnj";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found() {
        let fields: Vec<&[u8]> = PACKED.bytes().split(|&byte| byte == 0).collect();
        let references: Vec<[&[u8]; 2]> = fields.as_chunks().0.to_vec();
        assert!(references.is_sorted_by(|[a, _], [b, _]| a < b));
        assert_eq!((references.len(), NAMES.len()), (2125, 2125));
        assert_eq!(references.iter().map(|[name, _]| name.len()).max(), Some(MAX_NAME_LENGTH));
        for [name, value] in references {
            let is_changed = [&b"nbsp"[..], b"lang", b"rang"].contains(&name);
            assert!(is_changed || named(name).map(str::as_bytes) == Some(value), "{name:?}");
            assert_eq!(named(&[name, b"!"].concat()), None);
        }
        assert!(HTML4.split(' ').all(|name| named(name.as_bytes()).is_some()));
        assert_eq!(HTML4.split(' ').count(), 259);
    }

    #[test]
    fn values_are_those_of_html_except_three() {
        for (name, value) in
            [("amp", "&"), ("AMP", "&"), ("eacute", "é"), ("NotEqualTilde", "≂\u{338}"), ("lang", "\u{2329}")]
        {
            assert_eq!(named(name.as_bytes()), Some(value), "{name}");
        }
        assert_eq!(named(b"Amp"), None);
        assert!(is_html4(b"hellip") && !is_html4(b"NotEqualTilde"));
    }
}
