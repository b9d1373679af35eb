//! Properties as the machinery has them: negations at the Booleans only, every part once.
//!
//! There are four kinds of things, each hash-consed: Booleans over atoms, sequences, [`State`]s (what is still to be seen of a run),
//! and [`Outlook`]s (what a state comes to in one step: Booleans about this step, and states that wait for the next one).
//! [`derive`](crate::derive) goes from states to outlooks; [`lower`](crate::lower) makes states of properties.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;
use whyc_base::typed_id;

use crate::atom::Atom;
use crate::syntax::Strength;

typed_id! {
    /// An atom.
    pub struct AtomId("a");
}
typed_id! {
    /// A Boolean.
    pub struct BoolId("b");
}
typed_id! {
    /// A sequence.
    pub struct SeqId("r");
}
typed_id! {
    /// Something still to be seen.
    pub struct StateId("s");
}
typed_id! {
    /// What a step leaves open.
    pub struct OutlookId("o");
}

/// A Boolean over atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bool {
    /// True or false.
    Const(bool),
    /// An atom.
    Atom(AtomId),
    /// Not.
    Not(BoolId),
    /// Both.
    And(BoolId, BoolId),
    /// At least one.
    Or(BoolId, BoolId),
}

/// A sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seq {
    /// No step at all.
    Lambda,
    /// One step.
    Step(BoolId),
    /// One after the other.
    Cat(SeqId, SeqId),
    /// The same with one step in common.
    Fuse(SeqId, SeqId),
    /// Any number of times.
    Star(SeqId),
    /// One of two.
    Or(SeqId, SeqId),
    /// Both, with the same length.
    And(SeqId, SeqId),
}

/// Something still to be seen of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Now.
    Bool(BoolId),
    /// Both.
    And(StateId, StateId),
    /// At least one.
    Or(StateId, StateId),
    /// In the next step; a weak one holds if there is none.
    Next(Strength, StateId),
    /// The first until the second, which comes.
    Until(StateId, StateId),
    /// The second up to and with the first, which may never come.
    Release(StateId, StateId),
    /// The sequence ends somewhere, and the state holds from its last step on.
    Then(SeqId, StateId),
    /// Wherever the sequence ends, the state holds from its last step on.
    Trigger(SeqId, StateId),
    /// The sequence ends somewhere, or goes on forever.
    Weak(SeqId),
    /// It does neither.
    Fails(SeqId),
    /// The state, or what was seen of it did no harm when the Boolean came true.
    Abort(StateId, BoolId),
    /// The state, and it was settled before the Boolean came true.
    Reject(StateId, BoolId),
}

/// What a step leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outlook {
    /// Nothing.
    Const(bool),
    /// What this step shows.
    Bool(BoolId),
    /// All of these, at least two.
    All(Vec<OutlookId>),
    /// One of these, of at least two.
    Any(Vec<OutlookId>),
    /// A state that waits for the next step, and whether it counts as seen if there is none.
    Wait(StateId, bool),
}

/// A property has more parts than are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the property has too many parts: repetitions within repetitions, or many sequences at once")
    }
}

impl std::error::Error for TooLarge {}

/// How many parts there may be.
const MANY: usize = 400_000;

struct Interned<I, T> {
    items: Vec<T>,
    id_from_item: FxHashMap<T, I>,
}

impl<I: Id, T: Clone + Eq + std::hash::Hash> Interned<I, T> {
    fn new() -> Self {
        Self { items: Vec::new(), id_from_item: FxHashMap::default() }
    }

    fn intern(&mut self, item: T) -> I {
        if let Some(&id) = self.id_from_item.get(&item) {
            return id;
        }
        let id = I::from_index(self.items.len());
        self.items.push(item.clone());
        self.id_from_item.insert(item, id);
        id
    }
}

