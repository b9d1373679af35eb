//! Where paths join, their memories become one.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use whyc_ir::layout::Leaf;
use whyc_term::TermId;

use crate::memory::{self, Base, BaseId, BaseTable, ObjectId, Slot, key, slot, split_key};
use crate::rewrite::Defined;
use crate::state::{At, Machine, State};
use crate::step::{ObjectRoot, StepKind};
use crate::trie::{Difference, Trie};
use whyc_ir::flow::Liveness;

impl Machine<'_> {
    /// One state for several that are at the same place, at least one. `live` tells which locals still matter there.
    pub(super) fn merge(&mut self, at: At, mut states: Vec<State>, live: Option<&Liveness>) -> State {
        let Some(last) = states.pop() else { unreachable!("there should be a state to merge") };
        if states.is_empty() {
            return last;
        }
        let guards: Vec<_> = states.iter().chain([&last]).map(|state| state.guard).collect();
        let common = self.guards.common(&guards);
        let conditions: Vec<TermId> =
            guards.iter().map(|&guard| self.guards.relative(self.terms, guard, common)).collect();
        let any = conditions[1..].iter().fold(conditions[0], |any, &cond| self.terms.or(any, cond));
        let guard = self.guards.and(self.terms, common, any);
        let at = At { guard, ..at };

        let mut merged = last.memory.clone();
        let mut changed = BTreeSet::new();
        for (k, state) in states.iter().enumerate().rev() {
            let differences = state.memory.differences(&merged);
            let join = Join { at, cond: conditions[k], first: &state.memory, live };
            self.warn_undeclared(&join, &states[k..], &last, &differences);
            merged = self.join(&join, merged, &differences, &mut changed);
        }
        self.push_merges(at, &mut merged, &changed);
        State { guard, memory: merged }
    }

    /// The memory that is `join.first` under its condition and `second` otherwise.
    fn join(
        &mut self,
        join: &Join<'_>,
        second: Trie<u32>,
        differences: &[Difference<u32>],
        changed: &mut BTreeSet<u64>,
    ) -> Trie<u32> {
        let mut merged = second.clone();
        // What is an array on one side becomes one as a whole.
        let arrays: FxHashSet<ObjectId> = differences
            .iter()
            .map(|difference| split_key(difference.key))
            .filter(|&(_, offset)| slot(offset) == Slot::Array)
            .map(|(object, _)| object)
            .collect();
        for difference in differences {
            let (object, offset) = split_key(difference.key);
            // Who watches compares variables whether or not anything reads them, as long as they have values.
            let watched = self.rewrite.is_some() && difference.first.is_some() && difference.second.is_some();
            if !watched && self.is_dropped(join, object) {
                memory::drop_cells(&mut merged, join.first, object);
                continue;
            }
            match slot(offset) {
                Slot::Cell(_) if arrays.contains(&object) => {}
                Slot::Cell(offset_bits) => {
                    let leaf = self.leaf_at(object, offset_bits);
                    let first_value = self.declared_leaf(join.first, object, leaf);
                    let second_value = self.declared_leaf(&second, object, leaf);
                    let value = match (first_value, second_value) {
                        (Some(first), Some(second)) => self.terms.ite(join.cond, first, second),
                        (Some(value), None) | (None, Some(value)) => value,
                        (None, None) => continue,
                    };
                    merged.insert(difference.key, value.0);
                    changed.insert(difference.key);
                }
                Slot::Alive => {
                    let dead = self.terms.bool_const(false);
                    let first = difference.first.map_or(dead, TermId);
                    let second = difference.second.map_or(dead, TermId);
                    let alive = self.terms.ite(join.cond, first, second);
                    merged.insert(difference.key, alive.0);
                }
                Slot::Base => {
                    let base = self.merge_bases(join, &second, object);
                    merged.insert(difference.key, base.0);
                }
                Slot::Array => {
                    let first = self.as_array(join.first, object);
                    let other = self.as_array(&second, object);
                    if let (Some(first), Some(other)) = (first, other) {
                        let array = self.terms.ite(join.cond, first, other);
                        memory::set_array(&mut merged, object, array);
                    }
                }
            }
        }
        self.read_undeclared = false;
        merged
    }

    /// Whether an object is a local that nothing reads any more.
    fn is_dropped(&self, join: &Join<'_>, object: ObjectId) -> bool {
        if !object.is_register() {
            return false;
        }
        match (self.objects.get(object).root, join.live) {
            (ObjectRoot::Local(frame, local), Some(live)) => {
                frame == join.at.frame && !live.is_live(join.at.instr, local)
            }
            _ => false,
        }
    }

    /// The value of a cell, unless the object's declaration was jumped over and nothing was written since.
    fn declared_leaf(&mut self, memory: &Trie<u32>, object: ObjectId, leaf: Leaf) -> Option<TermId> {
        let known = memory.get(key(object, leaf.offset_bits)).is_some();
        if !known && self.base_of(memory, object) == BaseTable::UNDECLARED {
            return None;
        }
        Some(self.read_leaf(memory, object, leaf))
    }

    fn merge_bases(&mut self, join: &Join<'_>, second: &Trie<u32>, object: ObjectId) -> BaseId {
        let then = self.base_of(join.first, object);
        let or_else = self.base_of(second, object);
        if then == or_else || or_else == BaseTable::UNDECLARED {
            then
        } else if then == BaseTable::UNDECLARED {
            or_else
        } else {
            self.bases.push(Base::Merged { cond: join.cond, then, or_else })
        }
    }

    /// A path that jumped over the declaration of a variable that is used later is not modelled.
    fn warn_undeclared(&mut self, join: &Join<'_>, states: &[State], last: &State, differences: &[Difference<u32>]) {
        for difference in differences {
            let (object, offset) = split_key(difference.key);
            let ObjectRoot::Local(frame, local) = self.objects.get(object).root else { continue };
            if slot(offset) != Slot::Base || frame != join.at.frame {
                continue;
            }
            if !join.live.is_some_and(|live| live.is_live(join.at.instr, local)) {
                continue;
            }
            let span = self.body(join.at).instrs[join.at.instr].span;
            for state in states.iter().chain([last]) {
                if self.base_of(&state.memory, object) == BaseTable::UNDECLARED
                    && state.memory.get(key(object, 0)).is_none()
                {
                    let at = At { guard: state.guard, ..join.at };
                    self.unsupported(at, span, "a jump over the declaration of a variable that is used later");
                }
            }
        }
    }

    fn push_merges(&mut self, at: At, merged: &mut Trie<u32>, changed: &BTreeSet<u64>) {
        for &key in changed {
            let (object, offset_bits) = split_key(key);
            let root = self.objects.get(object).root;
            let Some(value) = merged.get(key).map(TermId).filter(|_| self.is_visible(root)) else { continue };
            let joined = self.defined(at, Defined::Merge { root, offset_bits }, value);
            if joined != value {
                merged.insert(key, joined.0);
            }
            let value = joined;
            let leaf = self.leaf_at(object, offset_bits);
            let target = self.next_version(root, offset_bits, leaf.bits);
            let span = self.body(at).instrs[at.instr].span;
            self.push(at, span, StepKind::Merge { target, value, ty: leaf.ty });
        }
    }
}

/// Two memories on their way to become one.
struct Join<'a> {
    at: At,
    cond: TermId,
    first: &'a Trie<u32>,
    live: Option<&'a Liveness>,
}
