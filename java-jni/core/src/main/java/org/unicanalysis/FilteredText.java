package org.unicanalysis;

/** A text after char filters. */
public final class FilteredText {
    private final char[] text;

    /** Steps of the offset map: pairs of filtered and original offset; up to the next step both advance together. */
    private final int[] map;

    FilteredText(char[] text, int[] map) {
        this.text = text;
        this.map = map;
    }

    /**
     * The text.
     *
     * @return the array itself, as long as the text
     */
    public char[] chars() {
        return text;
    }

    /**
     * Maps an offset of the filtered text to the original text.
     *
     * @param offset offset in the filtered text, in UTF-16 units
     * @return offset in the original text, in UTF-16 units
     */
    public int original(int offset) {
        int low = 0;
        int high = map.length / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (map[2 * middle] <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? offset : map[2 * low - 1] + offset - map[2 * low - 2];
    }
}
