//! What a verdict rests on, as gates and as clauses: for a certificate.
//!
//! A program is safe because none of its obligations can be met and no path was left out that can be taken. All these are
//! one question here, asked without assumptions: does any of them happen? The gates are those that the check asked about.
//! Before they are handed out they are held against the meaning of the terms, for some inputs.

use std::path::Path;

use whyc_aig::cnf::{ClauseSink, CnfEncoder};
use whyc_aig::sim::word_of;
use whyc_aig::{Aig, Edge, Node};
use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::{Id, IdVec};
use whyc_base::source::Span;
use whyc_base::verdict::Verdict;
use whyc_ir::property::PropertyId;
use whyc_sat::prove::prove;
use whyc_sat::session::Answer;
use whyc_sat::{Lit, Var};
use whyc_term::{Evaluator, TermId};
use whyc_unroll::step::Cut;

use crate::analysis::Analysis;
use crate::engine::Engine;
use crate::obligation::Claim;

/// For so many valuations of the inputs the gates are held against the terms.
const VALUATIONS: usize = 4;

/// Something that does not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// A property fails.
    Property(PropertyId),
    /// Something is reached that is not modelled.
    Unmodelled(String, Span),
    /// A loop or recursion goes beyond its bound.
    Unwinding(String, Span),
    /// A path is taken that was not followed.
    Path,
    /// Something that was said to hold whenever a run comes to a loop does not hold where the loop is entered, or at the end of
    /// a round.
    Invariant(String, Span),
}

/// Whether any of some things happens.
#[derive(Clone, Debug)]
pub struct Question {
    /// What does not happen, by output.
    pub refuted: Vec<Refuted>,
    /// How many inputs the gates have. They have the first variables, in the numbering of AIGER.
    pub n_inputs: u32,
    /// The conjunctions, which have the next ones, as literals of AIGER.
    pub ands: Vec<[u32; 2]>,
    /// When each of them happens, as literals of AIGER.
    pub outputs: Vec<u32>,
    /// The clauses, over the same variables; the last one says that one of the outputs is true.
    clauses: Clauses,
}

/// Why there is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unasked {
    /// Only what holds can be certified.
    #[error("the verdict is {}", .0.name())]
    Verdict(Verdict),
    /// A limit came first.
    #[error("{0}")]
    Limit(#[from] Exhausted),
    /// The gates do not say what the terms say, or the solver does not say the same again: a bug of ours.
    #[error("internal error: {0}")]
    Fault(&'static str),
}

impl Question {
    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter()
    }

    /// Asks once more, in a solver of its own, and writes the proof that none of it happens to `path`.
    ///
    /// # Errors
    /// The limit that came first; or that the solver says something else this time.
    pub fn prove(&self, path: &Path, budget: &Budget) -> Result<(), Unasked> {
        match prove(self.clauses(), path, budget) {
            Ok(Answer::Unsatisfiable) => Ok(()),
            Ok(Answer::Unknown(reason)) => Err(reason.into()),
            Ok(Answer::Satisfiable) => Err(Unasked::Fault("the solver finds a run where it has found none")),
            Err(_) => Err(Unasked::Fault("the name of the folder has a zero byte")),
        }
    }
}

impl Analysis {
    /// What the verdict, which must be that nothing fails, rests on.
    ///
    /// # Errors
    /// Why there is nothing to be certified.
    pub fn question(&mut self, verdict: Verdict) -> Result<Question, Unasked> {
        let claims = match verdict {
            Verdict::Safe => self.obligations.iter().cloned().collect::<Vec<_>>(),
            // Some run goes beyond the bounds: that is no part of what is promised.
            Verdict::BoundedSafe => {
                self.obligations.failures.iter().chain(&self.obligations.unmodelled).cloned().collect()
            }
            Verdict::Violated | Verdict::Unknown => return Err(Unasked::Verdict(verdict)),
        };
        let mut asked: IdVec<PropertyId, bool> = IdVec::filled(false, self.properties.all().len());
        for &id in &self.asked {
            asked[id] = true;
        }
        let is_asked = |claim: &Claim| match claim {
            Claim::Fails(id) => asked[*id],
            Claim::Unmodelled(_) | Claim::Cut(_) => true,
        };
        let mut all: Vec<(Refuted, TermId)> = claims
            .into_iter()
            .filter(|it| is_asked(&it.claim))
            .map(|it| match it.claim {
                Claim::Fails(id) => (Refuted::Property(id), it.term),
                Claim::Unmodelled(what) => (Refuted::Unmodelled(what, it.span), it.term),
                Claim::Cut(cut) => (Refuted::Unwinding(self.beyond_text(cut), it.span), it.term),
            })
            .collect();
        let terms = &mut self.engine.terms;
        for (_, term) in &mut all {
            *term = terms.and(*term, self.given);
        }
        for path in self.engine.feasibility.refuted() {
            all.push((Refuted::Path, terms.and_all(path)));
        }
        gates(&mut self.engine, all)
    }

    /// What it is to go beyond a bound.
    fn beyond_text(&self, cut: Cut) -> String {
        let bounds = self.bounds();
        match cut {
            Cut::Loop(id) => format!("loop {} goes on after {} rounds", self.loops.all()[id].name, bounds.loops[id]),
            Cut::Recursion(id) => {
                let name = &self.program.functions[id].name;
                format!("function {name} calls itself more than {} deep", bounds.recursion[id])
            }
            Cut::Block => "a block is larger than those that are followed".to_owned(),
        }
    }
}

