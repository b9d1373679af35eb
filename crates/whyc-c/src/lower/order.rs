//! Keeps values right where later operands have side effects.
//!
//! `x + f()` reads `x` before `f` runs. The sum is one pure expression after the call, so `x` is
//! saved first if the call could change it, and left alone if it could not.
//!
//! C leaves the order of operands open. Where it matters ([`effects`](super::effects)), each order is a path of its own, and
//! which one a run takes is an input.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{LocalId, Origin};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::Type;

use super::builder::{Builder, Item};
use super::effects::{Clash, Effects, Object};

/// What a person calls the input that says in which order operands are evaluated: other than from left to right.
const ORDER: &str = "order of evaluation: not from left to right";

/// All orders of two or three operands; of more there are too many to write each one out.
fn orders(n: usize) -> Option<&'static [&'static [usize]]> {
    match n {
        2 => Some(&[&[0, 1], &[1, 0]]),
        3 => Some(&[&[0, 1, 2], &[2, 1, 0], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1]]),
        _ => None,
    }
}

/// What operands without an order do to each other.
enum Disorder {
    /// An object is changed and used: the behaviour is undefined.
    Undefined(Object),
    /// The operands of each group see what others of it do, directly or through one between them; from those outside of
    /// it, and from those in no group, they see nothing.
    Groups(Vec<Vec<usize>>),
}

/// An operand whose place in the order is open.
struct Member {
    value: ExprId,
    items: Vec<Item>,
    /// Where its value waits for the others.
    kept: LocalId,
}

/// What a list of items may write.
#[derive(Default)]
struct Writes {
    locals: FxHashSet<LocalId>,
    /// Globals and whatever pointers can reach.
    memory: bool,
}

impl Builder<'_, '_> {
    /// `value`, or a saved copy of it if `later` could change it.
    pub fn protect(&mut self, value: ExprId, later: &[Item]) -> ExprId {
        if later.is_empty() { value } else { self.protect_from(value, &self.writes(later)) }
    }

    /// `place` with its pointer and indices saved where `later` could change them.
    pub fn protect_place(&mut self, place: PlaceId, later: &[Item]) -> PlaceId {
        if later.is_empty() {
            return place;
        }
        let writes = self.writes(later);
        let Place { mut base, mut projections, ty, span } = self.body.places[place].clone();
        if let PlaceBase::Deref(pointer) = &mut base {
            *pointer = self.protect_from(*pointer, &writes);
        }
        for projection in &mut projections {
            if let Projection::Index(index) = projection {
                *index = self.protect_from(*index, &writes);
            }
        }
        self.place(base, projections, ty, span)
    }

    /// Appends operands that were lowered one by one, each with its own items, from left to right.
    pub fn in_order(&mut self, operands: Vec<(ExprId, Vec<Item>)>) -> Vec<ExprId> {
        match self.disorder_of(&operands) {
            None => {}
            Some(Disorder::Undefined(object)) => {
                let span = self.body.exprs[operands[0].0].span.to(self.body.exprs[operands[operands.len() - 1].0].span);
                self.assert_sequenced(object, span);
            }
            Some(Disorder::Groups(groups)) => return self.in_any_order(operands, &groups),
        }
        let (mut values, items): (Vec<ExprId>, Vec<Vec<Item>>) = operands.into_iter().unzip();
        // How far to the right there are items at all.
        let last = items.iter().rposition(|items| !items.is_empty()).unwrap_or(0);
        for idx in 0..values.len() {
            self.items.extend(items[idx].iter().cloned());
            if idx < last {
                let later: Vec<Item> = items[idx + 1..=last].concat();
                values[idx] = self.protect(values[idx], &later);
            }
        }
        values
    }

    /// Lowers two operands, the left one first.
    pub fn both(
        &mut self,
        left: impl FnOnce(&mut Self) -> ExprId,
        right: impl FnOnce(&mut Self) -> ExprId,
    ) -> (ExprId, ExprId) {
        let operands = vec![self.capture(left), self.capture(right)];
        let values = self.in_order(operands);
        (values[0], values[1])
    }

