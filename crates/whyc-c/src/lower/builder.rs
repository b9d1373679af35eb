//! The function under construction: its arenas, instructions, scopes and labels.
//!
//! Jump targets are label numbers (in the guise of [`InstrId`]) until [`finish`](super::finish)
//! turns them into positions, so that a list of items can be cut out and put in elsewhere.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, Component, ComponentKind, FunctionId, Local, LocalId, LocalKind};
use whyc_ir::types::{BitInt, IntKind, Type, TypeId, TypeTable};

use super::contract::Role;
use super::vla::Measured;
use crate::clang::cursor::{Cursor, DeclKey, StatementKey};
use crate::context::Context;

/// A record with more bytes is not assigned scalar by scalar.
const LARGE_RECORD: u64 = 1 << 20;

/// An instruction, or something that becomes instructions when the function is complete.
#[derive(Clone, Debug)]
pub enum Item {
    /// An instruction; its targets are labels.
    Instr(InstrKind, Span),
    /// The place of a label.
    Label(InstrId),
    /// A jump out of (and into) scopes: the locals that end with it are known once the label is placed.
    Goto {
        /// Where to.
        label: InstrId,
        /// The locals alive here, with their scopes, innermost first.
        alive: Vec<(usize, LocalId)>,
        /// What the user wrote.
        span: Span,
    },
}

/// A block and what is declared in it.
pub struct Scope {
    /// The block around it.
    pub parent: Option<usize>,
    /// Its locals so far.
    pub locals: Vec<LocalId>,
}

/// Where a label of the user stands.
pub struct Surroundings {
    /// Its scope.
    pub scope: usize,
    /// The locals alive there, with their scopes.
    pub alive: Vec<(usize, LocalId)>,
}

/// A statement that `break` or `continue` can leave.
pub struct Breakable {
    /// Where `break` goes.
    pub on_break: InstrId,
    /// Where `continue` goes; none for a `switch`.
    pub on_continue: Option<InstrId>,
    /// The scope around the statement.
    pub scope: usize,
}

/// The cases that a `switch` has met so far.
#[derive(Default)]
pub struct Cases {
    /// The promoted type of the selector.
    pub ty: Option<TypeId>,
    /// The values with their labels.
    pub cases: Vec<(i128, i128, InstrId)>,
    /// The default label.
    pub default: Option<InstrId>,
    /// The locals alive at some label, in the order in which they were met.
    pub alive: Vec<LocalId>,
}

/// The function under construction.
pub struct Builder<'c, 'u> {
    /// The program around it.
    pub cx: &'c mut Context<'u>,
    /// Which function it is.
    pub function: FunctionId,
    /// The declaration that is being lowered: the function, or a global with an initialiser.
    pub declaration: Option<Cursor<'u>>,
    /// Its expressions and places; the instructions are in `items`.
    pub body: Body,
    /// Its instructions.
    pub items: Vec<Item>,
    /// Its locals.
    pub locals: IdVec<LocalId, Local>,
    /// The locals of the user's declarations.
    pub local_from_decl: FxHashMap<DeclKey, LocalId>,
    /// The variables whose address the function takes somewhere.
    pub addressed: FxHashSet<DeclKey>,
    /// The same, for locals.
    pub addressed_locals: FxHashSet<LocalId>,
    /// The functions that clean up after locals.
    pub cleanups: FxHashMap<LocalId, FunctionId>,
    /// All scopes.
    pub scopes: Vec<Scope>,
    /// The current scope.
    pub scope: usize,
    /// The statements around, innermost last.
    pub breakables: Vec<Breakable>,
    /// The `switch` statements around, innermost last.
    pub switches: Vec<Cases>,
    /// The labels of the user's labelled statements.
    pub label_from_statement: FxHashMap<StatementKey, InstrId>,
    /// What a label of the user sees where it stands.
    pub surroundings: FxHashMap<InstrId, Surroundings>,
    /// What a block of memory allocated next will be called.
    pub naming: Option<String>,
    /// The variables that are arrays of variable length: their locals are pointers to them.
    pub variable_arrays: FxHashSet<DeclKey>,
    /// For types of arrays of variable length, where their length and size are.
    pub measured: FxHashMap<(usize, i32), Measured>,
    /// Whether the place lowered next is only wanted for its address.
    pub address_only: bool,
    /// What is lowered is part of an assertion or an assumption.
    pub is_specification: bool,
    /// What is lowered is part of a contract, which may ask about any pointer.
    pub is_clause: bool,
    /// What predicates of contracts do here.
    pub role: Role,
    /// The variables that hold what something was, by the calls that ask for it.
    pub history: FxHashMap<StatementKey, LocalId>,
    /// For the loops with invariants around, innermost last, what is called at their ends.
    pub loop_ends: Vec<Option<FunctionId>>,
    n_labels: u32,
}

