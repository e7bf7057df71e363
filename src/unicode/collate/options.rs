//! The settings of a collator (LDML part 5, "Collation settings") and what follows from them.

/// How much of a text takes part in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Base characters only.
    Primary,
    /// Also accents.
    Secondary,
    /// Also case and variants.
    Tertiary,
    /// Also what is shifted, and the kana of rules with `<<<<`.
    Quaternary,
    /// Also the code points of the NFD form.
    Identical,
}

/// What becomes of spaces and punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alternate {
    /// They sort as other characters do.
    NonIgnorable,
    /// They count on the quaternary level only.
    Shifted,
}

/// Which case goes first, before the other tertiary differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseFirst {
    /// Case is no more than a tertiary difference.
    Off,
    /// Lower case first.
    Lower,
    /// Upper case first.
    Upper,
}

/// The last group of characters that `alternate` applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MaxVariable {
    /// White space.
    Space,
    /// Also punctuation: the default.
    Punctuation,
    /// Also symbols.
    Symbol,
    /// Also currency signs.
    Currency,
}

/// The settings of a collator, all but script reordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// See [`Strength`].
    pub strength: Strength,
    /// See [`Alternate`].
    pub alternate: Alternate,
    /// A level for case of its own before the tertiary level.
    pub case_level: bool,
    /// See [`CaseFirst`].
    pub case_first: CaseFirst,
    /// Digits are compared by their value.
    pub numeric: bool,
    /// Accents are compared from the end of the text.
    pub backwards: bool,
    /// See [`MaxVariable`].
    pub max_variable: MaxVariable,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strength: Strength::Tertiary,
            alternate: Alternate::NonIgnorable,
            case_level: false,
            case_first: CaseFirst::Off,
            numeric: false,
            backwards: false,
            max_variable: MaxVariable::Punctuation,
        }
    }
}

impl Settings {
    /// Case bits take part in the tertiary level.
    pub(crate) fn case_in_tertiary(&self) -> bool {
        self.case_first != CaseFirst::Off && !self.case_level
    }

    /// As a word of a compiled table.
    pub(crate) fn pack(&self) -> u32 {
        self.strength as u32
            | (self.alternate as u32) << 4
            | u32::from(self.case_level) << 5
            | (self.case_first as u32) << 6
            | u32::from(self.numeric) << 8
            | u32::from(self.backwards) << 9
            | (self.max_variable as u32) << 10
    }

    /// The inverse of [`Settings::pack`].
    pub(crate) fn unpack(word: u32) -> Settings {
        use {CaseFirst::*, MaxVariable::*, Strength::*};
        let pick = |at: u32| (word >> at & 3) as usize;
        Settings {
            strength: match word & 15 {
                0 => Primary,
                1 => Secondary,
                2 => Tertiary,
                3 => Quaternary,
                _ => Identical,
            },
            alternate: if word & 0x10 == 0 { Alternate::NonIgnorable } else { Alternate::Shifted },
            case_level: word & 0x20 != 0,
            case_first: [Off, Lower, Upper, Off].get(pick(6)).copied().unwrap_or(Off),
            numeric: word & 0x100 != 0,
            backwards: word & 0x200 != 0,
            max_variable: [Space, Punctuation, Symbol, Currency].get(pick(10)).copied().unwrap_or(Punctuation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_packing() {
        for word in 0..1 << 12 {
            let settings = Settings::unpack(word);
            assert_eq!(Settings::unpack(settings.pack()), settings);
        }
        assert_eq!(Settings::unpack(Settings::default().pack()), Settings::default());
    }
}
