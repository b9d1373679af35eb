//! What the stages of a minimisation share: the session, and what has been settled so far.

use whyc_check::{Analysis, Run};
use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::session::{Answer, Model};
use whyc_term::TermId;
use whyc_unroll::step::{StepId, Unrolling};

/// What minimisation works on.
pub struct Task<'a> {
    pub analysis: &'a mut Analysis,
    pub unrolling: Unrolling,
    /// That the property fails first: a Boolean term.
    pub fails: TermId,
    /// The last step at which the property can fail.
    pub last: Option<StepId>,
    /// What holds in all runs that are looked at: literals to be assumed.
    pub base: Vec<Lit>,
    /// What must hold, as far as it has been settled.
    pub settled: Vec<Lit>,
    /// Whether every stage so far was proved optimal.
    pub optimal: bool,
    /// The best model so far: it satisfies all that was settled when it was found, and a limit leaves nothing better.
    best: Option<Model>,
}

impl<'a> Task<'a> {
    /// Runs that fail, have the inputs that the user fixed, and are `within` what the caller looks at.
    pub fn new(
        analysis: &'a mut Analysis,
        unrolling: Unrolling,
        fails: TermId,
        last: Option<StepId>,
        within: &[Lit],
    ) -> Self {
        let mut base = vec![analysis.engine.lit(fails)];
        if analysis.engine.terms.as_bool(analysis.given).is_none() {
            base.push(analysis.engine.lit(analysis.given));
        }
        base.extend(within);
        Self { analysis, unrolling, fails, last, settled: base.clone(), base, optimal: true, best: None }
    }

    /// Forgets all that was settled, and settles `instead`.
    pub fn start_again(&mut self, instead: &[Lit]) {
        self.settled = self.base.iter().chain(instead).copied().collect();
        self.optimal = true;
        self.best = None;
    }

    /// The run of the best model for what is settled; `None` if a limit came before there was one.
    pub fn current_run(&mut self) -> Option<Run> {
        if !self.has_model() {
            return None;
        }
        let valuation = self.analysis.engine.valuation();
        Some(Run::new(&self.unrolling, &self.analysis.engine.terms, &valuation))
    }

    /// Makes sure that the session has a model of what is settled, if one is known or can be found.
    pub fn has_model(&mut self) -> bool {
        if self.analysis.engine.sat.has_model() || self.solve(&[]) == Some(true) {
            self.best = Some(self.analysis.engine.sat.model());
        } else if let Some(best) = self.best.clone() {
            self.analysis.engine.sat.restore_model(best);
        }
        self.analysis.engine.sat.has_model()
    }

    /// Whether what is settled can hold together with `more`; `None` at a limit.
    pub fn solve(&mut self, more: &[Lit]) -> Option<bool> {
        let assumptions: Vec<Lit> = self.settled.iter().chain(more).copied().collect();
        match self.analysis.engine.sat.solve(&assumptions) {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// Takes note of how a stage ended.
    pub fn ended(&mut self, status: Status) {
        self.optimal &= status == Status::Optimal;
        if self.analysis.engine.sat.has_model() {
            self.best = Some(self.analysis.engine.sat.model());
        }
    }

    /// Looks for a model of what is settled. The last one may belong to another question, and knows nothing of
    /// literals that were made after it.
    pub fn fresh_model(&mut self) {
        if self.solve(&[]) == Some(true) {
            self.best = Some(self.analysis.engine.sat.model());
        }
    }

    /// Settles each literal true, in order, where that is possible. Models that have it already cost no question.
    pub fn settle_greedily(&mut self, wishes: impl IntoIterator<Item = Lit>) {
        for wish in wishes {
            let sat = &self.analysis.engine.sat;
            if sat.has_model() && sat.value(wish) {
                self.settled.push(wish);
                continue;
            }
            let before = sat.has_model().then(|| sat.model());
            let answer = self.solve(&[wish]);
            match answer {
                Some(true) => self.settled.push(wish),
                Some(false) => self.settled.push(!wish),
                None => self.optimal = false,
            }
            if let (Some(false) | None, Some(model)) = (answer, before) {
                self.analysis.engine.sat.restore_model(model);
            }
            if answer.is_none() {
                return;
            }
        }
    }
}
