package org.unicanalysis.opensearch;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Components of a node without the library. They fail with the reason at their first use: the engine passes an empty text through each
 * analyzer when it opens an index, and an index must open.
 */
final class UnavailableComponents {
    private UnavailableComponents() {}

    static Analyzer analyzer() {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                return new TokenStreamComponents(tokenizer());
            }
        };
    }

    static Tokenizer tokenizer() {
        return new Tokenizer() {
            @Override
            public final boolean incrementToken() throws IOException {
                if (input.read() >= 0) {
                    Library.require();
                }
                return false;
            }
        };
    }

    static TokenStream filter(TokenStream input) {
        return new TokenFilter(input) {
            private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

            @Override
            public final boolean incrementToken() throws IOException {
                boolean hasToken = this.input.incrementToken();
                // A normalizer has a token for an empty text, too.
                if (hasToken && term.length() > 0) {
                    Library.require();
                }
                return hasToken;
            }
        };
    }

    static Reader charFilter(Reader text) {
        return new FilterReader(text) {
            @Override
            public int read(char[] target, int offset, int length) throws IOException {
                int count = super.read(target, offset, length);
                if (count > 0) {
                    Library.require();
                }
                return count;
            }

            @Override
            public int read() throws IOException {
                int unit = super.read();
                if (unit >= 0) {
                    Library.require();
                }
                return unit;
            }
        };
    }
}
