//! Calls of functions, by name and through pointers.

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, PlaceId};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{ComponentKind, FunctionId};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{FunctionType, Type, TypeId};

use super::builder::{Builder, Item};
use super::convert::is_scalar;
use super::outside::Effects;
use super::{dialect, library};
use crate::attributes;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;

/// What a call's result is wanted for.
pub enum Want {
    /// Nothing.
    Nothing,
    /// Its value.
    Value,
    /// To be written to a place of the same type.
    Into {
        /// The place.
        place: PlaceId,
        /// The place as the user wrote it.
        name: String,
        /// The assignment or declaration around the call.
        span: Span,
    },
}

impl<'u> Builder<'_, 'u> {
    /// The value of a call.
    pub fn call_value(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        match self.call(cursor, span, Want::Value) {
            Some(value) => value,
            None => {
                let int = self.int();
                self.any_value(int, span)
            }
        }
    }

    /// Appends a call. Returns its value if there is one that has not been written where it was wanted.
    pub fn call(&mut self, cursor: Cursor<'u>, span: Span, want: Want) -> Option<ExprId> {
        let mut exprs = cursor.children().into_iter().filter(|child| child.is_expression());
        let Some(callee) = exprs.next() else {
            return Some(self.unsupported_of("this call", cursor, span));
        };
        let args: Vec<Cursor<'u>> = exprs.collect();
        match called_function(callee) {
            Some(decl) => {
                let name = decl.spelling();
                match self.builtin(&name, decl, cursor, &args, span, want) {
                    Ok(value) => value,
                    Err(want) => self.direct(decl, &name, cursor, &args, span, want),
                }
            }
            None => self.indirect(callee, cursor, &args, span, want),
        }
    }

    fn direct(
        &mut self,
        decl: Cursor<'u>,
        name: &str,
        cursor: Cursor<'u>,
        args: &[Cursor<'u>],
        span: Span,
        want: Want,
    ) -> Option<ExprId> {
        if let Some(reason) = self.cx.unsettled(decl) {
            return Some(self.unsupported_of(&reason, cursor, span));
        }
        let function = match self.library_twin(decl, name, args, &want) {
            Some(twin) => twin,
            None => self.cx.function(decl),
        };
        let lifted = self.lifted(function);
        let function = lifted.as_ref().map_or(function, |lifted| lifted.function);
        let info = &self.cx.infos[function];
        if let Some(reason) = &info.unsupported {
            let what = format!("call of `{name}`, whose type has {reason}");
            return Some(self.unsupported_of(&what, cursor, span));
        }
        let is_missing = !self.cx.has_body(function);
        let effects = match is_missing {
            true if self.is_refused(name, decl, cursor, span) => Effects::default(),
            true => {
                let types: Vec<ClangType<'u>> = args.iter().map(|arg| arg.ty()).collect();
                self.effects(function, decl, &types, span)
            }
            false => Effects::default(),
        };
        let signature = &self.cx.functions[function];
        let params: Vec<TypeId> = signature.locals.iter().take(signature.n_params).map(|local| local.ty).collect();
        let (ret, variadic, takes_rest) = (signature.ret, signature.variadic, self.cx.infos[function].takes_rest);
        // The last parameter of a function with variable arguments is a pointer to them.
        let params = if takes_rest { params[..params.len() - 1].to_vec() } else { params };
        if args.len() < params.len() {
            // C gives it no meaning (6.5.2.2), whoever declares the function without its parameters.
            let what = format!("call of `{name}` with too few arguments");
            let int = self.int();
            let cond = self.constant(0, int, span);
            let description = format!("{} has too few arguments", self.cx.spans.text(span));
            self.emit(InstrKind::Assert { cond, class: PropertyClass::FunctionPointer, description }, span);
            return Some(self.unsupported_of(&what, cursor, span));
        }
        let written = args;
        let operands = args.iter().enumerate().map(|(idx, &arg)| self.argument(arg, params.get(idx).copied()));
        let operands: Vec<_> = operands.collect();
        let mut args = self.in_order(operands);
        if takes_rest {
            let rest = args.split_off(params.len());
            let rest = self.pack_arguments(&rest, span);
            args.push(rest);
        } else if !variadic {
            args.truncate(params.len());
        }
        if is_missing {
            for &(idx, _) in &effects.changed {
                if let Some(arg) = args.get(idx).copied() {
                    args[idx] = self.save(arg);
                }
            }
            self.change_outside(function, &effects, &args, span);
            if effects.never_returns {
                self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args }, span);
                self.emit(InstrKind::Halt, span);
                return None;
            }
            if matches!(self.types().get(ret), Type::Record(_)) {
                // Its content is an input, as that of any new object.
                self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args }, span);
                return match want {
                    Want::Nothing => None,
                    Want::Value | Want::Into { .. } => Some(self.any_value(ret, span)),
                };
            }
        }
        // What is so named happens as a whole.
        let is_atomic = name.starts_with("__VERIFIER_atomic_");
        if is_atomic {
            self.begin_atomic(span);
        }
        let value = self.finish_call(Callee::Direct(function), args, ret, span, want);
        if is_atomic {
            self.end_atomic(span);
        }
        if let Some(lifted) = &lifted {
            self.take_back(lifted, written, span);
        }
        let value = value?;
        // A model may be declared with other types of pointers than the program's headers have.
        match self.cx.types.lower(cursor.ty()) {
            Ok(ty) if self.ty(value) != ty && is_scalar(self.types(), ty) && is_scalar(self.types(), ret) => {
                Some(self.cast(value, ty))
            }
            _ => Some(value),
        }
    }

    fn indirect(
        &mut self,
        callee: Cursor<'u>,
        cursor: Cursor<'u>,
        args: &[Cursor<'u>],
        span: Span,
        want: Want,
    ) -> Option<ExprId> {
        let (pointer, pointer_items) = self.capture(|this| this.value(callee));
        let pointee = self.types().pointee(self.ty(pointer));
        let Some(Type::Function(signature)) = pointee.map(|ty| self.types().get(ty).clone()) else {
            self.items.extend(pointer_items);
            return Some(self.unsupported_of("call of something that is no function", cursor, span));
        };
        let mut operands = vec![(pointer, pointer_items)];
        for (idx, &arg) in args.iter().enumerate() {
            operands.push(self.argument(arg, signature.params.get(idx).copied()));
        }
        let mut values = self.in_order(operands);
        let mut pointer = values.remove(0);
        if signature.variadic && signature.params.is_empty() {
            // Without a prototype the arguments say what is called.
            let params = values.iter().map(|&value| self.ty(value)).collect();
            let ty = Type::Function(FunctionType { ret: signature.ret, params, variadic: false });
            let ty = self.cx.types.table.intern(ty);
            let ty = self.cx.types.table.pointer(ty);
            pointer = self.cast(pointer, ty);
        } else if signature.variadic {
            let rest = values.split_off(signature.params.len().min(values.len()));
            values.push(self.pack_arguments(&rest, span));
        }
        self.finish_call(Callee::Indirect(pointer), values, signature.ret, span, want)
    }

    fn argument(&mut self, arg: Cursor<'u>, param: Option<TypeId>) -> (ExprId, Vec<Item>) {
        self.capture(|this| {
            let value = this.value(arg);
            let value = match param {
                Some(ty) if this.is_converted(ty) => this.cast(value, ty),
                Some(ty) if this.ty(value) != ty => {
                    let span = this.span(arg);
                    this.unsupported_value("an argument of another type than the parameter", ty, span)
                }
                Some(_) => value,
                None => this.promote_argument(value),
            };
            this.component(value, ComponentKind::Argument, arg);
            value
        })
    }

    fn finish_call(
        &mut self,
        callee: Callee,
        args: Vec<ExprId>,
        ret: TypeId,
        span: Span,
        want: Want,
    ) -> Option<ExprId> {
        let is_void = matches!(self.types().get(ret), Type::Void);
        match want {
            Want::Into { place, span, .. } if self.place_ty(place) == ret => {
                self.emit(InstrKind::Call { dest: Some(place), callee, args }, span);
                None
            }
            Want::Into { .. } | Want::Value if !is_void => {
                let result = self.temporary(ret, span);
                let place = self.local_place(result, span);
                self.emit(InstrKind::Call { dest: Some(place), callee, args }, span);
                Some(self.load(place))
            }
            _ => {
                self.emit(InstrKind::Call { dest: None, callee, args }, span);
                None
            }
        }
    }

    /// The function of the library that a call stands for, where that is another one than its name says.
    fn library_twin(&mut self, decl: Cursor<'u>, name: &str, args: &[Cursor<'u>], want: &Want) -> Option<FunctionId> {
        if self.cx.is_defined(decl) || self.cx.is_stub(name) {
            return None;
        }
        if name == "signal" {
            return self.signal_twin(decl, args, want);
        }
        // Whether output succeeds, and how much it is, is told only where somebody asks.
        if matches!(want, Want::Nothing) && library::has_silent_twin(name) {
            let plain = name.strip_prefix("__builtin_").unwrap_or(name);
            if let Some(twin) = self.cx.model(&format!("__whyc_{plain}_void")) {
                return Some(twin);
            }
        }
        let plain = name.strip_prefix("__builtin_")?;
        self.cx.library_function(plain)
    }

    /// What `signal` is: headers have another one for strict C, and who only says that a signal is ignored or not installs no
    /// handler that something outside could call.
    fn signal_twin(&mut self, decl: Cursor<'u>, args: &[Cursor<'u>], want: &Want) -> Option<FunctionId> {
        let number = args.get(1).and_then(|&handler| self.evaluate_int(without_casts(handler)));
        if matches!(want, Want::Nothing) && matches!(number, Some(0 | 1)) {
            return self.cx.model("__whyc_signal_void");
        }
        self.cx.model(&attributes::linker_name(decl)?)
    }

    /// Complains about a function without body that nobody declared and that looks like a check, or that has a name of a
    /// dialect that means nothing there. Says whether it did.
    fn is_refused(&mut self, name: &str, decl: Cursor<'u>, call: Cursor<'u>, span: Span) -> bool {
        if self.cx.is_stub(name) {
            return false;
        }
        let error = if dialect::has_reserved_prefix(name) {
            Diagnostic::error(format!("`{name}` is not known here, and the program does not define it"))
        } else if library::looks_like_check(name) && is_implicit(decl, call) {
            Diagnostic::error(format!("`{name}` is neither declared nor defined, and looks like a check"))
                .with_note("include its header, or declare it if it is a function of yours")
        } else {
            return false;
        };
        self.cx.diagnostics.push(error.at(span));
        true
    }
}

