//! What pointers may point to, in classes of objects: each class has one class of objects that pointers in it lead to.
//!
//! Two objects are in one class as soon as one pointer may lead to either (Steensgaard's analysis). That is coarse, and fast: whether two
//! accesses meet is decided later, by their addresses. Here it is only decided which accesses can never meet.

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id as _, IdVec};
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, Program};

use crate::calls::Calls;

/// A class of objects.
pub type Class = u32;

/// Classes of objects, and where pointers in them lead.
pub struct Pointers {
    parent: Vec<Class>,
    leads_to: Vec<Option<Class>>,
    first_local: IdVec<FunctionId, Class>,
    result: IdVec<FunctionId, Class>,
    blocks: FxHashMap<(FunctionId, InstrId), Class>,
}

impl Pointers {
    /// The classes of a program's objects.
    pub fn new(program: &Program, calls: &Calls) -> Self {
        let mut this = Self {
            parent: Vec::new(),
            leads_to: Vec::new(),
            first_local: IdVec::new(),
            result: IdVec::new(),
            blocks: FxHashMap::default(),
        };
        for _ in program.globals.iter() {
            this.fresh();
        }
        for f in &program.functions {
            let first = this.parent.len() as Class;
            this.first_local.push(first);
            for _ in f.locals.iter() {
                this.fresh();
            }
            let result = this.fresh();
            this.result.push(result);
        }
        for (function, f) in program.functions.iter_enumerated() {
            if let Some(body) = &f.body {
                for (id, instr) in body.instrs.iter_enumerated() {
                    this.instr(program, calls, (function, body), id, &instr.kind);
                }
            }
        }
        this
    }

    fn fresh(&mut self) -> Class {
        self.parent.push(self.parent.len() as Class);
        self.leads_to.push(None);
        self.parent.len() as Class - 1
    }

    /// The class that stands for all that are one with it.
    pub fn find(&self, mut class: Class) -> Class {
        while self.parent[class as usize] != class {
            class = self.parent[class as usize];
        }
        class
    }

    fn join(&mut self, a: Class, b: Class) {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            // The older one stays: the result does not depend on who asks.
            let (kept, gone) = (a.min(b), a.max(b));
            self.parent[gone as usize] = kept;
            match (self.leads_to[kept as usize], self.leads_to[gone as usize]) {
                (Some(x), Some(y)) => todo.push((x, y)),
                (None, other) => self.leads_to[kept as usize] = other,
                (Some(_), None) => {}
            }
        }
    }

    /// What pointers in a class lead to.
    pub fn behind(&mut self, class: Class) -> Class {
        let class = self.find(class);
        match self.leads_to[class as usize] {
            Some(to) => self.find(to),
            None => {
                let to = self.fresh();
                self.leads_to[class as usize] = Some(to);
                to
            }
        }
    }

    /// The same, if anybody has asked.
    pub fn known_behind(&self, class: Class) -> Option<Class> {
        self.leads_to[self.find(class) as usize].map(|to| self.find(to))
    }

    /// The class of a global.
    pub fn global(&self, global: GlobalId) -> Class {
        self.find(global.index() as Class)
    }

    /// The class of a local.
    pub fn local(&self, function: FunctionId, local: LocalId) -> Class {
        self.find(self.first_local[function] + local.index() as Class)
    }

    /// The class of the object that a place is in.
    pub fn place(&mut self, function: FunctionId, body: &Body, place: PlaceId) -> Class {
        match body.places[place].base {
            PlaceBase::Local(local) => self.local(function, local),
            PlaceBase::Global(global) => self.global(global),
            PlaceBase::Deref(pointer) => match self.value(function, body, pointer) {
                Some(class) => class,
                None => self.fresh(),
            },
        }
    }

    /// What a value leads to, if it may lead anywhere.
    pub fn value(&mut self, function: FunctionId, body: &Body, expr: ExprId) -> Option<Class> {
        match &body.exprs[expr].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => None,
            ExprKind::AddrOf(place) => Some(self.place(function, body, *place)),
            ExprKind::Load(place) => {
                let class = self.place(function, body, *place);
                Some(self.behind(class))
            }
            kind @ (ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Intrinsic(..)) => {
                let mut whole: Option<Class> = None;
                for operand in kind.operands() {
                    let Some(class) = self.value(function, body, operand) else { continue };
                    if let Some(known) = whole {
                        self.join(known, class);
                    }
                    whole = Some(self.find(class));
                }
                // Truth values lead nowhere.
                let is_truth = matches!(kind, ExprKind::And(..) | ExprKind::Or(..))
                    || matches!(kind, ExprKind::Binary(op, ..) if op.is_comparison());
                whole.filter(|_| !is_truth)
            }
        }
    }

    fn flow(&mut self, to: Class, value: Option<Class>) {
        if let Some(value) = value {
            let behind = self.behind(to);
            self.join(behind, value);
        }
    }

    fn instr(
        &mut self,
        program: &Program,
        calls: &Calls,
        (function, body): (FunctionId, &Body),
        id: InstrId,
        kind: &InstrKind,
    ) {
        match kind {
            InstrKind::Assign { place, value } => {
                let to = self.place(function, body, *place);
                let value = self.value(function, body, *value);
                self.flow(to, value);
            }
            InstrKind::Call { dest, callee, args } => {
                for callee in calls.of_call(program, body, *callee, args) {
                    self.call(program, (function, body), callee, *dest, args);
                }
                if let Callee::Indirect(pointer) = *callee {
                    self.value(function, body, pointer);
                }
            }
            InstrKind::Return(Some(value)) => {
                let value = self.value(function, body, *value);
                let result = self.result[function];
                self.flow(result, value);
            }
            InstrKind::Block(BlockOp::Allocate { place, .. }) => {
                let to = self.place(function, body, *place);
                let block = match self.blocks.get(&(function, id)) {
                    Some(&block) => block,
                    None => self.fresh(),
                };
                self.blocks.insert((function, id), block);
                self.flow(to, Some(block));
            }
            InstrKind::Block(BlockOp::Copy { to, from, .. }) => {
                let (to, from) = (self.place(function, body, *to), self.place(function, body, *from));
                let (to, from) = (self.behind(to), self.behind(from));
                self.join(to, from);
            }
            InstrKind::Block(
                BlockOp::Free { .. } | BlockOp::Release { .. } | BlockOp::Fill { .. } | BlockOp::Havoc { .. },
            )
            | InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Jump(_)
            | InstrKind::Branch { .. }
            | InstrKind::Switch { .. }
            | InstrKind::Return(None)
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Output(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    fn call(
        &mut self,
        program: &Program,
        (function, body): (FunctionId, &Body),
        callee: FunctionId,
        dest: Option<PlaceId>,
        args: &[ExprId],
    ) {
        let f = &program.functions[callee];
        let mut unknown: Option<Class> = None;
        for (idx, &arg) in args.iter().enumerate() {
            let value = self.value(function, body, arg);
            if f.body.is_some() && idx < f.n_params {
                let param = self.local(callee, LocalId::from_index(idx));
                self.flow(param, value);
            } else if let Some(value) = value {
                // Who has no body may keep it wherever it gets to.
                if let Some(known) = unknown {
                    self.join(known, value);
                }
                unknown = Some(self.find(value));
            }
        }
        if let Some(class) = unknown {
            let behind = self.behind(class);
            self.join(behind, class);
        }
        if let Some(dest) = dest {
            let to = self.place(function, body, dest);
            let value = match f.body {
                Some(_) => Some(self.behind(self.result[callee])),
                None => unknown,
            };
            self.flow(to, value);
        }
    }
}
