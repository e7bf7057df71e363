import java.io.PrintStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.SetKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.search.suggest.analyzing.SuggestStopFilter;

/**
 * Random texts and what Lucene makes of them, one case on a line, fields between tabs: definition, text, the text after the char
 * filter with the corrected offset of each of its UTF-16 units and of its end, tokens, end. Texts are UTF-16 in hex. Arguments:
 * number of cases, seed.
 */
public final class Filters {
    private static final String[] HTML = {
        "a", "b ", "word ", " ", "  ", "\n", "\t", "\u00A0", "\u3000", "\u0085", "\u2028", "é", "日本", "😀", "x<y", "a > b", "-", "--", "!", "#",
        "<", "<", ">", ">", "</", "/>", "<b>", "</b>", "<B >", "<p>", "</p>", "<P class=x>", "<div/>", "< div>", "</ div >", "<br>", "<br/>", "<BR clear=all>",
        "</br>", "<brx>", "<br", "<abbr title='x'>", "<em", "<strong>", "<scripture>", "<x:y-z.w_1>", "<é>", "<1>", "<_a>", "<𝐀b>", "<textarea>", "<ul><li>",
        "=", "\"", "'", "\\", "\\\"", "\\'", " a=", " href=\"", " x = '", " on = \"a>b\"", " title='<b>'", " y=\"", "onclick=\"", " \u00A0q\u2003=\u3000'",
        "<a href=\"x>y\">", "<a x='>", "<img alt=\"a > b\" src=c>", "<!-- c -->", "<!--", "-->", "<!--#", "<!--#exec cmd='-->'-->", "<!doctype html>", "<!x", "<!>",
        "<![CDATA[", "]]>", "<![CDATA[a<b>&amp;]]>", "<!-->", "<!--->", "<!---->", "<!a--b>", "<?php a ?>", "<?xml?>", "<?", "?>", "<?a/>", "<??>", "<?>",
        "<script>", "</script>", "<SCRIPT src='a'>", "</ script >", "<script", "var a='</script>';", "<!-- '", "' -->", "<style>", "</style>", "<style type=x>",
        "&", "&amp;", "&AMP;", "&amp", "&lt;", "&gt", "&nbsp;", "&eacute;", "&Eacute", "&hellip;", "&thetasym;", "&lang;", "&apos;", "&nosuch;", "&noti;", "&not",
        "&notin;", "&sup", "&sup1;", "&COPY;", "&Copy;", "&#65;", "&#65", "&#x41;", "&#X41", "&#", "&#x", "&#;", "&#x;", "&#xD83D;", "&#xDE00;", "&#55357;", "&#56832;",
        "&#xd83d;&#xde00;", "&#55357;&#56832;", "&#55357;&#xDE00;", "&#xD83D;&#56832;", "&#xD83D;&#57344;", "&#55296;&#x41;", "&#x1F600;", "&#128512;", "&#0;",
        "&#x10FFFF;", "&#1114111;", "&#1114112;", "&#0000065;", "&#00000065;", "&#x00041;", "&#x000041;", ";", "&amp;amp;", "&#38;lt;", "&LT;b&GT;"
    };
    private static final String[] WORDS = {
        "the", "The", "THE", "a", "und", "Und", "weil", "quick", "fox", "fox", "jumps", "über", "ÜBER", "straße", "i", "İ", "x", "12", "1.5", "don't", "it's", "no",
        "日本", "日本語", "東京", "は", "です", "カタカナ", "한국어", "한글", "ไทย", "𠀀", "𠀀𠀁", "的", "www", "into", "longerwordhere", "e\u0301", "such", "not", "s", "t"
    };
    private static final String[] GAPS = { " ", " ", " ", "  ", "\n", "", ", ", "-", ".", "、", "\u3000", "\u00A0" };

    private final Random random;

