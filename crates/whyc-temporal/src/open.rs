//! Specifications of systems that react: is there one that keeps to it whatever its environment does, and which parts matter to those?
//!
//! Bounded synthesis: a system keeps to a specification if the automaton of the contrary ([`nondeterministic`]) visits its accepting states
//! only so often on each of its runs. With a bound on "so often" that is a game that is won or lost in finitely many positions
//! ([`antichain`]; where all of them are needed, [`game`]). By determinacy either the system wins or the environment does, each with some bound; where neither is
//! found within the limit, that is said. A machine sees the inputs of a step before it chooses the outputs of that step.

mod antichain;
mod game;
mod nondeterministic;

use std::cell::Cell;

use whyc_base::budget::Budget;

use crate::atom::Atom;
use crate::change::{replaced, replaced_everywhere, simplified};
use crate::store::TooLarge;
use crate::syntax::{Expr, Kind};
use crate::vacuity::{Keeps, Mode, Part, Role, Towards, Which, constant_towards, parts};
use antichain::Question;
use game::{Game, Player, Region, Wanted};
use nondeterministic::Nondeterministic;

/// Who sets which signals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Set by the environment.
    pub inputs: Vec<String>,
    /// Set by the system.
    pub outputs: Vec<String>,
}

/// Whether some system keeps to a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Realizable {
    /// One with so many states does.
    Yes {
        /// How many.
        states: usize,
    },
    /// None: the environment can always break it.
    No,
    /// Nobody knows, for this reason.
    NotDecided(String),
}

/// What was found out about systems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Whether some system keeps to the specification.
    pub realizable: Realizable,
    /// Parts that do not matter to systems, though they may matter to runs.
    pub roles: Vec<(Mode, Part, Role)>,
}

/// How often accepting states may be visited, at most.
const BOUNDS: [u8; 7] = [0, 1, 2, 3, 4, 6, 9];
/// How many signals there may be.
const MANY_SIGNALS: usize = 9;

/// Asks whether some system keeps to a specification, and which parts do not matter to those.
#[must_use]
pub fn examine(spec: &[Expr], open: &Open, max_states: usize, budget: &Budget) -> Opened {
    let arena = match Arena::new(spec, open, max_states, budget) {
        Ok(arena) => arena,
        Err(reason) => return Opened { realizable: Realizable::NotDecided(reason), roles: Vec::new() },
    };
    let realizable = arena.realizable(&Expr::all(spec.to_vec()), None);
    let roles = match realizable {
        Realizable::Yes { .. } => arena.roles(spec),
        Realizable::No | Realizable::NotDecided(_) => Vec::new(),
    };
    Opened { realizable, roles }
}

/// Who plays for what.
struct Arena<'a> {
    inputs: Vec<Atom>,
    outputs: Vec<Atom>,
    max_states: usize,
    /// How many moves of games may still be looked at.
    left: Cell<usize>,
    budget: &'a Budget,
}

/// How many moves of games are looked at for one specification.
const MANY_MOVES: usize = 3_000_000;

/// A signal that no specification has.
const ANYTHING: &str = "?";

impl<'a> Arena<'a> {
    fn new(spec: &[Expr], open: &Open, max_states: usize, budget: &'a Budget) -> Result<Self, String> {
        let atoms = spec.iter().flat_map(Expr::atoms);
        if let Some(atom) =
            atoms.into_iter().find(|atom| atom.names().next().is_none_or(|name| *atom != Atom::signal(name)))
        {
            return Err(format!("`{atom}`: what systems can do is only decided for signals of one bit"));
        }
        let of = |names: &[String]| names.iter().map(|name| Atom::signal(name)).collect::<Vec<Atom>>();
        let (inputs, outputs) = (of(&open.inputs), of(&open.outputs));
        if inputs.len() + outputs.len() > MANY_SIGNALS {
            return Err(format!("more than {MANY_SIGNALS} signals are too many for the game"));
        }
        Ok(Self { inputs, outputs, max_states, left: Cell::new(MANY_MOVES), budget })
    }

    fn automaton(&self, expr: &Expr, hidden: Option<&str>) -> Result<Nondeterministic, TooLarge> {
        let visible: Vec<Atom> = self.inputs.iter().chain(&self.outputs).cloned().collect();
        let hidden = hidden.map(Atom::signal);
        let automaton = Nondeterministic::new(expr, &visible, hidden.as_ref(), self.max_states)?;
        self.spend(automaton.next.len().saturating_mul(automaton.next.len()) << visible.len())?;
        Ok(automaton)
    }

    /// Plays, and counts what that takes.
    fn play(&self, automaton: &Nondeterministic, bound: u8, player: Player) -> Result<Region, TooLarge> {
        let max_positions = self.max_states;
        let game = Game { n_inputs: self.inputs.len(), n_outputs: self.outputs.len(), max_positions };
        let region = game.play(automaton, bound, player)?;
        self.spend(region.n_moves().saturating_mul(automaton.next.len()))?;
        Ok(region)
    }

