//! Programs that change the direction in which numbers are rounded.
//!
//! The direction is a variable of the models (`fenv.c`), the one that CBMC has. If a program writes it, every operation that
//! rounds gets it as an operand ([`Rounded`]); all other programs stay as they are. Operations are rounded when they are executed,
//! those on constants too, as gcc does with `-frounding-math`; only the initialisers of static variables, which are computed
//! before the program runs, and literals are rounded to nearest always.

use whyc_base::source::Span;
use whyc_ir::block::{Conversion, OutputItem};
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Intrinsic, MathOp, Place, PlaceBase, Rounded};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, FunctionId, GlobalId, Origin, Program};
use whyc_ir::types::{FloatKind, IntKind, Type, TypeId, TypeTable};

/// The variable.
const DIRECTION: &str = "__CPROVER_rounding_mode";

/// What it is called where the program has no name for it.
const SHOWN: &str = "rounding_direction";

/// Models whose results are right only if numbers are rounded to nearest.
const NEAREST_RESULTS: &[&str] =
    &["strtod", "strtof", "strtold", "atof", "__whyc_decimal", "__whyc_to_float", "ldexp", "pow", "difftime"];

/// Models that write numbers as if they were rounded to nearest.
const NEAREST_ARGUMENTS: &[&str] = &["__whyc_put_double"];

/// Gives the direction to all operations that round, if the program ever writes it.
pub fn follow(program: &mut Program) {
    let Some(direction) = direction(program) else { return };
    let ty = program.globals[direction].ty;
    let named = |function: FunctionId, names: &[&str]| {
        let function = &program.functions[function];
        function.origin == Origin::Whyc && names.contains(&function.name.as_str())
    };
    let is_named = program.functions.iter().any(|function| {
        let body = function.body.as_ref().filter(|_| function.origin == Origin::User);
        body.is_some_and(|body| body.places.iter().any(|place| place.base == PlaceBase::Global(direction)))
    });
    let ids: Vec<FunctionId> = program.functions.ids().filter(|&id| id != program.start).collect();
    let results: Vec<bool> = ids.iter().map(|&id| named(id, NEAREST_RESULTS)).collect();
    let arguments: Vec<FunctionId> = ids.iter().copied().filter(|&id| named(id, NEAREST_ARGUMENTS)).collect();
    if !is_named {
        program.globals[direction].name = SHOWN.to_owned();
    }
    let Program { functions, types, .. } = program;
    for (id, is_nearest) in ids.into_iter().zip(results) {
        let Some(body) = &mut functions[id].body else { continue };
        let mut rewriter = Rewriter { types, body, direction, ty };
        rewriter.round();
        rewriter.restrict(is_nearest, &arguments);
    }
}

/// The variable that holds the direction, if it can ever be anything but zero.
fn direction(program: &Program) -> Option<GlobalId> {
    let (id, global) = program.globals.iter_enumerated().find(|(_, global)| global.name == DIRECTION)?;
    let is_int = matches!(program.types.get(global.ty), Type::Int(IntKind::Int));
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    (is_int && bodies.into_iter().any(|body| may_write(body, id))).then_some(id)
}

/// Whether a body writes a variable or takes its address.
fn may_write(body: &Body, global: GlobalId) -> bool {
    let is_it = |place| body.places[place].base == PlaceBase::Global(global);
    let writes = body.instrs.iter().flat_map(|instr| instr.kind.parts()).any(|part| match part {
        Part::Write(place) | Part::WriteFrom(place) => is_it(place),
        Part::Value(_) | Part::Read(_) | Part::Begin(_) | Part::End(_) | Part::Release(_) => false,
    });
    let addresses = body.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::AddrOf(place) if is_it(place)));
    writes || addresses
}

struct Rewriter<'a> {
    types: &'a TypeTable,
    body: &'a mut Body,
    direction: GlobalId,
    /// The type of the direction.
    ty: TypeId,
}

