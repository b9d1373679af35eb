//! Which parts of a specification play no role.
//!
//! Fisman, Kupferman, Sheinvald-Faragy, Vardi, "A Framework for Inherent Vacuity" (HVC 2008): a part plays no role if the specification can be
//! changed there, for the stronger or for the weaker, and says the same. What is changed is one occurrence, which becomes true or
//! false, or all occurrences at once, which become anything. One direction always holds, so that each question is one of
//! satisfiability; a run that answers it is the evidence that the part matters.

use whyc_base::budget::Budget;

use crate::ask::{Answer, Shown, satisfiable};
use crate::atom::Atom;
use crate::change::{Occurrence, Path, Polarity, occurrences, replaced, replaced_everywhere, simplified};
use crate::syntax::{Expr, Kind};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// All occurrences of a part.
    All,
    /// One occurrence.
    One,
}

/// How it is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Towards {
    /// So that it allows fewer runs.
    Stronger,
    /// So that it allows more.
    Weaker,
}

/// What must become of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keeps {
    /// It says the same.
    Meaning,
    /// Some run is left.
    Runs,
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mode {
    /// What is changed.
    pub which: Which,
    /// How.
    pub towards: Towards,
    /// What must stay.
    pub keeps: Keeps,
}

impl Mode {
    /// All that can be asked of a specification alone. To allow more runs always leaves some.
    pub const ALL: [Mode; 6] = [
        Mode { which: Which::All, towards: Towards::Stronger, keeps: Keeps::Meaning },
        Mode { which: Which::All, towards: Towards::Weaker, keeps: Keeps::Meaning },
        Mode { which: Which::One, towards: Towards::Stronger, keeps: Keeps::Meaning },
        Mode { which: Which::One, towards: Towards::Weaker, keeps: Keeps::Meaning },
        Mode { which: Which::All, towards: Towards::Stronger, keeps: Keeps::Runs },
        Mode { which: Which::One, towards: Towards::Stronger, keeps: Keeps::Runs },
    ];

    /// Its name in reports for programs.
    #[must_use]
    pub fn name(self) -> String {
        let which = match self.which {
            Which::All => "all",
            Which::One => "one",
        };
        let towards = match self.towards {
            Towards::Stronger => "stronger",
            Towards::Weaker => "weaker",
        };
        let keeps = match self.keeps {
            Keeps::Meaning => "equivalent",
            Keeps::Runs => "satisfiable",
        };
        format!("{which}-{towards}-{keeps}")
    }
}

/// A part that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which property, by its position.
    pub property: usize,
    /// The way to it; the first occurrence if all are meant.
    pub path: Path,
    /// The part.
    pub expr: Expr,
    /// Which of the equal parts this is, counted from one over the whole specification, and how many there are.
    pub nth: (usize, usize),
}

/// What came out for a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// None; the specification with the change, property by property, where it can be written down.
    None(Option<Vec<Expr>>),
    /// It matters: on this run it makes a difference. Where only some run must stay, none does.
    Matters(Option<Shown>),
    /// Nobody knows.
    NotDecided(String),
}

/// Asks about every part, in every mode of `modes`.
#[must_use]
pub fn roles(spec: &[Expr], modes: &[Mode], budget: &Budget) -> Vec<(Mode, Part, Role)> {
    let parts = parts(spec);
    let mut roles = Vec::new();
    for &mode in modes {
        for (part, occurrence) in &parts {
            if mode.which == Which::All && part.nth.0 > 1 {
                continue;
            }
            if let Some(role) = role(spec, mode, part, occurrence, budget) {
                roles.push((mode, part.clone(), role));
            }
        }
    }
    roles
}

