//! The command line. Its help texts are also the man pages.

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;
use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::component_kind::ComponentKind;

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (Unicode 18.0, CLDR 49)");

const EXIT_CODES: &str = "Exit codes:
  0    success
  1    a definition has errors, or a component or analyzer that an option names does not exist
  2    wrong use of the command line
  3    a file or stream can't be read or written
  4    a text can't be analysed: too long, grown beyond the limit, transform rules that do not
       terminate on it, a line that is not a number
  130  interrupted with Ctrl-C (the shell's code for SIGINT)
  141  the reader of the output has ended (the shell's code for SIGPIPE)

Environment:
  NO_COLOR  if set to a value, no colours without --color=always
  COLUMNS   width of tables and messages; default: that of the terminal";

/// Analyses text as a search engine does, checks and explains index definitions
#[derive(Debug, Parser)]
#[command(name = "unic", version = VERSION, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = When::Auto, global = true, value_name = "WHEN")]
    pub color: When,

    /// The command
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Shows the tokens of texts
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(Analyze),
    /// Shows the output of every stage of an analyzer, side by side
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Checks definitions and shows all their errors
    #[command(after_help = VALIDATE_EXAMPLES)]
    Validate(Validate),
    /// Shows the components of an analyzer with all effective options, and its fingerprint
    Describe(Describe),
    /// Lists the analyzers and normalizers that a definition defines
    Names(Names),
    /// Lists the components of this build and their options
    Components(Components),
    /// Sorts lines in the order of a language
    #[command(after_help = SORT_EXAMPLES)]
    Sort(Sort),
    /// Shows the sort keys of texts, level by level
    #[command(after_help = SORTKEY_EXAMPLES)]
    Sortkey(Sortkey),
    /// Transforms lines of text: transliteration, case, normalization, custom rules
    #[command(after_help = TRANSFORM_EXAMPLES)]
    Transform(Transform),
    /// Lists the ids of transforms
    Transforms(Transforms),
    /// Formats numbers in words, and parses words as numbers
    #[command(after_help = SPELL_EXAMPLES)]
    Spell(Spell),
    /// Prints the JSON Schema of definitions, for editors that check and complete them
    Schema,
    /// Prints a completion script for a shell
    Completions(Completions),
    /// Prints the man page, or writes all man pages into a folder
    Man(Man),
}

const ANALYZE_EXAMPLES: &str = "Examples:
  unic analyze --analyzer hyphen \"Corinna's E-Book\"
  unic analyze -t whitespace -f lowercase 'Some Text'
  unic analyze -d index.json -a german --ndjson <texts >tokens.ndjson";

const EXPLAIN_EXAMPLES: &str = "Examples:
  unic explain -t whitespace -f hyphen -f lowercase 'The E-Book'
  unic explain -d index.json -a german --offsets utf16 'The E-Book'";

const VALIDATE_EXAMPLES: &str = "Examples:
  unic validate index.json
  unic validate --short *.json
  curl -s localhost:9200/books/_settings | unic validate --lenient";

const SORT_EXAMPLES: &str = "Examples:
  unic sort --locale de-u-co-phonebk names.txt
  du -a | unic sort -a naturalsort -r | head
  unic sort -d index.json -a titles -u --memory 1G <titles >sorted";

const TRANSFORM_EXAMPLES: &str = "Examples:
  unic transform Any-Latin 'Москва'
  unic transform 'NFD; [:Mn:] Remove; NFC' <names
  unic transform --rules 'ä > ae; ö > oe; ü > ue;' Müller";

const SPELL_EXAMPLES: &str = "Examples:
  unic spell 123 1.5
  unic spell --locale de --rule-set %spellout-ordinal 21
  unic spell --locale fr quatre-vingt-dix-neuf";

const SORTKEY_EXAMPLES: &str = "Examples:
  unic sortkey --locale sv 'Ångström'
  unic sortkey -a naturalsort --ndjson <titles";

/// The arguments of `analyze`.
#[derive(Debug, Args)]
pub struct Analyze {
    #[command(flatten)]
    pub chain: Chain,
    #[command(flatten)]
    pub texts: Texts,

    /// The unit of offsets
    #[arg(long, value_enum, default_value_t = Unit::Native, value_name = "UNIT", help_heading = "Texts")]
    pub offsets: Unit,

    /// One JSON array with an object `{"tokens": [...]}` for each text, as in responses of the engine's `_analyze`
    #[arg(long, group = "format")]
    pub json: bool,

    /// The objects of `--json`, one per line: line n is for text n
    #[arg(long, group = "format")]
    pub ndjson: bool,

    /// Threads for long inputs with --json or --ndjson; by default one per processor, at most 8
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// No progress on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub chain: Chain,
    #[command(flatten)]
    pub texts: Texts,

    /// The unit of offsets
    #[arg(long, value_enum, default_value_t = Unit::Native, value_name = "UNIT", help_heading = "Texts")]
    pub offsets: Unit,

    /// One JSON array with an object `{"detail": {...}}` for each text, as in responses of the engine's `_analyze`
    #[arg(long, group = "format")]
    pub json: bool,

    /// The objects of `--json`, one per line
    #[arg(long, group = "format")]
    pub ndjson: bool,
}

/// The arguments of `validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// Files with definitions; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: Reading,

    /// One JSON array with an object for each file: `file`, `valid`, `analyzers`, `errors`, `warnings`
    #[arg(long, group = "format")]
    pub json: bool,

    /// One line per error in the format of compilers: file:line:column: category: message
    #[arg(long, group = "format")]
    pub short: bool,
}