impl<'c, 'u> Builder<'c, 'u> {
    /// Starts on a function whose signature is known.
    pub fn new(cx: &'c mut Context<'u>, function: FunctionId) -> Self {
        let locals = cx.functions[function].locals.clone();
        let declaration = cx.infos[function].definition;
        Self {
            cx,
            function,
            declaration,
            body: Body::default(),
            items: Vec::new(),
            locals,
            local_from_decl: FxHashMap::default(),
            addressed: FxHashSet::default(),
            addressed_locals: FxHashSet::default(),
            cleanups: FxHashMap::default(),
            scopes: vec![Scope { parent: None, locals: Vec::new() }],
            scope: 0,
            breakables: Vec::new(),
            switches: Vec::new(),
            label_from_statement: FxHashMap::default(),
            surroundings: FxHashMap::default(),
            naming: None,
            variable_arrays: FxHashSet::default(),
            measured: FxHashMap::default(),
            address_only: false,
            is_specification: false,
            is_clause: false,
            role: Role::Plain,
            history: FxHashMap::default(),
            loop_ends: Vec::new(),
            n_labels: 0,
        }
    }

    /// The types.
    pub fn types(&self) -> &TypeTable {
        &self.cx.types.table
    }

    /// The id of an integer type.
    pub fn int_type(&mut self, kind: IntKind) -> TypeId {
        self.cx.types.table.int(kind)
    }

    /// `size_t`
    pub fn size_type(&mut self) -> TypeId {
        let kind = self.cx.types.platform.size;
        self.int_type(kind)
    }

    /// A number of bytes as the program has it, as `unsigned long` of 64 bits.
    pub fn wide_size(&mut self, value: ExprId) -> ExprId {
        let (size, wide) = (self.size_type(), self.int_type(IntKind::ULong));
        let value = self.cast(value, size);
        self.cast(value, wide)
    }

    /// The address that a pointer is, as `unsigned long` of 64 bits.
    pub fn wide_address(&mut self, pointer: ExprId) -> ExprId {
        self.wide_size(pointer)
    }

    /// A size or a distance of 64 bits as the program has it.
    pub fn narrow_size(&mut self, value: ExprId) -> ExprId {
        let ty = self.size_type();
        self.cast(value, ty)
    }

    /// `int`
    pub fn int(&mut self) -> TypeId {
        self.int_type(IntKind::Int)
    }

    /// What the user wrote for `cursor`.
    pub fn span(&mut self, cursor: Cursor<'_>) -> Span {
        self.cx.spans.of(cursor)
    }

    /// The type of an expression.
    pub fn ty(&self, expr: ExprId) -> TypeId {
        self.body.exprs[expr].ty
    }

    /// The type of what is in a place.
    pub fn place_ty(&self, place: PlaceId) -> TypeId {
        self.body.places[place].ty
    }

    /// A new expression.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    /// An integer constant, cut to its type.
    pub fn constant(&mut self, value: i128, ty: TypeId, span: Span) -> ExprId {
        let bits = match self.types().get(ty) {
            Type::Bool => u128::from(value != 0),
            _ => super::convert::bits_in(self.types(), value, ty),
        };
        self.expr(ExprKind::Int(bits), ty, span)
    }