    /// What operands that have no order do to each other, if they do.
    fn disorder_of(&mut self, operands: &[(ExprId, Vec<Item>)]) -> Option<Disorder> {
        // Who has nothing to do but to read disturbs nobody.
        let is_model = self.cx.functions[self.function].origin == Origin::Whyc;
        if is_model || operands.iter().all(|(_, items)| items.is_empty()) {
            return None;
        }
        let effects: Vec<Effects> =
            operands.iter().map(|(value, items)| self.operand_effects(Some(*value), items)).collect();
        // Each operand's group is told by the first one in it.
        let mut first: Vec<usize> = (0..operands.len()).collect();
        for (idx, a) in effects.iter().enumerate() {
            for (other, b) in effects.iter().enumerate().skip(idx + 1) {
                match self.clash(a, b) {
                    Some(Clash::Undefined(object)) => return Some(Disorder::Undefined(object)),
                    Some(Clash::Order) => {
                        let (kept, gone) = (first[idx].min(first[other]), first[idx].max(first[other]));
                        first.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
                    }
                    None => {}
                }
            }
        }
        if effects.iter().any(|effects| effects.jumps) {
            return None;
        }
        let members = |group| first.iter().enumerate().filter(move |(_, of)| **of == group).map(|(idx, _)| idx);
        let groups = (0..operands.len()).map(|group| members(group).collect::<Vec<usize>>());
        let groups: Vec<Vec<usize>> = groups.filter(|group| group.len() > 1).collect();
        (!groups.is_empty()).then_some(Disorder::Groups(groups))
    }

    /// Control should not come here: an object is changed and used in no order.
    pub fn assert_sequenced(&mut self, object: Object, span: Span) {
        let description = match object {
            Object::Local(local) => self.locals[local].name.clone(),
            Object::Global(global) => self.cx.globals[global].name.clone(),
            Object::Memory => self.cx.spans.text(span),
        };
        let int = self.int();
        let cond = self.constant(0, int, span);
        self.emit(InstrKind::Assert { cond, class: PropertyClass::Unsequenced, description }, span);
    }

    /// Appends operands, those of each group in every order that they can be evaluated in; which one it is, is an input.
    fn in_any_order(&mut self, operands: Vec<(ExprId, Vec<Item>)>, groups: &[Vec<usize>]) -> Vec<ExprId> {
        let mut values: Vec<ExprId> = operands.iter().map(|(value, _)| *value).collect();
        let is_grouped = |at: usize| groups.iter().any(|group| group.contains(&at));
        for (_, (_, items)) in operands.iter().enumerate().filter(|(at, _)| !is_grouped(*at)) {
            self.items.extend(items.iter().cloned());
        }
        for group in groups {
            let span = group.iter().map(|&at| self.body.exprs[values[at]].span).reduce(Span::to);
            let span = span.expect("a group should have members");
            let kept: Vec<LocalId> = group.iter().map(|&at| self.temporary(self.ty(values[at]), span)).collect();
            let members: Vec<Member> = std::iter::zip(group, &kept)
                .map(|(&at, &kept)| Member { value: values[at], items: operands[at].1.clone(), kept })
                .collect();
            match orders(group.len()) {
                Some(orders) => self.each_order(&members, orders, span),
                None => self.one_after_another(&members, span),
            }
            for (&at, local) in std::iter::zip(group, kept) {
                values[at] = self.load_local(local, span);
            }
        }
        values
    }

    /// Every order written out.
    fn each_order(&mut self, members: &[Member], orders: &[&[usize]], span: Span) {
        let end = self.new_label();
        for (idx, order) in orders.iter().enumerate() {
            let next = self.new_label();
            if idx + 1 < orders.len() {
                self.branch_on_order(next, span);
            }
            for &at in *order {
                self.evaluate_member(&members[at], span);
            }
            self.jump(end, span);
            self.place_label(next);
        }
        self.place_label(end);
    }

    /// In each round an input may choose one of the members that are left; at the end the others follow from left to right.
    /// This is the square of their number in text, where all orders would be its factorial.
    fn one_after_another(&mut self, members: &[Member], span: Span) {
        let bool_ty = self.cx.types.table.intern(Type::Bool);
        let is_done: Vec<LocalId> = members.iter().map(|_| self.temporary(bool_ty, span)).collect();
        let mark = |this: &mut Self, local: LocalId, value: i128| {
            let (place, value) = (this.local_place(local, span), this.constant(value, bool_ty, span));
            this.assign(place, value, span);
        };
        for &local in &is_done {
            mark(self, local, 0);
        }
        for round in 1..=members.len() {
            let is_last = round == members.len();
            let end = self.new_label();
            for (member, &done) in std::iter::zip(members, &is_done) {
                let next = self.new_label();
                let cond = self.load_local(done, span);
                self.emit(InstrKind::Branch { cond, when: true, target: next }, span);
                if !is_last {
                    let take = self.new_label();
                    self.branch_on_order(take, span);
                    self.jump(next, span);
                    self.place_label(take);
                }
                self.evaluate_member(member, span);
                mark(self, done, 1);
                if !is_last {
                    self.jump(end, span);
                }
                self.place_label(next);
            }
            self.place_label(end);
        }
    }

    /// What has to be done for one operand, once more.
    fn evaluate_member(&mut self, member: &Member, span: Span) {
        let again = self.with_own_labels(&member.items);
        self.items.extend(again);
        let place = self.local_place(member.kept, span);
        self.assign(place, member.value, span);
    }

