package org.unicanalysis;

import java.io.IOException;

/** The files that options of a definition name, for hosts whose files are not in a directory: resources of the class path, for instance. */
@FunctionalInterface
public interface FileSource {
    /**
     * Reads a file; called while a definition is compiled, in the same thread.
     *
     * @param name the file, as in the definition
     * @return its contents: text in UTF-8
     * @throws IOException if the file can't be read; the definition is then invalid, and its error contains this exception
     */
    byte[] read(String name) throws IOException;
}
