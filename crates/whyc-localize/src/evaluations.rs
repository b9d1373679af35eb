//! Which evaluations of a suspended component have to give the same.
//!
//! Within a run, those that see the same do, whatever the expression may be. If only what an expression reads counts,
//! those do that read the same, in all runs.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::expr::ExprId;
use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::{ComponentId, Program};
use whyc_term::{TermId, TermStore};
use whyc_unroll::rewrite::ComponentValue;
use whyc_unroll::step::FrameId;
use whyc_unroll::visible::Visible;

/// At most this many earlier evaluations are compared with one,
const MANY_LIKE: usize = 16;
/// and so many, of all runs, where it is not known what they read.
const MANY_GIVEN: usize = 64;

/// The evaluations of components, numbered such that those which see the same have the same number.
#[derive(Default)]
pub struct Evaluations {
    n_numbers: FxHashMap<ComponentId, usize>,
    /// By component, its value and a mark of what it sees.
    seen: FxHashMap<(ComponentId, TermId, u64), Vec<(Visible, usize)>>,
    /// What components read; empty unless only that should count, in whichever run it is.
    reads: FxHashMap<ComponentId, Reads>,
    read: FxHashMap<(ComponentId, Read), usize>,
    /// What has been read so far, and what is given there.
    given: FxHashMap<ComponentId, Vec<(Read, TermId)>>,
    /// That the same is given where the same is read, as far as the numbers do not say so (Boolean).
    agreements: Vec<TermId>,
    /// The calls that have been made, by the activation that makes them.
    calls: FxHashSet<(FrameId, InstrId)>,
}

/// What an evaluation reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// The value of the component, and of all that stands in it.
    values: Vec<TermId>,
    /// What a pointer could be instead.
    targets: Vec<u64>,
}

impl Read {
    fn is_constant(&self, terms: &TermStore) -> bool {
        self.values.iter().all(|&value| terms.as_bits(value).is_some())
    }

    /// That another evaluation reads the same (Boolean).
    fn is(&self, other: &Self, terms: &mut TermStore) -> TermId {
        if self.targets != other.targets {
            return terms.bool_const(false);
        }
        let same: Vec<TermId> = self.values.iter().zip(&other.values).map(|(&a, &b)| terms.eq(a, b)).collect();
        terms.and_all(&same)
    }
}

/// What an expression reads, as it is written.
pub struct Reads {
    /// The values.
    pub loads: Vec<ExprId>,
    /// The calls in it. One that is not made, to the right of an `&&` for instance, would have given something as well.
    pub calls: Vec<InstrId>,
}

impl Evaluations {
    /// Evaluations of `reads`' components count as the same where these expressions are, in all runs.
    pub fn by_what_is_read(reads: FxHashMap<ComponentId, Reads>) -> Self {
        Self { reads, ..Self::default() }
    }

    /// The values that are wanted where a component is evaluated.
    pub fn wants(&self, component: ComponentId) -> Vec<ExprId> {
        self.reads.get(&component).map(|reads| reads.loads.clone()).unwrap_or_default()
    }

    /// A call is made.
    pub fn called(&mut self, frame: FrameId, instr: InstrId) {
        if !self.reads.is_empty() {
            self.calls.insert((frame, instr));
        }
    }

    /// Another run begins.
    pub fn begin(&mut self) {
        self.calls.clear();
        self.agreements.clear();
    }

    /// That the run which has begun last agrees with itself and with those before it (Boolean).
    pub fn agree(&self, terms: &mut TermStore) -> TermId {
        terms.and_all(&self.agreements)
    }

    /// What an evaluation reads; none if that does not count, or is not known.
    pub fn read(&mut self, program: &Program, value: &ComponentValue<'_>, frame: FrameId) -> Option<Read> {
        let reads = self.reads.get(&value.component)?;
        let n_made = reads.calls.iter().filter(|&&call| self.calls.remove(&(frame, call))).count();
        let targets = (value.targets)();
        // What lives for a while has another address in another run.
        let is_dynamic = |&it: &u64| program.types.target.pointers.split(it).0 >= layout::first_dynamic_object(program);
        let is_known = n_made == reads.calls.len() && !targets.iter().any(is_dynamic);
        let values = [value.value].iter().chain(value.wanted).copied().collect();
        is_known.then_some(Read { values, targets })
    }

    /// An evaluation that reads this gives that.
    pub fn give(&mut self, terms: &mut TermStore, component: ComponentId, read: Read, given: TermId) {
        let known = self.given.entry(component).or_default();
        let is_constant = read.is_constant(terms);
        for (other, other_given) in known.iter().rev().take(MANY_GIVEN) {
            // Constants that are the same have the same number, and others differ.
            if is_constant && other.is_constant(terms) {
                continue;
            }
            let same = read.is(other, terms);
            if terms.as_bool(same) != Some(false) && terms.sort(given) == terms.sort(*other_given) {
                let agree = terms.eq(given, *other_given);
                self.agreements.push(terms.implies(same, agree));
            }
        }
        if !known.iter().any(|(other, _)| *other == read) {
            known.push((read, given));
        }
    }

    /// The number of an evaluation. An expression whose value changes although it sees the same reads something else, an
    /// input for instance: then nothing is known of another one in its place.
    pub fn number(&mut self, value: &ComponentValue<'_>, read: Option<&Read>) -> usize {
        let n_numbers = self.n_numbers.entry(value.component).or_insert(0);
        let mut next = || {
            *n_numbers += 1;
            *n_numbers
        };
        if self.reads.contains_key(&value.component) {
            let Some(read) = read else { return next() };
            return *self.read.entry((value.component, read.clone())).or_insert_with(next);
        }
        let Some(visible) = (value.visible)() else { return next() };
        let like = self.seen.entry((value.component, value.value, visible.mark())).or_default();
        let latest = like.iter().rev().take(MANY_LIKE);
        if let Some(&(_, number)) = latest.into_iter().find(|(seen, _)| seen.is(&visible)) {
            return number;
        }
        let number = next();
        like.push((visible, number));
        number
    }
}
