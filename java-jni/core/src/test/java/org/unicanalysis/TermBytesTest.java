package org.unicanalysis;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Terms in UTF-16 and UTF-8 are equal for every transfer to Java: as slices of the text, with the text around them, or one by one. */
public class TermBytesTest {
    private static final List<String> CHAINS = List.of(
            "{\"tokenizer\": \"unic_tokenizer\"}",
            "{\"tokenizer\": \"whitespace\", \"filter\": [\"lowercase\"]}",
            "{\"tokenizer\": \"keyword\", \"filter\": [\"uppercase\"]}",
            "{\"type\": \"hyphen\"}",
            "{\"char_filter\": [\"unic_normalizer\"], \"tokenizer\": \"unic_tokenizer\", \"filter\": [\"unic_folding\"]}",
            "{\"char_filter\": [\"html_strip\"], \"tokenizer\": \"unic_tokenizer\", \"filter\": [\"keyword_repeat\", \"unic_folding\"]}");

    private static final String[] PIECES = {
        "word", "Wi-Fi", "a", "it's", "internationalization", "Straße", "für", "é", "привет", "Ελλάδα", "שלום", "हिन्दी", "ภาษาไทย", "漢字",
        "カタカナ", "한국어", "😀", "🏳️‍🌈", "𝒳𝒴", "ﬁne", "½", "&amp;", "<b>", "\ud800", "\udc00", "İ", "-", ".", ",", "\n", "x".repeat(200),
        "ä".repeat(70), "я".repeat(300), "漢".repeat(40), "e-mail-adress"
    };

    @Test
    public void bytesAreTheTermInUtf8() {
        Random random = new Random(5);
        for (String chain : CHAINS) {
            try (Analyzer analyzer = Analyzer.create(chain);
                    TokenCursor decoded = analyzer.tokens();
                    TokenCursor encoded = analyzer.tokens()) {
                encoded.setUtf8(true);
                for (int round = 0; round < 400; round++) {
                    String text = text(random, round);
                    decoded.setText(text);
                    encoded.setText(text);
                    while (decoded.next()) {
                        assertEquals(text, true, encoded.next());
                        String term = decoded.term();
                        assertEquals(text, term, encoded.term());
                        assertEquals(text, decoded.start(), encoded.start());
                        byte[] bytes = new byte[encoded.utf8Length()];
                        System.arraycopy(encoded.utf8(), encoded.utf8Offset(), bytes, 0, bytes.length);
                        assertArrayEquals(text, term.getBytes(StandardCharsets.UTF_8), bytes);
                    }
                    assertFalse(text, encoded.next());
                }
            }
        }
    }

    /** Random texts of up to a few thousand units, with words of one kind or of all kinds. */
    private static String text(Random random, int round) {
        StringBuilder text = new StringBuilder();
        int kinds = round % 2 == 0 ? PIECES.length : 1 + random.nextInt(3);
        int first = random.nextInt(PIECES.length);
        for (int words = random.nextInt(round % 10 == 0 ? 2_000 : 60); words > 0; words--) {
            text.append(PIECES[(first + random.nextInt(kinds)) % PIECES.length]);
            text.append(random.nextInt(8) == 0 ? "" : " ");
        }
        return text.toString();
    }
}