/// All parts of some properties.
pub struct Store {
    atoms: Interned<AtomId, Atom>,
    bools: Interned<BoolId, Bool>,
    seqs: Interned<SeqId, Seq>,
    states: Interned<StateId, State>,
    outlooks: Interned<OutlookId, Outlook>,
    /// For each sequence, whether no step is one, and whether it can begin.
    ends: Vec<(bool, bool)>,
    pub(crate) steps_from_seq: FxHashMap<SeqId, std::rc::Rc<[(BoolId, SeqId)]>>,
    pub(crate) outlook_from_state: FxHashMap<StateId, OutlookId>,
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

impl Store {
    /// No parts.
    #[must_use]
    pub fn new() -> Self {
        Self {
            atoms: Interned::new(),
            bools: Interned::new(),
            seqs: Interned::new(),
            states: Interned::new(),
            outlooks: Interned::new(),
            ends: Vec::new(),
            steps_from_seq: FxHashMap::default(),
            outlook_from_state: FxHashMap::default(),
        }
    }

    /// Whether there are too many parts.
    ///
    /// # Errors
    /// If so.
    pub fn check(&self) -> Result<(), TooLarge> {
        let n = self.bools.items.len() + self.seqs.items.len() + self.states.items.len() + self.outlooks.items.len();
        if n > MANY { Err(TooLarge) } else { Ok(()) }
    }

    /// The atoms, in the order of their ids.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms.items
    }

    /// What a Boolean is.
    #[must_use]
    pub fn bool(&self, id: BoolId) -> Bool {
        self.bools.items[id.index()]
    }

    /// What a sequence is.
    #[must_use]
    pub fn seq(&self, id: SeqId) -> Seq {
        self.seqs.items[id.index()]
    }

    /// What a state is.
    #[must_use]
    pub fn state(&self, id: StateId) -> State {
        self.states.items[id.index()]
    }

    /// What an outlook is.
    #[must_use]
    pub fn outlook(&self, id: OutlookId) -> &Outlook {
        &self.outlooks.items[id.index()]
    }

    /// The id of an atom.
    pub fn atom(&mut self, atom: &Atom) -> AtomId {
        self.atoms.intern(atom.clone())
    }

    /// True or false.
    pub fn constant(&mut self, value: bool) -> BoolId {
        self.bools.intern(Bool::Const(value))
    }

    /// An atom as a Boolean.
    pub fn bool_atom(&mut self, atom: &Atom) -> BoolId {
        let atom = self.atom(atom);
        self.bools.intern(Bool::Atom(atom))
    }

    /// Not.
    pub fn not(&mut self, a: BoolId) -> BoolId {
        match self.bool(a) {
            Bool::Const(value) => self.constant(!value),
            Bool::Not(inner) => inner,
            Bool::Atom(_) | Bool::And(..) | Bool::Or(..) => self.bools.intern(Bool::Not(a)),
        }
    }

    /// Both.
    pub fn both(&mut self, a: BoolId, b: BoolId) -> BoolId {
        match (self.bool(a), self.bool(b)) {
            (Bool::Const(true), _) => b,
            (_, Bool::Const(true)) => a,
            (Bool::Const(false), _) | (_, Bool::Const(false)) => self.constant(false),
            _ if a == b => a,
            _ => self.bools.intern(Bool::And(a.min(b), a.max(b))),
        }
    }

    /// At least one.
    pub fn either(&mut self, a: BoolId, b: BoolId) -> BoolId {
        match (self.bool(a), self.bool(b)) {
            (Bool::Const(false), _) => b,
            (_, Bool::Const(false)) => a,
            (Bool::Const(true), _) | (_, Bool::Const(true)) => self.constant(true),
            _ if a == b => a,
            _ => self.bools.intern(Bool::Or(a.min(b), a.max(b))),
        }
    }

    /// A Boolean in a step, which has a value for each atom.
    #[must_use]
    pub fn holds(&self, id: BoolId, letter: &[bool]) -> bool {
        match self.bool(id) {
            Bool::Const(value) => value,
            Bool::Atom(atom) => letter.get(atom.index()).copied().unwrap_or(false),
            Bool::Not(a) => !self.holds(a, letter),
            Bool::And(a, b) => self.holds(a, letter) && self.holds(b, letter),
            Bool::Or(a, b) => self.holds(a, letter) || self.holds(b, letter),
        }
    }

