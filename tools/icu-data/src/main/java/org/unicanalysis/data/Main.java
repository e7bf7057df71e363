package org.unicanalysis.data;

import java.nio.file.Path;

/** Writes every generated file of {@code data/}: arguments are that folder and a scratch folder for the word lists. */
public final class Main {
    public static void main(String[] args) throws Exception {
        Output out = new Output(Path.of(args[0]));
        Collation.write(out);
        BreakRules.write(out);
        Properties.write(out);
        Names.write(out);
        LocaleCodes.write(out);
        Locales.write(out);
        SpellRules.write(out);
        NumberSymbols.write(out);
        Transforms.write(out);
        Dictionaries.write(Path.of(args[1]));
        System.out.println(out.files() + " files, " + out.bytes() / 1024 + " KiB");
    }
}
