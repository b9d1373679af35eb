//! The body of one function, by hand.

use whyc_base::ids::Id as _;

use crate::expr::{BinaryOp, Expr, ExprId, ExprKind, Intrinsic, Place, PlaceBase, PlaceId, Projection, UnaryOp};
use crate::instr::{Callee, Instr, InstrId, InstrKind, SwitchCase};
use crate::program::{Body, Component, ComponentKind, FunctionId, GlobalId, Local, LocalId, LocalKind};
use crate::property::PropertyClass;
use crate::types::{FloatKind, FunctionType, IntKind, Type, TypeId};

use super::ProgramBuilder;

/// A place in the code that jumps go to; see [`FunctionBuilder::label`].
#[derive(Clone, Copy, Debug)]
pub struct Label(usize);

/// Builds a body. Jump targets are labels, resolved when the body is finished.
pub struct FunctionBuilder<'a> {
    program: &'a mut ProgramBuilder,
    function: FunctionId,
    body: Body,
    /// While building, the targets in `body` are indices of labels.
    targets: Vec<Option<InstrId>>,
}

impl<'a> FunctionBuilder<'a> {
    pub(super) fn new(program: &'a mut ProgramBuilder, function: FunctionId) -> Self {
        Self { program, function, body: Body::default(), targets: Vec::new() }
    }

    pub(super) fn finish(mut self) {
        let targets = &self.targets;
        let resolve = |at: InstrId| targets[at.index()].expect("every label should be bound before the body ends");
        self.body.instrs.iter_mut().for_each(|instr| instr.kind.move_targets(resolve));
        for expr in &self.body.exprs {
            if let ExprKind::AddrOf(place) = expr.kind
                && let PlaceBase::Local(local) = self.body.places[place].base
            {
                self.program.program.functions[self.function].locals[local].address_taken = true;
            }
        }
        self.program.set_body(self.function, self.body);
    }

    // Locals and types.

    /// The types and the rest of the program.
    pub fn outer(&mut self) -> &mut ProgramBuilder {
        self.program
    }

    /// A parameter.
    #[must_use]
    pub fn param(&self, idx: u32) -> LocalId {
        LocalId(idx)
    }