impl Rewriter<'_> {
    /// Makes every operation that rounds one that has the direction.
    fn round(&mut self) {
        for id in self.body.exprs.ids().collect::<Vec<_>>() {
            // What the library makes of its rounding is not known.
            if let ExprKind::Intrinsic(op @ Intrinsic::Math(MathOp::Library(_)), operands) = &self.body.exprs[id].kind {
                let (op, operands) = (*op, operands.clone());
                let operands = operands.into_iter().map(|operand| self.nearest_only(operand)).collect();
                self.body.exprs[id].kind = ExprKind::Intrinsic(op, operands);
                continue;
            }
            let Some((op, mut operands)) = self.rounded(id) else { continue };
            operands.push(self.current(self.body.exprs[id].span));
            self.body.exprs[id].kind = ExprKind::Intrinsic(Intrinsic::Rounded(op), operands);
        }
    }

    /// The operation that an expression is and its operands, if it may round.
    fn rounded(&self, id: ExprId) -> Option<(Rounded, Vec<ExprId>)> {
        let expr = &self.body.exprs[id];
        let &Type::Float(kind) = self.types.get(expr.ty) else { return None };
        match &expr.kind {
            ExprKind::Binary(op, a, b) => {
                let op = match op {
                    BinaryOp::Add => Rounded::Add,
                    BinaryOp::Sub => Rounded::Sub,
                    BinaryOp::Mul => Rounded::Mul,
                    BinaryOp::Div => Rounded::Div,
                    _ => return None,
                };
                Some((op, vec![*a, *b]))
            }
            ExprKind::Cast(a) => {
                let is_exact = digits_of(self.types, self.body.exprs[*a].ty)? <= digits(kind);
                (!is_exact).then(|| (Rounded::Convert, vec![*a]))
            }
            ExprKind::Intrinsic(Intrinsic::Math(MathOp::Sqrt), args) => Some((Rounded::Sqrt, args.clone())),
            ExprKind::Intrinsic(Intrinsic::Math(MathOp::Rint), args) => Some((Rounded::Rint, args.clone())),
            _ => None,
        }
    }

    /// Marks what is known only if numbers are rounded to nearest: fractions that are printed, and what models return or take.
    fn restrict(&mut self, is_nearest: bool, callees: &[FunctionId]) {
        for id in self.body.instrs.ids().collect::<Vec<_>>() {
            let mut kind = self.body.instrs[id].kind.clone();
            match &mut kind {
                InstrKind::Return(Some(value)) if is_nearest => *value = self.nearest_only(*value),
                InstrKind::Call { callee: Callee::Direct(callee), args, .. } if callees.contains(callee) => {
                    for arg in args {
                        *arg = self.nearest_only(*arg);
                    }
                }
                InstrKind::Output(output) => match &mut output.item {
                    OutputItem::Number { value, conversion: Conversion::Float(_), .. } => {
                        *value = self.nearest_only(*value);
                    }
                    OutputItem::Number { .. } | OutputItem::Text(_) | OutputItem::Byte(_) => continue,
                },
                _ => continue,
            }
            self.body.instrs[id].kind = kind;
        }
    }

    fn nearest_only(&mut self, value: ExprId) -> ExprId {
        let Expr { ty, span, .. } = self.body.exprs[value];
        if !matches!(self.types.get(ty), Type::Float(_)) {
            return value;
        }
        let direction = self.current(span);
        let kind = ExprKind::Intrinsic(Intrinsic::Rounded(Rounded::NearestOnly), vec![value, direction]);
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    /// The direction at the moment. Nobody wrote it, so that it is not told as a part of what was written.
    fn current(&mut self, operation: Span) -> ExprId {
        let span = Span { end: operation.start, ..operation };
        let base = PlaceBase::Global(self.direction);
        let place = self.body.places.push(Place { base, projections: Vec::new(), ty: self.ty, span });
        self.body.exprs.push(Expr { kind: ExprKind::Load(place), ty: self.ty, span, component: None })
    }
}

/// How many binary digits a number has.
fn digits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Float => 24,
        FloatKind::Double => 53,
        FloatKind::LongDouble => 64,
    }
}

/// How many binary digits a value of an arithmetic type may have.
fn digits_of(types: &TypeTable, ty: TypeId) -> Option<u32> {
    match types.get(ty) {
        Type::Float(kind) => Some(digits(*kind)),
        Type::Bool => Some(1),
        // The magnitude of the smallest signed integer is a power of two.
        Type::Int(_) | Type::Enum(_) => Some(types.scalar_bits(ty)? - u32::from(types.is_signed(ty))),
        Type::Void | Type::Pointer(_) | Type::Array { .. } | Type::Record(_) | Type::Function(_) => None,
    }
}
