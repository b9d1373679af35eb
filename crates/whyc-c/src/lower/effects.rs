//! What evaluating an operand reads and writes, as far as the order of evaluation cares.
//!
//! What the instructions of an operand do themselves is unsequenced with the other operands: C gives no meaning to two of
//! them that touch the same object, one writing. What functions do that they call comes before or after, as a whole; those
//! are looked at as they are written, for they need not have been lowered yet.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{GlobalId, LocalId, LocalKind};

use super::builder::{Builder, Item};
use super::call::called_function;
use super::convert::is_scalar;
use crate::attributes;
use crate::clang::cursor::{Cursor, DeclKey};
use crate::clang::kind as k;

/// Something that is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// A local, wholly or in part.
    Local(LocalId),
    /// A global, wholly or in part.
    Global(GlobalId),
    /// What some pointer points to.
    Memory,
}

/// Objects that are read and objects that are written.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    reads: FxHashSet<Object>,
    writes: FxHashSet<Object>,
}

impl Touched {
    /// Whether one writes what the other one reads or writes.
    fn clashes(&self, other: &Touched) -> bool {
        let hits = |writes: &FxHashSet<Object>, others: &Touched| {
            writes.iter().any(|object| others.reads.contains(object) || others.writes.contains(object))
        };
        hits(&self.writes, other) || hits(&other.writes, self)
    }

    fn add(&mut self, other: &Touched) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }
}

/// What an operand does.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// By itself.
    own: Touched,
    /// By what it calls.
    called: Touched,
    /// Whether it has instructions that are not always executed.
    branches: bool,
    /// Whether it jumps to a label of the user's.
    pub jumps: bool,
}

impl Effects {
    /// The globals that what it calls may write.
    pub fn called_globals(&self) -> Vec<GlobalId> {
        let globals = self.called.writes.iter().filter_map(|object| match *object {
            Object::Global(global) => Some(global),
            Object::Local(_) | Object::Memory => None,
        });
        globals.collect()
    }

    /// Whether it writes an object itself.
    pub fn writes(&self, object: Object) -> bool {
        self.own.writes.contains(&object)
    }
}

/// What two operands do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// They touch the same object in no order: undefined.
    Undefined(Object),
    /// It matters which one comes first.
    Order,
}

/// Functions of the library that write to what they are given.
const WRITERS: [&str; 22] = [
    "memcpy",
    "memmove",
    "memset",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "fgets",
    "fread",
    "read",
    "scanf",
    "sscanf",
    "fscanf",
    "strtok",
    "free",
    "realloc",
    "qsort",
    "bzero",
];
/// Functions that give memory that nobody else has.
const ALLOCATORS: [&str; 3] = ["malloc", "calloc", "strdup"];