    /// A new variable.
    pub fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        self.new_local(name, ty, LocalKind::Variable)
    }

    /// A new temporary.
    pub fn temp(&mut self, ty: TypeId) -> LocalId {
        self.new_local("", ty, LocalKind::Temporary)
    }

    fn new_local(&mut self, name: &str, ty: TypeId, kind: LocalKind) -> LocalId {
        let span = self.program.span();
        let local = Local { name: name.to_owned(), ty, span, kind, address_taken: false, is_const: false, align: None };
        self.program.program.functions[self.function].locals.push(local)
    }

    fn int_ty(&mut self) -> TypeId {
        self.program.int()
    }

    /// The type of an expression.
    #[must_use]
    pub fn ty(&self, expr: ExprId) -> TypeId {
        self.body.exprs[expr].ty
    }

    // Places.

    /// The place of a local.
    pub fn at(&mut self, local: LocalId) -> PlaceId {
        let ty = self.program.program.functions[self.function].locals[local].ty;
        self.place(PlaceBase::Local(local), Vec::new(), ty)
    }

    /// The place of a global.
    pub fn at_global(&mut self, global: GlobalId) -> PlaceId {
        let ty = self.program.program.globals[global].ty;
        self.place(PlaceBase::Global(global), Vec::new(), ty)
    }

    /// `*pointer`
    ///
    /// # Panics
    /// If it is no pointer.
    pub fn deref(&mut self, pointer: ExprId) -> PlaceId {
        let ty = self.program.program.types.pointee(self.ty(pointer)).expect("a pointer should be dereferenced");
        self.place(PlaceBase::Deref(pointer), Vec::new(), ty)
    }

    /// `place.field`, by index.
    pub fn field(&mut self, place: PlaceId, field: u32) -> PlaceId {
        let ty = crate::property::field_type(&self.program.program, self.body.places[place].ty, field);
        self.project(place, Projection::Field(field), ty)
    }

    /// `place[index]`
    pub fn index(&mut self, place: PlaceId, index: ExprId) -> PlaceId {
        let (ty, _) = crate::property::element_type(&self.program.program, self.body.places[place].ty);
        self.project(place, Projection::Index(index), ty)
    }

    fn project(&mut self, place: PlaceId, projection: Projection, ty: TypeId) -> PlaceId {
        let Place { base, mut projections, .. } = self.body.places[place].clone();
        projections.push(projection);
        self.place(base, projections, ty)
    }

    /// A place with all its parts given.
    pub fn place(&mut self, base: PlaceBase, projections: Vec<Projection>, ty: TypeId) -> PlaceId {
        let span = self.program.span();
        self.body.places.push(Place { base, projections, ty, span })
    }

    // Expressions.

    /// An expression with all its parts given.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let span = self.program.span();
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    /// An `int` constant.
    pub fn int(&mut self, value: i32) -> ExprId {
        self.int_of(IntKind::Int, i128::from(value))
    }

    /// A constant of an integer type.
    pub fn int_of(&mut self, kind: IntKind, value: i128) -> ExprId {
        let ty = self.program.program.types.int(kind);
        let bits = value as u128 & (u128::MAX >> (128 - kind.bits()));
        self.expr(ExprKind::Int(bits), ty)
    }

    /// A `float` constant.
    pub fn float(&mut self, value: f32) -> ExprId {
        let ty = self.program.program.types.intern(Type::Float(FloatKind::Float));
        self.expr(ExprKind::Float(u128::from(value.to_bits())), ty)
    }

    /// A `double` constant.
    pub fn double(&mut self, value: f64) -> ExprId {
        let ty = self.program.program.types.intern(Type::Float(FloatKind::Double));
        self.expr(ExprKind::Float(u128::from(value.to_bits())), ty)
    }

    /// The null pointer of a pointer type.
    pub fn null(&mut self, ty: TypeId) -> ExprId {
        self.expr(ExprKind::Int(0), ty)
    }

    /// The value in a place.
    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.body.places[place].ty;
        self.expr(ExprKind::Load(place), ty)
    }

    /// The value of a local.
    pub fn get(&mut self, local: LocalId) -> ExprId {
        let place = self.at(local);
        self.load(place)
    }

    /// `&place`
    pub fn addr_of(&mut self, place: PlaceId) -> ExprId {
        let ty = self.body.places[place].ty;
        let ty = self.program.program.types.pointer(ty);
        self.expr(ExprKind::AddrOf(place), ty)
    }

    /// The address of a function.
    pub fn function_addr(&mut self, function: FunctionId) -> ExprId {
        let program = &mut self.program.program;
        let f = &program.functions[function];
        let params = f.params().map(|param| f.locals[param].ty).collect();
        let ty = FunctionType { ret: f.ret, params, variadic: f.variadic };
        let ty = program.types.intern(Type::Function(ty));
        let ty = program.types.pointer(ty);
        self.expr(ExprKind::FunctionAddr(function), ty)
    }

    /// An operator on one operand.
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        let ty = match op {
            UnaryOp::Neg | UnaryOp::BitNot => self.ty(a),
            UnaryOp::Not => self.int_ty(),
        };
        self.expr(ExprKind::Unary(op, a), ty)
    }

    /// An operator on two operands.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = match op {
            _ if op.is_comparison() => self.int_ty(),
            BinaryOp::PtrDiff => self.program.program.types.int(IntKind::Long),
            _ => self.ty(a),
        };
        self.expr(ExprKind::Binary(op, a, b), ty)
    }

    /// A conversion.
    pub fn cast(&mut self, ty: TypeId, a: ExprId) -> ExprId {
        self.expr(ExprKind::Cast(a), ty)
    }

    /// `a && b`
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.int_ty();
        self.expr(ExprKind::And(a, b), ty)
    }

    /// `a || b`
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.int_ty();
        self.expr(ExprKind::Or(a, b), ty)
    }

    /// `c ? a : b`
    pub fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.ty(a);
        self.expr(ExprKind::Cond(c, a, b), ty)
    }

    /// A pure operation that C spells as a call.
    pub fn intrinsic(&mut self, op: Intrinsic, args: Vec<ExprId>) -> ExprId {
        let ty = match op {
            Intrinsic::Bswap | Intrinsic::Rounded(_) => self.ty(args[0]),
            Intrinsic::ObjectSize | Intrinsic::PointerObject | Intrinsic::PointerOffset | Intrinsic::PointerBits => {
                self.outer().types().int(IntKind::ULong)
            }
            _ => self.int_ty(),
        };
        self.expr(ExprKind::Intrinsic(op, args), ty)
    }

    /// Makes an expression a component.
    pub fn component(&mut self, expr: ExprId, kind: ComponentKind) -> ExprId {
        let component = Component { span: self.body.exprs[expr].span, kind, function: self.function };
        self.body.exprs[expr].component = Some(self.program.program.components.push(component));
        expr
    }

    // Instructions.

    /// An instruction with all its parts given. Jump targets are taken as indices of labels.
    pub fn emit(&mut self, kind: InstrKind) -> InstrId {
        let span = self.program.span();
        self.body.instrs.push(Instr { kind, span })
    }

    /// A label that is not yet bound.
    pub fn label(&mut self) -> Label {
        self.targets.push(None);
        Label(self.targets.len() - 1)
    }

    /// Binds a label to the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.targets[label.0] = Some(self.body.instrs.next_id());
    }

    /// A label bound to the next instruction.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Declares a local.
    pub fn declare(&mut self, local: LocalId) {
        self.emit(InstrKind::Declare(local));
    }

    /// Ends the life of a local.
    pub fn kill(&mut self, local: LocalId) {
        self.emit(InstrKind::Kill(local));
    }

    /// `place = value`
    pub fn assign(&mut self, place: PlaceId, value: ExprId) -> InstrId {
        self.emit(InstrKind::Assign { place, value })
    }

    /// `local = value`
    pub fn set(&mut self, local: LocalId, value: ExprId) -> InstrId {
        let place = self.at(local);
        self.assign(place, value)
    }

    /// An input.
    pub fn nondet(&mut self, local: LocalId) -> InstrId {
        let place = self.at(local);
        self.emit(InstrKind::Nondet { place, name: "nondet".to_owned() })
    }

    /// A call of a function by name.
    pub fn call(&mut self, dest: Option<LocalId>, function: FunctionId, args: Vec<ExprId>) -> InstrId {
        let dest = dest.map(|dest| self.at(dest));
        self.emit(InstrKind::Call { dest, callee: Callee::Direct(function), args })
    }

    /// A call through a pointer.
    pub fn call_indirect(&mut self, dest: Option<LocalId>, pointer: ExprId, args: Vec<ExprId>) -> InstrId {
        let dest = dest.map(|dest| self.at(dest));
        self.emit(InstrKind::Call { dest, callee: Callee::Indirect(pointer), args })
    }

    /// `goto label`
    pub fn jump(&mut self, label: Label) {
        self.emit(InstrKind::Jump(InstrId::from_index(label.0)));
    }

    /// `if (cond) goto label`, or `if (!cond)` where `when` is false.
    pub fn branch(&mut self, cond: ExprId, when: bool, label: Label) {
        self.emit(InstrKind::Branch { cond, when, target: InstrId::from_index(label.0) });
    }

    /// A `switch` over inclusive ranges.
    pub fn switch(&mut self, value: ExprId, cases: &[(i128, i128, Label)], default: Label) {
        let cases = cases.iter().map(|&(low, high, to)| SwitchCase { low, high, target: InstrId::from_index(to.0) });
        let kind = InstrKind::Switch { value, cases: cases.collect(), default: InstrId::from_index(default.0) };
        self.emit(kind);
    }

    /// `assert(cond)`
    pub fn assert(&mut self, cond: ExprId) -> InstrId {
        self.emit(InstrKind::Assert { cond, class: PropertyClass::Assertion, description: "assertion".to_owned() })
    }

    /// `return value`
    pub fn ret(&mut self, value: ExprId) {
        self.emit(InstrKind::Return(Some(value)));
    }
}
