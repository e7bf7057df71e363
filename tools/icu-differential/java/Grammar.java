import java.util.HashMap;
import java.util.Map;

/**
 * Random texts of a grammar. Each symbol has alternatives, in which {@code ‹name›} is a text of another symbol,
 * {@code ‹name?›}, {@code ‹name*›} and {@code ‹name+›} for none or more of them, {@code ‹c›} for any character. The first
 * alternative of a symbol ends a recursion.
 */
final class Grammar {
    private static final int DEEPEST = 7;
    private final Map<String, String[]> symbols = new HashMap<>();

    Grammar with(String symbol, String... alternatives) {
        symbols.put(symbol, alternatives);
        return this;
    }

    /** A text of a symbol. */
    String text(String symbol) {
        StringBuilder text = new StringBuilder();
        append(symbol, 0, text);
        return Rows.wellFormed(text.toString());
    }

    private void append(String symbol, int depth, StringBuilder text) {
        if (symbol.equals("c")) {
            text.append(Rows.codePoint());
            return;
        }
        String[] alternatives = symbols.get(symbol);
        String alternative = depth > DEEPEST ? alternatives[0] : Rows.pick(alternatives);
        int at = 0;
        for (int start = alternative.indexOf('‹'); start >= 0; start = alternative.indexOf('‹', at)) {
            int end = alternative.indexOf('›', start);
            text.append(alternative, at, start);
            repeat(alternative.substring(start + 1, end), depth + 1, text);
            at = end + 1;
        }
        text.append(alternative.substring(at));
    }

    private void repeat(String reference, int depth, StringBuilder text) {
        String symbol = reference.replaceAll("[?*+]$", "");
        int count;
        switch (reference.charAt(reference.length() - 1)) {
            case '?': count = Rows.random.nextInt(2); break;
            case '*': count = Rows.random.nextInt(4); break;
            case '+': count = 1 + Rows.random.nextInt(3); break;
            default: count = 1;
        }
        for (; count > 0; count--) {
            append(symbol, depth, text);
        }
    }
}
