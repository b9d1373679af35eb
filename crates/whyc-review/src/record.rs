//! What is kept of a remark or a finding.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How many digits an identity has: enough that two never meet in one project, few enough to be typed.
const DIGITS: usize = 12;

/// A remark about a line or a file, or a finding of whyc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Names it, also in other copies of the ledger.
    pub id: String,
    /// What it is about.
    pub kind: Kind,
    /// The file, relative to the folder of the ledger.
    pub file: String,
    /// The line, from 1 on; none for a whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// How the line is found again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// In a few words.
    pub title: String,
    /// More of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// Who wrote it.
    pub author: String,
    /// What has become of it.
    pub status: State,
    /// When it was written.
    pub created: Timestamp,
    /// When something of the above was last changed by a person or by a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Timestamp>,
    /// What others said, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// What whyc found, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Found>,
}

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A line.
    Local,
    /// A file.
    Global,
    /// A property that fails.
    Finding,
}

impl Kind {
    /// Its name in lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Local => "LOCAL",
            Kind::Global => "GLOBAL",
            Kind::Finding => "FINDING",
        }
    }
}

/// What has become of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody has said anything final.
    Open,
    /// A person says that it is a fault.
    Confirmed,
    /// A person says that it cannot happen, because of something that whyc does not know.
    FalseAlarm,
    /// A later check has seen that it does not fail any more.
    Fixed,
    /// Done with.
    Closed,
}

impl State {
    /// All of them.
    pub const ALL: [State; 5] = [State::Open, State::Confirmed, State::FalseAlarm, State::Fixed, State::Closed];

    /// Its name, for people and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Confirmed => "confirmed",
            State::FalseAlarm => "false-alarm",
            State::Fixed => "fixed",
            State::Closed => "closed",
        }
    }

    /// The state of this name, in whatever case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name().eq_ignore_ascii_case(name))
    }

    /// Whether nothing more is to be done.
    #[must_use]
    pub fn is_done(self) -> bool {
        matches!(self, State::FalseAlarm | State::Fixed | State::Closed)
    }
}

/// How a line is found again when the text around it has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The line, with single spaces.
    pub text: String,
    /// What stands around it, as a sum over the lines before and after.
    pub ctx: String,
    /// The function that it is in.
    #[serde(rename = "fn", default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// The revision that has the file as it was then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// What somebody said of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub author: String,
    /// What.
    pub body: String,
}

/// What whyc found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The class of the property.
    pub class: String,
    /// What should hold.
    pub property: String,
    /// The function that the property is in.
    pub function: String,
    /// Where the program starts.
    pub entry: String,
    /// Which of several with the same text it is, from 1 on.
    pub nth: usize,
    /// How the failure comes about: the texts of the links of its chain; empty if that was not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cause: Vec<String>,
    /// Why it cannot happen: an expression of C that holds where it would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
}

impl Record {
    /// When it was last changed.
    #[must_use]
    pub fn touched(&self) -> Timestamp {
        self.changed.unwrap_or(self.created)
    }
}

/// An identity that depends on these parts alone.
#[must_use]
pub fn id_of(parts: &[&str]) -> String {
    let mut sum = Sha256::new();
    for part in parts {
        sum.update(part.len().to_le_bytes());
        sum.update(part.as_bytes());
    }
    let digits: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits[..DIGITS].to_owned()
}
