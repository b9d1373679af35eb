//! A pointer's object and offset, which belong together.
//!
//! A pointer that is one of several, `p = c ? &a.next : b`, is split where it is chosen: its object is `c ? a : b`, its offset
//! `c ? 8 : 0`. Each is looked at alone in most places, but not every offset goes with every object: an access to `a`
//! is at 8 and nowhere else. Who forgets that reads records across their fields.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::Span;
use whyc_ir::layout::{self, Pointers};
use whyc_term::{Node, Op, TermId};

use crate::guard::GuardId;
use crate::memory::ObjectId;
use crate::state::{At, Machine};

/// At most this many choices are followed for one access and one object.
const MANY_CHOICES: usize = 2_000;
/// At most this many choices and conditions are looked at where one condition is known.
const FEW_CHOICES: u32 = 64;
/// And at most this many for one access and one object: how the choices of a pointer hang together is looked at closely only where they
/// are few.
const MANY_LOOKS: u32 = 4_000;
/// And so many conditions that follow from it.
const MANY_FACTS: usize = 8;

/// What is known on the way of one question about an offset.
struct Choices {
    /// The number of the object.
    object: u128,
    /// What was found out: an offset, or that the object is not pointed to.
    known: FxHashMap<(TermId, TermId), Option<TermId>>,
    /// How many choices and conditions may still be looked at where one condition is known.
    left: u32,
}

