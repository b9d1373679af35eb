//! From the hints of an LRAT proof to binary resolutions.
//!
//! Under the opposite of a clause, its hints give one literal after the other until one is contradicted. Backwards from the
//! contradiction, each hint whose literal plays a role is one resolution. What comes out is the clause or a part of it, and
//! that is what is used from there on. Clauses that the refutation does not need are left out from the start.

use std::io::Read;

use rustc_hash::FxHashMap;
use whyc_base::budget::Budget;

use crate::dimacs::Formula;
use crate::error::Error;
use crate::graph::{Builder, NodeId, Proof};
use crate::lit::Lit;
use crate::lrat::{Reader, Step};
use crate::marks::Marks;

/// The budget is asked each time so many steps were looked at.
const PATIENCE: usize = 1 << 10;

/// How large a proof was when it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Clauses that it derives.
    pub added: usize,
    /// Hints of all steps together.
    pub hints: usize,
    /// Clauses that it derives and the refutation needs.
    pub needed: usize,
}

/// Reads an LRAT proof as resolutions.
///
/// # Errors
/// What is wrong with it, and where; also if a step is no resolution; or the limit that came first.
pub fn import(formula: &Formula, proof: impl Read, budget: &Budget) -> Result<(Proof, Given), Error> {
    if let Some(idx) = formula.clauses().position(<[Lit]>::is_empty) {
        let mut builder = Builder::default();
        let sink = builder.leaf(idx)?;
        return Ok((builder.finish(sink), Given::default()));
    }
    let lemmas = Lemmas::read(formula, proof, budget)?;
    let last_use = lemmas.last_uses(formula);
    let needed = last_use[formula.n_clauses()..].iter().filter(|&&last| last != NEVER).count();
    let given = Given { added: lemmas.all.len(), hints: lemmas.hints.len(), needed };
    let mut importer = Importer {
        formula,
        builder: Builder::default(),
        known: FxHashMap::default(),
        falsified: Marks::for_formula(formula),
        seen: Marks::for_formula(formula),
        units: Vec::new(),
    };
    for at in 0..lemmas.all.len() {
        if at.is_multiple_of(PATIENCE) {
            budget.check()?;
        }
        let name = formula.n_clauses() + at;
        if last_use[name] == NEVER {
            continue;
        }
        let derived = importer.derive(&lemmas, at)?;
        importer.known.insert(name as u32, derived);
        for &hint in lemmas.hints(at) {
            if last_use[hint as usize] == at as u32 {
                importer.known.remove(&hint);
            }
        }
    }
    let sink = formula.n_clauses() + lemmas.all.len() - 1;
    match &importer.known[&(sink as u32)] {
        Known::Node(node, _) => Ok((importer.builder.finish(*node), given)),
        Known::Tautology => unreachable!("the empty clause should be no tautology"),
    }
}

const NEVER: u32 = u32::MAX;

/// A step: its literals and hints end here, and begin where those of the one before end.
struct Lemma {
    line: u64,
    id: u64,
    lits_end: usize,
    hints_end: usize,
}

/// The steps up to the empty clause. A hint is the place of a clause: first those of the formula, then the steps.
struct Lemmas {
    all: Vec<Lemma>,
    lits: Vec<Lit>,
    hints: Vec<u32>,
}

impl Lemmas {
    fn read(formula: &Formula, proof: impl Read, budget: &Budget) -> Result<Self, Error> {
        let n_clauses = formula.n_clauses() as u64;
        let mut lemmas = Self { all: Vec::new(), lits: Vec::new(), hints: Vec::new() };
        let mut step_of_id: FxHashMap<u64, u32> = FxHashMap::default();
        let mut reader = Reader::new(proof);
        loop {
            if lemmas.all.len().is_multiple_of(PATIENCE) {
                budget.check()?;
            }
            let Some(step) = reader.step()? else {
                return Err(Error::Unfinished { steps: lemmas.all.len() as u64 });
            };
            let Step::Add { id, clause, hints } = step else { continue };
            let mut wrong = None;
            for &hint in hints {
                let place = match u64::try_from(hint) {
                    Err(_) => None,
                    Ok(hint) if hint <= n_clauses => u32::try_from(hint - 1).ok(),
                    Ok(hint) => step_of_id.get(&hint).and_then(|step| step.checked_add(n_clauses as u32)),
                };
                match place {
                    Some(place) => lemmas.hints.push(place),
                    None if hint < 0 => {
                        wrong = Some("it is no resolution: it does not follow, but takes no solution away".into());
                    }
                    None => wrong = Some(format!("it refers to clause {hint}, which there is not")),
                }
            }
            lemmas.lits.extend_from_slice(clause);
            let is_last = clause.is_empty();
            let is_new = id > n_clauses && step_of_id.insert(id, lemmas.all.len() as u32).is_none();
            if let Some(what) = wrong.or_else(|| (!is_new).then(|| "there is such a clause already".into())) {
                return Err(Error::Refused { line: reader.line(), id, what });
            }
            let (lits_end, hints_end) = (lemmas.lits.len(), lemmas.hints.len());
            lemmas.all.push(Lemma { line: reader.line(), id, lits_end, hints_end });
            if is_last {
                return Ok(lemmas);
            }
            if lemmas.all.len() + formula.n_clauses() >= NEVER as usize {
                return Err(Error::TooLarge);
            }
        }
    }

