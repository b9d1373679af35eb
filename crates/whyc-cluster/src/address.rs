//! Where a cluster is, how one gets in, and what it calls its things.

use std::path::PathBuf;

/// How a cluster is reached. What gets one in is checked by the server, by NATS's own means.
#[derive(Clone, Debug)]
pub struct Address {
    /// The server: `nats://HOST:4222`, `tls://…`; several with commas between them.
    pub url: String,
    /// Whose jobs these are: teams on one server do not see each other's.
    pub team: String,
    /// A file with credentials (a JWT and its key).
    pub credentials: Option<PathBuf>,
    /// A file with certificates that the server's is to be believed for.
    pub authority: Option<PathBuf>,
    /// A certificate of one's own, and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// What one side must have in common with the other: anything else could mean something different by the same numbers.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+1");

/// A name for a team is at most so long.
const LONGEST: usize = 32;

impl Address {
    /// Without anything that gets one in.
    #[must_use]
    pub fn new(url: impl Into<String>, team: impl Into<String>) -> Self {
        Self { url: url.into(), team: team.into(), credentials: None, authority: None, certificate: None }
    }

    /// Whether a word can be the name of a team: it becomes a part of subjects and of names of streams.
    #[must_use]
    pub fn is_team(word: &str) -> bool {
        let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (1..=LONGEST).contains(&word.len()) && word.chars().all(is_fine)
    }

    /// The server as it may be told: without a password.
    #[must_use]
    pub fn told(&self) -> String {
        let one = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            (_, None) => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }

    /// The stream of jobs.
    pub(crate) fn stream(&self) -> String {
        format!("WHYC_{}", self.team)
    }

    /// The store of questions and proofs.
    pub(crate) fn bucket(&self) -> String {
        format!("whyc_{}", self.team)
    }

    /// All jobs.
    pub(crate) fn all_jobs(&self) -> String {
        format!("whyc.{}.jobs.*", self.team)
    }

    /// The jobs for those who have this version.
    pub(crate) fn jobs(&self) -> String {
        format!("whyc.{}.jobs.{}", self.team, version_word())
    }

    /// Who takes these jobs.
    pub(crate) fn consumer() -> String {
        format!("workers_{}", version_word())
    }

    /// Where workers tell of the parts of a question.
    pub(crate) fn reports(&self, check: &str) -> String {
        format!("whyc.{}.reports.{check}", self.team)
    }

    /// Where workers hear that parts are not wanted any more.
    pub(crate) fn cancels(&self, check: &str) -> String {
        format!("whyc.{}.cancels.{check}", self.team)
    }

    /// Where workers say that they are there.
    pub(crate) fn hello(&self) -> String {
        format!("whyc.{}.hello", self.team)
    }
}

/// The version as a part of a subject.
fn version_word() -> String {
    VERSION.replace(['.', '+'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_told() {
        let told = |url: &str| Address::new(url, "t").told();
        assert_eq!(told("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(told("me:secret@host,tls://other:1"), "host,tls://other:1");
        assert_eq!(told("host:4222"), "host:4222");
    }

    #[test]
    fn a_team_is_a_word() {
        assert!(Address::is_team("parser-team_2"));
        for word in ["", "a.b", "a b", "*", ">", "ä", &"x".repeat(40)] {
            assert!(!Address::is_team(word), "{word}");
        }
    }
}