    private Filters(long seed) {
        random = new Random(seed);
    }

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[0]);
        Filters filters = new Filters(Long.parseLong(arguments[1]));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (int i = 0; i < count; i++) {
            out.println(i % 2 == 0 ? filters.html() : filters.tokens());
        }
        out.flush();
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }

    /** Random HTML through the char filter, cut at white space. */
    private String html() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int parts = random.nextInt(14); parts >= 0; parts--) {
            text.append(pick(HTML));
        }
        List<String> escaped = new ArrayList<>();
        String[] names = { "b", "BR", "script", "style", "p", "Div", "a", "x:y-z.w_1" };
        while (random.nextInt(3) == 0) {
            escaped.add(names[random.nextInt(names.length)]);
        }
        String definition = "{\"char_filter\":{\"h\":{\"type\":\"html_strip\",\"escaped_tags\":" + json(escaped) + "}},"
                + "\"analyzer\":{\"a\":{\"type\":\"custom\",\"char_filter\":\"h\",\"tokenizer\":\"whitespace\"}}}";
        HTMLStripCharFilter filter = new HTMLStripCharFilter(new StringReader(text.toString()), new HashSet<>(escaped));
        StringBuilder stripped = new StringBuilder();
        for (int unit = filter.read(); unit >= 0; unit = filter.read()) {
            stripped.append((char) unit);
        }
        StringBuilder offsets = new StringBuilder();
        for (int offset = 0; offset <= stripped.length(); offset++) {
            offsets.append(offset == 0 ? "" : ",").append(filter.correctOffset(offset));
        }
        Tokenizer tokenizer = new WhitespaceTokenizer();
        tokenizer.setReader(new HTMLStripCharFilter(new StringReader(text.toString()), new HashSet<>(escaped)));
        return definition + "\t" + hex(text) + "\t" + hex(stripped) + "\t" + offsets + "\t" + read(tokenizer);
    }

    /** Random words through a random chain of filters. */
    private String tokens() throws Exception {
        StringBuilder text = new StringBuilder();
        boolean isLong = random.nextInt(40) == 0;
        for (int words = isLong ? 700 : random.nextInt(12); words > 0; words--) {
            text.append(pick(WORDS)).append(pick(GAPS));
        }
        int kind = random.nextInt(5);
        String tokenizerName = kind == 0 ? "keyword" : kind < 3 ? "whitespace" : "standard";
        Tokenizer tokenizer = kind == 0 ? new KeywordTokenizer() : kind < 3 ? new WhitespaceTokenizer() : new StandardTokenizer();
        tokenizer.setReader(new StringReader(text.toString()));
        TokenStream stream = tokenizer;
        List<String> names = new ArrayList<>();
        StringBuilder defined = new StringBuilder();
        for (int filters = 1 + random.nextInt(4); filters > 0; filters--) {
            Step step = step(text);
            String name = "f" + names.size();
            names.add(name);
            defined.append(defined.length() == 0 ? "" : ",").append("\"").append(name).append("\":").append(step.definition);
            stream = step.filter.apply(stream);
        }
        String definition = "{\"filter\":{" + defined + "},\"analyzer\":{\"a\":{\"type\":\"custom\",\"tokenizer\":\"" + tokenizerName
                + "\",\"filter\":" + json(names) + "}}}";
        return definition + "\t" + hex(text) + "\t-\t-\t" + read(stream);
    }

    private record Step(String definition, Function<TokenStream, TokenStream> filter) {}

    private Step step(CharSequence text) {
        int kind = random.nextInt(10);
        // Lucene's cuts surrogate pairs in two, which the library never does.
        if (kind == 2 && text.chars().anyMatch(unit -> Character.isSurrogate((char) unit))) {
            kind = 3;
        }
        switch (kind) {
            case 0:
                return new Step("{\"type\":\"lowercase\"}", LowerCaseFilter::new);
            case 1: {
                int min = random.nextInt(4);
                int max = min + random.nextInt(6);
                return new Step("{\"type\":\"length\",\"min\":" + min + ",\"max\":" + max + "}", s -> new LengthFilter(s, min, max));
            }
            case 2: {
                int length = 1 + random.nextInt(5);
                @SuppressWarnings("deprecation")
                Function<TokenStream, TokenStream> truncate = s -> new TruncateTokenFilter(s, length);
                return new Step("{\"type\":\"truncate\",\"length\":" + length + "}", truncate);
            }
            case 3:
                return new Step("{\"type\":\"keyword_repeat\"}", KeywordRepeatFilter::new);
            case 4:
                return new Step("{\"type\":\"remove_duplicates\"}", RemoveDuplicatesTokenFilter::new);
            case 5:
                return new Step("{\"type\":\"trim\"}", TrimFilter::new);
            case 6: {
                boolean unigrams = random.nextBoolean();
                boolean han = random.nextInt(4) > 0;
                int flags = CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL | (han ? CJKBigramFilter.HAN : 0);
                return new Step("{\"type\":\"cjk_bigram\",\"output_unigrams\":" + unigrams + ",\"ignored_scripts\":[" + (han ? "" : "\"han\"") + "]}",
                        s -> new CJKBigramFilter(s, flags, unigrams));
            }
            case 7:
                return new Step("{\"type\":\"keyword_marker\",\"keywords\":[\"fox\",\"The\",\"日本\",\"x\"]}",
                        s -> new SetKeywordMarkerFilter(s, new CharArraySet(List.of("fox", "The", "日本", "x"), false)));
            default: {
                boolean ignoreCase = random.nextBoolean();
                boolean trailing = random.nextBoolean();
                CharArraySet words = new CharArraySet(16, ignoreCase);
                List<String> listed = new ArrayList<>();
                String[][] choices = { { "_english_" }, { "_german_", "fox" }, { "the", "a", "x" }, { "ÜBER", "日本", "i" }, {}, { "_cjk_", "は" } };
                for (String word : choices[random.nextInt(choices.length)]) {
                    listed.add(word);
                    switch (word) {
                        case "_english_" -> words.addAll(EnglishAnalyzer.getDefaultStopSet());
                        case "_german_" -> words.addAll(GermanAnalyzer.getDefaultStopSet());
                        case "_cjk_" -> words.addAll(CJKAnalyzer.getDefaultStopSet());
                        default -> words.add(word);
                    }
                }
                return new Step("{\"type\":\"stop\",\"stopwords\":" + json(listed) + ",\"ignore_case\":" + ignoreCase + ",\"remove_trailing\":" + trailing + "}",
                        s -> trailing ? new StopFilter(s, words) : new SuggestStopFilter(s, words));
            }
        }
    }

    private static String read(TokenStream stream) throws Exception {
        CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
        OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
        PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
        PositionLengthAttribute length = stream.addAttribute(PositionLengthAttribute.class);
        TypeAttribute type = stream.addAttribute(TypeAttribute.class);
        KeywordAttribute keyword = stream.addAttribute(KeywordAttribute.class);
        StringBuilder found = new StringBuilder();
        stream.reset();
        while (stream.incrementToken()) {
            found.append(found.length() == 0 ? "" : " ").append(hex(term));
            found.append(':').append(offset.startOffset()).append(':').append(offset.endOffset());
            found.append(':').append(increment.getPositionIncrement()).append(':').append(length.getPositionLength());
            found.append(':').append(type.type()).append(':').append(keyword.isKeyword());
        }
        stream.end();
        String end = offset.endOffset() + ":" + increment.getPositionIncrement();
        stream.close();
        return found + "\t" + end;
    }

    private static String json(List<String> texts) {
        StringBuilder json = new StringBuilder("[");
        for (String text : texts) {
            json.append(json.length() == 1 ? "\"" : ",\"").append(text).append('"');
        }
        return json + "]";
    }

    private static String hex(CharSequence text) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            hex.append(String.format("%04x", (int) text.charAt(i)));
        }
        return hex.toString();
    }
}
