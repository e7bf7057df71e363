/** The syntax of LDML and the ICU user guide as grammars, with the situations that rules of real languages do not have. */
final class Grammars {
    /** {@code rules}: tailorings of LDML part 5; {@code text}: what they sort. */
    static final Grammar COLLATION = new Grammar()
        .with("rules", "‹chain+›", "‹setting*›‹chain+›", "‹chain+›‹setting›‹chain+›", "‹pair›‹chain*›", "‹chain›[import ‹tag›]‹chain›")
        .with("setting", "[strength 2]", "[strength ‹strength›]", "[alternate ‹alternate›]", "[maxVariable ‹group›]", "[backwards 2]", "[normalization ‹switch›]", "[caseLevel ‹switch›]", "[caseFirst ‹case›]", "[numericOrdering ‹switch›]", "[hiraganaQ ‹switch›]",
            "[reorder ‹code+›]", "[suppressContractions ‹set›]", "[optimize ‹set›]", "[import ‹tag›]", "[ strength  3 ]", "#‹c›[strength 1]\n", "[numericOrdering on]", "[alternate shifted]", "[normalization on]")
        .with("strength", "1", "2", "3", "4", "I")
        .with("alternate", "shifted", "non-ignorable")
        .with("group", "space", "punct", "symbol", "currency")
        .with("switch", "on", "off")
        .with("case", "upper", "lower", "off")
        .with("code", " Grek", " Latn", " digit", " Cyrl", " space", " currency", " Hani", " Hira", " Arab", " others", " cyrl", "  Thai")
        .with("set", "[a-z]", "[‹c›-z]", "[:Thai:]", "[\u0400-\u045F]", "[\u0E40-\u0E44]", "[{ch}c\\u0063]", "[‹letter›‹mark›]", "[[:L:]&[a-c]]", "[^a]", "[]", "\\p{Lao}")
        .with("tag", "de-u-co-phonebk", "sv", "da-u-co-standard", "th", "km", "my", "fr-CA", "es-u-co-trad", "cs", "hu", "ja", "ja-u-co-private-kana", "und-u-co-search", "und-u-co-eor", "und-u-co-emoji", "vi", "cy", "mr", "bn", "ar-u-co-compat", "sk", "as", "root", "und",
            "sr-latn", "nb-NO", "ln-u-co-phonetic", "si-u-co-dict")
        .with("chain", "&‹reset›‹relation+›", "&‹reset›‹relation+›", "&‹reset›‹relation+›", "& ‹reset› ‹relation+› # x\n", "&‹before1›‹relation*›", "&‹before2›‹weaker*›", "&‹before3›‹same*›", "&‹reset›‹same+›", "&‹reset›‹relation+›&‹reset›‹relation+›")
        .with("before1", "[before 1]‹letter›‹letter?›<‹item›", "[before 1]‹letter›<*‹list›", "[before 1] ‹reset› < ‹item›")
        .with("before2", "[before 2]‹letter›<<‹item›", "[before 2]‹letter›<<*‹list›")
        .with("before3", "[before 3]‹letter›<<<‹item›", "[before 3]‹reset›<<<*‹list›", "[before 3]‹reset›<<<‹letter›")
        .with("reset", "‹string›", "‹string›", "‹string›", "‹position›", "‹position›", "‹c›", "‹digit›", "‹jamo›", "‹special›")
        .with("position", "[last regular]", "[first regular]", "[first tertiary ignorable]", "[last tertiary ignorable]", "[first secondary ignorable]", "[last secondary ignorable]", "[first primary ignorable]", "[last primary ignorable]", "[first variable]", "[last variable]", "[first implicit]",
            "[first trailing]", "[last trailing]", "[top]", "[variable top]", "[first regular]")
        .with("relation", "‹sign›‹item›", "‹sign›‹item›", "‹sign›‹item›", " ‹sign› ‹item› ", "‹sign›*‹list›", "‹sign›*‹list›", "‹sign›‹item›‹same›", "‹sign›‹letter›|‹letter›", "‹sign›‹letter›|‹letter›‹mark*›", "‹sign›‹letter+›|‹letter›", "‹sign›‹item›/‹string›", "‹sign›‹letter›|‹letter›/‹string›", "‹sign›‹letter›‹mark›", "‹legacy›‹item›")
        .with("weaker", "<<‹item›", "<<<‹item›", "<<*‹list›", "‹same›", "<<‹letter›|‹letter›", "<<<‹letter›/‹string›")
        .with("pair", "&‹letter›<‹letter›|‹letter›&‹letter›<<‹letter›|‹letter›", "&1<‹digit›<‹digit›[numericOrdering on]", "&[last regular]<*‹list›&[first regular]<‹letter›", "&[before 1][first regular]<‹item›&[last variable]<‹item›[alternate shifted]", "&‹mark›<<‹mark›<<‹mark›‹mark›&‹letter›<‹letter›‹mark›",
            "&ᅡ<<‹jamo›&‹letter›<‹letter›각", "&[before 2]‹mark›<<‹mark›&[first primary ignorable]<<‹mark›<<<‹item›", "[suppressContractions ‹set›]&‹letter›<‹letter›‹letter›", "&‹letter›‹mark›‹mark›=‹letter›‹mark›=‹c›", "&[first implicit]<‹item›<<‹item›&[before 1]一<‹item›", "&\uFDD0‹letter›<‹item›")
        .with("sign", "<", "<<", "<<<", "<<<<", "=", "<", "<<")
        .with("legacy", ";", ",")
        .with("same", "=‹item›", "=‹item›", "=*‹list›", "<<<<‹item›", "<<<‹item›=‹item›")
        .with("item", "‹string›", "‹string›", "‹letter›", "‹letter›‹mark*›", "‹digit›", "‹jamo›", "‹c›", "‹special›", "‹letter›‹letter›", "‹mark+›")
        .with("string", "‹letter›", "‹letter›", "‹letter+›", "‹letter›‹mark›", "‹letter›‹mark›‹mark›", "‹mark›", "‹quoted›", "‹escaped›", "‹digit+›", "‹jamo›", "‹letter›각", "\uD7B0각", "\uA960각")
        .with("letter", "a", "b", "c", "d", "e", "h", "o", "z", "A", "B", "O", "æ", "ø", "å", "ä", "ậ", "ǭ", "α", "ῷ", "я", "й", "か", "が", "カ", "一", "丁", "龥", "㐀", "ก", "เ", "ແ", "क", "क़", "ক", "ো", "ொ", "\u0CCB", "ག", "😀", "𐐀", "𑄮", "豈", "ﬁ", "İ", "₠", "-", "_", "ʼ")
        .with("mark", "\u0301", "\u0300", "\u0308", "\u0323", "\u0327", "\u0302", "\u0304", "\u0334", "\u0345", "\u0338", "\u0344", "\u3099", "\u309A", "\u0F71", "\u0F72", "\u0F80", "\u0F73", "\u0F81", "\u093C", "\u094D", "\u05B0", "\u064B", "\u1AB0", "\uD834\uDD65")
        .with("digit", "1", "2", "9", "0", "12", "٣", "२", "①", "²", "Ⅳ", "½", "〇", "𝟗")
        .with("jamo", "ᄀ", "ᄁ", "ᅡ", "ᅢ", "ᆨ", "ᆩ", "가", "각", "힣", "ㄱ", "ꥠ", "ힰ", "ퟋ", "ᅟ")
        .with("special", "\\u0000", "\u0001", "\uFDD1", "\uFDD0A", "\u2060", "\u200D", "\u00AD", "\\uFFFD", "\uE000", "\u0378", "\\U0010FFFF", "\u034F")
        .with("quoted", "'-'", "'a b'", "''", "'a''b'", "'&<'", "'\u0301'", "a' 'b", "'[a]'", "'#'", "'ab'c")
        .with("escaped", "\\-", "\\u0061", "\\u0301", "\\\\", "\\ ", "\\U0001F600", "\\x61", "\\[", "\\/")
        .with("list", "abc", "‹inert+›", "‹inert›‹range›", "‹range›‹inert›", "a-d", "'a-c'", "a'-'c", "a\\-c", "𐐀‹inert›", "‹digit+›", "一-丅", "ㄱ-ㄴ", "\\u0061-\\u0064", "αβγ", "😀-😃", "'a'-'d'", "a - c", "\uD7B0-\uD7B2", "a#b\nc", "\\uD83D\\uDE00-😃", "b-df")
        .with("inert", "a", "c", "h", "z", "B", "æ", "α", "я", "一", "龥", "㐀", "ก", "เ", "クカ", "😀", "𐐀", "1", "ㄱ", "\uD7B0")
        .with("range", "a-e", "α-γ", "\\u0430-\\u0433", "٠-٣", "①-③", "ก-ค", "ぁ-う", "A-C")
        .with("text", "‹part+›", "‹part+›‹part+›", "‹part+›‹part+›‹part+›", "‹letter›‹mark+›‹mark*›‹letter*›", "‹jamo+›‹mark*›‹jamo+›", "‹letter›‹digit+›‹letter*›‹digit+›", "‹digit+›‹digit+›‹mark›‹digit+›", "000‹digit+›.‹digit+›", "‹letter›‹mark›‹mark›‹letter›‹mark›‹mark›")
        .with("part", "‹letter›", "‹letter›", "‹letter›‹letter›", "‹mark›", "‹mark›", "‹digit›", "‹jamo›", "‹c›", "\uFFFE", "\uFFFD", "\u00AD", " ", "-", "!", "aa", "ch", "abc");

