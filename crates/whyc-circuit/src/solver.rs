//! A solver session that speaks of edges.

use whyc_aig::{Aig, ClauseSink, CnfEncoder, Edge};
use whyc_base::budget::Budget;
use whyc_sat::session::Session;
use whyc_sat::{Lit, Var};

/// A session and what has been encoded in it. One solver belongs to one graph.
pub(crate) struct Solver {
    pub(crate) session: Session,
    encoder: CnfEncoder,
}

impl Solver {
    pub(crate) fn new(budget: Budget) -> Self {
        Self { session: Session::new(budget), encoder: CnfEncoder::new() }
    }

    /// A solver for very many small questions.
    pub(crate) fn brief(budget: Budget) -> Self {
        Self { session: Session::brief(budget), encoder: CnfEncoder::new() }
    }

    /// What it has done, in a measure that does not depend on the clock.
    pub(crate) fn work(&self) -> u64 {
        let stats = self.session.stats();
        stats.propagations + stats.clauses
    }

    /// The literal of `edge`, encoded with all that it depends on.
    pub(crate) fn lit(&mut self, aig: &Aig, edge: Edge) -> Lit {
        self.encoder.lit(aig, edge, &mut Sink(&mut self.session))
    }

    /// The value that all models give to `edge`, as far as the solver knows already.
    pub(crate) fn fixed(&self, edge: Edge) -> Option<bool> {
        match edge.as_const() {
            Some(value) => Some(value),
            None => self.encoder.lit_of_edge(edge).and_then(|lit| self.session.fixed(lit)),
        }
    }

    /// The value of `edge` in the last model. What no clause mentions is false.
    pub(crate) fn value(&self, edge: Edge) -> bool {
        match edge.as_const() {
            Some(value) => value,
            None => self.encoder.lit_of_edge(edge).is_some_and(|lit| self.session.value(lit)),
        }
    }
}

struct Sink<'a>(&'a mut Session);

impl ClauseSink for Sink<'_> {
    fn new_var(&mut self) -> Var {
        self.0.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }

    fn is_closed(&mut self) -> bool {
        let exhausted = self.0.budget().check().err();
        if let Some(reason) = exhausted {
            self.0.give_up(reason);
        }
        exhausted.is_some()
    }
}

/// Clauses kept aside, to be given to one fresh session after the other.
#[derive(Default)]
pub(crate) struct Clauses {
    n_vars: u32,
    lits: Vec<Lit>,
    ends: Vec<usize>,
    encoder: CnfEncoder,
}

impl Clauses {
    /// The clauses of all that `root` depends on, and its literal.
    pub(crate) fn of(aig: &Aig, root: Edge) -> (Self, Lit) {
        let mut clauses = Self::default();
        let mut encoder = CnfEncoder::new();
        let lit = encoder.lit(aig, root, &mut clauses);
        clauses.encoder = encoder;
        (clauses, lit)
    }

    /// The literal of an edge that was encoded.
    pub(crate) fn lit(&self, edge: Edge) -> Option<Lit> {
        self.encoder.lit_of_edge(edge)
    }

    /// A fresh session with the clauses.
    pub(crate) fn session(&self, budget: &Budget) -> Session {
        let mut session = Session::new(budget.clone());
        for _ in 0..self.n_vars {
            session.new_var();
        }
        let mut start = 0;
        for &end in &self.ends {
            session.add_clause(&self.lits[start..end]);
            start = end;
        }
        session
    }
}

impl ClauseSink for Clauses {
    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        Var::new(self.n_vars - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }
}
