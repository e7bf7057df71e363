//! The settings of a collator (LDML part 5, "Collation settings"), and the names of their values that locale keywords,
//! rules and options share. Names that only one of these has are where it is read.

/// The strength: the levels that a comparison includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Base characters only.
    Primary,
    /// Primary, and accents.
    Secondary,
    /// Secondary, and case and variants.
    Tertiary,
    /// Tertiary, and shifted characters, and differences of rules with `<<<<`.
    Quaternary,
    /// Quaternary, and the code points of the NFD form.
    Identical,
}

/// The treatment of variable characters: spaces, punctuation, symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alternate {
    /// Variable characters sort like other characters.
    NonIgnorable,
    /// Variable characters count only on the quaternary level.
    Shifted,
}

/// Which case sorts first, before the other tertiary differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseFirst {
    /// Case is one of the tertiary differences.
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
    /// White space and punctuation: the default.
    Punctuation,
    /// White space, punctuation and symbols.
    Symbol,
    /// White space, punctuation, symbols and currency signs.
    Currency,
}

/// Defines `from_name` for types of values.
macro_rules! names {
    ($($type:ident: $($name:literal => $value:ident),+;)+) => {
        $(impl $type {
            /// The value with a name that locale keywords, rules and options share.
            pub(crate) fn from_name(name: &str) -> Option<$type> {
                match name {
                    $($name => Some($type::$value),)+
                    _ => None,
                }
            }
        })+
    };
}

names! {
    Strength: "primary" => Primary, "secondary" => Secondary, "tertiary" => Tertiary, "quaternary" => Quaternary,
        "identical" => Identical;
    Alternate: "non-ignorable" => NonIgnorable, "shifted" => Shifted;
    CaseFirst: "off" => Off, "lower" => Lower, "upper" => Upper;
    MaxVariable: "space" => Space, "punct" => Punctuation, "symbol" => Symbol, "currency" => Currency;
}

/// The settings of a collator, except script reordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// See [`Strength`].
    pub strength: Strength,
    /// See [`Alternate`].
    pub alternate: Alternate,
    /// Whether case has a level of its own before the tertiary level.
    pub case_level: bool,
    /// See [`CaseFirst`].
    pub case_first: CaseFirst,
    /// Whether digits compare by their numeric value.
    pub numeric: bool,
    /// Whether the secondary level is compared from the end of the text.
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
    /// Whether case bits are part of the tertiary level.
    pub(crate) fn case_in_tertiary(&self) -> bool {
        self.case_first != CaseFirst::Off && !self.case_level
    }

    /// The settings as a word of a compiled table.
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
    fn packed_settings_unpack_to_themselves() {
        for word in 0..1 << 12 {
            let settings = Settings::unpack(word);
            assert_eq!(Settings::unpack(settings.pack()), settings);
        }
        assert_eq!(Settings::unpack(Settings::default().pack()), Settings::default());
    }
}