    /** {@code rules}: break rules of the ICU user guide. */
    static final Grammar BREAKS = new Grammar()
        .with("rules", "‹options›‹names›‹rule+›", "‹options›‹names›‹rule+›.;", "!!chain;\n‹names›‹rule+›.;", "!!chain;‹names›‹rule+›‹before›.;", "‹options›‹names›‹mark+›.;", "!!chain;‹names›‹rule*›‹mark›‹mark›.;", "‹options›‹names›‹section+›", "!!quoted_literals_only;!!chain;‹names›‹set›‹times›'ab';‹set› 'c'‹times›;.;")
        .with("options", "", "!!chain;", "!!chain;", "!!forward;", "!!lookAheadHardBreak;", "!! chain ;", "!!chain\n;", "#‹c›\n!!chain;#x\r", "!!chain;!!forward;", "!!quoted_literals_only;!!unquoted_literals;")
        .with("section", "!!forward;‹rule+›", "!!reverse;‹rule+›", "!!safe_forward;‹rule+›", "!!safe_reverse;‹rule+›", "!!forward;‹rule+›!!reverse;‹rule+›!!forward;‹rule+›", "!!safe_reverse;‹rule›!!chain;‹rule›")
        .with("names", "$x=[abc];$y=[‹inset›‹inset›];", "$x=[a-d‹inset›];$y=[[$x]-[‹inset›]];", "$x=[‹inset›‹inset›];$y=[$x‹inset›];", "$x = # comment\n[a-d] ;\n$y = ‹expr› ;", "$x=[a-c];$y=$x‹times›;", "$x=[^‹inset›];$y=($x|b)‹times›;", "$x=[a{bc}];$y='ab';", "$x=[a-f];$y=[$x&[‹inset›‹inset›]];", "$x=[\\p{L}];$y=‹element›‹element›;", "$x=[abcกข];$y=$x;$dictionary=[$x];",
            "$x=[[:LineBreak=Complex_Context:]a];$y=[bc];$dictionary = [[:LineBreak=Complex_Context:]];")
        .with("rule", "‹expr›;", "‹expr›;", "‹expr› {‹status›};", "‹expr›{‹status›};", "^‹expr› {‹status›};", "$x‹times›‹element›;", "($x|‹expr›)‹times› {‹status›};", "‹expr›\n{ ‹status› }\n;", "^ ‹expr›;", "‹set› ‹set›‹times› {‹status›};", "$x $y {‹status›};", "$y‹times› # ‹c›\n‹element›;")
        .with("mark", "‹element›/‹element›;", "‹element›+ / ‹element› {‹status›};", "‹set›‹times›‹set› / ‹set›+ {‹status›};", "‹expr›/‹expr›{‹status›};", "‹element›/‹element›‹element›;", "(‹element›/‹element›)‹times›;", "‹set›/‹set› {‹status›};‹set›/‹set›‹set› {‹status›};", "(‹set›/‹set›)|‹set›;", "‹set›‹set›/‹set› {‹status›};‹set›‹set›‹set› {‹status›};", "^‹set›+/‹set›;")
        .with("before", "[{bof}]‹expr›;", "‹expr›[{eof}];", "[‹inset›{bof}]‹element›;", "[^{bof}]‹expr› {‹status›};", "^[{bof}‹inset›]‹times›‹element›;")
        .with("status", "100", "200", "0", "7", "1", "300", "500", "32767", "65536", "2147483647", "007")
        .with("expr", "‹element›", "‹element›‹times›", "‹element›‹times›‹element›‹times›", "‹element›‹times› ‹expr›", "(‹expr›|‹expr›)‹times›", "(‹expr›)‹times›‹expr›", "((‹expr›)‹times›)‹times›", "‹element›(‹expr›|‹element›|‹expr›)", "(‹element›|‹element›‹element›)+‹element›", "(((‹element›)))", "(‹element›|‹element›‹times›)", "((‹set›‹set›)‹times›|‹literal›)+", "‹element› | ‹expr›")
        .with("times", "", "", "*", "+", "?", " *", "+")
        .with("element", "‹set›", "‹set›", "a", "b", "c", "1", "‹literal›", "$x", "$y", ".", "\\p{L}", "[:L:]", "[‹inset›]", "\\P{Lu}", "(a|b)", "日", "\u0301", "ก", "\u0001", "(‹expr›)", "‹set›")
        .with("literal", "'a'", "'ab'", "'abc abc'", "'abcabcabcabcabcabcabcabc'", "''", "'[a]'", "'a+'", "\\u0061", "\\x62", "\\U00000061", "\\x{61}", "\\-", "\\ ", "'日本'", "'\\u0061b'", "'a''b'", "abc", "\\141", "\\n", "'$x'", "'e\u0301'", "\\/", "'/'", "aé", "' '")
        .with("set", "[abc]", "[a-c]", "[b-d1]", "[^a]", "[^abc]", "[‹inset›‹inset›]", "[[‹inset›]-[‹inset›]]", "[[‹inset›]&[‹inset›]]", "[^‹inset›]", "[^[^a]]", "[ a b ]", "[[:L:]-[a-c]]", "[:^L:]", "[\\p{L}\\p{Mn}]", "[{ab}c]", "[0-9A-Z]", "[^[:L:]]")
        .with("inset", "a", "b", "c", "a-c", "0-9", "[:L:]", "\\p{Mn}", "[:Thai:]", "ก-ฮ", "日", "😀", "😀-🙏", "\\u0061", "\\-", "\\]", "\\ ", "[:Lu:]", "\\p{Word_Break=ALetter}", "[[:L:]-[b]]", "\\x{62}", "[^a]", "\\N{LATIN SMALL LETTER C}", "é", "\\p{LineBreak=Complex_Context}", "\uFFFF", "\\U00010000-\\U0010FFFF", "[:Line_Break = SA:]", "{ab}", "'");

