//! Loops, `switch`, `goto` and labels.

use whyc_base::source::Span;
use whyc_ir::instr::{InstrId, InstrKind, SwitchCase};
use whyc_ir::program::ComponentKind;
use whyc_ir::types::TypeId;

use super::builder::{Breakable, Builder, Cases, Item, Surroundings};
use super::convert::{as_number, bits_in};
use super::cut::{Clauses, Parts};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::text;

impl<'u> Builder<'_, 'u> {
    /// `while (c) s`
    pub fn while_loop(&mut self, cursor: Cursor<'u>, span: Span) {
        let [cond, body] = cursor.children()[..] else { return self.unsupported("this `while`", span) };
        let head = self.head_span(span, body);
        let (clauses, body) = self.loop_clauses(body);
        if let Some(clauses) = clauses.filter(Clauses::cut) {
            let parts = Parts { init: None, cond: Some(cond), step: None, body, head };
            return self.cut_loop(&parts, &clauses);
        }
        let (again, next, end) = (self.new_label(), self.new_label(), self.new_label());
        self.place_label(again);
        let cond_span = self.span(cond);
        self.branch(cond, false, end, cond_span);
        self.loop_body(body, next, end);
        self.place_label(next);
        self.jump(again, head);
        self.place_label(end);
    }

    /// `do s while (c)`
    pub fn do_loop(&mut self, cursor: Cursor<'u>, span: Span) {
        let [body, cond] = cursor.children()[..] else { return self.unsupported("this `do`", span) };
        let body_span = self.span(body);
        let head = self.tail_span(span, body_span);
        let (again, next, end) = (self.new_label(), self.new_label(), self.new_label());
        self.place_label(again);
        self.loop_body(body, next, end);
        self.place_label(next);
        self.branch(cond, true, again, head);
        self.place_label(end);
    }

    /// `for (i; c; n) s`
    pub fn for_loop(&mut self, cursor: Cursor<'u>, span: Span) {
        let children = cursor.children();
        let (Some((&body, parts)), Some([init, cond, step])) =
            (children.split_last(), self.for_parts(cursor, &children))
        else {
            return self.unsupported("a `for` whose parts come out of a macro", span);
        };
        debug_assert!(parts.len() <= 3, "a `for` should have at most three parts and a body");
        let head = self.head_span(span, body);
        let (clauses, body) = self.loop_clauses(body);
        if let Some(clauses) = clauses.filter(Clauses::cut) {
            let parts = Parts { init, cond, step, body, head };
            return self.cut_loop(&parts, &clauses);
        }
        let (again, next, end) = (self.new_label(), self.new_label(), self.new_label());
        self.open_scope();
        if let Some(init) = init {
            self.statement(init);
        }
        self.place_label(again);
        if let Some(cond) = cond {
            let cond_span = self.span(cond);
            self.branch(cond, false, end, cond_span);
        }
        self.loop_body(body, next, end);
        self.place_label(next);
        if let Some(step) = step {
            self.statement(step);
        }
        self.jump(again, head);
        self.place_label(end);
        self.close_scope(head);
    }

    /// The parts of a `for`. libclang leaves out those that are empty without saying which; the
    /// text says it, also in a macro's definition.
    fn for_parts(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>]) -> Option<[Option<Cursor<'u>>; 3]> {
        let (_, parts) = children.split_last()?;
        if let &[init, cond, step] = parts {
            return Some([Some(init), Some(cond), Some(step)]);
        }
        let spelled = self.cx.spans.spelled(cursor, cursor.extent().start());
        let written = spelled.and_then(|(file, at)| text::for_parts(&self.cx.spans.sources.file(file).text, at));
        let written = match written {
            Some(written) if written.iter().filter(|&&part| part).count() == parts.len() => written,
            _ => self.for_parts_by_neighbours(parts)?,
        };
        let mut parts = parts.iter().copied();
        Some(written.map(|is_written| if is_written { parts.next() } else { None }))
    }

    /// Tells the parts of a `for` by what stands before and after each of them, for a `for` whose
    /// parts are one argument of a macro.
    fn for_parts_by_neighbours(&mut self, parts: &[Cursor<'u>]) -> Option<[bool; 3]> {
        let mut written = [false; 3];
        for &part in parts {
            let idx = if part.kind() == k::CXCursor_DeclStmt {
                0
            } else {
                let (file, start) = self.cx.spans.spelled(part, part.extent().start())?;
                let (end_file, end) = self.cx.spans.spelled(part, part.extent().end())?;
                let before = self.cx.spans.sources.file(file).text.get(..start)?.trim_end().chars().next_back()?;
                let after = text::lexemes(&self.cx.spans.sources.file(end_file).text, end).next()?;
                match (before, after.text) {
                    (';', ";") => 1,
                    ('(', ";") => 0,
                    (';', ")") => 2,
                    _ => return None,
                }
            };
            if written[idx..].contains(&true) {
                return None;
            }
            written[idx] = true;
        }
        Some(written)
    }

    pub fn loop_body(&mut self, body: Cursor<'u>, on_continue: InstrId, on_break: InstrId) {
        let scope = self.scope;
        self.breakables.push(Breakable { on_break, on_continue: Some(on_continue), scope });
        self.scoped(body);
        self.breakables.pop();
    }

    /// From the start of a loop to its body: `while (c)`.
    fn head_span(&mut self, whole: Span, body: Cursor<'u>) -> Span {
        let body = self.span(body);
        if body.file != whole.file || body.start <= whole.start || body.start > whole.end {
            return whole;
        }
        let head = self.cx.spans.sources.text(Span { end: body.start, ..whole }).trim_end().len() as u32;
        Span { end: whole.start + head, ..whole }
    }

    /// From the end of the body to the end of the loop: the `while (c)` of a `do`.
    fn tail_span(&self, whole: Span, body: Span) -> Span {
        if body.file != whole.file || body.end >= whole.end || body.end < whole.start {
            return whole;
        }
        let tail = self.cx.spans.sources.text(Span { start: body.end, ..whole });
        let blank = tail.len() - tail.trim_start_matches(|c: char| c.is_whitespace() || c == ';').len();
        Span { start: body.end + blank as u32, ..whole }
    }

    /// `switch (e) s`
    pub fn switch(&mut self, cursor: Cursor<'u>, span: Span) {
        let [selector, body] = cursor.children()[..] else { return self.unsupported("this `switch`", span) };
        let value = self.value(selector);
        let ty = self.promoted_type(self.ty(value));
        let value = self.cast(value, ty);
        self.component(value, ComponentKind::Condition, selector);
        let end = self.new_label();
        let scope = self.scope;
        self.breakables.push(Breakable { on_break: end, on_continue: None, scope });
        self.switches.push(Cases { ty: Some(ty), ..Cases::default() });
        let alive = self.alive();
        let ((), items) = self.capture(|this| this.scoped(body));
        let cases = self.switches.pop().unwrap_or_default();
        self.breakables.pop();
        // The jump to a case may pass over declarations.
        for &local in &cases.alive {
            if !alive.iter().any(|&(_, known)| known == local) {
                let local_span = self.locals[local].span;
                self.emit(InstrKind::Declare(local), local_span);
            }
        }
        let default = cases.default.unwrap_or(end);
        let cases = cases.cases.into_iter().map(|(low, high, target)| SwitchCase { low, high, target }).collect();
        let head = self.head_span(span, body);
        self.emit(InstrKind::Switch { value, cases, default }, head);
        self.items.extend(items);
        self.place_label(end);
    }

    /// `case 1:`, `case 1 ... 5:`
    pub fn case(&mut self, cursor: Cursor<'u>, span: Span) {
        let children = cursor.children();
        let (low, high, statement) = match children[..] {
            [low, statement] => (low, low, statement),
            [low, high, statement] => (low, high, statement),
            _ => return self.unsupported("this `case`", span),
        };
        let values = self.evaluate_int(low).zip(self.evaluate_int(high));
        let ty = self.switches.last().and_then(|cases| cases.ty);
        let (Some((low, high)), Some(ty)) = (values, ty) else { return self.unsupported("this `case`", span) };
        let (low, high) = (self.case_value(low, ty), self.case_value(high, ty));
        let label = self.case_label();
        if low <= high
            && let Some(cases) = self.switches.last_mut()
        {
            cases.cases.push((low, high, label));
        }
        self.statement(statement);
    }

    fn case_label(&mut self) -> InstrId {
        let label = self.new_label();
        self.place_label(label);
        let alive = self.alive();
        if let Some(cases) = self.switches.last_mut() {
            for (_, local) in alive {
                if !cases.alive.contains(&local) {
                    cases.alive.push(local);
                }
            }
        }
        label
    }

    fn case_value(&self, value: i128, ty: TypeId) -> i128 {
        as_number(self.types(), bits_in(self.types(), value, ty), ty)
    }

    /// `default:`
    pub fn default(&mut self, cursor: Cursor<'u>) {
        let label = self.case_label();
        if let Some(cases) = self.switches.last_mut() {
            cases.default = Some(label);
        }
        for statement in cursor.children() {
            self.statement(statement);
        }
    }

    /// `name: s`
    pub fn label(&mut self, cursor: Cursor<'u>) {
        let label = self.user_label(cursor);
        let surroundings = Surroundings { scope: self.scope, alive: self.alive() };
        self.surroundings.insert(label, surroundings);
        self.place_label(label);
        for statement in cursor.children() {
            if statement.is_statement() || statement.is_expression() {
                self.statement(statement);
            }
        }
    }

    pub fn user_label(&mut self, statement: Cursor<'u>) -> InstrId {
        let key = statement.statement_key();
        match self.label_from_statement.get(&key) {
            Some(&label) => label,
            None => {
                let label = self.new_label();
                self.label_from_statement.insert(key, label);
                label
            }
        }
    }

    /// `goto name;`
    pub fn goto(&mut self, cursor: Cursor<'u>, span: Span) {
        let target = cursor.children().first().and_then(|label| label.referenced());
        let Some(target) = target.filter(|target| target.kind() == k::CXCursor_LabelStmt) else {
            return self.unsupported("this `goto`", span);
        };
        let label = self.user_label(target);
        let alive = self.alive();
        self.items.push(Item::Goto { label, alive, span });
    }

    /// `break;`
    pub fn break_statement(&mut self, span: Span) {
        match self.breakables.last() {
            Some(&Breakable { on_break, scope, .. }) => self.leave(on_break, scope, span),
            None => self.unsupported("a `break` outside of a loop", span),
        }
    }

    /// `continue;`
    pub fn continue_statement(&mut self, span: Span) {
        let innermost = self.breakables.iter().rev().find_map(|b| b.on_continue.map(|label| (label, b.scope)));
        match innermost {
            Some((label, scope)) => self.leave(label, scope, span),
            None => self.unsupported("a `continue` outside of a loop", span),
        }
    }

    fn leave(&mut self, label: InstrId, scope: usize, span: Span) {
        self.kill_up_to(scope, span);
        self.jump(label, span);
    }
}
