//! Normalization forms, and the operations that are applied with their mappings.

use super::data;
use super::table::FormTable;

/// A normalization form: the mappings that are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Canonical mappings, composed by default.
    Nfc,
    /// Canonical mappings, decomposed by default.
    Nfd,
    /// Compatibility mappings, composed by default.
    Nfkc,
    /// Compatibility mappings, decomposed by default.
    Nfkd,
    /// NFKC_Casefold: compatibility mappings, full case folding, default ignorables removed.
    NfkcCf,
    /// NFKC_Simple_Casefold: compatibility mappings, simple case folding, default ignorables removed.
    NfkcScf,
    /// The foldings of UTR #30 (see `tools/fold-data/foldings`).
    Utr30,
}

/// The operation that is applied with the mappings of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Decompose, reorder marks, compose.
    Compose,
    /// Decompose, reorder marks.
    Decompose,
    /// Compose contiguously: a mark that does not compose blocks all marks after it (FCC, UTN #5).
    ComposeContiguous,
    /// Decompose and reorder only spans that are out of order (FCD, UTN #5).
    Fcd,
}

impl Form {
    /// All forms with their option values.
    pub const ALL: [(&'static str, Form); 7] = [
        ("nfc", Form::Nfc),
        ("nfd", Form::Nfd),
        ("nfkc", Form::Nfkc),
        ("nfkd", Form::Nfkd),
        ("nfkc_cf", Form::NfkcCf),
        ("nfkc_scf", Form::NfkcScf),
        ("utr30", Form::Utr30),
    ];

    /// The mode that the name of a form implies.
    pub fn default_mode(self) -> Mode {
        if matches!(self, Form::Nfd | Form::Nfkd) { Mode::Decompose } else { Mode::Compose }
    }

    /// The form with the case and compatibility mappings that this form applies before its foldings.
    pub(super) fn before_folding(self) -> Form {
        if self == Form::Utr30 { Form::NfkcCf } else { self }
    }

    pub(super) fn table(self) -> FormTable {
        match self {
            Form::Nfc | Form::Nfd => FormTable::shipped(&data::NFC_BASIC, &data::NFC_ROWS),
            Form::Nfkc | Form::Nfkd => FormTable::shipped(&data::NFKC_BASIC, &data::NFKC_ROWS),
            Form::NfkcCf => FormTable::shipped(&data::NFKC_CF_BASIC, &data::NFKC_CF_ROWS),
            Form::NfkcScf => FormTable::shipped(&data::NFKC_SCF_BASIC, &data::NFKC_SCF_ROWS),
            Form::Utr30 => FormTable::shipped(&data::UTR30_BASIC, &data::UTR30_ROWS),
        }
    }
}

impl Mode {
    /// All modes with their option values.
    pub const ALL: [(&'static str, Mode); 4] = [
        ("compose", Mode::Compose),
        ("decompose", Mode::Decompose),
        ("compose_contiguous", Mode::ComposeContiguous),
        ("fcd", Mode::Fcd),
    ];

    /// Whether the operation composes.
    pub(super) fn composes(self) -> bool {
        matches!(self, Mode::Compose | Mode::ComposeContiguous)
    }
}