/// All parts of all properties, as they stand.
pub(crate) fn parts(spec: &[Expr]) -> Vec<(Part, Occurrence)> {
    let all: Vec<(usize, Occurrence)> = spec
        .iter()
        .enumerate()
        .flat_map(|(property, expr)| occurrences(expr).into_iter().map(move |it| (property, it)))
        .collect();
    let plain: Vec<Expr> = all.iter().map(|(_, it)| it.expr.placeless()).collect();
    all.iter()
        .enumerate()
        .map(|(at, (property, occurrence))| {
            let before = plain[..at].iter().filter(|it| **it == plain[at]).count();
            let total = plain.iter().filter(|it| **it == plain[at]).count();
            let part = Part {
                property: *property,
                path: occurrence.path.clone(),
                expr: occurrence.expr.clone(),
                nth: (before + 1, total),
            };
            (part, occurrence.clone())
        })
        .collect()
}

/// A signal that no specification has.
fn anything() -> Expr {
    Expr::new(Kind::Atom(Atom::signal("?")), 0..0)
}

fn role(spec: &[Expr], mode: Mode, part: &Part, occurrence: &Occurrence, budget: &Budget) -> Option<Role> {
    match mode.which {
        Which::All => {
            let plain = part.expr.placeless();
            let with = |new: &Expr| spec.iter().map(|it| replaced_everywhere(it, &plain, new)).collect::<Vec<Expr>>();
            let open = with(&anything());
            if mode.keeps == Keeps::Runs {
                return Some(crate::forall::some_run_for_all(&open, "?", budget));
            }
            let answer = differs(spec, &open, mode.towards, budget);
            Some(told(answer, || {
                let written = [true, false].map(|value| with(&Expr::constant(value)));
                let same = |new: &Vec<Expr>| {
                    let both = [Towards::Stronger, Towards::Weaker].map(|towards| differs(spec, new, towards, budget));
                    both == [Answer::No, Answer::No]
                };
                written.into_iter().find(same)
            }))
        }
        Which::One => {
            let new = Expr::constant(constant_towards(mode.towards, occurrence.polarity)?);
            let mut changed = spec.to_vec();
            changed[part.property] = replaced(&spec[part.property], &part.path, &new);
            match mode.keeps {
                Keeps::Meaning => Some(told(differs(spec, &changed, mode.towards, budget), || Some(changed.clone()))),
                Keeps::Runs => Some(match satisfiable(&changed.iter().collect::<Vec<_>>(), budget) {
                    Answer::Yes(_) => Role::None(Some(changed.iter().map(simplified).collect())),
                    Answer::No => Role::Matters(None),
                    Answer::NotDecided(reason) => Role::NotDecided(reason),
                }),
            }
        }
    }
}

/// What a part becomes; nothing if neither constant does it.
pub(crate) fn constant_towards(towards: Towards, polarity: Polarity) -> Option<bool> {
    match (towards, polarity) {
        (Towards::Stronger, Polarity::Positive) | (Towards::Weaker, Polarity::Negative) => Some(false),
        (Towards::Stronger, Polarity::Negative) | (Towards::Weaker, Polarity::Positive) => Some(true),
        (_, Polarity::Mixed) => None,
    }
}

fn told(answer: Answer, written: impl FnOnce() -> Option<Vec<Expr>>) -> Role {
    match answer {
        Answer::No => Role::None(written().map(|changed| changed.iter().map(simplified).collect())),
        Answer::Yes(shown) => Role::Matters(Some(shown)),
        Answer::NotDecided(reason) => Role::NotDecided(reason),
    }
}

/// A run that one specification allows and the other does not: of two that differ, the weaker one allows it.
pub(crate) fn differs(spec: &[Expr], changed: &[Expr], towards: Towards, budget: &Budget) -> Answer {
    let (weaker, stronger) = match towards {
        Towards::Stronger => (spec, changed),
        Towards::Weaker => (changed, spec),
    };
    // What did not change is true anyway.
    let new = stronger.iter().filter(|it| !weaker.contains(it)).cloned();
    let broken = Expr::all(new).negated();
    let asked: Vec<&Expr> = weaker.iter().chain([&broken]).collect();
    satisfiable(&asked, budget)
}

#[cfg(test)]
mod tests;
