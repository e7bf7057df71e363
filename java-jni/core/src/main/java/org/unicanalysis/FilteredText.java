package org.unicanalysis;

/** A text after char filters. */
public final class FilteredText {
    private final char[] text;

    /** Pairs: a place, and where it stands in the original; up to the next one both texts run side by side. */
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
     * Where a place of the text stands in the original.
     *
     * @param place in UTF-16 units
     * @return in UTF-16 units
     */
    public int original(int place) {
        int low = 0;
        int high = map.length / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (map[2 * middle] <= place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? place : map[2 * low - 1] + place - map[2 * low - 2];
    }
}
