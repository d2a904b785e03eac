//! What is asked of a catalog: levels, numbers, words, and the grammar of names.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Level, Rule, nearest, quoted_list, words};

/// The shape of a tool's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grammar {
    /// `search_invoices`
    #[default]
    VerbObject,
    /// `data-browse`, `semarchy-project-list_patterns`
    DomainVerbObject,
}

impl Grammar {
    /// The name in the policy file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::VerbObject => "verb_object",
            Self::DomainVerbObject => "domain-verb_object",
        }
    }
}

/// Declares the limits once: the fields, their defaults, and their names in a policy file.
macro_rules! limits {
    ($($(#[doc = $docs:literal])+ $name:ident: $default:literal,)+) => {
        /// The numbers that rules compare with.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Limits {
            $($(#[doc = $docs])+ pub $name: usize,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Limits {
            /// The limit of a name, to be set.
            fn called(&mut self, name: &str) -> Option<&mut usize> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        const LIMITS: &[&str] = &[$(stringify!($name)),+];
    };
}

limits! {
    /// Most characters of a tool's description once rendered.
    description: 350,
    /// Most sentences of a description; one more may say what is returned.
    sentences: 2,
    /// Most parameters of a tool.
    params: 6,
    /// Most levels of objects within a parameter.
    nesting: 2,
    /// Most characters of a name together with the longest prefix that a client or a presentation
    /// puts before it.
    name: 64,
    /// Characters of a name alone from which it is warned about.
    name_alone: 40,
    /// Most tools of a catalog that is presented flat.
    tools: 40,
    /// Most tools of the core profile.
    core_tools: 30,
    /// Most tokens of one tool's definition, at four bytes each.
    tool_tokens: 800,
    /// Most tokens of all definitions together.
    catalog_tokens: 10_000,
    /// Most bytes of the server's instructions.
    instructions: 2048,
    /// Most tokens of what the boot tool tells one caller, at four bytes each.
    boot_tokens: 1500,
}

/// The words that a policy adds to the built-in lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// Verbs that the built-in list does not know.
    pub verbs: Vec<String>,
    /// Words about a user interface to refuse in descriptions.
    pub ui: Vec<String>,
    /// Words about a user interface that name this server's domain.
    pub ui_exempt: Vec<String>,
}

/// The favourites of a catalog: `[presentation]` in a policy file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Favourites {
    /// Whether they are presented; a list that is kept for later says `enabled = false`.
    pub enabled: bool,
    /// The tools by their canonical names, the most used first.
    pub tools: Vec<String>,
    /// Most of them.
    pub max_favourites: usize,
}

impl Default for Favourites {
    fn default() -> Self {
        Self {
            enabled: true,
            tools: Vec::new(),
            max_favourites: Self::MOST,
        }
    }
}

impl Favourites {
    /// Most favourites unless told: a shortlist that a model reads before it looks further.
    pub const MOST: usize = 15;
}

/// What is asked of a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    own: bool,
    /// The grammar of names.
    pub grammar: Grammar,
    /// The numbers.
    pub limits: Limits,
    /// The words.
    pub words: Words,
    /// What the longest-winded client puts before a tool's name, `{server}` standing for the
    /// server's name. Claude Code presents `mcp__{server}__`.
    pub client_prefix: String,
    /// The favourites that a model is shown first.
    pub presentation: Favourites,
    levels: BTreeMap<&'static str, Level>,
}

/// A value in a policy file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PolicyValue {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A list of strings.
    List(Vec<String>),
    /// Anything else, by the name of its type.
    Other(&'static str),
}

/// An entry of a policy file that cannot be used: what is wrong, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    /// What is wrong, with the value.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for PolicyError {}

const KEYS: &[&str] = &["grammar", "client_prefix"];
const SECTIONS: &[&str] = &["limits", "words", "levels", "presentation"];
const WORDS: &[&str] = &["verbs", "ui", "ui_exempt"];
const PRESENTATION: &[&str] = &["enabled", "tools", "max_favourites"];

impl Policy {
    /// For one's own server.
    pub fn strict() -> Self {
        Self {
            own: true,
            grammar: Grammar::default(),
            limits: Limits::default(),
            words: Words::default(),
            client_prefix: "mcp__{server}__".to_owned(),
            presentation: Favourites::default(),
            levels: BTreeMap::new(),
        }
    }

    /// For a server that somebody else wrote.
    pub fn audit() -> Self {
        Self {
            own: false,
            ..Self::strict()
        }
    }

    /// Whether one's own server is judged.
    pub const fn is_own(&self) -> bool {
        self.own
    }

    /// How much `rule` matters.
    pub fn level(&self, rule: &Rule) -> Level {
        self.set_level(rule)
            .unwrap_or(if self.own { rule.own } else { rule.foreign })
    }

    /// The level that the policy itself sets for `rule`, if it sets one.
    pub fn set_level(&self, rule: &Rule) -> Option<Level> {
        self.levels.get(rule.code).copied()
    }

    /// Whether tools are named by this verb: the built-in list knows it, or the policy adds it.
    pub(crate) fn is_verb(&self, word: &str) -> bool {
        words::is_verb(word) || self.words.verbs.iter().any(|verb| verb == word)
    }

    /// Sets the level of the rule called `name`, by code or by name.
    ///
    /// # Errors
    ///
    /// When no rule has that name; the nearest one is named.
    pub fn with_level(mut self, name: &str, level: Level) -> Result<Self, PolicyError> {
        self.levels.insert(Rule::called(name)?.code, level);
        Ok(self)
    }

    /// The same policy, by which `rule` is not judged.
    pub fn without(mut self, rule: &Rule) -> Self {
        self.levels.insert(rule.code, Level::Off);
        self
    }

    /// Whether a policy file has a section of this name.
    ///
    /// # Errors
    ///
    /// When it has not; the nearest is named.
    pub fn check_section(name: &str) -> Result<(), PolicyError> {
        if SECTIONS.contains(&name) {
            Ok(())
        } else {
            Err(unknown("section", name, SECTIONS))
        }
    }

    /// Takes one entry of a policy file: `key` at the root where `section` is empty, otherwise
    /// `key` in `[section]`.
    ///
    /// # Errors
    ///
    /// When the section, the key or the value is not one that policies have; the nearest is named.
    pub fn set(
        &mut self,
        section: &str,
        key: &str,
        value: &PolicyValue,
    ) -> Result<(), PolicyError> {
        match section {
            "" => self.set_at_root(key, value),
            "limits" => self.set_limit(key, value),
            "words" => self.add_words(key, value),
            "levels" => self.set_level_of(key, value),
            "presentation" => self.set_presentation(key, value),
            _ => Err(unknown("section", section, SECTIONS)),
        }
    }

    fn set_at_root(&mut self, key: &str, value: &PolicyValue) -> Result<(), PolicyError> {
        match key {
            "grammar" => self.set_grammar(value),
            "client_prefix" => {
                let PolicyValue::Text(prefix) = value else {
                    let expected = "a string, e.g. \"mcp__{server}__\"";
                    return Err(wrong("", key, value, expected));
                };
                self.client_prefix.clone_from(prefix);
                Ok(())
            }
            _ if SECTIONS.contains(&key) => Err(PolicyError {
                message: format!("`{key}` is no table"),
                help: format!("write `[{key}]`, in single brackets, and its keys below"),
            }),
            _ => Err(unknown("key", key, &[KEYS, SECTIONS].concat())),
        }
    }

    fn set_grammar(&mut self, value: &PolicyValue) -> Result<(), PolicyError> {
        let presets = [Grammar::VerbObject, Grammar::DomainVerbObject];
        let PolicyValue::Text(word) = value else {
            return Err(wrong(
                "",
                "grammar",
                value,
                "\"verb_object\" or \"domain-verb_object\"",
            ));
        };
        self.grammar = presets
            .into_iter()
            .find(|preset| preset.word() == word)
            .ok_or_else(|| unknown("grammar", word, &presets.map(Grammar::word)))?;
        Ok(())
    }

    fn set_limit(&mut self, key: &str, value: &PolicyValue) -> Result<(), PolicyError> {
        let limit = self
            .limits
            .called(key)
            .ok_or_else(|| unknown("limit", key, LIMITS))?;
        let number = match value {
            PolicyValue::Number(number) => usize::try_from(*number).ok(),
            _ => None,
        };
        *limit = number
            .filter(|number| *number > 0)
            .ok_or_else(|| wrong("limits", key, value, "a whole number above 0"))?;
        Ok(())
    }

    fn add_words(&mut self, key: &str, value: &PolicyValue) -> Result<(), PolicyError> {
        let words = match key {
            "verbs" => &mut self.words.verbs,
            "ui" => &mut self.words.ui,
            "ui_exempt" => &mut self.words.ui_exempt,
            _ => return Err(unknown("word list", key, WORDS)),
        };
        let PolicyValue::List(list) = value else {
            let expected = "a list of words, e.g. [\"panel\"]";
            return Err(wrong("words", key, value, expected));
        };
        words.extend(list.iter().map(|word| word.to_lowercase()));
        Ok(())
    }

    fn set_presentation(&mut self, key: &str, value: &PolicyValue) -> Result<(), PolicyError> {
        let wrong = |expected| wrong("presentation", key, value, expected);
        match (key, value) {
            ("enabled", PolicyValue::Flag(enabled)) => self.presentation.enabled = *enabled,
            ("enabled", _) => return Err(wrong("true or false")),
            ("tools", PolicyValue::List(tools)) => self.presentation.tools.clone_from(tools),
            ("tools", _) => {
                return Err(wrong("a list of tools, e.g. [\"search_invoices\"]"));
            }
            ("max_favourites", _) => {
                let number = match value {
                    PolicyValue::Number(number) => usize::try_from(*number).ok(),
                    _ => None,
                };
                let number = number.filter(|number| *number > 0);
                self.presentation.max_favourites =
                    number.ok_or_else(|| wrong("a whole number above 0"))?;
            }
            _ => return Err(unknown("key", key, PRESENTATION)),
        }
        Ok(())
    }

    fn set_level_of(&mut self, key: &str, value: &PolicyValue) -> Result<(), PolicyError> {
        let rule = Rule::called(key)?;
        let PolicyValue::Text(word) = value else {
            let expected = "\"off\", \"info\", \"warn\" or \"deny\"";
            return Err(wrong("levels", key, value, expected));
        };
        let level = Level::ALL.into_iter().find(|level| level.key() == word);
        let level = level.ok_or_else(|| unknown("level", word, &Level::ALL.map(Level::key)))?;
        self.levels.insert(rule.code, level);
        Ok(())
    }
}

fn unknown(what: &str, given: &str, valid: &[&str]) -> PolicyError {
    let list = quoted_list(valid.iter().copied(), "or");
    let help = match nearest(given, valid.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? It is one of {list}"),
        None => format!("write one of {list}"),
    };
    PolicyError {
        message: format!("no {what} is called `{given}` in a policy"),
        help,
    }
}

fn wrong(section: &str, key: &str, value: &PolicyValue, expected: &str) -> PolicyError {
    let given = match value {
        PolicyValue::Text(text) => format!("\"{text}\""),
        PolicyValue::Number(number) => number.to_string(),
        PolicyValue::Flag(flag) => flag.to_string(),
        PolicyValue::List(list) => format!("a list of {}", list.len()),
        PolicyValue::Other(kind) => (*kind).to_owned(),
    };
    let key = if section.is_empty() {
        key.to_owned()
    } else {
        format!("{section}.{key}")
    };
    PolicyError {
        message: format!("`{key}` is {given}"),
        help: format!("write {expected}"),
    }
}
