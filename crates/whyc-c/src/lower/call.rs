//! Calls of functions, by name and through pointers.

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, PlaceId};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{ComponentKind, FunctionId};
use whyc_ir::types::{FunctionType, Type, TypeId};

use super::builder::{Builder, Item};
use super::convert::is_scalar;
use super::library;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

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
        // To count what is printed costs more than to print it.
        let uncounted = matches!(want, Want::Nothing) && !self.cx.is_defined(decl) && name.ends_with("printf");
        let uncounted = if uncounted { self.cx.model(&format!("__whyc_{name}_void")) } else { None };
        if let Some(reason) = self.cx.unsettled(decl) {
            return Some(self.unsupported_of(&reason, cursor, span));
        }
        let function = uncounted.unwrap_or_else(|| self.cx.function(decl));
        let info = &self.cx.infos[function];
        if let Some(reason) = &info.unsupported {
            let what = format!("call of `{name}`, whose type has {reason}");
            return Some(self.unsupported_of(&what, cursor, span));
        }
        let mut changed = Vec::new();
        if info.definition.is_none() {
            changed = self.writable_arguments(decl, args);
            if !self.mind_missing_body(function, decl, &changed, span) {
                changed.clear();
            }
        }
        let signature = &self.cx.functions[function];
        let params: Vec<TypeId> = signature.locals.iter().take(signature.n_params).map(|local| local.ty).collect();
        let (ret, variadic, takes_rest) = (signature.ret, signature.variadic, self.cx.infos[function].takes_rest);
        // The last parameter of a function with variable arguments is a pointer to them.
        let params = if takes_rest { params[..params.len() - 1].to_vec() } else { params };
        if args.len() < params.len() {
            let what = format!("call of `{name}` with too few arguments");
            return Some(self.unsupported_of(&what, cursor, span));
        }
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
        let pointers: Vec<ExprId> = changed.iter().filter_map(|&idx| args.get(idx).copied()).collect();
        let pointers: Vec<ExprId> = pointers.into_iter().map(|pointer| self.save(pointer)).collect();
        for pointer in pointers {
            if !self.types().is_pointer(self.ty(pointer)) {
                continue;
            }
            self.emit(InstrKind::Block(BlockOp::Havoc { pointer, name: name.to_owned() }), span);
        }
        let value = self.finish_call(Callee::Direct(function), args, ret, span, want)?;
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
                Some(ty) if is_scalar(this.types(), ty) => this.cast(value, ty),
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

    /// A function without a body gives any result, and says so once. Says whether it can change what `changed` of its arguments point to.
    fn mind_missing_body(&mut self, function: FunctionId, decl: Cursor<'u>, changed: &[usize], span: Span) -> bool {
        let name = self.cx.functions[function].name.clone();
        if library::is_harmless(&name) {
            return false;
        }
        if library::is_not_modelled(&name) {
            self.unsupported(format!("call of `{name}`"), span);
            return false;
        }
        let returns_void = decl.ty().canonical().result().kind() == k::CXType_Void;
        let info = &mut self.cx.infos[function];
        if !info.noted {
            info.noted = true;
            let changes = !changed.is_empty();
            let what = match (returns_void, changes) {
                (true, false) => "it is taken to do nothing",
                (true, true) => "what its arguments point to becomes an input",
                (false, false) => "its result is an input",
                (false, true) => "its result, and what its arguments point to, are inputs",
            };
            self.cx.diagnostics.push(Diagnostic::note(format!("`{name}` has no body: {what}")).at(span));
        }
        !changed.is_empty()
    }

    /// The arguments through which a function without body could change something, by position.
    fn writable_arguments(&self, decl: Cursor<'u>, args: &[Cursor<'u>]) -> Vec<usize> {
        let params = decl.ty().canonical().params();
        let is_writable = |&idx: &usize| {
            let ty = params.get(idx).copied().unwrap_or_else(|| args[idx].ty()).canonical();
            let pointee = match ty.kind() {
                k::CXType_Pointer => ty.pointee().canonical(),
                k::CXType_ConstantArray | k::CXType_IncompleteArray => ty.element().canonical(),
                _ => return false,
            };
            !pointee.is_const() && !is_function(pointee.kind())
        };
        (0..args.len()).filter(is_writable).collect()
    }
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
