package org.unicanalysis.lucene;

import java.util.Map;
import java.util.TreeMap;

/** Definitions of single components as JSON. */
final class ComponentDefinition {
    private ComponentDefinition() {}

    /** A component by its type and its options, all as text: the library parses numbers and booleans from it. */
    static String of(String type, Map<String, String> options) {
        StringBuilder json = new StringBuilder("{\"type\":");
        quote(json, type);
        // In order, so that equal components are equal texts.
        new TreeMap<>(options).forEach((name, value) -> {
            quote(json.append(','), name);
            quote(json.append(':'), value);
        });
        return json.append('}').toString();
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else if (unit < ' ') {
                json.append(String.format("\\u%04x", (int) unit));
            } else {
                json.append(unit);
            }
        }
        json.append('"');
    }
}