    /// Goes to `other` if an input says that another order is taken.
    pub fn branch_on_order(&mut self, other: InstrId, span: Span) {
        let bool_ty = self.cx.types.table.intern(Type::Bool);
        let local = self.temporary(bool_ty, span);
        let place = self.local_place(local, span);
        self.emit(InstrKind::Nondet { place, name: ORDER.to_owned() }, span);
        let cond = self.load(place);
        self.emit(InstrKind::Branch { cond, when: true, target: other }, span);
    }

    /// A copy of `items` whose labels are its own.
    pub fn with_own_labels(&mut self, items: &[Item]) -> Vec<Item> {
        let mut fresh: FxHashMap<InstrId, InstrId> = FxHashMap::default();
        for item in items {
            if let Item::Label(label) = item {
                let new = self.new_label();
                fresh.insert(*label, new);
            }
        }
        let rename = |label: &mut InstrId| *label = fresh.get(label).copied().unwrap_or(*label);
        let mut copy = items.to_vec();
        for item in &mut copy {
            match item {
                Item::Label(label) => rename(label),
                Item::Instr(InstrKind::Jump(target) | InstrKind::Branch { target, .. }, _) => rename(target),
                Item::Instr(InstrKind::Switch { cases, default, .. }, _) => {
                    cases.iter_mut().for_each(|case| rename(&mut case.target));
                    rename(default);
                }
                Item::Instr(..) | Item::Goto { .. } => {}
            }
        }
        copy
    }

    fn protect_from(&mut self, value: ExprId, writes: &Writes) -> ExprId {
        if self.reads_any(value, writes) { self.save(value) } else { value }
    }

    fn reads_any(&self, value: ExprId, writes: &Writes) -> bool {
        match &self.body.exprs[value].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => false,
            ExprKind::Load(place) => self.place_is_written(*place, writes) || self.place_reads_any(*place, writes),
            ExprKind::AddrOf(place) => self.place_reads_any(*place, writes),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.reads_any(*a, writes),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.reads_any(*a, writes) || self.reads_any(*b, writes)
            }
            ExprKind::Cond(c, a, b) => [c, a, b].into_iter().any(|&e| self.reads_any(e, writes)),
            ExprKind::Intrinsic(_, args) => args.iter().any(|&e| self.reads_any(e, writes)),
        }
    }

    /// Whether finding the place reads something that is written.
    fn place_reads_any(&self, place: PlaceId, writes: &Writes) -> bool {
        let Place { base, projections, .. } = &self.body.places[place];
        let base_reads = matches!(base, PlaceBase::Deref(pointer) if self.reads_any(*pointer, writes));
        base_reads
            || projections.iter().any(|step| matches!(step, Projection::Index(index) if self.reads_any(*index, writes)))
    }

    fn place_is_written(&self, place: PlaceId, writes: &Writes) -> bool {
        match self.body.places[place].base {
            PlaceBase::Local(local) => {
                writes.locals.contains(&local) || writes.memory && self.addressed_locals.contains(&local)
            }
            PlaceBase::Global(_) => writes.memory,
            PlaceBase::Deref(_) => {
                writes.memory || writes.locals.iter().any(|local| self.addressed_locals.contains(local))
            }
        }
    }

    fn writes(&self, items: &[Item]) -> Writes {
        let mut writes = Writes::default();
        let write = |place: PlaceId, writes: &mut Writes| match self.body.places[place].base {
            PlaceBase::Local(local) => {
                writes.locals.insert(local);
            }
            PlaceBase::Global(_) | PlaceBase::Deref(_) => writes.memory = true,
        };
        for item in items {
            let Item::Instr(kind, _) = item else { continue };
            match kind {
                InstrKind::Assign { place, .. } | InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => {
                    write(*place, &mut writes);
                }
                InstrKind::Call { dest, .. } => {
                    writes.memory = true;
                    if let Some(dest) = dest {
                        write(*dest, &mut writes);
                    }
                }
                InstrKind::Declare(local) | InstrKind::Kill(local) => {
                    writes.locals.insert(*local);
                }
                InstrKind::Block(op) => {
                    writes.memory = true;
                    if let BlockOp::Allocate { place, .. } = op {
                        write(*place, &mut writes);
                    }
                }
                InstrKind::Unsupported(_) => writes.memory = true,
                InstrKind::Jump(_)
                | InstrKind::Branch { .. }
                | InstrKind::Switch { .. }
                | InstrKind::Return(_)
                | InstrKind::Assume(_)
                | InstrKind::Cover(_)
                | InstrKind::Assert { .. }
                | InstrKind::Output(_)
                | InstrKind::Halt
                | InstrKind::Label => {}
            }
        }
        writes
    }
}