/// The arguments of `describe`.
#[derive(Debug, Args)]
pub struct Describe {
    #[command(flatten)]
    pub chain: Chain,

    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `names`.
#[derive(Debug, Args)]
pub struct Names {
    /// The definition; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    #[command(flatten)]
    pub reading: Reading,

    /// As a JSON array
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `components`.
#[derive(Debug, Args)]
pub struct Components {
    /// Only components of these type names, with their option tables
    #[arg(value_name = "TYPE")]
    pub types: Vec<String>,

    /// Only components of this kind
    #[arg(long, short, value_enum)]
    pub kind: Option<KindArgument>,

    /// Show the option tables
    #[arg(long, short)]
    pub options: bool,

    /// As a JSON array, with the option tables
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The command whose page is printed; without it the page of `unic`
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}

/// The selection of an analyzer: of a definition, built-in, or a chain of components.
#[derive(Debug, Args)]
#[command(next_help_heading = "Analyzer")]
pub struct Chain {
    /// The definition: a JSON file, `-` for standard input, or JSON that starts with `{`
    #[arg(long, short, value_name = "FILE|JSON", conflicts_with_all = ["tokenizer", "filter", "char_filter"])]
    pub definition: Option<OsString>,

    /// The analyzer or normalizer of the definition, or a built-in one; not needed if the definition has only one
    #[arg(long, short, value_name = "NAME", conflicts_with_all = ["tokenizer", "filter", "char_filter"])]
    pub analyzer: Option<String>,

    /// The tokenizer of a chain without a definition
    #[arg(long, short, value_name = "TYPE")]
    pub tokenizer: Option<String>,

    /// A token filter of the chain; may be repeated, in order
    #[arg(long, short, value_name = "TYPE", requires = "tokenizer")]
    pub filter: Vec<String>,

    /// A char filter of the chain; may be repeated, in order
    #[arg(long, value_name = "TYPE", requires = "tokenizer")]
    pub char_filter: Vec<String>,

    #[command(flatten)]
    pub reading: Reading,
}

/// How definitions are read.
#[derive(Debug, Args)]
pub struct Reading {
    /// The directory of the files that options like `keywords_path` name; without it such options are errors
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(directory))]
    pub config_dir: Option<PathBuf>,

    /// Unknown options are warnings instead of errors
    #[arg(long)]
    pub lenient: bool,
}

/// The input texts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Texts")]
pub struct Texts {
    /// Texts; without any and without --input, each line of standard input is a text
    #[arg(value_name = "TEXT", conflicts_with = "input", help_heading = "Arguments")]
    pub texts: Vec<OsString>,

    /// A file whose lines are texts; may be repeated; `-` is standard input
    #[arg(long, short, value_name = "FILE")]
    pub input: Vec<PathBuf>,

    /// Each file is one text, including its line ends
    #[arg(long)]
    pub whole: bool,

    /// Maximum length of a text in bytes, with an optional suffix K, M or G; bounds the memory use
    #[arg(long, value_name = "BYTES", default_value = "64M", value_parser = size)]
    pub max_text: usize,
}

