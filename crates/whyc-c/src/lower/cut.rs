//! Loops with invariants: they are not followed round by round, but cut.
//!
//! The invariants are asserted where the loop is entered. Then everything that the loop may write gets new values, the invariants
//! are assumed, and one round is followed, which is any round: at its end the invariants are asserted again, and what is said to
//! decrease has decreased. What comes after the loop goes on from where the condition does not hold, or from a `break`.
//! What the loop may write is what it says, or else what its text tells ([`guess`](super::guess)); [`frame`](super::frame)
//! watches that it is no more.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Leap, Leapt, LocalId};
use whyc_ir::property::PropertyClass;

use super::builder::{Builder, Item};
use super::contract::Role;
use super::convert::is_integer;
use super::frame::{Frame, FrameOf};
use super::history;
use super::targets::Target;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// What is stated of a loop.
#[derive(Default)]
pub struct Clauses<'u> {
    invariants: Vec<(Cursor<'u>, Span)>,
    decreases: Vec<(Vec<Cursor<'u>>, Span)>,
    assigns: Option<Vec<(Cursor<'u>, Span)>>,
    frees: Option<Span>,
}

impl Clauses<'_> {
    /// Whether the loop is cut: something is stated of each of its rounds. Without invariants nothing is known of what
    /// rounds before have done.
    pub fn cut(&self) -> bool {
        !self.invariants.is_empty() || !self.decreases.is_empty() || self.assigns.is_some()
    }
}

/// The parts of a loop.
pub struct Parts<'u> {
    /// What comes before its first round.
    pub init: Option<Cursor<'u>>,
    /// Its condition.
    pub cond: Option<Cursor<'u>>,
    /// What comes between its rounds.
    pub step: Option<Cursor<'u>>,
    /// Its body.
    pub body: Cursor<'u>,
    /// The loop without its body.
    pub head: Span,
}