    fn lits(&self, at: usize) -> &[Lit] {
        let start = if at == 0 { 0 } else { self.all[at - 1].lits_end };
        &self.lits[start..self.all[at].lits_end]
    }

    fn hints(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.all[at - 1].hints_end };
        &self.hints[start..self.all[at].hints_end]
    }

    /// The last step that refers to each clause on the way to the last one.
    fn last_uses(&self, formula: &Formula) -> Vec<u32> {
        let mut last_use = vec![NEVER; formula.n_clauses() + self.all.len()];
        let last = last_use.len() - 1;
        // One past the end: it is never forgotten.
        last_use[last] = self.all.len() as u32;
        for at in (0..self.all.len()).rev() {
            if last_use[formula.n_clauses() + at] == NEVER {
                continue;
            }
            for &hint in self.hints(at) {
                let entry = &mut last_use[hint as usize];
                if *entry == NEVER {
                    *entry = at as u32;
                }
            }
        }
        last_use
    }
}

/// A clause that was derived.
enum Known {
    /// Its node, and what of the clause that has.
    Node(NodeId, Box<[Lit]>),
    /// It holds anyhow: as a hint it never says anything.
    Tautology,
}

struct Importer<'a> {
    formula: &'a Formula,
    builder: Builder,
    known: FxHashMap<u32, Known>,
    falsified: Marks,
    seen: Marks,
    /// The literals that hints gave, with the hints.
    units: Vec<(Lit, u32)>,
}

impl Importer<'_> {
    /// Makes the resolutions of a step.
    fn derive(&mut self, lemmas: &Lemmas, at: usize) -> Result<Known, Error> {
        let lemma = &lemmas.all[at];
        let clause = lemmas.lits(at);
        self.falsified.truncate(0);
        for &lit in clause {
            if self.falsified.has(!lit) {
                return Ok(Known::Tautology);
            }
            self.falsified.add(lit);
        }
        let found = self.propagate(lemmas.hints(at))?;
        let contradicted = found.map_err(|what| Error::Refused { line: lemma.line, id: lemma.id, what })?;
        self.seen.truncate(0);
        let &Known::Node(mut node, ref lits) = &self.known[&contradicted] else {
            unreachable!("what holds anyhow should not be contradicted")
        };
        lits.iter().for_each(|&lit| {
            self.seen.add(lit);
        });
        for &(lit, hint) in self.units.iter().rev() {
            if !self.seen.has(!lit) {
                continue;
            }
            let Known::Node(reason, lits) = &self.known[&hint] else {
                unreachable!("what holds anyhow should give no literal")
            };
            lits.iter().filter(|&&other| other != lit).for_each(|&other| {
                self.seen.add(other);
            });
            let (left, right) = if lit.is_neg() { (node, *reason) } else { (*reason, node) };
            node = self.builder.inner(left, right, lit.var())?;
        }
        let mut left: Vec<Lit> = clause.iter().copied().filter(|&lit| self.seen.has(lit)).collect();
        crate::clauses::normalise(&mut left);
        Ok(Known::Node(node, left.into()))
    }

    /// Follows hints up to the first that is contradicted.
    fn propagate(&mut self, hints: &[u32]) -> Result<Result<u32, String>, Error> {
        self.units.clear();
        for &hint in hints {
            self.meet(hint)?;
            let Some(Known::Node(_, lits)) = self.known.get(&hint) else { continue };
            let mut left = lits.iter().copied().filter(|&lit| !self.falsified.has(lit));
            match (left.next(), left.next()) {
                (None, _) => return Ok(Ok(hint)),
                (Some(lit), None) => {
                    if self.falsified.add(!lit) {
                        self.units.push((lit, hint));
                    }
                }
                (Some(_), Some(_)) => {
                    return Ok(Err("a hint leaves more than one literal".into()));
                }
            }
        }
        Ok(Err("its hints lead to no contradiction".into()))
    }

    /// Makes a leaf of a clause of the formula that is needed for the first time.
    fn meet(&mut self, place: u32) -> Result<(), Error> {
        let idx = place as usize;
        if idx >= self.formula.n_clauses() || self.known.contains_key(&place) {
            return Ok(());
        }
        let mut lits = self.formula.clause(idx).to_vec();
        crate::clauses::normalise(&mut lits);
        let holds_anyhow = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        let known = if holds_anyhow { Known::Tautology } else { Known::Node(self.builder.leaf(idx)?, lits.into()) };
        self.known.insert(place, known);
        Ok(())
    }
}