/// The arguments of `sort`.
#[derive(Debug, Args)]
pub struct Sort {
    /// Files whose lines are sorted together; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub order: Order,

    /// Reverse the order; lines with equal keys keep the order of the input
    #[arg(long, short)]
    pub reverse: bool,

    /// Print only the first one of lines with equal keys
    #[arg(long, short)]
    pub unique: bool,

    /// Write to this file instead of standard output; it may be one of the inputs
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Lines end with a zero byte instead of a line feed
    #[arg(long, short)]
    pub zero_terminated: bool,

    /// Accepted for compatibility with `sort`: lines with equal keys always keep the order of the input
    #[arg(long, short)]
    pub stable: bool,

    /// Memory for lines and keys, with an optional suffix K, M or G; further data goes to temporary files
    #[arg(long, short = 'S', visible_alias = "buffer-size", value_name = "BYTES", default_value = "512M")]
    #[arg(value_parser = memory)]
    pub memory: usize,

    /// Directory of temporary files; they have no name, so none remains after the program ends
    #[arg(long, short = 'T', value_name = "DIR")]
    pub temporary_directory: Option<PathBuf>,

    /// Maximum length of a line in bytes, with an optional suffix K, M or G
    #[arg(long, value_name = "BYTES", default_value = "64M", value_parser = size)]
    pub max_text: usize,

    /// No progress on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `transform`.
#[derive(Debug, Args)]
pub struct Transform {
    /// A transform id or a list of ids, such as Any-Latin; with --rules the first text
    #[arg(value_name = "ID")]
    pub id: Option<OsString>,

    /// Texts; without any, lines of standard input
    #[arg(value_name = "TEXT")]
    pub texts: Vec<OsString>,

    /// Custom rules, in the syntax of LDML part 2
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// The inverse transform
    #[arg(long, short)]
    pub reverse: bool,
}

/// The arguments of `transforms`.
#[derive(Debug, Args)]
pub struct Transforms {
    /// Only ids that contain this text, ignoring case
    #[arg(value_name = "PART")]
    pub part: Option<String>,
}

/// The arguments of `spell`.
#[derive(Debug, Args)]
pub struct Spell {
    /// Numbers to format, such as -12.50; other texts are parsed. Without any, lines of standard input
    #[arg(value_name = "NUMBER|WORDS", allow_negative_numbers = true)]
    pub numbers: Vec<OsString>,

    /// The language: BCP 47 or ICU id; English by default
    #[arg(long, short, value_name = "LOCALE")]
    pub locale: Option<String>,

    /// The group of rules
    #[arg(long, short, value_enum, default_value_t = RuleGroup::Spellout)]
    pub format: RuleGroup,

    /// The public rule set that formats, such as %spellout-ordinal
    #[arg(long, short = 's', value_name = "NAME")]
    pub rule_set: Option<String>,

    /// Custom rules, in the syntax of LDML part 3
    #[arg(long, value_name = "RULES", conflicts_with = "format")]
    pub rules: Option<String>,

    /// Parse numbers in digits as well, instead of formatting them
    #[arg(long)]
    pub read: bool,

    /// Words must match the rules exactly
    #[arg(long)]
    pub strict: bool,

    /// Lists the public rule sets
    #[arg(long)]
    pub list: bool,

    /// Lists the locales that have rules
    #[arg(long, conflicts_with_all = ["numbers", "list", "locale", "rules"])]
    pub list_locales: bool,
}

/// The groups of number rules.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RuleGroup {
    /// Spelled-out numbers: one hundred
    Spellout,
    /// Digits with ordinal suffixes: 3rd
    Ordinal,
    /// Seconds as durations: 1:40
    Duration,
    /// Algorithmic numbering systems: IX
    NumberingSystem,
}

/// The arguments of `sortkey`.
#[derive(Debug, Args)]
pub struct Sortkey {
    #[command(flatten)]
    pub order: Order,
    #[command(flatten)]
    pub texts: Texts,

    /// One JSON array with an object for each text: `text`, `key` and `levels` in hexadecimal digits, `text_form`
    #[arg(long, group = "format")]
    pub json: bool,

    /// The objects of `--json`, one per line: line n is for text n
    #[arg(long, group = "format")]
    pub ndjson: bool,