impl<'u> Builder<'_, 'u> {
    /// What an operand with these instructions and this value does.
    pub fn operand_effects(&mut self, value: Option<ExprId>, items: &[Item]) -> Effects {
        let mut effects = Effects::default();
        if let Some(value) = value {
            self.reads(value, &mut effects.own);
        }
        for item in items {
            match item {
                Item::Instr(kind, _) => self.instr_effects(kind, &mut effects),
                Item::Label(_) => effects.branches = true,
                Item::Goto { .. } => effects.jumps = true,
            }
        }
        effects
    }

    /// What finding a place does, with these instructions.
    pub fn place_effects(&mut self, place: PlaceId, items: &[Item]) -> Effects {
        let mut effects = self.operand_effects(None, items);
        self.place_reads(place, &mut effects.own);
        effects
    }

    /// What two operands do to each other, if they do.
    pub fn clash(&self, a: &Effects, b: &Effects) -> Option<Clash> {
        if !a.branches && !b.branches {
            let shared = |writes: &Touched, other: &Touched| {
                let touched = |object: &&Object| other.reads.contains(object) || other.writes.contains(object);
                writes.writes.iter().filter(touched).find(|object| self.is_whole(**object)).copied()
            };
            if let Some(object) = shared(&a.own, &b.own).or_else(|| shared(&b.own, &a.own)) {
                return Some(Clash::Undefined(object));
            }
        }
        let in_order = a.called.clashes(&b.called) || a.called.clashes(&b.own) || b.called.clashes(&a.own);
        in_order.then_some(Clash::Order)
    }

    /// Whether an object has no parts: an access to it is an access to all of it.
    fn is_whole(&self, object: Object) -> bool {
        match object {
            Object::Local(local) => is_scalar(self.types(), self.locals[local].ty),
            Object::Global(global) => is_scalar(self.types(), self.cx.globals[global].ty),
            Object::Memory => false,
        }
    }

    fn instr_effects(&mut self, kind: &InstrKind, effects: &mut Effects) {
        match kind {
            InstrKind::Assign { place, value } => {
                self.reads(*value, &mut effects.own);
                self.writes_to(*place, &mut effects.own);
            }
            // What changes by itself does so at any time.
            InstrKind::Nondet { place, name } if name.starts_with("volatile ") => {
                self.place_reads(*place, &mut effects.own);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.writes_to(*place, &mut effects.own),
            InstrKind::Call { dest, callee, args } => {
                args.iter().for_each(|&arg| self.reads(arg, &mut effects.own));
                if let Some(dest) = dest {
                    self.writes_to(*dest, &mut effects.own);
                }
                match *callee {
                    Callee::Direct(function) => {
                        // Who calls a `const` function cannot tell when it was called.
                        let definition = self.cx.infos[function].definition;
                        if let Some(definition) = definition.filter(|&decl| !attributes::has(decl, "const")) {
                            let summary = self.summary(definition);
                            effects.called.add(&summary);
                        }
                    }
                    Callee::Indirect(pointer) => {
                        self.reads(pointer, &mut effects.own);
                        effects.called.reads.insert(Object::Memory);
                        effects.called.writes.insert(Object::Memory);
                    }
                }
            }
            InstrKind::Block(op) => {
                op.exprs().for_each(|expr| self.reads(expr, &mut effects.own));
                match op {
                    BlockOp::Allocate { place, .. } => self.writes_to(*place, &mut effects.own),
                    BlockOp::Release { .. } => {}
                    BlockOp::Free { .. } | BlockOp::Copy { .. } | BlockOp::Fill { .. } | BlockOp::Havoc { .. } => {
                        effects.called.writes.insert(Object::Memory);
                    }
                }
            }
            InstrKind::Branch { cond: value, .. } | InstrKind::Switch { value, .. } => {
                effects.branches = true;
                self.reads(*value, &mut effects.own);
            }
            InstrKind::Assume(value) | InstrKind::Cover(value) | InstrKind::Assert { cond: value, .. } => {
                self.reads(*value, &mut effects.own)
            }
            InstrKind::Jump(_) => effects.branches = true,
            InstrKind::Return(_) => effects.jumps = true,
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Output(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    /// What a place is a part of; nothing if that is a temporary.
    fn object_of(&self, place: PlaceId) -> Option<Object> {
        match self.body.places[place].base {
            PlaceBase::Local(local) if self.locals[local].kind == LocalKind::Temporary => None,
            PlaceBase::Local(local) => Some(Object::Local(local)),
            PlaceBase::Global(global) => Some(Object::Global(global)),
            PlaceBase::Deref(_) => Some(Object::Memory),
        }
    }

    fn writes_to(&self, place: PlaceId, touched: &mut Touched) {
        self.place_reads(place, touched);
        touched.writes.extend(self.object_of(place));
    }

    fn place_reads(&self, place: PlaceId, touched: &mut Touched) {
        let Place { base, projections, .. } = &self.body.places[place];
        if let PlaceBase::Deref(pointer) = base {
            self.reads(*pointer, touched);
        }
        for step in projections {
            if let Projection::Index(index) = step {
                self.reads(*index, touched);
            }
        }
    }

    fn reads(&self, value: ExprId, touched: &mut Touched) {
        match &self.body.exprs[value].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => {
                self.place_reads(*place, touched);
                touched.reads.extend(self.object_of(*place));
            }
            ExprKind::AddrOf(place) => self.place_reads(*place, touched),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.reads(*a, touched),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.reads(*a, touched);
                self.reads(*b, touched);
            }
            ExprKind::Cond(c, a, b) => [c, a, b].into_iter().for_each(|&e| self.reads(e, touched)),
            ExprKind::Intrinsic(_, args) => args.iter().for_each(|&e| self.reads(e, touched)),
        }
    }

    /// What a function and all that it calls do to globals and through pointers.
    fn summary(&mut self, definition: Cursor<'u>) -> Rc<Touched> {
        if let Some(known) = self.cx.summaries.get(&definition.key()) {
            return Rc::clone(known);
        }
        let mut touched = Touched::default();
        let mut seen: FxHashSet<DeclKey> = FxHashSet::default();
        let mut todo = vec![definition];
        while let Some(function) = todo.pop() {
            if seen.insert(function.key()) {
                self.look_into(function, &mut touched, &mut todo);
            }
        }
        let touched = Rc::new(touched);
        self.cx.summaries.insert(definition.key(), Rc::clone(&touched));
        touched
    }

    fn look_into(&mut self, function: Cursor<'u>, touched: &mut Touched, todo: &mut Vec<Cursor<'u>>) {
        let nodes = function.descendants();
        for &node in &nodes {
            match node.kind() {
                k::CXCursor_DeclRefExpr => {
                    if let Some(global) = self.global_named(node) {
                        touched.reads.insert(Object::Global(global));
                    }
                }
                k::CXCursor_CallExpr => self.look_at_call(node, touched, todo),
                _ => {
                    if let Some(target) = written(node) {
                        match root(target) {
                            Root::Variable(name) => {
                                touched.writes.extend(self.global_named(name).map(Object::Global));
                            }
                            Root::Behind(pointer) if is_fresh(pointer, &nodes) => {}
                            Root::Behind(_) | Root::Unknown => {
                                touched.writes.insert(Object::Memory);
                            }
                        }
                    } else if is_indirect(node) {
                        touched.reads.insert(Object::Memory);
                    }
                }
            }
        }
    }

    fn look_at_call(&mut self, call: Cursor<'u>, touched: &mut Touched, todo: &mut Vec<Cursor<'u>>) {
        let callee = call.children().into_iter().find(|child| child.is_expression());
        let Some(decl) = callee.and_then(called_function) else {
            touched.reads.insert(Object::Memory);
            touched.writes.insert(Object::Memory);
            return;
        };
        let name = decl.spelling();
        match decl.definition() {
            Some(definition) => todo.push(definition),
            None if WRITERS.contains(&name.trim_start_matches("__builtin_")) => {
                touched.writes.insert(Object::Memory);
            }
            None => {}
        }
    }

    fn global_named(&mut self, name: Cursor<'u>) -> Option<GlobalId> {
        let decl = name.referenced().filter(|decl| decl.kind() == k::CXCursor_VarDecl && decl.has_static_storage())?;
        Some(self.cx.global(decl))
    }
}

/// What an expression writes to, if it is one that does.
fn written(node: Cursor<'_>) -> Option<Cursor<'_>> {
    let writes = match node.kind() {
        k::CXCursor_BinaryOperator => node.binary_operator() == k::CXBinaryOperator_Assign,
        k::CXCursor_CompoundAssignOperator => true,
        k::CXCursor_UnaryOperator => matches!(
            node.unary_operator(),
            k::CXUnaryOperator_PostInc
                | k::CXUnaryOperator_PostDec
                | k::CXUnaryOperator_PreInc
                | k::CXUnaryOperator_PreDec
        ),
        _ => false,
    };
    if writes { node.children().into_iter().find(|child| child.is_expression()) } else { None }
}

/// Where a place starts.
enum Root<'u> {
    Variable(Cursor<'u>),
    /// Behind a pointer that is a variable.
    Behind(Cursor<'u>),
    Unknown,
}

fn root(place: Cursor<'_>) -> Root<'_> {
    let (mut at, mut indirect) = (place, false);
    loop {
        let below = at.children().into_iter().find(|child| child.is_expression());
        if at.kind() == k::CXCursor_DeclRefExpr {
            return if indirect { Root::Behind(at) } else { Root::Variable(at) };
        }
        let follows = matches!(
            at.kind(),
            k::CXCursor_ParenExpr
                | k::CXCursor_UnexposedExpr
                | k::CXCursor_MemberRefExpr
                | k::CXCursor_ArraySubscriptExpr
                | k::CXCursor_UnaryOperator
                | k::CXCursor_CStyleCastExpr
        );
        let Some(below) = below.filter(|_| follows) else { return Root::Unknown };
        if indirect && is_indirect(at) {
            return Root::Unknown;
        }
        indirect |= is_indirect(at);
        at = below;
    }
}

/// Whether an expression goes through a pointer.
fn is_indirect(node: Cursor<'_>) -> bool {
    let below = || node.children().into_iter().find(|child| child.is_expression());
    let through_pointer = || below().is_some_and(|base| is_pointer_value(base));
    match node.kind() {
        k::CXCursor_UnaryOperator => node.unary_operator() == k::CXUnaryOperator_Deref,
        k::CXCursor_MemberRefExpr | k::CXCursor_ArraySubscriptExpr => through_pointer(),
        _ => false,
    }
}

/// Whether an expression is a pointer, and no array that became one.
fn is_pointer_value(expr: Cursor<'_>) -> bool {
    let mut at = expr;
    while at.kind() == k::CXCursor_UnexposedExpr || at.kind() == k::CXCursor_ParenExpr {
        let Some(below) = at.children().into_iter().find(|child| child.is_expression()) else { break };
        at = below;
    }
    at.ty().canonical().kind() == k::CXType_Pointer
}

/// Whether a local pointer holds nothing but memory that the function has just got.
fn is_fresh<'u>(pointer: Cursor<'u>, nodes: &[Cursor<'u>]) -> bool {
    let Some(decl) =
        pointer.referenced().filter(|decl| decl.kind() == k::CXCursor_VarDecl && !decl.has_static_storage())
    else {
        return false;
    };
    let is_it = |expr: Cursor<'u>| matches!(root(expr), Root::Variable(name) if name.referenced() == Some(decl));
    let assigned = nodes.iter().filter_map(|&node| {
        let target = written(node).filter(|&target| is_it(target))?;
        let last = node.children().into_iter().rfind(|child| child.is_expression());
        Some(last.filter(|&value| value != target))
    });
    let mut values = decl.initialiser().map(Some).into_iter().chain(assigned).peekable();
    values.peek().is_some() && values.all(|value| value.is_some_and(is_allocation))
}

fn is_allocation(value: Cursor<'_>) -> bool {
    let mut at = value;
    loop {
        let children: Vec<_> = at.children().into_iter().filter(|child| child.is_expression()).collect();
        match (at.kind(), children.last()) {
            (k::CXCursor_CallExpr, _) => {
                let name = children.first().copied().and_then(called_function).map(|decl| decl.spelling());
                return name.is_some_and(|name| ALLOCATORS.contains(&name.as_str()));
            }
            (k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr | k::CXCursor_CStyleCastExpr, Some(&below)) => {
                at = below
            }
            _ => return false,
        }
    }
}
