//! Advisors (Nevo, *User-friendly model checking: automatically configuring algorithms with RuleBase/PE*, 2008): one for each
//! engine, which says how well the engine will do, judges it while it runs, and learns from how it ended.

use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::rng::Rng;

/// The highest fitness.
pub const MOST_FIT: f64 = 5.0;

/// What is known of a problem before anyone has tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How large it is: gates of a question, state variables of a circuit.
    pub size: u64,
    /// How many branches it depends on.
    pub branches: u64,
    /// What is expected.
    pub goal: Goal,
}

/// What is expected of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A failing run.
    Bug,
    /// That there is none.
    Proof,
    /// Nothing in particular.
    Either,
}

/// What makes an engine fit or unfit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Where a problem is larger than this, it is less fit by so much.
    Large(u64, f64),
    /// Where there are fewer branches than this, it is less fit by so much.
    FewBranches(u64, f64),
    /// Where a bug is expected, it is told so.
    TellBug(&'static str),
}

/// What an advisor has learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// How far to trust it: 1 at first.
    pub reliability: f64,
    /// How fit its engine is where no rule says otherwise.
    pub base: f64,
    /// How well the settings have done, in their order.
    pub weights: Vec<f64>,
}

/// An advisor.
#[derive(Clone, Debug)]
pub struct Advisor {
    /// The engine it speaks for.
    pub engine: &'static str,
    /// How it can be set.
    pub settings: &'static [&'static str],
    /// What makes it fit or unfit.
    pub rules: &'static [Rule],
    /// What it has learnt.
    pub learnt: Learnt,
}

/// To run an engine with these settings, and how well it will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The engine.
    pub engine: &'static str,
    /// The settings: the chosen one, and what rules add.
    pub settings: String,
    /// Which of the advisor's settings that is.
    pub setting: usize,
    /// How well it will do, from 0 to 5.
    pub fitness: f64,
}

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With the answer.
    Solved,
    /// Without one: by itself, or to make room for a better one.
    InVain,
    /// Because someone else had the answer, which says nothing of it.
    NotNeeded,
}

impl Advisor {
    /// An advisor that has learnt nothing.
    #[must_use]
    pub fn new(engine: &'static str, base: f64, settings: &'static [&'static str], rules: &'static [Rule]) -> Self {
        let learnt = Learnt { reliability: 1.0, base, weights: vec![1.0; settings.len()] };
        Self { engine, settings, rules, learnt }
    }

    /// What it advises.
    pub fn advice(&self, problem: &Problem, rng: &mut Rng) -> Advice {
        let setting = rng.draw(&self.learnt.weights).unwrap_or(0);
        let mut settings: Vec<&str> =
            self.settings.get(setting).into_iter().copied().filter(|it| !it.is_empty()).collect();
        let mut fitness = self.learnt.base;
        for rule in self.rules {
            match *rule {
                Rule::Large(size, less) if problem.size > size => fitness -= less,
                Rule::FewBranches(n, less) if problem.branches < n => fitness -= less,
                Rule::TellBug(word) if problem.goal == Goal::Bug => settings.push(word),
                Rule::Large(..) | Rule::FewBranches(..) | Rule::TellBug(_) => {}
            }
        }
        Advice { engine: self.engine, settings: settings.join(","), setting, fitness: fitness.clamp(0.0, MOST_FIT) }
    }

    /// How well an engine does that has not been heard of for so long.
    #[must_use]
    pub fn evaluate(&self, advice: &Advice, silence: Duration) -> f64 {
        (advice.fitness - silence.as_secs_f64() / 60.0).clamp(0.0, MOST_FIT)
    }

    /// Learns from how its advice ended after so long.
    pub fn conclude(&mut self, advice: &Advice, ended: Ended, time: Duration) {
        let seconds = time.as_secs_f64();
        match ended {
            Ended::Solved => {
                self.learnt.base = (self.learnt.base + 0.1).min(MOST_FIT);
                self.learnt.reliability *= if seconds < 1.0 { 1.05 } else { 1.2 };
                self.weigh(advice, 1.2);
            }
            // The better it was said to be, and the longer it took, the worse the advice.
            Ended::InVain => {
                self.learnt.reliability *= 1.0 - 0.05 * advice.fitness * (seconds / 300.0).min(1.0);
                self.weigh(advice, 0.9);
            }
            Ended::NotNeeded => {}
        }
        self.learnt.reliability = self.learnt.reliability.clamp(0.2, 5.0);
    }

    fn weigh(&mut self, advice: &Advice, factor: f64) {
        if let Some(weight) = self.learnt.weights.get_mut(advice.setting) {
            *weight = (*weight * factor).clamp(0.1, 10.0);
        }
    }

    /// How much an advice counts, with so much fitness.
    #[must_use]
    pub fn mark(&self, fitness: f64) -> f64 {
        fitness * self.learnt.reliability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIKES_SMALL: &[Rule] = &[Rule::Large(500, 1.0), Rule::TellBug("falsify")];

    #[test]
    fn an_advice_depends_on_the_problem_and_on_what_was_heard_and_learnt() {
        let mut advisor = Advisor::new("search", 3.0, &[""], LIKES_SMALL);
        let problem = |size| Problem { size, branches: 0, goal: Goal::Bug };
        let mut rng = Rng::new(1);
        let large = advisor.advice(&problem(501), &mut rng);
        assert_eq!((large.fitness, large.settings.as_str()), (2.0, "falsify"));
        let advice = advisor.advice(&problem(500), &mut rng);
        assert_eq!(advice.fitness, 3.0);
        assert_eq!(advisor.advice(&Problem { goal: Goal::Proof, ..problem(1) }, &mut rng).settings, "");
        assert_eq!(advisor.evaluate(&advice, Duration::from_secs(120)), 1.0);
        advisor.conclude(&advice, Ended::Solved, Duration::from_secs(2));
        assert!((advisor.learnt.base - 3.1).abs() < 1e-9);
        assert!((advisor.learnt.reliability - 1.2).abs() < 1e-9);
    }

    #[test]
    fn bad_advice_costs_by_how_long_it_took_and_what_it_promised() {
        let mut advisor = Advisor::new("search", 4.0, &["a", "b"], &[]);
        let advice = Advice { engine: "search", settings: "b".into(), setting: 1, fitness: 4.0 };
        advisor.conclude(&advice, Ended::InVain, Duration::from_secs(150));
        assert!((advisor.learnt.reliability - 0.9).abs() < 1e-9);
        assert_eq!(advisor.learnt.weights[0], 1.0);
        assert!(advisor.learnt.weights[1] < 1.0);
        let before = advisor.learnt.clone();
        advisor.conclude(&advice, Ended::NotNeeded, Duration::from_secs(150));
        assert_eq!(advisor.learnt, before);
    }
}