    /// Only the keys, in hexadecimal digits, one per line
    #[arg(long, group = "format")]
    pub hex: bool,
}

/// The selection of an order: that of a locale, or of an analyzer that makes sort keys.
#[derive(Debug, Args)]
#[command(next_help_heading = "Order")]
pub struct Order {
    /// The order of a locale: BCP 47 or ICU id, with collation type and settings; the root order by default
    #[arg(long, short, value_name = "LOCALE", conflicts_with = "definition")]
    pub locale: Option<String>,

    /// The definition of an analyzer that makes keys: a JSON file, `-` for standard input, or JSON that starts with `{`
    #[arg(long, short, value_name = "FILE|JSON")]
    pub definition: Option<OsString>,

    /// The analyzer of the definition; without a definition `unic_collation` or `naturalsort`
    #[arg(long, short, value_name = "NAME")]
    pub analyzer: Option<String>,

    #[command(flatten)]
    pub reading: Reading,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is `dumb`
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The units of offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unit {
    /// That of the given text: bytes, as all texts are UTF-8
    Native,
    /// UTF-16 units, as in the engines on the JVM
    Utf16,
    /// UTF-8 bytes
    Utf8,
    /// Code points
    Codepoint,
}

impl From<Unit> for OffsetUnit {
    fn from(unit: Unit) -> OffsetUnit {
        match unit {
            Unit::Native => OffsetUnit::Native,
            Unit::Utf16 => OffsetUnit::Utf16,
            Unit::Utf8 => OffsetUnit::Utf8,
            Unit::Codepoint => OffsetUnit::CodePoint,
        }
    }
}

impl Unit {
    /// The name of the unit, in the plural.
    pub fn counted(self) -> &'static str {
        match self {
            Unit::Native | Unit::Utf8 => "bytes of UTF-8",
            Unit::Utf16 => "UTF-16 units",
            Unit::Codepoint => "code points",
        }
    }
}

/// Kinds of components, named as the sections of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum KindArgument {
    /// Analyzers: whole chains
    Analyzer,
    /// Normalizers: chains whose output is a single token
    Normalizer,
    /// Rewrite text before tokenization
    CharFilter,
    /// Split text into tokens
    Tokenizer,
    /// Change, add or remove tokens
    Filter,
}

impl From<KindArgument> for ComponentKind {
    fn from(kind: KindArgument) -> ComponentKind {
        match kind {
            KindArgument::Analyzer => ComponentKind::Analyzer,
            KindArgument::Normalizer => ComponentKind::Normalizer,
            KindArgument::CharFilter => ComponentKind::CharFilter,
            KindArgument::Tokenizer => ComponentKind::Tokenizer,
            KindArgument::Filter => ComponentKind::TokenFilter,
        }
    }
}

/// Rejects what is not a directory, whose files would all be reported as missing.
fn directory(path: PathBuf) -> Result<PathBuf, String> {
    if path.is_dir() { Ok(path) } else { Err("this is not a directory".to_owned()) }
}

/// Parses a number of bytes with an optional suffix, below 2^31, as no text is longer.
fn size(text: &str) -> Result<usize, String> {
    memory(text).map(|size| size.min((1 << 31) - 1))
}

/// Parses a number of bytes with an optional suffix.
fn memory(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.chars().last() {
        Some('k' | 'K') => (text.get(..text.len() - 1), 10),
        Some('m' | 'M') => (text.get(..text.len() - 1), 20),
        Some('g' | 'G') => (text.get(..text.len() - 1), 30),
        _ => (Some(text), 0),
    };
    let number: Option<usize> = digits.and_then(|digits| digits.parse().ok());
    let size = number.and_then(|number| number.checked_mul(1 << shift)).filter(|size| *size > 0);
    size.ok_or_else(|| "a number from 1, with an optional suffix K, M or G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_have_suffixes_and_bounds() {
        assert_eq!(size("17"), Ok(17));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("3G"), Ok((1 << 31) - 1));
        assert_eq!(memory("3G"), Ok(3 << 30));
        for wrong in ["", "0", "M", "-1", "1T", "99999999999999999999", "99999999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_version_names_the_data_of_the_library() {
        use unic_analysis::unicode::version;
        assert!(VERSION.ends_with(&format!("(Unicode {}, CLDR {})", version::UNICODE, version::CLDR)));
    }
}
