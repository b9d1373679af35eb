//! Statements and declarations.

use whyc_base::source::Span;
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{ComponentKind, LocalId};
use whyc_ir::types::{IntKind, Type};

use super::builder::Builder;
use super::convert::is_scalar;
use crate::attributes;
use crate::clang::cursor::{Cursor, Storage};
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// Lowers a statement.
    pub fn statement(&mut self, cursor: Cursor<'u>) {
        if cursor.is_expression() {
            return self.effect(cursor);
        }
        let span = self.span(cursor);
        match cursor.kind() {
            k::CXCursor_CompoundStmt => self.block(cursor),
            k::CXCursor_DeclStmt => self.declarations(cursor),
            k::CXCursor_NullStmt => {}
            k::CXCursor_IfStmt => self.if_statement(cursor, span),
            k::CXCursor_WhileStmt => self.while_loop(cursor, span),
            k::CXCursor_DoStmt => self.do_loop(cursor, span),
            k::CXCursor_ForStmt => self.for_loop(cursor, span),
            k::CXCursor_SwitchStmt => self.switch(cursor, span),
            k::CXCursor_CaseStmt => self.case(cursor, span),
            k::CXCursor_DefaultStmt => self.default(cursor),
            k::CXCursor_LabelStmt => self.label(cursor),
            k::CXCursor_GotoStmt => self.goto(cursor, span),
            k::CXCursor_BreakStmt => self.break_statement(span),
            k::CXCursor_ContinueStmt => self.continue_statement(span),
            k::CXCursor_ReturnStmt => self.return_statement(cursor, span),
            k::CXCursor_IndirectGotoStmt => self.computed_goto(cursor, span),
            k::CXCursor_AsmStmt | k::CXCursor_MSAsmStmt => self.assembly(cursor, span),
            // A statement with attributes has the statement below it, after the attributes.
            k::CXCursor_UnexposedStmt => {
                let inner = cursor.children().into_iter().rfind(|child| child.is_statement() || child.is_expression());
                match inner {
                    Some(inner) => self.statement(inner),
                    None => self.unsupported("this statement", span),
                }
            }
            _ => self.unsupported("this statement", span),
        }
    }

    /// Lowers `{ … }`.
    pub fn block(&mut self, cursor: Cursor<'u>) {
        let span = self.span(cursor);
        self.open_scope();
        for statement in cursor.children() {
            self.statement(statement);
        }
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        self.close_scope(end);
    }

    fn declarations(&mut self, cursor: Cursor<'u>) {
        for decl in cursor.children() {
            match decl.kind() {
                k::CXCursor_VarDecl => self.declaration(decl),
                k::CXCursor_TypedefDecl => {
                    let span = self.span(decl);
                    self.measure_declaration(decl, span);
                }
                k::CXCursor_FunctionDecl => self.note_symbol(decl),
                _ => {}
            }
        }
    }

    /// A declaration in a block of something outside of it.
    fn note_symbol(&mut self, decl: Cursor<'u>) {
        if !decl.location().is_in_system_header() {
            self.cx.note_attributes(decl);
            self.cx.resolve_other_names();
        }
    }

    fn declaration(&mut self, decl: Cursor<'u>) {
        let span = self.cx.spans.of_declarator(decl);
        if decl.has_static_storage() {
            if decl.storage() == Storage::Extern {
                self.note_symbol(decl);
            }
            self.cx.declare_global(decl);
            return;
        }
        let cleanup = self.cleanup_name(decl);
        if decl.ty().canonical().kind() == k::CXType_VariableArray {
            if cleanup.is_some() {
                self.unsupported("cleanup of a variable-length array", span);
            }
            return self.variable_array(decl, span);
        }
        self.measure_declaration(decl, span);
        let ty = match self.cx.types.lower(decl.ty()) {
            Ok(ty) => ty,
            Err(reason) => return self.unsupported(reason, span),
        };
        let name = decl.spelling();
        let local = self.variable(name.clone(), ty, span);
        self.locals[local].is_const = decl.ty().is_const_object();
        if decl.ty().is_volatile_object() {
            self.cx.jumps.volatile.insert((self.function, local));
        }
        self.locals[local].align = attributes::declared_align(decl);
        self.local_from_decl.insert(decl.key(), local);
        self.note_addressed(decl, local);
        self.emit(InstrKind::Declare(local), span);
        if let Some(init) = decl.initialiser() {
            let text = self.cx.spans.sources.text(span);
            let name_span = match text.starts_with(&name) {
                true => Span { end: span.start + name.len() as u32, ..span },
                false => span,
            };
            let place = self.local_place(local, name_span);
            self.initialise(place, init, span, true);
        } else if decl.ty().spelling() == "__CPROVER_bool" {
            // It is true or false, whatever the bytes are that a `_Bool` of C could have.
            let place = self.local_place(local, span);
            self.emit(InstrKind::Nondet { place, name }, span);
        }
        if let Some(name) = cleanup {
            self.clean_up_by(&name, decl, local, span);
        }
    }

    /// Objects that are not scalars count as reachable through pointers.
    pub fn note_addressed(&mut self, decl: Cursor<'u>, local: LocalId) {
        if self.addressed.contains(&decl.key()) || !is_scalar(self.types(), self.locals[local].ty) {
            self.addressed_locals.insert(local);
        }
    }

    fn if_statement(&mut self, cursor: Cursor<'u>, span: Span) {
        let children = cursor.children();
        let (cond, then, otherwise) = match children[..] {
            [cond, then] => (cond, then, None),
            [cond, then, otherwise] => (cond, then, Some(otherwise)),
            _ => return self.unsupported("this `if`", span),
        };
        // What `assert` expands to.
        if then.kind() == k::CXCursor_NullStmt && otherwise.is_some_and(|call| self.is_assert_fail(call)) {
            return self.assert_that(cond, span);
        }
        let (on_false, end) = (self.new_label(), self.new_label());
        let cond_span = self.span(cond);
        self.branch(cond, false, on_false, cond_span);
        self.scoped(then);
        if let Some(otherwise) = otherwise {
            self.jump(end, span);
            self.place_label(on_false);
            self.scoped(otherwise);
        } else {
            self.place_label(on_false);
        }
        self.place_label(end);
    }

    /// A statement that is a block of its own even without braces.
    pub fn scoped(&mut self, statement: Cursor<'u>) {
        if statement.kind() == k::CXCursor_CompoundStmt {
            return self.block(statement);
        }
        let span = self.span(statement);
        self.open_scope();
        self.statement(statement);
        self.close_scope(span);
    }

    fn return_statement(&mut self, cursor: Cursor<'u>, span: Span) {
        let ret = self.cx.functions[self.function].ret;
        let is_void = matches!(self.types().get(ret), Type::Void);
        match cursor.children().first() {
            Some(&value) if is_void => {
                self.effect(value);
                self.clean_up_all(span);
                self.emit(InstrKind::Return(None), span);
            }
            Some(&source) => {
                let value = self.value(source);
                let value = if self.is_converted(ret) { self.cast(value, ret) } else { value };
                if self.ty(value) != ret {
                    self.unsupported("a value of another type than the function returns", span);
                    return self.return_nothing(span);
                }
                self.component(value, ComponentKind::ReturnedValue, source);
                // What is returned is settled before the cleaning up.
                let value = if self.has_cleanups() { self.save(value) } else { value };
                self.clean_up_all(span);
                self.emit(InstrKind::Return(Some(value)), span);
            }
            None => {
                self.clean_up_all(span);
                self.return_nothing(span);
            }
        }
    }

    /// The end of a function without `return`, or with one that says nothing. If it should return a value and that is used, there is
    /// none; but nobody needs to be told that `main` went well.
    pub fn return_nothing(&mut self, span: Span) {
        let function = &self.cx.functions[self.function];
        let is_main = function.name == "main" && matches!(self.types().get(function.ret), Type::Int(IntKind::Int));
        let value = is_main.then(|| {
            let int = self.int();
            self.constant(0, int, span)
        });
        self.emit(InstrKind::Return(value), span);
    }
}