impl<'u> Builder<'_, 'u> {
    /// What is stated of the loop with this body, if anything is; and the body without it.
    pub fn loop_clauses(&mut self, body: Cursor<'u>) -> (Option<Clauses<'u>>, Cursor<'u>) {
        let mut clauses = Clauses::default();
        let mut at = body;
        let mut is_stated = false;
        while let Some((call, rest)) = clause_at(at) {
            let span = self.span(call);
            let args: Vec<Cursor<'u>> = call.children().into_iter().skip(1).collect();
            match (call.spelling().as_str(), &args[..]) {
                ("__whyc_loop_invariant", &[condition]) => clauses.invariants.push((condition, span)),
                ("__whyc_loop_decreases", [_, measure @ ..]) => clauses.decreases.push((measure.to_vec(), span)),
                ("__whyc_loop_frame", [kind, targets @ ..]) => {
                    let nodes = kind.descendants().into_iter().chain([*kind]);
                    let is_frees = nodes.into_iter().any(|node| node.spelling().contains("frees"));
                    match is_frees {
                        true => clauses.frees = Some(span).filter(|_| !targets.is_empty()),
                        false => {
                            let all = clauses.assigns.get_or_insert_with(Vec::new);
                            all.extend(targets.iter().map(|&target| (target, span)));
                        }
                    }
                }
                _ => break,
            }
            is_stated = true;
            at = rest;
        }
        (is_stated.then_some(clauses), at)
    }

    /// A loop of which something is stated.
    pub fn cut_loop(&mut self, parts: &Parts<'u>, clauses: &Clauses<'u>) {
        let span = parts.head;
        let enters = parts.body.descendants();
        if enters.iter().any(|node| matches!(node.kind(), k::CXCursor_LabelStmt)) || has_foreign_case(parts.body) {
            return self.unsupported("a label in a loop with invariants", span);
        }
        if let Some(span) = clauses.frees {
            self.unsupported("a loop with invariants that frees something", span);
        }
        self.open_scope();
        if let Some(init) = parts.init {
            self.statement(init);
        }
        let mut stated: Vec<Cursor<'u>> = clauses.invariants.iter().map(|&(clause, _)| clause).collect();
        stated.extend(clauses.decreases.iter().flat_map(|(measure, _)| measure.iter().copied()));
        self.remember(&stated, history::LOOP_ENTRY);
        self.assert_invariants(clauses, "when the loop is entered");
        let (next, end) = (self.new_label(), self.new_label());
        let n_locals = self.locals.len();
        let ((), round) = self.capture(|this| {
            if let Some(cond) = parts.cond {
                let cond_span = this.span(cond);
                this.branch(cond, false, end, cond_span);
            }
            this.loop_body(parts.body, next, end);
            this.place_label(next);
            if let Some(step) = parts.step {
                this.statement(step);
            }
        });
        self.forget(clauses, &round, n_locals, span);
        for &(clause, span) in &clauses.invariants {
            self.assume_clause(clause, span);
        }
        let before: Vec<Vec<ExprId>> =
            clauses.decreases.iter().map(|(measure, span)| self.measure_of_loop(measure, *span)).collect();
        self.items.extend(round);
        self.assert_invariants(clauses, "after a round of the loop");
        for ((measure, span), before) in clauses.decreases.iter().zip(&before) {
            let after = self.measure_of_loop(measure, *span);
            self.assert_decrease(before, &after, *span);
        }
        // Any other round is as this one.
        let int = self.int();
        let zero = self.constant(0, int, span);
        self.emit(InstrKind::Assume(zero), span);
        self.place_label(end);
        if let Some(end) = self.loop_ends.pop().flatten() {
            self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(end), args: Vec::new() }, span);
        }
        self.close_scope(parts.head);
    }

    fn assert_invariants(&mut self, clauses: &Clauses<'u>, when: &str) {
        self.role = match self.role {
            Role::Plain => Role::Assert { newer_than: None },
            inner => inner,
        };
        for &(clause, span) in &clauses.invariants {
            let cond = self.asserted(clause);
            let description = format!("{} {when}", self.clause_text(span));
            self.emit(InstrKind::Assert { cond, class: PropertyClass::LoopInvariant, description }, span);
        }
        self.role = Role::Plain;
    }

    /// Everything that the loop may write gets new values; what it writes is watched.
    fn forget(&mut self, clauses: &Clauses<'u>, round: &[Item], n_locals: usize, span: Span) {
        let begin = self.cx.landmark("__whyc_loop_begins".to_owned(), span);
        let start = self.cx.landmark("__whyc_any_round".to_owned(), span);
        self.cx.made.leaps.push(Leap { function: start, over: Leapt::Rounds, span });
        self.cx.landmarks.push(begin);
        self.cx.exempt.insert(begin, start);
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(begin), args: Vec::new() }, span);
        let targets: Vec<Target> = match &clauses.assigns {
            Some(named) => named.iter().filter_map(|&(target, span)| self.target(target, None, span)).collect(),
            None => self.guessed_targets(round, n_locals, span),
        };
        let written = self.written_locals(round, n_locals);
        let needs_frame = clauses.assigns.is_some() || self.reaches_out(round);
        let end = needs_frame.then(|| self.watch_round(clauses, &targets, &written, start, span));
        self.loop_ends.push(end);
        for target in &targets {
            self.change_target(target, "some rounds");
        }
        if clauses.assigns.is_none() {
            for local in written {
                let place = self.local_place(local, span);
                let name = self.locals[local].name.clone();
                self.change_place(place, &name, span);
            }
        }
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(start), args: Vec::new() }, span);
    }

    /// Has the writes of a round watched. Gives the landmark at the end of the loop.
    fn watch_round(
        &mut self,
        clauses: &Clauses<'u>,
        targets: &[Target],
        written: &[LocalId],
        start: whyc_ir::program::FunctionId,
        span: Span,
    ) -> whyc_ir::program::FunctionId {
        let end = self.cx.landmark("__whyc_loop_ends".to_owned(), span);
        self.cx.landmarks.push(end);
        let int = self.int();
        let active = self.cx.ghost(int, span);
        let mark = self.object_mark(span);
        let mark = self.keep_in_ghost(mark, span);
        let of = FrameOf::Loop { function: self.function, start, end };
        let mut frame = Frame::new(of, active, mark, span);
        frame.is_stated = clauses.assigns.is_some();
        frame.targets = targets.iter().filter_map(|target| self.ghost_target(target)).collect();
        frame.locals = match clauses.assigns {
            Some(_) => targets.iter().filter_map(|target| self.named_local(target)).collect(),
            None => written.iter().copied().collect(),
        };
        self.cx.frames.push(frame);
        end
    }

    /// What is said to decrease, as it is now.
    fn measure_of_loop(&mut self, measure: &[Cursor<'u>], span: Span) -> Vec<ExprId> {
        let mut values = Vec::new();
        for &part in measure {
            let value = self.specified(history::strip(part));
            let ty = self.ty(value);
            if !is_integer(self.types(), ty) {
                self.unsupported("something that decreases and is no integer", span);
                continue;
            }
            values.push(self.save(value));
        }
        values
    }

    /// The first part of a measure that changes becomes smaller, and was not negative.
    fn assert_decrease(&mut self, before: &[ExprId], after: &[ExprId], span: Span) {
        let int = self.int();
        let mut holds = self.constant(0, int, span);
        for (&old, &new) in before.iter().zip(after).rev() {
            let ty = self.ty(old);
            let new = self.cast(new, ty);
            let smaller = self.expr(ExprKind::Binary(BinaryOp::Lt, new, old), int, span);
            let zero = self.constant(0, ty, span);
            let bounded = self.expr(ExprKind::Binary(BinaryOp::Ge, old, zero), int, span);
            let decreased = self.expr(ExprKind::And(smaller, bounded), int, span);
            let same = self.expr(ExprKind::Binary(BinaryOp::Eq, new, old), int, span);
            let later = self.expr(ExprKind::And(same, holds), int, span);
            holds = self.expr(ExprKind::Or(decreased, later), int, span);
        }
        let description = self.clause_text(span);
        self.emit(InstrKind::Assert { cond: holds, class: PropertyClass::Decreases, description }, span);
    }
}

/// A clause that stands before a statement: the call that holds it, and what comes after it.
fn clause_at(statement: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    if statement.kind() != k::CXCursor_IfStmt {
        return None;
    }
    let [condition, _, rest] = statement.children()[..] else { return None };
    let call = history::strip(condition);
    (call.kind() == k::CXCursor_CallExpr && call.spelling().starts_with("__whyc_loop_")).then_some((call, rest))
}

/// Whether a statement has cases of a `switch` around it.
fn has_foreign_case(statement: Cursor<'_>) -> bool {
    let mut waiting = vec![statement];
    while let Some(at) = waiting.pop() {
        if matches!(at.kind(), k::CXCursor_CaseStmt | k::CXCursor_DefaultStmt) {
            return true;
        }
        if at.kind() != k::CXCursor_SwitchStmt {
            waiting.extend(at.children());
        }
    }
    false
}
