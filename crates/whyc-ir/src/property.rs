//! What is checked: the closed list of property classes, and the places that each of them watches.
//!
//! The checks of the language (bounds, overflow, …) are not instructions. They belong to the
//! meaning of an expression or place, and whoever evaluates one (the interpreter, the unroller)
//! looks up with [`PropertyTable::at`] whether a check is due there. A check that cannot fail for a
//! reason visible in the expression itself (`a[2]` of `int a[3]`, `x / 2`) is not listed.
//!
//! A run ends at the first check that fails: after it, C gives no meaning to the run.

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::typed_id;

use crate::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection, UnaryOp};
use crate::instr::{Callee, InstrId, InstrKind};
use crate::program::{Body, FunctionId, Program};
use crate::types::{Type, TypeId};

typed_id! {
    /// A property of a program.
    pub struct PropertyId("prop");
}

/// The kinds of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyClass {
    /// `assert` and its relatives, `reach_error`.
    Assertion,
    /// `__builtin_unreachable`, and the end of a function whose missing value is used.
    Unreachable,
    /// An index outside its array, as declared.
    Bounds,
    /// Access through a null pointer.
    NullDereference,
    /// Access through a pointer outside the object it points into, or to no object at all.
    OutOfObject,
    /// Access to a variable whose scope has ended.
    UseAfterScope,
    /// Access to memory that has been freed.
    UseAfterFree,
    /// `free` of memory that has been freed.
    DoubleFree,
    /// `free` of something that was not allocated.
    InvalidFree,
    /// Memory still allocated at exit.
    Leak,
    /// `x / 0`, `x % 0`.
    DivisionByZero,
    /// A signed result that does not fit its type.
    Overflow,
    /// A shift by a negative count or by the width or more.
    Shift,
    /// `<` or `-` on pointers into different objects.
    PointerCompare,
    /// A call through a pointer that points to no function, or to one of another type.
    FunctionPointer,
}

impl PropertyClass {
    /// All classes.
    pub const ALL: [PropertyClass; 15] = [
        PropertyClass::Assertion,
        PropertyClass::Unreachable,
        PropertyClass::Bounds,
        PropertyClass::NullDereference,
        PropertyClass::OutOfObject,
        PropertyClass::UseAfterScope,
        PropertyClass::UseAfterFree,
        PropertyClass::DoubleFree,
        PropertyClass::InvalidFree,
        PropertyClass::Leak,
        PropertyClass::DivisionByZero,
        PropertyClass::Overflow,
        PropertyClass::Shift,
        PropertyClass::PointerCompare,
        PropertyClass::FunctionPointer,
    ];

    /// The name on the command line, in property ids and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PropertyClass::Assertion => "assertion",
            PropertyClass::Unreachable => "unreachable",
            PropertyClass::Bounds => "bounds",
            PropertyClass::NullDereference => "null-dereference",
            PropertyClass::OutOfObject => "out-of-object",
            PropertyClass::UseAfterScope => "use-after-scope",
            PropertyClass::UseAfterFree => "use-after-free",
            PropertyClass::DoubleFree => "double-free",
            PropertyClass::InvalidFree => "invalid-free",
            PropertyClass::Leak => "leak",
            PropertyClass::DivisionByZero => "division-by-zero",
            PropertyClass::Overflow => "overflow",
            PropertyClass::Shift => "shift",
            PropertyClass::PointerCompare => "pointer-compare",
            PropertyClass::FunctionPointer => "function-pointer",
        }
    }

    /// The class with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether the class is checked unless the user says otherwise. A leak at exit is no fault
    /// in most programs, so it is asked for.
    #[must_use]
    pub fn is_default(self) -> bool {
        self != PropertyClass::Leak
    }
}

/// Which classes are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSet(u32);

impl ClassSet {
    /// None.
    pub const EMPTY: ClassSet = ClassSet(0);

    /// The classes checked by default.
    #[must_use]
    pub fn defaults() -> Self {
        let defaults = PropertyClass::ALL.into_iter().filter(|class| class.is_default());
        defaults.fold(Self::EMPTY, Self::with)
    }

    /// This set and `class`.
    #[must_use]
    pub fn with(self, class: PropertyClass) -> Self {
        Self(self.0 | 1 << class as u32)
    }

    /// This set without `class`.
    #[must_use]
    pub fn without(self, class: PropertyClass) -> Self {
        Self(self.0 & !(1 << class as u32))
    }

    /// Whether `class` is in the set.
    #[must_use]
    pub fn contains(self, class: PropertyClass) -> bool {
        self.0 & (1 << class as u32) != 0
    }
}