    /** {@code rules}: transform rules of LDML part 2. */
    static final Grammar TRANSFORMS = new Grammar()
        .with("rules", "‹names›‹line+›", "‹head›‹names›‹line+›", "‹head›‹names›‹line+›‹pass›‹line+›", "‹names›‹line+›‹line+›", "‹names›‹line+›‹pass›‹line+›‹pass›‹line*›", "‹head›‹names›‹pass›‹line+›‹tail›", "‹names›‹line+›‹tail›", "‹names›‹segmented+›", "‹names›‹segmented+›‹cursor+›", "‹names›‹cursor+›‹line+›", "‹names›‹both+›", "‹head›‹names›‹both+›‹pass›‹both+›‹tail›", "‹pass›‹pass›‹names›‹segmented›‹pass›")
        .with("head", ":: [‹inset›‹inset›] ;\n", ":: [[:L:][:M:]] ;", "::[a-e];", ":: [^‹inset›] ;", "use variable range 0xE000 0xE0FF;\n", "use variable range 57344 57600 ;", "# x\n", ":: [:L:] NFD (NFC) ;\n", "\uFEFF")
        .with("tail", ":: ([‹inset›‹inset›]);", ":: ( [[:L:][:M:]] ) ;\n", "::([a-e]);", ":: (Lower) ;", ":: ( [^‹inset›] ) ;", ":: [a-c] ;", ":: NFC (NFD);", "# end", "::();", ":: Null ; :: ([a]) ;")
        .with("pass", "::NFD;", ":: NFD (NFC) ;\n", "::NFC (NFD);", "::Null;", ":: Lower () ;", ":: (Upper) ;", ":: [a-c] Upper ([A-C] Lower) ;", "::Latin-ASCII ();", "::[:L:] Any-Hex ([A-Z] Hex-Any) ;", ":: NFKD ; ", ":: Any-Title () ;", ":: Greek-Latin ; ", ":: Latin-Greek ( ) ;", ":: [‹inset›‹inset›] Remove () ;", ":: Lower ;\n:: NFD ;\n", ":: [a] Null ( [b] Upper );")
        .with("names", "$x=[abc];$y=[^$x];\n", "$x=[abc];$y=[‹inset›‹inset›];\n", "$x = ‹letters› ‹letters› ;$y = $x‹times› ;", "$x=[a-e];$y=[‹inset›];", "$x='a b';$y=[abc];", "$x=a;$y=[$x-c];", "$x=[\\$b];$y=[^$];", "$x = \\u0301 ; $y = [ $x ‹inset› ] ;", "$x=\\$;$y=[$x‹inset›];", "$x=b;$xÄ=[bc];$y=$xÄ$x;", "$x = [abc] ; $y = [[:L:] - $x] ;", "$x=‹set›;$y=‹set›;")
        .with("line", "‹before?›‹key›‹after?›‹to›‹result›;", "‹before?›‹key›‹after?›‹to›‹result› ;\n", "‹key›‹to›‹result›;", "‹key›‹to›‹result›;", "‹segmented›", "‹cursor›", "‹both›", "^‹key›‹to›‹result›;", "‹key›}$‹to›‹result›;", "^‹before›‹key›}‹element›$‹to›‹result›;", "[^$]{‹key›‹to›‹result›;", "‹key›}[‹inset›$]‹to›‹result›;", "‹text›\\u003E‹to›b;", "‹key›‹to›‹result›; # ‹c›\n", "{‹key›}‹to›‹result›;", "‹before›‹after›‹to›‹result›;")
        .with("both", "‹text›<>‹text›;", "‹text›↔‹text›;", "‹text›{‹text›}‹text›<>‹text›;", "‹text›{‹text›<>‹text›{‹text›;", "(‹set›)‹text›<>$1‹text›;", "(‹set›)<>(‹set›);", "‹text›<‹key›;", "‹result›←‹before?›‹key›;", "‹text›<>;", "<>‹text›;", "‹text›}‹set›<>‹text›}‹set›;", "‹key›<>‹key›;", "|‹text›<>‹text›|;", "($x)<>&Upper($1);")
        .with("segmented", "(‹element›)‹times›‹key›>‹result›$1;", "((‹element›)‹times›‹element›)‹times›>$2‹result›$1;", "(‹element›(‹element›(‹element›)))>$3$2$1;", "(‹set›)(‹set›)>$2$1;", "(‹set›){(‹set›)}(‹set›)>$3$2$1;", "((‹set›)+)‹text›>&Upper($1)$2;", "(‹set›*)‹text›>[$1]&Any-Hex($1);", "(‹set›)‹text›>&NFD(&Upper($1)‹text›);", "(‹set›‹text›?)>&Any-Hex/Java(&Lower($1)&Upper($1));",
            "(‹set›)+>$1$1;", "($x){‹key›>$1;", "‹key›}(‹set›)>$1‹result›;", "(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)(‹set›)>$10$1;", "()‹text›>$1;", "(‹text›)?‹text›>x$1;", "(‹text›)*}‹text›>x$1y;")
        .with("cursor", "‹text›>‹text›|‹text›;", "‹key›>|‹text›;", "‹key›>‹text›@|;", "‹key›>‹text›@@@|;", "‹key›>|@‹text›;", "‹before›‹key›>|@@@‹text›;", "‹key›‹after›>‹text›@@|;", "‹before›‹key›‹after›>‹text›|‹text›;", "‹key›>@@|‹text›;", "‹before›‹key›>@@|‹text›;", "‹key›>‹text›|@@;", "‹key›>‹text›|@@‹text›;", "‹text›|‹text›<>‹text›|‹text›;", "(‹set›)‹text›>$1|$1;", "(‹set›)‹text›>|$1‹text›;", "‹before›‹key›>@|‹text›;")
        .with("before", "‹text›{", "‹set›{", "‹set›‹times› {", "‹text›‹set›{", "^{", "[^$]‹set› {", "(‹set›){", "$x {", "‹element›‹element›{")
        .with("after", "}‹text›", "}‹set›", "} ‹set›‹times›", "}‹set›‹text›", "}$", "}[‹inset›$]", "} $y", "}‹element›‹element›")
        .with("to", ">", " > ", "→", ">", " >\n")
        .with("key", "‹text›", "‹text›", "‹set›", "‹element›‹element›", "‹element›", "‹text›‹set›", "‹element›‹times›‹text›", "$x‹times›‹text›", "(‹element›)‹times›‹text›")
        .with("result", "‹text›", "‹text›", "", "‹text›‹text›", "‹quoted›", "‹c›", "$y", "$x", "&Upper(‹text›)", "&NFD(‹text›‹text›)", "&[ab] Upper (‹text›)", "& Lower ( ‹text› )", "&Any-Hex ( ‹c› )", "&NFC ( ‹text›\u0301 )")
        .with("element", "‹set›", "‹text›", "a", "‹quoted›", "$x", "$y", "‹c›", ".", "(‹text›)", "(‹set›‹times›)", "((‹element›)‹times›‹text›)", "‹set›‹times›")
        .with("text", "a", "b", "c", "d", "ab", "abc", "bc", "e", "A", "B", "é", "e\u0301", "\u0301", "ß", "日", "1", "x", "α", "😀", "か")
        .with("letters", "a", "bc", "ab", "é", "e\u0301", "日", "x")
        .with("quoted", "'a'", "'a b'", "''", "'{'", "'a''b'", "\\u0061", "\\u0301", "\\U0001F600", "\\uD83D\\uDE00", "\\x{61}", "\\{", "\\ ", "\\'", "' '", "'\\'", "'>'", "\\>", "'\\u0061'", "\\x41", "\\n", "\\$", "'$x'")
        .with("times", "", "*", "+", "?", "", " +")
        .with("set", "[abc]", "[a-c]", "[‹inset›‹inset›]", "[^‹inset›]", "[[‹inset›]-[‹inset›]]", "[[‹inset›]&[‹inset›]]", "[$x]", "[^$x]", "[[$y]‹inset›]", "[:L:]", "\\p{Lu}", "[:^L:]", "\\P{M}", "[ a b ]", "[{ab}{abc}d]", "[$]", "[a$]", "[^$]", "[:Greek:]", "[[:L:]-[a]]", "[]", "[^a{bc}]")
        .with("inset", "a", "b", "c", "a-e", "A-Z", "[:L:]", "\\p{Mn}", "{ab}", "{bc}", "😀", "\\u0061", "[:Lu:]", "\\x{62}-\\x{64}", "é", "\\N{LATIN SMALL LETTER A}", "\u0301", "\\ ", "日", "$x", "α-ω", "[^a]", "\\-", "{e\u0301}");