/// Whether nobody has declared the function that is called: its declaration is this call.
pub fn is_implicit(decl: Cursor<'_>, call: Cursor<'_>) -> bool {
    let (declared, called) = (decl.location().spelling(), call.extent().start().spelling());
    declared.is_some() && declared == called
}

fn is_function(kind: k::CXTypeKind) -> bool {
    matches!(kind, k::CXType_FunctionProto | k::CXType_FunctionNoProto)
}

/// The function that a callee expression names.
pub fn called_function(callee: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut at = callee;
    loop {
        let children = at.children();
        match at.kind() {
            k::CXCursor_DeclRefExpr => {
                return at.referenced().filter(|decl| decl.kind() == k::CXCursor_FunctionDecl);
            }
            k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr if children.len() == 1 => at = children[0],
            k::CXCursor_UnaryOperator
                if matches!(at.unary_operator(), k::CXUnaryOperator_AddrOf | k::CXUnaryOperator_Deref)
                    && children.len() == 1
                    && is_function(children_kind(children[0])) =>
            {
                at = children[0];
            }
            _ => return None,
        }
    }
}

/// The kind of the type of `cursor`, seen through a pointer: `*f` and `&f` both name `f`.
fn children_kind(cursor: Cursor<'_>) -> k::CXTypeKind {
    let ty = cursor.ty().canonical();
    if ty.kind() == k::CXType_Pointer { ty.pointee().canonical().kind() } else { ty.kind() }
}

/// What stands inside of casts and parentheses.
fn without_casts(cursor: Cursor<'_>) -> Cursor<'_> {
    let mut at = cursor;
    while matches!(at.kind(), k::CXCursor_ParenExpr | k::CXCursor_CStyleCastExpr | k::CXCursor_UnexposedExpr) {
        let Some(&inner) = at.children().last() else { break };
        at = inner;
    }
    at
}
