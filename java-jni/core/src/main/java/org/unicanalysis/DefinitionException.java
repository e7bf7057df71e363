package org.unicanalysis;

/** An invalid definition: its errors with their locations and the allowed values. */
public final class DefinitionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The errors as JSON. */
    private final String errors;

    /** The first error's category. */
    private final String category;

    /** The first error's JSON pointer. */
    private final String pointer;

    /** The first error's line. */
    private final int line;

    /** The first error's column. */
    private final int column;

    /**
     * Created by the library.
     *
     * @param message the errors, one per line
     * @param errors the errors as JSON
     * @param category the first error's category
     * @param pointer the first error's JSON pointer
     * @param line the first error's line
     * @param column the first error's column
     */
    public DefinitionException(String message, String errors, String category, String pointer, int line, int column) {
        super(message);
        this.errors = errors;
        this.category = category;
        this.pointer = pointer;
        this.line = line;
        this.column = column;
    }

    /**
     * The errors, in document order: the first 1,000, then the number of the others.
     *
     * @return JSON: {@code {"errors": [...]}}, each with category, message, pointer, line, column, offset, found, allowed,
     *     nearest, help
     */
    public String errors() {
        return errors;
    }

    /**
     * The category of the first error.
     *
     * @return {@code unknown_option}, {@code unknown_type}, {@code unsupported_component}, {@code missing_reference}, {@code
     *     wrong_value}, {@code duplicate}, {@code syntax}, {@code limit}, {@code no_such_analyzer}, or a name of a later version
     */
    public String category() {
        return category;
    }

    /**
     * The location of the first error in the definition.
     *
     * @return a JSON pointer (RFC 6901)
     */
    public String pointer() {
        return pointer;
    }

    /**
     * The line of the first error.
     *
     * @return from 1
     */
    public int line() {
        return line;
    }

    /**
     * The column of the first error.
     *
     * @return in code points, from 1
     */
    public int column() {
        return column;
    }
}