/// The question whether any of these terms can be true, which all stand for something that does not happen.
///
/// # Errors
/// A limit that came first, or that gates do not say what terms say.
pub fn gates(engine: &mut Engine, all: Vec<(Refuted, TermId)>) -> Result<Question, Unasked> {
    let budget = engine.budget.clone();
    let mut asked: Vec<(Refuted, TermId, Edge)> = Vec::new();
    for (refuted, term) in all {
        let mut go_on = || budget.check().is_ok();
        let Some(edges) = engine.blaster.bits_while(&engine.terms, term, &mut go_on) else {
            budget.check()?;
            return Err(Exhausted::Time.into());
        };
        match edges[0].as_const() {
            // By constants alone.
            Some(false) => {}
            Some(true) => return Err(Unasked::Fault("something always happens that was said not to")),
            None => asked.push((refuted, term, edges[0])),
        }
    }
    agree(engine, &asked)?;
    let edges: Vec<Edge> = asked.iter().map(|&(_, _, edge)| edge).collect();
    let refuted = asked.into_iter().map(|(refuted, _, _)| refuted).collect();
    question(engine.blaster.aig(), refuted, &edges, &budget)
}

/// The gates have the values of the terms, for some inputs.
fn agree(engine: &Engine, asked: &[(Refuted, TermId, Edge)]) -> Result<(), Unasked> {
    let aig = engine.blaster.aig();
    let mut random = Random(1);
    // The first valuation has only zeros: small values are where programs differ.
    let inputs: Vec<u64> = aig.inputs().iter().map(|_| random.word() << 1).collect();
    let words = aig.simulate(&inputs);
    for at in 0..VALUATIONS {
        engine.budget.check()?;
        let bit = |edge: Edge| word_of(&words, edge) >> at & 1 == 1;
        let valuation = engine.blaster.valuation(&engine.terms, bit);
        let mut evaluator = Evaluator::new(&engine.terms, &valuation);
        for &(_, term, edge) in asked {
            if evaluator.bool(term) != bit(edge) {
                return Err(Unasked::Fault("gates do not say what their term says"));
            }
        }
    }
    Ok(())
}

fn question(aig: &Aig, refuted: Vec<Refuted>, edges: &[Edge], budget: &Budget) -> Result<Question, Unasked> {
    let cone = aig.cone(edges);
    let is_input = |node: whyc_aig::NodeId| matches!(aig.node(node), Node::Input(_));
    let inputs: Vec<_> = cone.iter().copied().filter(|&node| is_input(node)).collect();
    let gates = cone.iter().copied().filter(|&node| matches!(aig.node(node), Node::And(..)));
    let mut var_of_node = vec![0_u32; aig.n_nodes()];
    for (idx, node) in inputs.iter().copied().chain(gates.clone()).enumerate() {
        var_of_node[node.index()] = idx as u32 + 1;
    }
    let literal = |edge: Edge| 2 * var_of_node[edge.index()] + u32::from(edge.is_negated());
    let mut ands = Vec::new();
    for node in gates {
        if let Node::And(left, right) = aig.node(node) {
            ands.push([literal(left), literal(right)]);
        }
    }
    let mut encoder = CnfEncoder::new();
    let mut clauses = Clauses { budget: Some(budget.clone()), ..Clauses::default() };
    for &edge in edges {
        encoder.lit(aig, edge, &mut clauses);
        if let Some(reason) = clauses.closed {
            return Err(reason.into());
        }
    }
    let mut var_of_encoded = vec![0_u32; clauses.n_vars as usize];
    for &node in &cone {
        if let Some(lit) = encoder.lit_of_node(node) {
            var_of_encoded[lit.vidx()] = var_of_node[node.index()];
        }
    }
    let named = |var: u32, is_neg: bool| Lit::new(var - 1, is_neg);
    for lit in &mut clauses.lits {
        *lit = named(var_of_encoded[lit.vidx()], lit.is_neg());
    }
    let outputs: Vec<u32> = edges.iter().map(|&edge| literal(edge)).collect();
    let any: Vec<Lit> = outputs.iter().map(|&lit| named(lit / 2, lit & 1 == 1)).collect();
    clauses.add_clause(&any);
    Ok(Question { refuted, n_inputs: inputs.len() as u32, ands, outputs, clauses })
}

/// Clauses that nobody has asked about yet.
#[derive(Clone, Debug, Default)]
struct Clauses {
    n_vars: u32,
    lits: Vec<Lit>,
    ends: Vec<usize>,
    budget: Option<Budget>,
    /// Why not all of them came.
    closed: Option<Exhausted>,
}

impl Clauses {
    fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }
}

impl ClauseSink for Clauses {
    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        Var::new(self.n_vars - 1)
    }

    /// A literal that stands there twice is written once, and what holds anyhow is left out: a solver would count what it
    /// makes of such clauses as further ones, and the numbers in its proof would not be those of the file.
    fn add_clause(&mut self, clause: &[Lit]) {
        let start = self.lits.len();
        for (at, &lit) in clause.iter().enumerate() {
            if clause[..at].contains(&!lit) {
                self.lits.truncate(start);
                return;
            }
            if !clause[..at].contains(&lit) {
                self.lits.push(lit);
            }
        }
        self.ends.push(self.lits.len());
    }

    fn is_closed(&mut self) -> bool {
        self.closed = self.closed.or_else(|| self.budget.as_ref().and_then(|budget| budget.check().err()));
        self.closed.is_some()
    }
}

/// Numbers that look random and are always the same (splitmix64).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }
}