    /// A new place.
    pub fn place(&mut self, base: PlaceBase, projections: Vec<Projection>, ty: TypeId, span: Span) -> PlaceId {
        self.body.places.push(Place { base, projections, ty, span })
    }

    /// The place of a local.
    pub fn local_place(&mut self, local: LocalId, span: Span) -> PlaceId {
        let ty = self.locals[local].ty;
        self.place(PlaceBase::Local(local), Vec::new(), ty, span)
    }

    /// The value in a place.
    pub fn load(&mut self, place: PlaceId) -> ExprId {
        self.load_at(place, self.body.places[place].span)
    }

    /// The value of a place, as what stands at `span`. Padding of a `_BitInt` may be anything and says nothing.
    pub fn load_at(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.place_ty(place);
        let value = self.expr(ExprKind::Load(place), ty, span);
        match self.types().bit_int(ty) {
            Some(it) if it.has_padding() => self.cut_to(value, it, ty, span),
            Some(_) | None => value,
        }
    }

    /// An input into `place`. What stands in the padding of a `_BitInt` is not worth an input.
    pub fn nondet_into(&mut self, place: PlaceId, name: String, span: Span) {
        self.emit(InstrKind::Nondet { place, name }, span);
        let ty = self.place_ty(place);
        if self.types().bit_int(ty).is_some_and(BitInt::has_padding) {
            let all = self.expr(ExprKind::Load(place), ty, span);
            let value = self.load_at(place, span);
            let int = self.int();
            let is_value = self.expr(ExprKind::Binary(BinaryOp::Eq, all, value), int, span);
            self.emit(InstrKind::Assume(is_value), span);
        }
    }

    /// The value of a local.
    pub fn load_local(&mut self, local: LocalId, span: Span) -> ExprId {
        let place = self.local_place(local, span);
        self.load(place)
    }

    /// A place narrowed down by one step.
    pub fn project(&mut self, place: PlaceId, step: Projection, ty: TypeId, span: Span) -> PlaceId {
        let Place { base, projections, .. } = &self.body.places[place];
        let mut projections = projections.clone();
        projections.push(step);
        self.place(*base, projections, ty, span)
    }

    /// Appends an instruction.
    pub fn emit(&mut self, kind: InstrKind, span: Span) {
        self.items.push(Item::Instr(kind, span));
    }

    /// Appends `place = value`. A record that is too large to be taken apart is copied byte for byte.
    pub fn assign(&mut self, place: PlaceId, value: ExprId, span: Span) {
        let ty = self.ty(value);
        let size = self.types().size_of(ty).filter(|&size| size > LARGE_RECORD);
        if let (&ExprKind::Load(from), Some(size)) = (&self.body.exprs[value].kind, size) {
            let wide = self.int_type(IntKind::ULong);
            let size = self.constant(i128::from(size), wide, span);
            let [from, to] = [from, place].map(|place| {
                let pointer = self.address_of(place, span);
                self.bytes_at(pointer, span)
            });
            self.emit(InstrKind::Block(BlockOp::Copy { to, from, size }), span);
            return;
        }
        self.emit(InstrKind::Assign { place, value }, span);
    }