impl Machine<'_> {
    /// The object and the offset of a pointer.
    pub fn split(&mut self, pointer: TermId) -> (TermId, TermId) {
        // Both arms first; explicit, since merged pointers nest as deep as paths join.
        let mut stack = vec![pointer];
        while let Some(&at) = stack.last() {
            if self.splits.contains_key(&at) {
                stack.pop();
                continue;
            }
            let parts = match self.terms.ite_parts(at) {
                Some((cond, a, b)) => match (self.splits.get(&a), self.splits.get(&b)) {
                    (Some(&(a_number, a_offset)), Some(&(b_number, b_offset))) => {
                        let number = self.terms.ite(cond, a_number, b_number);
                        (number, self.terms.ite(cond, a_offset, b_offset))
                    }
                    (None, None) => {
                        stack.extend([a, b]);
                        continue;
                    }
                    (None, Some(_)) => {
                        stack.push(a);
                        continue;
                    }
                    (Some(_), None) => {
                        stack.push(b);
                        continue;
                    }
                },
                None => self.split_word(at),
            };
            self.splits.insert(at, parts);
            stack.pop();
        }
        self.splits[&pointer]
    }

    fn split_word(&mut self, pointer: TermId) -> (TermId, TermId) {
        match self.program.types.target.pointers {
            Pointers::Bits64 => {
                let number = self.terms.extract(pointer, 63, layout::OFFSET_BITS);
                (number, self.terms.extract(pointer, layout::OFFSET_BITS - 1, 0))
            }
            Pointers::Bits32 => {
                let number = self.terms.extract(pointer, 31, layout::NARROW_OFFSET_BITS);
                let offset = self.terms.extract(pointer, layout::NARROW_OFFSET_BITS - 1, 0);
                let number = self.terms.zero_extend(number, layout::OBJECT_BITS);
                (number, self.terms.sign_extend(offset, layout::OFFSET_BITS))
            }
        }
    }

    /// The pointer with an object and an offset, as wide as pointers of the target are. A run whose offset does not fit is not
    /// followed.
    pub fn joined(&mut self, at: At, span: Span, number: TermId, offset: TermId) -> TermId {
        match self.program.types.target.pointers {
            Pointers::Bits64 => self.terms.concat(number, offset),
            Pointers::Bits32 => {
                let low = self.terms.extract(offset, layout::NARROW_OFFSET_BITS - 1, 0);
                let back = self.terms.sign_extend(low, layout::OFFSET_BITS);
                let fits = self.terms.eq(back, offset);
                let name = self.terms.extract(number, layout::NARROW_OBJECT_BITS - 1, 0);
                let pointer = self.terms.concat(name, low);
                if self.terms.as_bool(fits) == Some(true) {
                    self.splits.entry(pointer).or_insert((number, offset));
                    return pointer;
                }
                let lost = self.terms.not(fits);
                let guard = self.guards.and(self.terms, at.guard, lost);
                self.unsupported(At { guard, ..at }, span, layout::TOO_FAR);
                // Another offset may have the same lower bits: what is remembered must be right where this one does not fit, too.
                self.offsets.note_narrowed(self.terms, offset, back);
                self.splits.entry(pointer).or_insert((number, back));
                pointer
            }
        }
    }

    /// The null pointer.
    pub fn null(&mut self) -> TermId {
        self.terms.bits(self.program.types.target.pointers.bits(), 0)
    }

    /// The pointer to the start of an object.
    pub fn pointer_to_start(&mut self, number: u32) -> TermId {
        let pointers = self.program.types.target.pointers;
        self.terms.bits(pointers.bits(), u128::from(pointers.to_object(number)))
    }

    /// A pointer that is read under a path condition, for what only matters there. One that was never set could be anything;
    /// where no run comes with one that was not set, that choice is left out.
    pub fn settled(&mut self, guard: GuardId, pointer: TermId) -> TermId {
        let (number, _) = self.split(pointer);
        let pointees = self.pointees(number);
        if !pointees.open || pointees.numbers.is_empty() {
            return pointer;
        }
        if let Some(&(under, settled)) = self.settled.get(&pointer)
            && self.guards.common(&[under, guard]) == under
        {
            return settled;
        }
        let null = self.null();
        let Some(settled) = self.without_unknowns(pointer, null) else { return pointer };
        let same = self.terms.eq(pointer, settled);
        let other = self.terms.not(same);
        let unknown = self.guards.and(self.terms, guard, other);
        if self.can_be(unknown) {
            return pointer;
        }
        self.settled.insert(pointer, (guard, settled));
        settled
    }

    /// A pointer of which nobody knows where it leads is followed. Where it may lead nowhere it breaks a rule, whatever else it might
    /// lead to by chance: those other runs are not followed, and what is behind it is one of the objects that are known.
    pub fn follow_known(&mut self, at: At, span: Span, number: TermId) {
        if self.oracle.is_none() || self.cuts.is_some() || !self.pointees(number).open {
            return;
        }
        // What was computed, from the address of something, is another matter: how addresses hang together is not known here.
        if !self.is_chosen_from_inputs(number) {
            return;
        }
        let null = self.terms.bits(layout::OBJECT_BITS, 0);
        let Some(known) = self.without_unknowns(number, null) else { return };
        let same = self.terms.eq(number, known);
        let unknown = self.terms.not(same);
        let objects = self.objects_behind(number);
        let leads = objects.into_iter().map(|object| self.is_number(number, object)).collect::<Vec<_>>();
        let leads = leads.into_iter().fold(self.terms.bool_const(false), |all, it| self.terms.or(all, it));
        let nowhere = self.terms.not(leads);
        let unknown = self.guards.and(self.terms, at.guard, unknown);
        let breaks = self.guards.and(self.terms, unknown, nowhere);
        if !self.can_be(breaks) {
            return;
        }
        let by_chance = self.guards.and(self.terms, unknown, leads);
        self.unsupported(
            At { guard: by_chance, ..at },
            span,
            "a pointer that was never set and leads somewhere by chance",
        );
        self.settled.insert(number, (at.guard, known));
    }

    /// Whether each choice of an object part is an object that is known or part of an input, as storage that was never set is.
    fn is_chosen_from_inputs(&self, number: TermId) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![number];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) || self.terms.as_bits(at).is_some() {
                continue;
            }
            match (self.terms.ite_parts(at), self.terms.node(at)) {
                (Some((_, a, b)), _) => stack.extend([a, b]),
                (None, Node::Input(_)) => {}
                (None, Node::Extract { arg, .. }) => stack.push(arg),
                _ => return false,
            }
        }
        true
    }

    /// The object part of a pointer that is followed, after [`follow_known`](Self::follow_known).
    pub fn followed(&self, guard: GuardId, number: TermId) -> TermId {
        match self.settled.get(&number) {
            Some(&(under, known)) if self.guards.common(&[under, guard]) == under => known,
            _ => number,
        }
    }

    /// The choice between the same pointers to known objects, or their object parts, and null instead of what is not known. `None` if
    /// it is long.
    fn without_unknowns(&mut self, choice: TermId, null: TermId) -> Option<TermId> {
        let is_number = self.terms.width(choice) == layout::OBJECT_BITS;
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut stack = vec![choice];
        while let Some(&at) = stack.last() {
            if known.contains_key(&at) {
                stack.pop();
                continue;
            }
            if known.len() > MANY_CHOICES {
                return None;
            }
            let new = match self.terms.ite_parts(at) {
                None => {
                    let number = if is_number { at } else { self.split(at).0 };
                    if self.pointees(number).open { null } else { at }
                }
                Some((cond, a, b)) => match (known.get(&a).copied(), known.get(&b).copied()) {
                    (Some(a), Some(b)) => self.terms.ite(cond, a, b),
                    (a_known, b_known) => {
                        stack.extend(a_known.is_none().then_some(a));
                        stack.extend(b_known.is_none().then_some(b));
                        continue;
                    }
                },
            };
            known.insert(at, new);
            stack.pop();
        }
        known.get(&choice).copied()
    }

    /// The offset of a pointer that points to `object`, for what only matters if it does: equal to `offset` then.
    pub fn offset_in(&mut self, number: TermId, offset: TermId, object: ObjectId) -> TermId {
        if self.terms.as_bits(number).is_some() || self.terms.as_bits(offset).is_some() {
            return offset;
        }
        let mut choices = Choices { object: u128::from(object.0), known: FxHashMap::default(), left: MANY_LOOKS };
        self.chosen(&mut choices, number, offset).unwrap_or(offset)
    }

    /// The offset where the number is the object's; nothing if it never is. Deep recursion ends with [`MANY_CHOICES`].
    fn chosen(&mut self, choices: &mut Choices, number: TermId, offset: TermId) -> Option<TermId> {
        if let Some(value) = self.terms.as_bits(number) {
            return (value == choices.object).then_some(offset);
        }
        if let Some(&known) = choices.known.get(&(number, offset)) {
            return known;
        }
        let Some((cond, a, b)) = self.terms.ite_parts(number) else { return Some(offset) };
        if choices.known.len() >= MANY_CHOICES {
            return Some(offset);
        }
        // Marked as looked at before the arms are.
        choices.known.insert((number, offset), Some(offset));
        let (a_offset, b_offset) = self.arms(cond, offset, &mut choices.left);
        let (a, b) = (self.chosen(choices, a, a_offset), self.chosen(choices, b, b_offset));
        let found = match (a, b) {
            (Some(a), Some(b)) => Some(self.terms.ite(cond, a, b)),
            (only, None) | (None, only) => only,
        };
        choices.known.insert((number, offset), found);
        found
    }

    /// An offset if `cond` holds, and if it does not.
    fn arms(&mut self, cond: TermId, offset: TermId, left: &mut u32) -> (TermId, TermId) {
        if let Some((other, a, b)) = self.terms.ite_parts(offset)
            && other == cond
        {
            return (a, b);
        }
        let [then, other] = [true, false].map(|holds| {
            let facts = self.facts(cond, holds);
            let allowed = FEW_CHOICES.min(*left);
            let mut here = allowed;
            let known = self.offset_under(&facts, offset, &mut here);
            *left -= allowed - here;
            known
        });
        (then, other)
    }

    /// What is certain of conditions if one holds, or does not.
    fn facts(&self, cond: TermId, holds: bool) -> Vec<(TermId, bool)> {
        let mut facts = vec![(cond, holds)];
        let mut at = 0;
        while let Some(&(cond, holds)) = facts.get(at).filter(|_| facts.len() < MANY_FACTS) {
            match self.terms.node(cond) {
                Node::Unary(Op::Not, inner) => facts.push((inner, !holds)),
                Node::Binary(Op::And, a, b) if holds => facts.extend([(a, true), (b, true)]),
                _ => {}
            }
            at += 1;
        }
        facts
    }

    /// An offset where some conditions are known. The object and the offset of a pointer are chosen by the same conditions, but where
    /// some of the offsets are equal, several conditions have become one.
    fn offset_under(&mut self, facts: &[(TermId, bool)], offset: TermId, left: &mut u32) -> TermId {
        let Some(fewer) = left.checked_sub(1) else { return offset };
        *left = fewer;
        if let Some((cond, a, b)) = self.terms.ite_parts(offset) {
            let cond = self.truth_under(facts, cond, left);
            return match self.terms.as_bool(cond) {
                Some(true) => self.offset_under(facts, a, left),
                Some(false) => self.offset_under(facts, b, left),
                None => {
                    let (a, b) = (self.offset_under(facts, a, left), self.offset_under(facts, b, left));
                    self.terms.ite(cond, a, b)
                }
            };
        }
        if let Node::Binary(Op::Add, base, distance) = self.terms.node(offset) {
            let (base, distance) = if self.terms.as_bits(base).is_some() { (distance, base) } else { (base, distance) };
            if let (Some(bytes), Some(_)) = (self.terms.as_bits(distance), self.terms.ite_parts(base)) {
                let known = self.offset_under(facts, base, left);
                return match known == base {
                    true => offset,
                    false => self.offsets.shifted(self.terms, known, bytes as u64),
                };
            }
        }
        offset
    }

    fn truth_under(&mut self, facts: &[(TermId, bool)], cond: TermId, left: &mut u32) -> TermId {
        if let Some(&(_, holds)) = facts.iter().find(|(known, _)| *known == cond) {
            return self.terms.bool_const(holds);
        }
        let Some(fewer) = left.checked_sub(1) else { return cond };
        *left = fewer;
        match self.terms.node(cond) {
            Node::Unary(Op::Not, inner) => {
                let known = self.truth_under(facts, inner, left);
                self.terms.not(known)
            }
            Node::Binary(Op::And, a, b) => {
                let known = (self.truth_under(facts, a, left), self.truth_under(facts, b, left));
                if known == (a, b) { cond } else { self.terms.and(known.0, known.1) }
            }
            _ => cond,
        }
    }
}