    fn spend(&self, moves: usize) -> Result<(), TooLarge> {
        match self.left.get().checked_sub(moves) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(TooLarge)
            }
        }
    }

    /// Whether some system keeps to a property, whatever a hidden signal does.
    fn realizable(&self, expr: &Expr, hidden: Option<&str>) -> Realizable {
        match self.played(expr, hidden) {
            Ok(realizable) => realizable,
            Err(TooLarge) => Realizable::NotDecided(self.limit()),
        }
    }

    /// Which limit was reached.
    fn limit(&self) -> String {
        if self.left.get() == 0 {
            "the effort for such questions was spent".to_owned()
        } else {
            format!("it takes more than {} states (--max-states)", self.max_states)
        }
    }

    fn played(&self, expr: &Expr, hidden: Option<&str>) -> Result<Realizable, TooLarge> {
        let contrary = self.automaton(&expr.clone().negated(), hidden)?;
        // What the environment would have to show of a hidden signal is more than its automaton says. It is often too large where
        // the other one is not: then only systems are looked for.
        let own = if hidden.is_none() { self.automaton(expr, None).ok() } else { None };
        for bound in BOUNDS {
            if let Err(reason) = self.budget.check() {
                return Ok(Realizable::NotDecided(reason.to_string()));
            }
            let spend = |work: usize| self.spend(work / 64 + 1);
            let question = |automaton, bound| Question {
                automaton,
                n_inputs: self.inputs.len(),
                n_outputs: self.outputs.len(),
                // The first state counts too.
                bound: i16::from(bound) + 1,
                spend: &spend,
            };
            let asked = question(&contrary, bound);
            let won = asked.won(Player::System)?;
            if let Some(machine) = asked.machine(&won) {
                assert!(asked.is_kept_by(&machine), "a machine that was found should keep to the specification");
                return Ok(Realizable::Yes { states: machine.n_states() });
            }
            if let Some(own) = &own
                && !question(own, bound).won(Player::Environment)?.is_empty()
            {
                return Ok(Realizable::No);
            }
        }
        Ok(Realizable::NotDecided(
            "neither a system nor an environment that wins was found within the limit".to_owned(),
        ))
    }

    /// What does not matter to systems.
    fn roles(&self, spec: &[Expr]) -> Vec<(Mode, Part, Role)> {
        let all = parts(spec);
        let mut roles = Vec::new();
        for mode in Mode::ALL {
            for (part, occurrence) in &all {
                let role = match (mode.which, mode.keeps) {
                    (Which::All, Keeps::Runs) if part.nth.0 == 1 => Some(self.role_of_all(spec, part)),
                    // Changes to anything are no formulas: for systems they are asked of single occurrences.
                    (Which::All, _) => None,
                    (Which::One, keeps) => constant_towards(mode.towards, occurrence.polarity).map(|value| {
                        let mut changed = spec.to_vec();
                        changed[part.property] = replaced(&spec[part.property], &part.path, &Expr::constant(value));
                        self.role_of_one(spec, &changed, mode.towards, keeps)
                    }),
                };
                roles.extend(role.map(|role| (mode, part.clone(), role)));
            }
        }
        roles
    }

    fn role_of_all(&self, spec: &[Expr], part: &Part) -> Role {
        let anything = Expr::new(Kind::Atom(Atom::signal(ANYTHING)), 0..0);
        let plain = part.expr.placeless();
        let open = Expr::all(spec.iter().map(|it| replaced_everywhere(it, &plain, &anything)));
        match self.realizable(&open, Some(ANYTHING)) {
            Realizable::Yes { .. } => Role::None(None),
            Realizable::No => Role::Matters(None),
            // Where no run is left, no system is.
            Realizable::NotDecided(reason) => {
                let open: Vec<Expr> = spec.iter().map(|it| replaced_everywhere(it, &plain, &anything)).collect();
                match crate::forall::some_run_for_all(&open, ANYTHING, self.budget) {
                    Role::Matters(_) => Role::Matters(None),
                    Role::None(_) | Role::NotDecided(_) => Role::NotDecided(reason),
                }
            }
        }
    }

    fn role_of_one(&self, spec: &[Expr], changed: &[Expr], towards: Towards, keeps: Keeps) -> Role {
        let (whole, other) = (Expr::all(spec.to_vec()), Expr::all(changed.to_vec()));
        let written = || Some(changed.iter().map(simplified).collect());
        match keeps {
            Keeps::Runs => match self.realizable(&other, None) {
                Realizable::Yes { .. } => Role::None(written()),
                Realizable::No => Role::Matters(None),
                Realizable::NotDecided(reason) => Role::NotDecided(reason),
            },
            Keeps::Meaning => {
                let (from, to) = match towards {
                    Towards::Stronger => (&whole, &other),
                    Towards::Weaker => (&other, &whole),
                };
                match self.implies(from, to) {
                    Ok(Some(true)) => Role::None(written()),
                    Ok(Some(false)) => Role::Matters(None),
                    Ok(None) => Role::NotDecided("not decided within the limit".to_owned()),
                    Err(TooLarge) => Role::NotDecided(self.limit()),
                }
            }
        }
    }

    /// Whether every system that keeps to one property keeps to another one.
    ///
    /// A run is one of such a system if all its beginnings can be won from and it keeps to the first property itself. What can be
    /// won within a bound is a part of that, and what the environment cannot win within a bound is more than that.
    fn implies(&self, from: &Expr, to: &Expr) -> Result<Option<bool>, TooLarge> {
        let contrary = self.automaton(&from.clone().negated(), None)?;
        let own = self.automaton(from, None)?;
        let broken = self.automaton(&to.clone().negated(), None)?;
        let both = self.automaton(&from.clone().and(to.clone().negated()), None)?;
        for bound in BOUNDS {
            if self.budget.check().is_err() {
                return Ok(None);
            }
            let won: Region = self.play(&contrary, bound, Player::System)?;
            if won.has_run(&broken, Wanted::Won) {
                return Ok(Some(false));
            }
            let lost: Region = self.play(&own, bound, Player::Environment)?;
            if !lost.has_run(&both, Wanted::NotWon) {
                return Ok(Some(true));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