/// What a check is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// An operator.
    Expr(ExprId),
    /// The pointer a place starts from. Checked when the place is read or written, not when its address is taken.
    Deref(PlaceId),
    /// The projection of a place with this index: an array access.
    Index(PlaceId, u32),
    /// An instruction.
    Instr(InstrId),
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// `main.overflow.3`: function, class, number within both, from 1.
    pub name: String,
    /// Its class.
    pub class: PropertyClass,
    /// What should hold, for a person, as source text where there is some: `m == med`, `a[i]`.
    pub description: String,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: FunctionId,
}

/// All properties of a program, in source order per function.
#[derive(Clone, Debug)]
pub struct PropertyTable {
    properties: IdVec<PropertyId, Property>,
    id_from_site: FxHashMap<(FunctionId, Site, PropertyClass), PropertyId>,
}

impl PropertyTable {
    /// The properties of `program` in the given classes.
    #[must_use]
    pub fn new(program: &Program, classes: ClassSet) -> Self {
        let mut table = Self { properties: IdVec::new(), id_from_site: FxHashMap::default() };
        for (function, f) in program.functions.iter_enumerated() {
            if let Some(body) = &f.body {
                let mut walk =
                    Walk { program, function, body, classes, table: &mut table, counts: FxHashMap::default() };
                for id in body.instrs.ids() {
                    walk.instr(id);
                }
            }
        }
        table
    }

    /// The property of `class` that is due at `site`, if one is.
    #[must_use]
    pub fn at(&self, function: FunctionId, site: Site, class: PropertyClass) -> Option<PropertyId> {
        self.id_from_site.get(&(function, site, class)).copied()
    }

    /// The property with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<PropertyId> {
        self.properties.iter_enumerated().find(|(_, property)| property.name == name).map(|(id, _)| id)
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &IdVec<PropertyId, Property> {
        &self.properties
    }
}

/// Collects the properties of one function, in the order of evaluation.
struct Walk<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
    classes: ClassSet,
    table: &'a mut PropertyTable,
    counts: FxHashMap<PropertyClass, u32>,
}

