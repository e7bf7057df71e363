package org.unicanalysis;

/**
 * A fault inside the native library: a bug of unic-analysis, not of its caller. The object that was used recovers with
 * its next text.
 */
public final class NativeFaultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Made by the library.
     *
     * @param message what the library says about it, with the place in its source
     */
    public NativeFaultException(String message) {
        super("fault inside the native library of unic-analysis: " + message);
    }
}
