//! What a function decides by, looked at where a loop is cut: its conditions are what facts about its rounds are likely to be.

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::flow::{Liveness, below};
use whyc_ir::instr::InstrKind;
use whyc_ir::layout;
use whyc_ir::program::LocalId;
use whyc_ir::text;
use whyc_ir::types::Type;
use whyc_term::TermId;

use crate::cuts::{Number, NumberKind};
use crate::memory::{self, ObjectId};
use crate::state::{At, Machine, State};
use crate::trie::Trie;

/// More conditions of one function than this are not looked at.
const MANY_CONDITIONS: usize = 16;

impl Machine<'_> {
    /// What the function at `at` branches on, assumes and asserts, without the operators that join it, as far as it is about
    /// numbers in variables that are there.
    pub(super) fn conditions_in_play(&mut self, memory: &Trie<u32>, at: At, live: &Liveness) -> Vec<ExprId> {
        let body = self.body(at);
        let mut found: Vec<ExprId> = Vec::new();
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for instr in body.instrs.iter() {
            let cond = match instr.kind {
                InstrKind::Assert { cond, .. } | InstrKind::Assume(cond) | InstrKind::Branch { cond, .. } => cond,
                _ => continue,
            };
            let mut todo = vec![cond];
            while let Some(expr) = todo.pop() {
                if let ExprKind::And(a, b) | ExprKind::Or(a, b) = body.exprs[expr].kind {
                    todo.extend([b, a]);
                } else if found.len() < MANY_CONDITIONS
                    && self.is_plain(memory, at, live, expr)
                    && seen.insert(text::c_expr(self.program, at.function, expr))
                {
                    found.push(expr);
                }
            }
        }
        found
    }

    /// Whether all that an expression is made of are operators and integers in variables that are there; at least one is.
    fn is_plain(&mut self, memory: &Trie<u32>, at: At, live: &Liveness, expr: ExprId) -> bool {
        let body = self.body(at);
        let mut places: Vec<PlaceId> = Vec::new();
        let mut is_plain = true;
        below(body, [expr], &mut |below| match &body.exprs[below].kind {
            ExprKind::Int(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..) => is_plain &= self.is_integer(body.exprs[below].ty),
            ExprKind::Load(place) => {
                is_plain &= self.is_integer(body.exprs[below].ty);
                places.push(*place);
            }
            ExprKind::Float(_) | ExprKind::AddrOf(_) | ExprKind::FunctionAddr(_) | ExprKind::Intrinsic(..) => {
                is_plain = false;
            }
        });
        is_plain
            && !places.is_empty()
            && places.into_iter().all(|place| match body.places[place].base {
                PlaceBase::Local(local) => self.has_local(memory, at, live, local),
                PlaceBase::Global(global) => self.is_declared(memory, ObjectId(layout::global_object(global))),
                PlaceBase::Deref(_) => false,
            })
    }

    fn is_integer(&self, ty: whyc_ir::types::TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int(_) | Type::Enum(_) | Type::Bool)
    }

    /// Whether a local has been declared, and its value still matters.
    fn has_local(&mut self, memory: &Trie<u32>, at: At, live: &Liveness, local: LocalId) -> bool {
        let Some(object) = self.stack.last().map(|frame| frame.local(local)) else { return false };
        let is_alive = match object.is_register() {
            true => live.is_live(at.instr, local),
            false => memory::alive(memory, object).is_some(),
        };
        is_alive && self.is_declared(memory, object)
    }

    /// The conditions as numbers of one bit: before the loop, and in some round.
    pub(super) fn condition_numbers(
        &mut self,
        at: At,
        (before, memory): (&Trie<u32>, &Trie<u32>),
        conditions: &[ExprId],
    ) -> Vec<Number> {
        let entries = self.condition_values(at, before, conditions);
        let anys = self.condition_values(at, memory, conditions);
        let numbers = conditions.iter().zip(entries.into_iter().zip(anys)).map(|(&cond, (entry, any))| Number {
            name: text::c_expr(self.program, at.function, cond),
            ty: self.body(at).exprs[cond].ty,
            kind: NumberKind::Condition,
            is_element: false,
            position: cond.index() as u64,
            is_changed: entry != any,
            entry,
            any,
        });
        numbers.collect()
    }

    /// The conditions as bits, with what a memory holds. That is the same function of it wherever it is asked for.
    pub(super) fn condition_values(&mut self, at: At, memory: &Trie<u32>, conditions: &[ExprId]) -> Vec<TermId> {
        let mut state = State { guard: at.guard, memory: memory.clone() };
        let undeclared = self.read_undeclared;
        let values = self.aside(|machine| {
            let values = conditions.iter().map(|&cond| {
                let holds = machine.condition(&mut state, at, cond);
                machine.terms.bool_to_bits(holds, 1)
            });
            values.collect()
        });
        self.read_undeclared = undeclared;
        values
    }
}
