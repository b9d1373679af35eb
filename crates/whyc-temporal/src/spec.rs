//! A specification alone: all that can be said of it, as data.

use whyc_base::budget::Budget;

use crate::ask::{Answer, refuted, satisfiable};
use crate::file::Named;
use crate::lint::{Remark, remarks};
use crate::open::{self, Open, Opened};
use crate::simplest::simplest;
use crate::syntax::Expr;
use crate::together::{Together, together};
use crate::vacuity::{Keeps, Mode, Part, Role, Towards, differs, roles};

/// What is asked besides.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The signals of the environment and of the system, if it is asked whether some system keeps to the specification.
    pub open: Option<Open>,
    /// How many states of a game are looked at for that.
    pub max_states: usize,
    /// Whether the verdict is all that is wanted: nothing is asked about parts, nor about each property.
    pub verdict_only: bool,
}

/// What is known of a property on its own and beside the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What is wrong with it.
    pub remarks: Vec<Remark>,
    /// A run that does not; none if it holds on every run.
    pub refuted: Answer,
    /// A run on which all others hold and it does not; none if it follows from them. Nothing if there are no others.
    pub needed: Option<Answer>,
}

/// What is known of a specification.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its properties.
    pub properties: Vec<Named>,
    /// What is known of each.
    pub about: Vec<About>,
    /// Whether some run satisfies all of them.
    pub consistent: Answer,
    /// If none does: properties that are too much together, and would not be if one of them went.
    pub clash: Vec<usize>,
    /// What each part is good for; nothing if no run satisfies all.
    pub roles: Vec<(Mode, Part, Role)>,
    /// Parts that can go at once.
    pub together: Vec<Together>,
    /// A shorter specification that says the same, if parts of this one play no role.
    pub simplest: Option<Vec<Expr>>,
    /// Whether some system keeps to it, if that was asked, and what of it does not matter to systems.
    pub open: Option<Opened>,
}

/// Looks at a specification.
#[must_use]
pub fn examine(properties: Vec<Named>, asked: &Asked, budget: &Budget) -> Report {
    let spec: Vec<Expr> = properties.iter().map(|it| it.expr.clone()).collect();
    let consistent = satisfiable(&spec.iter().collect::<Vec<_>>(), budget);
    let open = asked.open.as_ref().map(|open| open::examine(&spec, open, asked.max_states, budget));
    if asked.verdict_only {
        let (about, clash, roles, together) = Default::default();
        return Report { properties, about, consistent, clash, roles, together, simplest: None, open };
    }
    let clash = if consistent == Answer::No { clash(&spec, budget) } else { Vec::new() };
    let about = (0..spec.len()).map(|at| about(&spec, at, consistent == Answer::No, budget)).collect();
    let is_empty = consistent == Answer::No;
    let roles = if is_empty { Vec::new() } else { roles(&spec, &Mode::ALL, budget) };
    let is_vacuous =
        |(mode, _, role): &(Mode, Part, Role)| mode.keeps == Keeps::Meaning && matches!(role, Role::None(_));
    let together = together(&spec, &roles, budget);
    let shorter = roles.iter().any(is_vacuous).then(|| simplest(&spec, budget));
    Report { properties, about, consistent, clash, roles, together, simplest: shorter, open }
}

fn about(spec: &[Expr], at: usize, is_contradictory: bool, budget: &Budget) -> About {
    let expr = &spec[at];
    let mut others = spec.to_vec();
    others.remove(at);
    let needed = if others.is_empty() || is_contradictory {
        None
    } else {
        Some(differs(spec, &others, Towards::Weaker, budget))
    };
    About { remarks: remarks(expr, budget), refuted: refuted(expr, budget), needed }
}

/// Properties that no run satisfies together, none of which can go.
fn clash(spec: &[Expr], budget: &Budget) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..spec.len()).collect();
    let mut at = 0;
    while at < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(at);
        let asked: Vec<&Expr> = fewer.iter().map(|&it| &spec[it]).collect();
        if satisfiable(&asked, budget) == Answer::No {
            kept = fewer;
        } else {
            at += 1;
        }
    }
    kept
}