impl Walk<'_> {
    fn instr(&mut self, id: InstrId) {
        let instr = &self.body.instrs[id];
        match &instr.kind {
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
            InstrKind::Assign { place, value } => {
                self.expr(*value);
                self.place(*place, Access::Used);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.place(*place, Access::Used),
            InstrKind::Call { dest, callee, args } => {
                for &arg in args {
                    self.expr(arg);
                }
                if let Callee::Indirect(pointer) = *callee {
                    self.expr(pointer);
                    let span = self.body.exprs[pointer].span;
                    self.add(Site::Instr(id), PropertyClass::FunctionPointer, span, None);
                }
                if let Some(dest) = *dest {
                    self.place(dest, Access::Used);
                }
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value) => self.expr(*value),
            InstrKind::Assert { cond, class, description } => {
                self.expr(*cond);
                self.add(Site::Instr(id), *class, instr.span, Some(description.clone()));
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let expr = &self.body.exprs[id];
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => self.place(*place, Access::Used),
            ExprKind::AddrOf(place) => self.place(*place, Access::Addressed),
            ExprKind::Unary(op, a) => {
                self.expr(*a);
                if *op == UnaryOp::Neg && self.program.types.is_signed(expr.ty) && self.constant(*a).is_none() {
                    self.add(Site::Expr(id), PropertyClass::Overflow, expr.span, None);
                }
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(*a);
                self.expr(*b);
                self.binary(id, *op, *a, *b);
            }
            ExprKind::Cast(a) => self.expr(*a),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(*c);
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Intrinsic(op, args) => {
                for &arg in args {
                    self.expr(arg);
                }
                match op {
                    // The result for zero is undefined; the class of things out of an operator's range fits best.
                    Intrinsic::Clz | Intrinsic::Ctz => {
                        self.add(Site::Expr(id), PropertyClass::Shift, expr.span, None);
                    }
                    Intrinsic::AddOverflows
                    | Intrinsic::SubOverflows
                    | Intrinsic::MulOverflows
                    | Intrinsic::Popcount
                    | Intrinsic::Bswap => {}
                }
            }
        }
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) {
        let types = &self.program.types;
        let expr = &self.body.exprs[id];
        let (ty, span) = (expr.ty, expr.span);
        let signed = types.is_signed(ty);
        let integer = !matches!(types.get(ty), Type::Float(_));
        let pointers = types.is_pointer(self.body.exprs[a].ty);
        let divisor = self.constant(b);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if signed {
                    self.add(Site::Expr(id), PropertyClass::Overflow, span, None);
                }
            }
            BinaryOp::Div | BinaryOp::Rem if integer => {
                if divisor.is_none_or(|d| d == 0) {
                    self.add(Site::Expr(id), PropertyClass::DivisionByZero, span, None);
                }
                let minus_one = types.scalar_bits(ty).map(|bits| u128::MAX >> (128 - bits));
                if signed && (divisor.is_none() || divisor == minus_one) {
                    self.add(Site::Expr(id), PropertyClass::Overflow, span, None);
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let bits = types.scalar_bits(ty).unwrap_or(0);
                if divisor.is_none_or(|count| count >= u128::from(bits)) {
                    self.add(Site::Expr(id), PropertyClass::Shift, span, None);
                }
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge if pointers => {
                self.add(Site::Expr(id), PropertyClass::PointerCompare, span, None);
            }
            BinaryOp::PtrDiff => self.add(Site::Expr(id), PropertyClass::PointerCompare, span, None),
            BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub => {}
        }
    }

    fn place(&mut self, id: PlaceId, access: Access) {
        let place = &self.body.places[id];
        let mut ty = match place.base {
            PlaceBase::Local(local) => self.program.functions[self.function].locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::Deref(pointer) => {
                self.expr(pointer);
                let pointer_ty = self.body.exprs[pointer].ty;
                self.program.types.pointee(pointer_ty).unwrap_or(pointer_ty)
            }
        };
        let n_projections = place.projections.len() as u32;
        for (idx, projection) in place.projections.iter().enumerate() {
            match *projection {
                Projection::Field(field) => ty = field_type(self.program, ty, field),
                Projection::Index(index) => {
                    self.expr(index);
                    let (element, len) = element_type(self.program, ty);
                    ty = element;
                    // `&a[n]` one past the end is allowed.
                    let last = idx as u32 + 1 == n_projections;
                    let extra = u128::from(access == Access::Addressed && last);
                    let inside = len.zip(self.constant(index)).is_some_and(|(len, at)| at < u128::from(len) + extra);
                    if len.is_some() && !inside {
                        let span = self.body.places[id].span;
                        self.add(Site::Index(id, idx as u32), PropertyClass::Bounds, span, None);
                    }
                }
            }
        }
        if let (PlaceBase::Deref(pointer), Access::Used) = (place.base, access) {
            // The address of a named object needs no check.
            if matches!(self.body.exprs[pointer].kind, ExprKind::AddrOf(_)) && n_projections == 0 {
                return;
            }
            let span = place.span;
            for class in [
                PropertyClass::NullDereference,
                PropertyClass::OutOfObject,
                PropertyClass::UseAfterScope,
                PropertyClass::UseAfterFree,
            ] {
                self.add(Site::Deref(id), class, span, None);
            }
        }
    }

    /// The value of an integer literal, seen through conversions of other literals.
    fn constant(&self, id: ExprId) -> Option<u128> {
        match self.body.exprs[id].kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    fn add(&mut self, site: Site, class: PropertyClass, span: Span, description: Option<String>) {
        if !self.classes.contains(class) || self.table.id_from_site.contains_key(&(self.function, site, class)) {
            return;
        }
        let count = self.counts.entry(class).or_insert(0);
        *count += 1;
        let name = format!("{}.{}.{}", self.program.functions[self.function].name, class.name(), count);
        let description = description.unwrap_or_else(|| self.program.sources.text(span).to_owned());
        let property = Property { name, class, description, span, function: self.function };
        let id = self.table.properties.push(property);
        self.table.id_from_site.insert((self.function, site, class), id);
    }
}

/// Whether a place is read or written, or only its address taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Used,
    Addressed,
}

/// The type of field `field` of record type `ty`.
///
/// # Panics
/// If there is no such field: the verifier should have said so.
#[must_use]
pub fn field_type(program: &Program, ty: TypeId, field: u32) -> TypeId {
    match *program.types.get(ty) {
        Type::Record(record) => program.types.records[record].fields[field as usize].ty,
        _ => unreachable!("a field projection should stand on a record"),
    }
}

/// The element type and length of array type `ty`.
///
/// # Panics
/// If it is no array: the verifier should have said so.
#[must_use]
pub fn element_type(program: &Program, ty: TypeId) -> (TypeId, Option<u64>) {
    match *program.types.get(ty) {
        Type::Array { element, len } => (element, len),
        _ => unreachable!("an index projection should stand on an array"),
    }
}
