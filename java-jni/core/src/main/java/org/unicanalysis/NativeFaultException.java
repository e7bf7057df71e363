package org.unicanalysis;

/**
 * An internal error of the native library: a bug of unic-analysis, not of its caller. The object recovers with its next
 * text.
 */
public final class NativeFaultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Created by the library.
     *
     * @param message the message of the library, with the location in its source
     */
    public NativeFaultException(String message) {
        this(message, null);
    }

    NativeFaultException(String message, Throwable cause) {
        super("fault inside the native library of unic-analysis: " + message, cause);
    }
}
