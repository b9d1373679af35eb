//! Which variables the explanation names, and what it says of them.

use whyc_debug::finding::{ChangeKind, Finding};

use super::protocol::Which;

/// Behind the value of what matters.
pub const MARK: &str = " ◀ matters";

/// What the explanation names.
#[derive(Debug, Default)]
pub struct Matters {
    /// The variables.
    pub named: Vec<Named>,
    /// The way to the failure: where, and what happened there.
    pub chain: Vec<Link>,
}

/// A variable that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As a person writes it.
    pub name: String,
    /// In which function; none for what every function knows.
    pub function: Option<String>,
}

/// A link of the way to the failure.
#[derive(Clone, Debug)]
pub struct Link {
    /// Which line.
    pub line: u32,
    /// What happened.
    pub sentence: String,
    /// Whether another value there is known to help.
    pub matters: bool,
}

impl Matters {
    /// What the explanation of a finding names.
    pub fn new(finding: &Finding, which: Which) -> Self {
        let mut matters = Self::default();
        if let Some(run) = &finding.counterexample {
            let function = finding.properties.get(run.property).map(|it| it.function.clone());
            for witness in &run.witnesses {
                matters.name(&witness.name, function.clone());
            }
        }
        let Some(explanation) = &finding.explanation else { return matters };
        for change in explanation.changes.iter().filter(|change| change.in_slice) {
            if change.kind != ChangeKind::Guard {
                matters.name(change.alias.as_ref().unwrap_or(&change.name), Some(change.function.clone()));
            }
        }
        // The chain tells how the failing run came about.
        if which == Which::Failing {
            let told = explanation.chain.iter().filter(|link| link.told || link.matters);
            matters.chain = told
                .map(|link| Link {
                    line: finding.sources.line(link.span),
                    sentence: link.sentence(),
                    matters: link.matters,
                })
                .collect();
        }
        matters
    }

    fn name(&mut self, name: &str, function: Option<String>) {
        let named = Named { name: name.to_owned(), function };
        if !self.named.contains(&named) {
            self.named.push(named);
        }
    }

    /// Whether a variable of a function matters.
    pub fn is_named(&self, name: &str, function: &str) -> bool {
        let is_there = |known: &Named| known.function.as_deref().is_none_or(|known| known == function);
        self.named.iter().any(|known| known.name == name && is_there(known))
    }
}