    /// Runs `lower` and returns what it appended instead of appending it.
    pub fn capture<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, Vec<Item>) {
        let before = std::mem::take(&mut self.items);
        let result = lower(self);
        (result, std::mem::replace(&mut self.items, before))
    }

    /// A new label, to be placed with [`Self::place_label`].
    pub fn new_label(&mut self) -> InstrId {
        self.n_labels += 1;
        InstrId(self.n_labels - 1)
    }

    /// The next instruction is where `label` is.
    pub fn place_label(&mut self, label: InstrId) {
        self.items.push(Item::Label(label));
    }

    /// Appends a jump within the same scopes.
    pub fn jump(&mut self, label: InstrId, span: Span) {
        self.emit(InstrKind::Jump(label), span);
    }

    /// A new temporary.
    pub fn temporary(&mut self, ty: TypeId, span: Span) -> LocalId {
        self.local(String::new(), ty, span, LocalKind::Temporary)
    }

    /// A new local that no scope knows.
    pub fn local(&mut self, name: String, ty: TypeId, span: Span, kind: LocalKind) -> LocalId {
        self.locals.push(Local { name, ty, span, kind, address_taken: false, is_const: false, align: None })
    }

    /// A new variable in the current scope, without its `Declare`.
    pub fn variable(&mut self, name: String, ty: TypeId, span: Span) -> LocalId {
        let local = self.local(name, ty, span, LocalKind::Variable);
        self.scopes[self.scope].locals.push(local);
        local
    }

    /// Saves a value in a temporary and returns how to read it back.
    pub fn save(&mut self, value: ExprId) -> ExprId {
        let Expr { ty, span, .. } = self.body.exprs[value];
        let local = self.temporary(ty, span);
        let place = self.local_place(local, span);
        self.assign(place, value, span);
        self.load(place)
    }

    /// Marks `expr`, written as `cursor`, as something a person could have written wrongly.
    pub fn component(&mut self, expr: ExprId, kind: ComponentKind, cursor: Cursor<'_>) {
        let span = self.cx.spans.of_expression(cursor);
        self.component_at(expr, kind, span);
    }

    /// The same for a given range.
    pub fn component_at(&mut self, expr: ExprId, kind: ComponentKind, span: Span) {
        if self.body.exprs[expr].component.is_none() && !self.is_specification {
            let component = self.cx.components.push(Component { span, kind, function: self.function });
            self.body.exprs[expr].component = Some(component);
        }
    }

    /// Appends what whyc does not model.
    pub fn unsupported(&mut self, what: impl Into<String>, span: Span) {
        self.emit(InstrKind::Unsupported(what.into()), span);
    }

    /// Appends what whyc does not model and returns a value of type `ty` to go on with.
    pub fn unsupported_value(&mut self, what: impl Into<String>, ty: TypeId, span: Span) -> ExprId {
        self.unsupported(what, span);
        self.any_value(ty, span)
    }

    /// Some value of type `ty`: zero for scalars, a fresh object otherwise.
    pub fn any_value(&mut self, ty: TypeId, span: Span) -> ExprId {
        match self.types().get(ty) {
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Pointer(_) => self.constant(0, ty, span),
            Type::Float(_) => self.expr(ExprKind::Float(0), ty, span),
            Type::Void | Type::Function(_) => {
                let int = self.int();
                self.constant(0, int, span)
            }
            Type::Array { .. } | Type::Record(_) => {
                let local = self.variable(String::new(), ty, span);
                self.emit(InstrKind::Declare(local), span);
                self.load_local(local, span)
            }
        }
    }

    /// Opens a block.
    pub fn open_scope(&mut self) {
        self.scopes.push(Scope { parent: Some(self.scope), locals: Vec::new() });
        self.scope = self.scopes.len() - 1;
    }

    /// Closes the block: its locals end.
    pub fn close_scope(&mut self, span: Span) {
        let scope = self.scope;
        let parent = self.scopes[scope].parent.unwrap_or(0);
        self.kill_up_to(parent, span);
        self.scope = parent;
    }

    /// Ends the locals of all scopes inside `outer`, without leaving them.
    pub fn kill_up_to(&mut self, outer: usize, span: Span) {
        let mut at = self.scope;
        while at != outer {
            for local in self.scopes[at].locals.clone().into_iter().rev() {
                self.end_local(local, span);
            }
            match self.scopes[at].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }

    /// The locals alive here with their scopes, innermost first.
    pub fn alive(&self) -> Vec<(usize, LocalId)> {
        let mut alive = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            alive.extend(self.scopes[scope].locals.iter().rev().map(|&local| (scope, local)));
            at = self.scopes[scope].parent;
        }
        alive
    }
}