    /** {@code pattern}: sets of UTS #61 and UTS #18. */
    static final Grammar SETS = new Grammar()
        .with("pattern", "‹set›", "‹set›", "[‹set›‹operator›‹set›]", "[‹set›‹operator›‹set›‹operator›‹set›]", "[^‹set›‹operator›‹set›]", "[‹item+›‹operator›‹set›]", "[‹set›‹item+›‹operator›‹set›‹item*›]", "[‹item*›[‹item*›‹operator›‹set›]]", "‹property›", " ‹set› ", "‹set›‹set›")
        .with("operator", "-", "&", " - ", " & ", "", "&", "-", "\n-\n")
        .with("set", "[abc]", "[‹item*›]", "[^‹item*›]", "[ ‹item*› ]", "[-‹item*›]", "[‹item*›-]", "[^-‹item*›]", "‹property›", "‹property›", "[‹set›‹operator›‹set›]", "[‹property›‹operator›‹set›]", "[^‹property›]", "[^[^‹item+›]]", "[‹item›$]", "[‹item›$ ]", "[$‹item›]", "[\u200E ‹item›]")
        .with("item", "‹one›", "a-‹one›", "\\x{20} - ‹one›", "!-\\N{‹name›}", "{‹string›}", "{‹string›}", "‹set›", "‹property›", "a-z", "\\x{‹hex›}", "\\x{‹hex› ‹hex›}", "{ ‹string› }", "\\uD83D\\uDE00-😃", "'", "\\u0000-\\x{‹hex›}", "{\\x{‹hex›‹hex›}}")
        .with("one", "a", "b", "z", "‹c›", "\\u0061", "\\U0001F600", "\\x62", "\\x{‹hex›}", "\\N{‹name›}", "\\N{LATIN SMALL LETTER Z}", "\\-", "\\]", "\\ ", "\\n", "\\t", "\\101", "\\0", "\\cA", "\\c[", "\\e", "\\a", "\\x1", "\\uD83D\\uDE00", "\\{", "\\^", "\\:", "\\q", "\\x{000061}", "\\777", "\u0301", "😀", "\\😀")
        .with("string", "ab", "‹one›‹one›", "‹one›", "", "‹c›‹c›", "a\\ b", "[a]", "a-b", "‹one›‹mark›", "\\{‹one›\\}", "‹one› ‹one›", "&", "\\N{DIGIT ONE}\\N{DIGIT TWO}", "\\x{61 62}")
        .with("mark", "\u0301", "\u0323", "\\u0301", "\u200D")
        .with("hex", "61", "7A", "1F600", "0", "10FFFF", "e9", "0000E9", "61", "62")
        .with("name", "LATIN SMALL LETTER A", "latin small letter a", "LATINSMALLLETTERA", "GREEK SMALL LETTER ALPHA", "HANGUL JUNGSEONG O-E", "CJK UNIFIED IDEOGRAPH-4E00", "HANGUL SYLLABLE GA", "<control-0009>", "TIBETAN MARK TSA -PHRU", "BELL", "SPACE", "NO-BREAK SPACE")
        .with("property", "[:‹pair›:]", "[:^‹pair›:]", "\\p{‹pair›}", "\\P{‹pair›}", "\\p{^‹pair›}", "[:‹key›=‹value›:]", "\\p{‹binary›}", "[:‹binary›:]", "[:^‹binary›:]", "\\p{^‹binary›}", "\\P{^‹binary›}", "[: ‹pair› :]", "\\p{ ‹pair›}", "[: ^‹binary›:]", "\\p{‹binary›=‹truth›}", "\\p{‹key›≠‹value›}")
        .with("pair", "gc=Lu", "gc≠Lu", "gc = L", "General_Category=‹category›", "general category=‹category›", "GC≠‹category›", "sc=‹script›", "Script=‹script›", "scx=‹script›", "script-extensions=‹script›", "SCX≠‹script›", "ccc=230", "ccc=Above", "canonical combining class=Above_Left", "lb=AL", "wb=ALetter", "word_break≠Extend", "ea=W", "east asian width=wide", "age=5.1", "age≠12.0", "nv=1/2", "nv=10", "Numeric_Value≠1", "InSC=Consonant", "insc=vowel dependent", "vo=R", "hst=LV",
            "Grapheme_Cluster_Break=LVT", "InCB=Linker", "nt=Decimal", "jt=Dual Joining", "bc=arabic_letter", "blk=ASCII", "block≠Basic_Latin", "lc=a", "na=SPACE", "dt=none", "dt≠canonical", "sb=OLetter", "gcm=Lu", "identifier type=Technical", "idstatus=allowed", "bpt=o", "jg=beh")
        .with("category", "L", "Lu", "uppercase letter", "Uppercase_Letter", "UPPERCASE-LETTER", "LC", "cased letter", "Combining_Mark", "P", "punct", "Mn", "Unassigned", "Cn", "digit", "Sm", "cntrl")
        .with("script", "Latn", "Greek", "grek", "Zyyy", "Common", "Inherited", "Qaai", "Han", "hani", "HIRAGANA", "Kana", "Deva", "unknown", "Zzzz", "old-italic", "Katakana Or Hiragana")
        .with("key", "gc", "sc", "scx", "Script", "General_Category", "general category", "GeneralCategory", "is gc", "blk", "lb", "wb", "ccc", "ea", "bc", "GC", "sC", "script-extensions", "age", "nv", "InSC", "lc", "na", "insc", "vo", "hst", "gcm", "nt", "jt", "Grapheme_Cluster_Break", "InCB")
        .with("value", "L", "Latn", "Greek", "Lu", "uppercase letter", "Uppercase_Letter", "UPPERCASE-LETTER", "Zyyy", "Common", "grek", "CJK", "ASCII", "AL", "ALetter", "230", "Above", "W", "wide", "R", "5.1", "1/2", "10", "Consonant", "a", "None", "NA", "Unassigned", "M", "Mark", "Combining_Mark", "P", "punct", "Han", "Extend", "LV", "Yes", "0", "unknown", "P_*", "La tn", "linker", "SPACE")
        .with("binary", "L", "Lu", "Latin", "Any", "ASCII", "Assigned", "Alphabetic", "alpha", "White_Space", "wspace", "White-Space", "space", "Emoji", "RGI_Emoji", "Basic_Emoji", "Emoji_Keycap_Sequence", "Ideographic", "IDS", "xids", "Dash", "letter", "Cased_Letter", "L&", "Lowercase", "lower", "isLower", "greek", "Cn", "assigned", "print", "word", "Bidi_C", "Bidi_M", "Ext", "Dep", "nfcinert", "PatSyn", "Hex", "AHex", "CWCM", "Join_C", "LOE", "SD", "VS", "Extended_Pictographic", "no")
        .with("truth", "yes", "no", "true", "F", "N", "T", "Y", "0", "1", "", "False", "y es");