    /// A sequence. What is taken together here has the same matches, beginnings and loops.
    pub fn intern_seq(&mut self, seq: Seq) -> SeqId {
        let is_lambda = |store: &Self, id: SeqId| store.seq(id) == Seq::Lambda;
        match seq {
            Seq::Cat(a, b) if is_lambda(self, a) => return b,
            Seq::Cat(a, b) if is_lambda(self, b) => return a,
            Seq::Star(a) if matches!(self.seq(a), Seq::Lambda | Seq::Star(_)) => return a,
            Seq::Or(a, b) | Seq::And(a, b) if a == b => return a,
            Seq::Lambda | Seq::Step(_) | Seq::Cat(..) | Seq::Fuse(..) | Seq::Star(_) | Seq::Or(..) | Seq::And(..) => {}
        }
        let id = self.seqs.intern(seq);
        if id.index() == self.ends.len() {
            let ends = (self.is_empty_in(seq), self.begins(seq));
            self.ends.push(ends);
        }
        id
    }

    fn is_empty_in(&self, seq: Seq) -> bool {
        match seq {
            Seq::Lambda | Seq::Star(_) => true,
            Seq::Step(_) | Seq::Fuse(..) => false,
            Seq::Cat(a, b) | Seq::And(a, b) => self.is_over(a) && self.is_over(b),
            Seq::Or(a, b) => self.is_over(a) || self.is_over(b),
        }
    }

    fn begins(&self, seq: Seq) -> bool {
        match seq {
            Seq::Lambda => false,
            // Even if no step ever is like that.
            Seq::Step(_) => true,
            Seq::Cat(a, b) => self.is_alive(a) || self.is_over(a) && self.is_alive(b),
            Seq::Fuse(a, _) | Seq::Star(a) => self.is_alive(a),
            Seq::Or(a, b) => self.is_alive(a) || self.is_alive(b),
            Seq::And(a, b) => self.is_alive(a) && self.is_alive(b),
        }
    }

    /// Whether a sequence may be over: no step is one of its matches.
    #[must_use]
    pub fn is_over(&self, seq: SeqId) -> bool {
        self.ends[seq.index()].0
    }

    /// Whether a sequence may go on: no step is a proper beginning of it, whatever its Booleans say.
    #[must_use]
    pub fn is_alive(&self, seq: SeqId) -> bool {
        self.ends[seq.index()].1
    }

    /// A state.
    pub fn intern_state(&mut self, state: State) -> StateId {
        if let State::And(a, b) | State::Or(a, b) = state
            && a == b
        {
            return a;
        }
        self.states.intern(state)
    }

    /// An outlook of one part.
    pub fn intern_outlook(&mut self, outlook: Outlook) -> OutlookId {
        if let Outlook::Bool(id) = outlook
            && let Bool::Const(value) = self.bool(id)
        {
            return self.outlooks.intern(Outlook::Const(value));
        }
        self.outlooks.intern(outlook)
    }

    /// All of some outlooks.
    pub fn all(&mut self, parts: Vec<OutlookId>) -> OutlookId {
        self.joined(parts, true)
    }

    /// Any of some outlooks.
    pub fn any(&mut self, parts: Vec<OutlookId>) -> OutlookId {
        self.joined(parts, false)
    }

    /// `unit` is what makes no difference: true for all, false for any. What is implied by a neighbour is left out.
    fn joined(&mut self, parts: Vec<OutlookId>, unit: bool) -> OutlookId {
        let mut flat: Vec<OutlookId> = Vec::new();
        for part in parts {
            match (self.outlook(part), unit) {
                (Outlook::Const(value), _) if *value == unit => {}
                (Outlook::Const(_), _) => return self.intern_outlook(Outlook::Const(!unit)),
                (Outlook::All(inner), true) | (Outlook::Any(inner), false) => flat.extend(inner),
                (Outlook::Bool(_) | Outlook::All(_) | Outlook::Any(_) | Outlook::Wait(..), _) => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let members = flat.clone();
        flat.retain(|&part| match (self.outlook(part), unit) {
            (Outlook::Any(inner), true) | (Outlook::All(inner), false) => {
                !inner.iter().any(|it| members.binary_search(it).is_ok())
            }
            _ => true,
        });
        match flat.as_slice() {
            [] => self.intern_outlook(Outlook::Const(unit)),
            [one] => *one,
            _ => self.outlooks.intern(if unit { Outlook::All(flat) } else { Outlook::Any(flat) }),
        }
    }
}
