import com.ibm.icu.impl.ICUData;
import com.ibm.icu.impl.ICUResourceBundle;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.ULocale;

import java.nio.file.Files;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What locales inherit: symbols of numbers, plural rules, number rules, collation, and rules of boundaries. */
final class Locales {
    private static final String[] TABLES = {"unicode", "spell", "collation", "break"};
    private static final String[] BOUNDARIES = {"grapheme", "word", "line", "sentence", "title"};
    /** Every line of {@code PLURALS} has the keywords of both kinds. */
    private static final String PLURALS = "0: $(cardinal,zero{z}one{o}two{t}few{f}many{m}other{-})$$(ordinal,zero{z}one{o}two{t}few{f}many{m}other{-})$;";
    private static final String DECIMALS = "-x: m>>; x.x: =#,##0.0##=; 0: =#,##0=;";
    private static final long[] NUMBERS = {0, 1, 2, 3, 5, 7, 8, 11, 12, 21, 22, 80, 101, 1000, 1234, 1000000};

    static void rows(int count) throws Exception {
        // A locale without data inherits from root, not from the language of the machine (ruling U12).
        ULocale.setDefault(ULocale.ROOT);
        TreeSet<String> known = new TreeSet<>();
        for (String table : TABLES) {
            for (String line : Files.readAllLines(Rows.root.resolve("data/" + table + "/locales.tsv"))) {
                String[] columns = line.split("\t");
                if (!line.startsWith("#") && columns[1].matches("locale|alias|parent|boundaries|default") && !columns[0].equals("root")) {
                    known.add(columns[0]);
                }
            }
        }
        TreeSet<String> languages = new TreeSet<>(List.of("xx"));
        TreeSet<String> scripts = new TreeSet<>();
        TreeSet<String> regions = new TreeSet<>();
        for (String id : known) {
            ULocale locale = new ULocale(id);
            languages.add(locale.getLanguage());
            scripts.add(locale.getScript());
            regions.add(locale.getCountry());
        }
        if (known.isEmpty()) {
            throw new IllegalStateException("no locales in the tables");
        }
        List<String> ids = new ArrayList<>(known);
        for (String language : languages) {
            scripts.forEach(script -> ids.add(id(language, script, "", "")));
            regions.forEach(region -> ids.add(id(language, "", region, "")));
        }
        List<String> someLanguages = new ArrayList<>(languages);
        List<String> someScripts = new ArrayList<>(scripts);
        List<String> someRegions = new ArrayList<>(regions);
        List<String> someKnown = new ArrayList<>(known);
        for (int at = 0; at < count * 4; at++) {
            ULocale locale = new ULocale(Rows.pick(someKnown));
            String region = Rows.chance(2) ? locale.getCountry() : Rows.pick(someRegions);
            String script = Rows.chance(2) ? ULocale.addLikelySubtags(locale).getScript() : Rows.pick(someScripts);
            String variant = Rows.chance(8) ? Rows.pick("POSIX", "1996", "VALENCIA") : "";
            ids.add(id(Rows.chance(4) ? Rows.pick(someLanguages) : locale.getLanguage(), script, region, variant));
        }
        String[] systems = NumberingSystem.getAvailableNames();
        for (String id : ids) {
            ULocale locale = new ULocale(id);
            String numbers = Rows.chance(4) ? Rows.pick("native", "traditional", "finance", "default", "nothing", Rows.pick(systems), Rows.pick(systems), Rows.pick(systems)) : null;
            String name = numbers == null ? id : Rows.chance(2) ? id + "@numbers=" + numbers : new ULocale(id + "@numbers=" + numbers).toLanguageTag();
            ofNumbers(name, numbers == null ? locale : new ULocale(id + "@numbers=" + numbers));
            ofTrees(id, locale);
        }
        // Rules are slow to open.
        for (String id : known) {
            ofRules(id);
        }
        for (int at = 0; at < count / 2; at++) {
            ofRules(Rows.pick(ids));
        }
        for (int at = 0; at < count * 4; at++) {
            String id = Grammars.LOCALES.text("id");
            ofNumbers(id, new ULocale(id));
            ofTrees(id, new ULocale(id));
        }
    }

    private static String id(String language, String script, String region, String variant) {
        return new ULocale(language + (script.isEmpty() ? "" : "_" + script) + "_" + region + "_" + variant).getName();
    }

    private static void ofNumbers(String id, ULocale locale) {
        RuleBasedNumberFormat decimals = new RuleBasedNumberFormat(DECIMALS, locale);
        String text = decimals.format(-1234567);
        StringBuilder all = new StringBuilder(text + " " + decimals.format(9876543.25) + " " + decimals.format(Long.MIN_VALUE));
        all.append(" " + decimals.format(Double.POSITIVE_INFINITY) + " " + decimals.format(Double.NaN));
        Rows.row("decimals", id, DECIMALS, all);
        text = decimals.format(1234567);
        Number found = decimals.parse(text, new ParsePosition(0));
        Rows.row("parsed", id, DECIMALS, text, found == null ? "-" : found.doubleValue());
        RuleBasedNumberFormat plurals = new RuleBasedNumberFormat(PLURALS, locale);
        StringBuilder keywords = new StringBuilder();
        for (long number : NUMBERS) {
            keywords.append(plurals.format(number));
        }
        Rows.row("plurals", id, PLURALS, keywords);
    }

    private static void ofTrees(String id, ULocale locale) {
        ULocale actual = Collator.getInstance(locale).getLocale(ULocale.ACTUAL_LOCALE);
        Rows.row("collation", id, actual.getBaseName().isEmpty() ? "root" : actual.getBaseName());
        ICUResourceBundle bundle = ICUResourceBundle.getBundleInstance(
                ICUData.ICU_BRKITR_BASE_NAME, locale, ICUResourceBundle.OpenType.LOCALE_ROOT);
        for (String boundaries : BOUNDARIES) {
            Rows.row("boundaries", id, boundaries, bundle.getStringWithFallback("boundaries/" + boundaries).replace(".brk", ""));
        }
    }

    private static void ofRules(String id) {
        ULocale locale = new ULocale(id);
        for (int group = 0; group < Spell.GROUPS.length; group++) {
            RuleBasedNumberFormat format = new RuleBasedNumberFormat(locale, Spell.FORMATS[group]);
            StringBuilder all = new StringBuilder(String.join(" ", format.getRuleSetNames()));
            for (long number : NUMBERS) {
                all.append('\n').append(Spell.write(format, number, null));
            }
            all.append('\n').append(format.format(-21.5));
            Rows.row("number rules", id, Spell.GROUPS[group], all);
        }
    }
}