    /** {@code rules}: rules of RuleBasedNumberFormat. */
    static final Grammar NUMBERS = new Grammar()
        .with("rules", "%a:‹plain›‹others›", "%a:‹special›‹plain›‹others›", "%a:‹special›‹special›‹plain›‹others›", "%a:0.x: >%%f>;x.x: <0<.>%%f>;‹plain›‹others›", "%a:‹rounded›‹others›", "%a:‹special*›‹rounded›‹others›", "%a@noparse:‹plain›‹others›", "%%lenient-parse:& ' ' , ',' ;%a:‹plain›‹others›", "%a:\n‹special*›‹ones›‹rules of ten›‹others›", "%a:0:‹body›;‹rules of ten›‹others›",
            "%a:\n\t‹special*›\n ‹ones›‹rules of five›‹others›", "%a:‹fractions›‹others›", "‹plain›%%x:‹plain›‹others›%a:=%b=;")
        .with("others", "%b:‹ones›‹tens›%%c:=#,##0=;%%f:‹fractions›", "%b:‹special›‹ones›‹rules of ten›%%c:‹ones›‹rounded›%%f:‹fractions›", "%b:=0=;%%c:‹plain›%%f:‹fractions›", "%%f:‹fractions›%b:‹word›;‹word›;%%c:‹special*›0:z;‹rules of five›", "%b:‹ones›‹tens›‹big›%%c:0:=%%f=;%%f:=0.0=;")
        .with("plain", "‹ones›‹tens›", "‹ones›‹tens›‹big›", "‹ones›‹tens›‹big›", "‹ones›‹tens›‹special›", "‹ones›‹rules of ten›‹big›", "zero;one;two;three;10:‹body›;‹big›", "=0=;", "0:‹word›;1:‹word›;‹big›", "‹ones›10:=‹number›=;‹big›", "‹ones›‹rounded›")
        .with("ones", "zero;one;two;three;four;five;six;seven;eight;nine;", "0:o;1:one;2:two;3:thr;4:' four;5:five;6:six;7:seven;8:eight';9:nine;", "0:=#,##0=;", "0: z; 1: ‹plural›; 2: =0=; 3: t; 4: =#,##0=;", "=0.0=;", "0:;one;two;3:=##0.##=;", "0:z;1:‹word›;2:‹word›‹word›;3:=%%c=;")
        .with("tens", "ten;11:eleven;12:twelve;13:>>teen;20:twenty[->>];30:thirty[->>];40:forty>>;", "10:ten[ >>];20:<<ty[-|>>];", "10:t[ and >>];20>:twenty>>>;60/20:sixty[>>];80/20:eighty[->>];", "10:<<-ty[>>];", "10/5:<<V[>>];", "10/16:x>>;16/16:<<x[>>];", "10:>>>;20:tw>>>;", "10:‹body›;20‹back›:‹body›;", "‹rules of five›")
        .with("big", "100:<< hundred[ >>];1000:<< thousand[, >>];", "100:<%a<h[ and >%b>];1,000: <<k[>>];1000000: << million[>>>];", "1000>:<<k>>>;", "1000/1000:<<‹plural›[ >>];", "100>>: <<c[>>];1000>>>: <<m[>>];", "1000/100:<<h[>>];10,000/1,000:<<t[>>];", "100.000: <<x[ >>];", "1 000 000: <<m[>>];", "100: <#,##0<c[>0>];", "100:<0<%[>#,##0.0>];", "100:[<<]c[>>];", "100:<<c[ | and >>];",
            "1000000000000000000: <<q[>>];", "9223372036854775807: max;", "100‹radix›:‹body›;‹body›;1000‹radix›‹back›:‹body›;", "100:‹body›;1000‹back›:‹body›;1,000,000:‹body›;")
        .with("rounded", "100:<<c[>>];1000/100>:<<h[>>];", "1000>:<<k>>>>;", "20:twenty[>>];100:<<h>>;", "100/10:<<x>>;", "60/60:<<m[>>];3600/60>:<<:>>>;", "1:<0<s;60/60: <0<:>00>;3600/60: <<:>>>;", "1: =0= sec.; 60/60: <0<[, >>]; 3600/60: <0< h[, >>>];", "100‹radix›‹back›:‹body›;300‹radix›‹back›:‹body›;")
        .with("rules of ten", "10‹radix›:‹body›;20:‹body›;100‹radix›‹back›:‹body›;", "10:‹body›;‹body›;20‹back›:‹body›;‹body›;50:' ‹body›;", "10‹back›:‹body›;100/20:‹body›;1000/20:‹body›;", "11:‹body›;12:‹body›;60/60:‹body›;")
        .with("rules of five", "5:‹body›;10/5:‹body›;25/25‹back›:‹body›;", "7:‹body›;‹body›;20/20‹back›:' ‹body›;400/20:‹body›;", "4:‹body›;8/8:‹body›;64/8:‹body›;512/8‹back›:‹body›;", "6:‹body›;16/2:‹body›;17/2:‹body›;")
        .with("radix", "/10", "/100", "/20", "/1000", "/2", "/5", "/16", "/60", "", "")
        .with("back", ">", ">>", ">>>", "", "")
        .with("body", "‹word›", "<<‹word›[‹joint›>>]", "<<‹word›>>", "‹word›[‹joint›>>]", "<<‹word›>>>", "‹word›>>>", "<‹set›<‹word›[‹joint›>‹set›>]", "=‹set›=‹word›", "<<‹word›", ">>‹word›", "<‹number›<‹word›[>‹number›>]", "=‹number›=", "‹word›[|>>]", "<<‹word›[‹joint›|‹word›>>]", "[‹joint›<<]‹word›>>", "<<‹plural›[>>]", "‹plural›", ">>>‹word›<<", "←←‹word›→→", "←‹set›←‹word›[→→→]",
            "=‹set›=‹word›[‹joint›>>]", "‹word›[<<]", "[‹word›]", "<<‹word›[‹joint›>>]‹word›", "=‹set›= =‹set›=", "<‹set›<‹word›>‹set›>", "<<‹plural›>>", ">>>[‹joint›>>]", "<‹set›<<‹set›<", "=%%c=‹joint›>>", "<<[‹word›>>", "‹word›]>>")
        .with("word", "c", "ab", "h-", " x", "x ", "' y", "‹word›‹word›", "\u00ADs", "", "é", "k'", "日", "$", "(s)", "1", "😀", "A", "ten", "one")
        .with("joint", " ", "-", " and ", ", ", "", "' ", "\u00AD")
        .with("set", "%a", "%b", "%%f", "%%c", "%b", "%%c")
        .with("number", "0", "#,##0", "00", "#,##0.00", "0.#", "#", "#,##,##0", "0000", "0x", "#.##", "#,#00.0#", "#‹digits›", "0‹digits›")
        .with("digits", "0", "0‹digits›", "#‹digits›", ",‹digits›", ".‹digits›", "", "0.‹digits›", ",##0‹digits›", "'a'‹digits›", "''‹digits›", " x", "'#'", "\u00A0", "$", "(0)", "\\", "é")
        .with("plural", "$(cardinal,one{‹word›}other{‹word›})$", "$(ordinal,one{st}two{nd}few{rd}other{th})$", "$(cardinal,=1{‹word›}other{#})$", "$(cardinal,zero{z}one{a}two{b}few{c}many{d}other{e})$")
        .with("special", "-x:minus >>;", "-x:>>‹word›;", "x.x:<< point >>;", "x.x:<<.>>>;", "0.x:nought >>;", "x.0:<<;", "x.0:<< exactly;", "x,x:<<komma>>;", "Inf:infinity;", "NaN:nan;", "x.x:<‹set›<‹joint›>%%f>;", "0.x:>%%f>;", "x.x:[<<‹joint›]>%%f>;", "-x:[neg ]>%b>;", "x.x:=‹number›=;", "x.x:<0<‹joint›>0>;", "x.x:<‹set›<and>‹set›>;", "-x:−>>>;", "x.x:<< p >>[ z];", "x.0:=‹set›=;", "-x:=‹set›=;", "Inf:=0=;", "NaN:>>;", "-x:neg;", "x.x:<%b< <%%c<;", "0.x:>0>;", "x.x:>>;")
        .with("fractions", "2:1/2;3:<<thirds;4:<0</4;", "10:<<tenth;100:<<hundredths;1000:<<ths;", "10:<%a<‹plural›;100:<%a<‹word›;", "2:half;5:<<fifth;10:<0</10;60:<<min;", "0:‹word›;10: =‹number›= x; 100: <<y;", "1:<<;10:<<[>>];", "10:<<d;10:<<e;100:<<c;", "2: 1/2; 4: =0=/4 ; 8: <#<'/8;", "3:<%b<t;7:<0<‹word›;1000:<0<‹plural›;", "10:<%%c<[ d];100:<%b<c;");

