//! Script codes by number (UScriptCode of ICU 79.1, an append-only list), with short and long names and aliases.
//!
//! The list includes ISO 15924 codes that are not values of the Script property, so `icu_properties` does not have it.

/// In the order of the numbers: the four-letter code, then other names after `=`.
const NAMES: &str = "Zyyy=Common Zinh=Inherited=Qaai Arab=Arabic Armn=Armenian Beng=Bengali Bopo=Bopomofo Cher=Cherokee \
     Copt=Coptic=Qaac Cyrl=Cyrillic Dsrt=Deseret Deva=Devanagari Ethi=Ethiopic Geor=Georgian Goth=Gothic Grek=Greek Gujr=Gujarati \
     Guru=Gurmukhi Hani=Han Hang=Hangul Hebr=Hebrew Hira=Hiragana Knda=Kannada Kana=Katakana Khmr=Khmer Laoo=Lao \
     Latn=Latin Mlym=Malayalam Mong=Mongolian Mymr=Myanmar Ogam=Ogham Ital=Old_Italic Orya=Oriya Runr=Runic \
     Sinh=Sinhala Syrc=Syriac Taml=Tamil Telu=Telugu Thaa=Thaana Thai Tibt=Tibetan Cans=Canadian_Aboriginal Yiii=Yi \
     Tglg=Tagalog Hano=Hanunoo Buhd=Buhid Tagb=Tagbanwa Brai=Braille Cprt=Cypriot Limb=Limbu Linb=Linear_B \
     Osma=Osmanya Shaw=Shavian Tale=Tai_Le Ugar=Ugaritic Hrkt=Katakana_Or_Hiragana Bugi=Buginese Glag=Glagolitic \
     Khar=Kharoshthi Sylo=Syloti_Nagri Talu=New_Tai_Lue Tfng=Tifinagh Xpeo=Old_Persian Bali=Balinese Batk=Batak \
     Blis Brah=Brahmi Cham Cirt Cyrs Egyd Egyh Egyp=Egyptian_Hieroglyphs Geok Hans Hant Hmng=Pahawh_Hmong \
     Hung=Old_Hungarian Inds Java=Javanese Kali=Kayah_Li Latf Latg Lepc=Lepcha Lina=Linear_A Mand=Mandaic Maya \
     Mero=Meroitic_Hieroglyphs Nkoo=Nko Orkh=Old_Turkic Perm=Old_Permic Phag=Phags_Pa Phnx=Phoenician Plrd=Miao \
     Roro Sara Syre Syrj Syrn Teng Vaii=Vai Visp Xsux=Cuneiform Zxxx Zzzz=Unknown Cari=Carian Jpan Lana=Tai_Tham \
     Lyci=Lycian Lydi=Lydian Olck=Ol_Chiki Rjng=Rejang Saur=Saurashtra Sgnw=SignWriting Sund=Sundanese Moon \
     Mtei=Meetei_Mayek Armi=Imperial_Aramaic Avst=Avestan Cakm=Chakma Kore Kthi=Kaithi Mani=Manichaean \
     Phli=Inscriptional_Pahlavi Phlp=Psalter_Pahlavi Phlv Prti=Inscriptional_Parthian Samr=Samaritan Tavt=Tai_Viet \
     Zmth Zsym Bamu=Bamum Lisu Nkgb Sarb=Old_South_Arabian Bass=Bassa_Vah Dupl=Duployan Elba=Elbasan Gran=Grantha \
     Kpel Loma Mend=Mende_Kikakui Merc=Meroitic_Cursive Narb=Old_North_Arabian Nbat=Nabataean Palm=Palmyrene \
     Sind=Khudawadi Wara=Warang_Citi Afak Jurc=Jurchen Mroo=Mro Nshu=Nushu Shrd=Sharada Sora=Sora_Sompeng \
     Takr=Takri Tang=Tangut Wole Hluw=Anatolian_Hieroglyphs Khoj=Khojki Tirh=Tirhuta Aghb=Caucasian_Albanian \
     Mahj=Mahajani Ahom Hatr=Hatran Modi Mult=Multani Pauc=Pau_Cin_Hau Sidd=Siddham Adlm=Adlam Bhks=Bhaiksuki \
     Marc=Marchen Newa Osge=Osage Hanb Jamo Zsye Gonm=Masaram_Gondi Soyo=Soyombo Zanb=Zanabazar_Square Dogr=Dogra \
     Gong=Gunjala_Gondi Maka=Makasar Medf=Medefaidrin Rohg=Hanifi_Rohingya Sogd=Sogdian Sogo=Old_Sogdian \
     Elym=Elymaic Hmnp=Nyiakeng_Puachue_Hmong Nand=Nandinagari Wcho=Wancho Chrs=Chorasmian Diak=Dives_Akuru \
     Kits=Khitan_Small_Script Yezi=Yezidi Cpmn=Cypro_Minoan Ougr=Old_Uyghur Tnsa=Tangsa Toto Vith=Vithkuqi Kawi \
     Nagm=Nag_Mundari Aran Gara=Garay Gukh=Gurung_Khema Krai=Kirat_Rai Onao=Ol_Onal Sunu=Sunuwar Todr=Todhri \
     Tutg=Tulu_Tigalari Berf=Beria_Erfe Sidt=Sidetic Tayo=Tai_Yo Tols=Tolong_Siki Hntl Pcun=Proto_Cuneiform Seal";

/// The number of a script by its code or another name; case, `_`, `-` and white space are ignored.
pub(crate) fn number(name: &str) -> Option<u32> {
    let found = NAMES.split(' ').position(|entry| entry.split('=').any(|known| equal_loosely(known, name)))?;
    u32::try_from(found).ok()
}

/// Loose matching of property values (UAX #44, UAX44-LM3).
fn equal_loosely(a: &str, b: &str) -> bool {
    loose_letters(a).eq(loose_letters(b))
}

/// The bytes that loose matching compares. An iterator, since a name of a definition may be megabytes long and is
/// compared with every known name: a comparison ends at the first difference.
fn loose_letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ' | b'\t'..=b'\r')).map(|b| b.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_their_numbers() {
        assert_eq!(number("Latn"), Some(25));
        assert_eq!(number("latin"), Some(25));
        assert_eq!(number("Grek"), Some(14));
        assert_eq!(number("Hani"), Some(17));
        assert_eq!(number("old italic"), Some(30));
        assert_eq!([number("qaac"), number("Qaai")], [number("Coptic"), number("Inherited")]);
        assert_eq!(number("Foo"), None);
    }

    /// The time is constant: 240 copies of each name would be five gigabytes.
    #[test]
    fn long_names_are_compared_up_to_the_first_difference() {
        assert_eq!(number(&"a".repeat(20_000_000)), None);
        assert_eq!(number(&format!("Latn{}", "a".repeat(20_000_000))), None);
        assert_eq!(number(&format!("La-t_n{}", " ".repeat(1000))), Some(25));
    }
}
