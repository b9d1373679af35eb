//! Small random instances and what exhaustive search says about them.

use rustsat::types::Lit;
use whyc_base::budget::Budget;

use crate::session::{Answer, Session};

/// A reproducible source of numbers (xorshift).
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub(crate) fn lit(&mut self, n_vars: u32) -> Lit {
        Lit::new(self.below(u64::from(n_vars)) as u32, self.below(2) == 1)
    }

    /// Up to `n` literals of different variables.
    pub(crate) fn lits(&mut self, n: u64, n_vars: u32) -> Vec<Lit> {
        let mut lits: Vec<Lit> = (0..n).map(|_| self.lit(n_vars)).collect();
        lits.sort_unstable();
        lits.dedup_by_key(|lit| lit.var());
        lits
    }
}

/// A set of clauses over few variables.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) n_vars: u32,
    pub(crate) clauses: Vec<Vec<Lit>>,
}

impl Instance {
    pub(crate) fn random(rng: &mut Rng, n_vars: u32, n_clauses: u64) -> Self {
        let clauses = (0..n_clauses).map(|_| {
            let width = 2 + rng.below(3);
            rng.lits(width, n_vars)
        });
        Self { n_vars, clauses: clauses.collect() }
    }

    pub(crate) fn session(&self) -> Session {
        let mut session = Session::new(Budget::unlimited());
        for _ in 0..self.n_vars {
            session.new_var();
        }
        for clause in &self.clauses {
            session.add_clause(clause);
        }
        session
    }

    /// All assignments, as bit sets, that satisfy the clauses and the assumptions.
    pub(crate) fn models(&self, assumptions: &[Lit]) -> Vec<u32> {
        let satisfies = |bits: u32| {
            self.clauses.iter().all(|clause| clause.iter().any(|&lit| holds(bits, lit)))
                && assumptions.iter().all(|&lit| holds(bits, lit))
        };
        (0..1 << self.n_vars).filter(|&bits| satisfies(bits)).collect()
    }

    /// Checks that `session` still has exactly the models of this instance, whatever has been
    /// added to it for other purposes.
    pub(crate) fn check_unchanged(&self, session: &mut Session) {
        let models = self.models(&[]);
        for bits in 0..1u32 << self.n_vars {
            let assumptions: Vec<Lit> = (0..self.n_vars).map(|idx| Lit::new(idx, bits >> idx & 1 == 0)).collect();
            let expected = if models.contains(&bits) { Answer::Satisfiable } else { Answer::Unsatisfiable };
            assert_eq!(session.solve(&assumptions), expected, "{bits:b} of {self:?}");
        }
    }
}

pub(crate) fn holds(bits: u32, lit: Lit) -> bool {
    (bits >> lit.vidx32() & 1 == 1) != lit.is_neg()
}

/// More pigeons than holes, unless `way_out`: easy to state, hard to refute.
pub(crate) fn pigeonhole(session: &mut Session, holes: usize, way_out: Option<Lit>) {
    let at: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| session.new_lit()).collect()).collect();
    for pigeon in &at {
        let clause: Vec<Lit> = pigeon.iter().copied().chain(way_out).collect();
        session.add_clause(&clause);
    }
    for hole in 0..holes {
        for (idx, first) in at.iter().enumerate() {
            for second in &at[idx + 1..] {
                session.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
}
