package org.unicanalysis.data;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.VersionInfo;

/** Every property, value and name that a UnicodeSet pattern can name, with the code points and strings that have it. */
final class Properties {
    private static final String ABOUT = """
            Properties as UnicodeSet patterns know them (UTS #18, UTS #35). Tab-separated lines:
            property KIND NAME...   a property with all its names. Kinds: binary; enum; ccc (values are also numbers);
                                    mask (general category groups); scx; age (a version means that version and all
                                    before it); numeric; strings (binary, with strings)
            value NAME...           a value with its names (age: the version; numeric: the number)
            set RANGES              FIRST[-LAST] in hex, joined by blanks, in order: the code points of the value, or of the
                                    binary property, or (age, numeric) of exactly this value
            strings STRINGS         the strings of the property, joined by blanks
            """;

    static void write(Output out) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int property = UProperty.BINARY_START; property < UProperty.BINARY_START + 200; property++) {
            List<String> names = names(property);
            if (names.isEmpty()) {
                continue;
            }
            if (isStrings(property)) {
                head(text, "strings", names);
                body(text, new UnicodeSet("\\p{" + names.get(0) + "}"));
            } else {
                head(text, "binary", names);
                body(text, new UnicodeSet().applyIntPropertyValue(property, 1));
            }
        }
        for (int property = UProperty.INT_START; property < UProperty.INT_START + 200; property++) {
            List<String> names = names(property);
            if (names.isEmpty()) {
                continue;
            }
            boolean combiningClass = property == UProperty.CANONICAL_COMBINING_CLASS
                    || property == UProperty.LEAD_CANONICAL_COMBINING_CLASS
                    || property == UProperty.TRAIL_CANONICAL_COMBINING_CLASS;
            head(text, combiningClass ? "ccc" : "enum", names);
            for (int value = 0; value <= UCharacter.getIntPropertyMaxValue(property); value++) {
                UnicodeSet set = new UnicodeSet().applyIntPropertyValue(property, value);
                List<String> valueNames = valueNames(property, value);
                if (combiningClass) {
                    valueNames.add(0, Integer.toString(value));
                }
                if (valueNames.isEmpty() || combiningClass && set.isEmpty() && valueNames.size() == 1) {
                    continue;
                }
                head(text, null, valueNames);
                body(text, set);
            }
        }
        masks(text);
        scriptExtensions(text);
        ages(text);
        numericValues(text);
        multiple(text);
        out.write("unicode/properties.txt", "#", ABOUT, text.toString());
    }

    private static void masks(StringBuilder text) {
        head(text, "mask", names(UProperty.GENERAL_CATEGORY_MASK));
        TreeMap<Integer, List<String>> masks = new TreeMap<>();
        for (String name : new String[] { "C", "L", "LC", "M", "N", "P", "S", "Z" }) {
            int mask = UCharacter.getPropertyValueEnum(UProperty.GENERAL_CATEGORY_MASK, name);
            masks.put(mask, valueNames(UProperty.GENERAL_CATEGORY_MASK, mask));
        }
        for (int category = 0; category < 30; category++) {
            masks.put(1 << category, valueNames(UProperty.GENERAL_CATEGORY_MASK, 1 << category));
        }
        masks.forEach((mask, names) -> {
            head(text, null, names);
            body(text, new UnicodeSet().applyIntPropertyValue(UProperty.GENERAL_CATEGORY_MASK, mask));
        });
    }

    private static void scriptExtensions(StringBuilder text) {
        head(text, "scx", names(UProperty.SCRIPT_EXTENSIONS));
        for (int script = 0; script <= UCharacter.getIntPropertyMaxValue(UProperty.SCRIPT); script++) {
            List<String> names = valueNames(UProperty.SCRIPT, script);
            if (!names.isEmpty()) {
                head(text, null, names);
                body(text, new UnicodeSet().applyIntPropertyValue(UProperty.SCRIPT_EXTENSIONS, script));
            }
        }
    }

    private static void ages(StringBuilder text) {
        head(text, "age", names(UProperty.AGE));
        TreeMap<VersionInfo, UnicodeSet> ages = new TreeMap<>();
        for (int c = 0; c < 0x110000; c++) {
            VersionInfo age = UCharacter.getAge(c);
            if (age.getMajor() != 0) {
                ages.computeIfAbsent(age, unused -> new UnicodeSet()).add(c);
            }
        }
        ages.forEach((age, set) -> {
            head(text, null, List.of(age.getVersionString(2, 2)));
            body(text, set);
        });
    }

    private static void numericValues(StringBuilder text) {
        head(text, "numeric", names(UProperty.NUMERIC_VALUE));
        TreeMap<Double, UnicodeSet> values = new TreeMap<>();
        for (int c = 0; c < 0x110000; c++) {
            double value = UCharacter.getUnicodeNumericValue(c);
            if (value != UCharacter.NO_NUMERIC_VALUE) {
                values.computeIfAbsent(value, unused -> new UnicodeSet()).add(c);
            }
        }
        values.forEach((value, set) -> {
            head(text, null, List.of(Double.toString(value)));
            body(text, set);
        });
    }

    /** Identifier_Type has several values per code point, so it is not one of the numbered properties. */
    private static void multiple(StringBuilder text) {
        List<String> names = names(UProperty.IDENTIFIER_TYPE);
        if (names.isEmpty()) {
            return;
        }
        head(text, "enum", names);
        for (int value = 0; value < 64; value++) {
            List<String> valueNames = valueNames(UProperty.IDENTIFIER_TYPE, value);
            if (!valueNames.isEmpty()) {
                head(text, null, valueNames);
                body(text, new UnicodeSet().applyIntPropertyValue(UProperty.IDENTIFIER_TYPE, value));
            }
        }
    }

    private static boolean isStrings(int property) {
        return property >= UProperty.BASIC_EMOJI && property <= UProperty.RGI_EMOJI;
    }

    private static List<String> names(int property) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try {
                add(found, UCharacter.getPropertyName(property, i));
            } catch (IllegalArgumentException end) {
                if (i > 1) {
                    break;
                }
            }
        }
        return found;
    }

    private static List<String> valueNames(int property, int value) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try {
                add(found, UCharacter.getPropertyValueName(property, value, i));
            } catch (IllegalArgumentException end) {
                if (i > 1) {
                    break;
                }
            }
        }
        return found;
    }

    private static void add(List<String> found, String name) {
        if (name != null && !found.contains(name)) {
            found.add(name);
        }
    }

    private static void head(StringBuilder text, String kind, List<String> names) {
        text.append(kind == null ? "value" : "property\t" + kind);
        names.forEach(name -> text.append('\t').append(name));
        text.append('\n');
    }

    private static void body(StringBuilder text, UnicodeSet set) {
        text.append("set");
        char separator = '\t';
        for (var range : set.ranges()) {
            text.append(separator).append(range.codepoint == range.codepointEnd ? String.format("%X", range.codepoint)
                    : String.format("%X-%X", range.codepoint, range.codepointEnd));
            separator = ' ';
        }
        text.append('\n');
        if (!set.strings().isEmpty()) {
            text.append("strings\t" + String.join(" ", set.strings()) + "\n");
        }
    }
}