    /** {@code id}: locale ids of ICU and BCP 47, canonical and not. */
    static final Grammar LOCALES = new Grammar()
        .with("id", "‹language›", "‹language›_‹region›", "‹language›-‹script›", "‹language›_‹script›_‹region›", "‹language›-‹script›-‹region›", "‹language›-‹region›-‹variant›", "‹language›_‹region›_‹variant›", "‹language›__‹variant›", "‹language›_‹script›_‹region›_‹variant›_‹variant›", "‹language›-‹variant›", "‹language›‹region?›@‹keywords›", "‹language›_‹region›@‹keywords›", "‹language›-u‹extension+›", "‹language›-‹region›-u‹extension+›",
            "‹language›-‹script›-‹region›-u‹extension+›", "‹language›-t-‹language›-‹region›-u‹extension›", "‹language›-u‹extension›-t-‹language›", "‹language›-a-foo-u‹extension›", "‹language›-x-u‹extension›", "‹language›-u‹extension›-x-foo", "‹old›", "‹language›_‹region›.UTF-8", "und-‹script›-‹region›", "‹language›-‹extlang›", "_‹region›", "‹language›_‹script›@‹keywords›", "‹language›-‹region›-t-d0-ascii")
        .with("language", "de", "en", "fr", "zh", "ar", "sr", "pt", "es", "hi", "no", "nb", "nn", "iw", "he", "in", "id", "ji", "yi", "jw", "jv", "mo", "ro", "sh", "tl", "fil", "deu", "eng", "fra", "zho", "ara", "heb", "nob", "nno", "srp", "hrv", "gsw", "ckb", "yue", "uz", "az", "pa", "ku", "DE", "De", "root", "und", "sw", "bs", "ha", "tg", "mul", "xx", "qaa", "ltg", "lv", "ee", "shi", "vai", "kok", "mn", "sa")
        .with("script", "Latn", "Cyrl", "Arab", "Hant", "Hans", "Deva", "latn", "CYRL", "Qaai", "Zinh", "Zyyy", "Guru", "Vaii", "Tfng", "Jpan", "Kore", "Mong")
        .with("region", "DE", "AT", "CH", "US", "GB", "UK", "HK", "TW", "MO", "RS", "YU", "CS", "ME", "BR", "PT", "AO", "419", "001", "150", "840", "276", "DD", "SU", "BU", "ZR", "TP", "NO", "NY", "EG", "PK", "IN", "at", "ch", "ZZ", "XK", "AA", "SA", "MX", "ES", "FR", "CA")
        .with("variant", "POSIX", "posix", "1996", "VALENCIA", "NY", "EURO", "PREEURO", "PHONEBOOK", "TRADITIONAL", "PINYIN", "STROKE", "NEDIS", "ROZAJ", "AREVELA", "POLYTON", "B", "AB", "1994", "fonipa", "CYRILLIC", "LVARIANT", "oxendict")
        .with("extlang", "yue", "nan-Hant", "gan-TW", "abv")
        .with("old", "art-lojban", "en-GB-oed", "i-klingon", "i-hak", "i-navajo", "no-bok", "no-nyn", "zh-min", "zh-min-nan", "zh-guoyu", "zh-hakka", "zh-xiang", "sgn-BE-FR", "sgn-DE", "cel-gaulish", "i-enochian", "no_NO_NY", "hy_AREVELA", "en_US_POSIX", "de__AT", "zh__Hant", "_US", "__US", "en--US", "zh_Hant__TW", "zh_TW_STROKE", "ca_ES_PREEURO", "th_TH_TRADITIONAL", "ja_JP_TRADITIONAL", "sr_SP", "no__NY", "C", "hi__DIRECT", "zh_gan")
        .with("keywords", "numbers=‹numbers›", "numbers=‹numbers›;collation=phonebook", "collation=‹collation›", "collation=‹collation›;currency=EUR", "currency=EUR;numbers=‹numbers›", "Numbers=‹numbers›", "NUMBERS=‹numbers›", " numbers = ‹numbers› ", "x=y;;numbers=‹numbers›", "numbers=‹numbers›;", "rg=dezzzz", "rg=inzzzz;numbers=native", "sd=usca", "va=posix", "attribute=foo;numbers=‹numbers›", "calendar=japanese", "numbers=", "cf=account", "numbers=‹numbers›;numbers=latn", "x;numbers=‹numbers›", "=x;numbers=‹numbers›")
        .with("numbers", "arab", "latn", "deva", "native", "traditional", "finance", "thai", "arabext", "hanidec", "beng", "default", "roman", "foo", "adlm", "mathsanb")
        .with("digits", "arab", "deva", "native", "traditio", "finance", "hanidec", "roman", "foo", "mathsanb")
        .with("collation", "phonebook", "standard", "search", "pinyin", "stroke", "traditional", "trad", "emoji", "eor", "foo", "PHONEBOOK", "compat", "phonetic", "dictionary", "private-pinyin")
        .with("extension", "-nu-‹digits›", "-nu-‹digits›", "-co-‹bcp›", "-co-‹bcp›", "-rg-dezzzz", "-rg-inzzzz", "-rg-eg", "-sd-usca", "-va-posix", "-ca-buddhist", "-cf-account", "-kn", "-nu", "-co", "-NU-ARAB", "-em-text", "-hc-h12-nu-‹digits›", "-lb-strict", "-dx-thai", "-tz-usnyc", "-mu-celsius")
        .with("bcp", "phonebk", "trad", "search", "pinyin", "stroke", "emoji", "eor", "standard", "zhuyin", "unihan", "compat", "foo", "dict", "phonetic", "PHONEBK");
}
