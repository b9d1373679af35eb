//! What a property says, in the few operators of the [store](crate::store).

use crate::store::{BoolId, Seq, SeqId, State, StateId, Store, TooLarge};
use crate::syntax::{Expr, Kind, Overlap, Sere, SereKind, Strength};

type Lowered = Result<StateId, TooLarge>;

impl Store {
    /// The property.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn lower(&mut self, expr: &Expr) -> Lowered {
        self.check()?;
        if expr.is_boolean() {
            let value = self.lower_bool(expr);
            return Ok(self.intern_state(State::Bool(value)));
        }
        let state = match &expr.kind {
            Kind::Const(_) | Kind::Atom(_) => State::Bool(self.lower_bool(expr)),
            Kind::Not(a) => return self.lower_negated(a),
            Kind::And(a, b) => State::And(self.lower(a)?, self.lower(b)?),
            Kind::Or(a, b) => State::Or(self.lower(a)?, self.lower(b)?),
            Kind::Implies(a, b) => State::Or(self.lower_negated(a)?, self.lower(b)?),
            Kind::Iff(a, b) => {
                let (both, none) = self.same(a, b)?;
                State::Or(both, none)
            }
            Kind::Next(strength, n, a) => {
                let body = self.lower(a)?;
                return self.later(*strength, *n, body);
            }
            Kind::Finally(a) => State::Until(self.constantly(true), self.lower(a)?),
            Kind::Globally(a) => State::Release(self.constantly(false), self.lower(a)?),
            Kind::Until(Strength::Strong, a, b) => State::Until(self.lower(a)?, self.lower(b)?),
            Kind::Until(Strength::Weak, a, b) => {
                let (a, b) = (self.lower(a)?, self.lower(b)?);
                let either = self.intern_state(State::Or(a, b));
                State::Release(b, either)
            }
            Kind::Release(Strength::Weak, a, b) => State::Release(self.lower(a)?, self.lower(b)?),
            Kind::Release(Strength::Strong, a, b) => {
                let (a, b) = (self.lower(a)?, self.lower(b)?);
                let both = self.intern_state(State::And(a, b));
                State::Until(b, both)
            }
            Kind::Abort(a, b) => State::Abort(self.lower(a)?, self.lower_bool(b)),
            Kind::Sequence(Strength::Strong, sere) => State::Then(self.lower_sere(sere)?, self.constantly(true)),
            Kind::Sequence(Strength::Weak, sere) => State::Weak(self.lower_sere(sere)?),
            Kind::Suffix(overlap, sere, body) => State::Trigger(self.trigger(*overlap, sere)?, self.lower(body)?),
        };
        Ok(self.intern_state(state))
    }

    /// That the property does not hold.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn lower_negated(&mut self, expr: &Expr) -> Lowered {
        self.check()?;
        if expr.is_boolean() {
            let value = self.lower_bool(expr);
            let value = self.not(value);
            return Ok(self.intern_state(State::Bool(value)));
        }
        let state = match &expr.kind {
            Kind::Const(_) | Kind::Atom(_) => {
                let value = self.lower_bool(expr);
                State::Bool(self.not(value))
            }
            Kind::Not(a) => return self.lower(a),
            Kind::And(a, b) => State::Or(self.lower_negated(a)?, self.lower_negated(b)?),
            Kind::Or(a, b) => State::And(self.lower_negated(a)?, self.lower_negated(b)?),
            Kind::Implies(a, b) => State::And(self.lower(a)?, self.lower_negated(b)?),
            Kind::Iff(a, b) => {
                let (only_a, only_b) = self.different(a, b)?;
                State::Or(only_a, only_b)
            }
            Kind::Next(strength, n, a) => {
                let body = self.lower_negated(a)?;
                return self.later(dual(*strength), *n, body);
            }
            Kind::Finally(a) => State::Release(self.constantly(false), self.lower_negated(a)?),
            Kind::Globally(a) => State::Until(self.constantly(true), self.lower_negated(a)?),
            Kind::Until(Strength::Strong, a, b) => State::Release(self.lower_negated(a)?, self.lower_negated(b)?),
            Kind::Until(Strength::Weak, a, b) => {
                let (a, b) = (self.lower_negated(a)?, self.lower_negated(b)?);
                let both = self.intern_state(State::And(a, b));
                State::Until(b, both)
            }
            Kind::Release(Strength::Weak, a, b) => State::Until(self.lower_negated(a)?, self.lower_negated(b)?),
            Kind::Release(Strength::Strong, a, b) => {
                let (a, b) = (self.lower_negated(a)?, self.lower_negated(b)?);
                let either = self.intern_state(State::Or(a, b));
                State::Release(b, either)
            }
            Kind::Abort(a, b) => State::Reject(self.lower_negated(a)?, self.lower_bool(b)),
            Kind::Sequence(Strength::Strong, sere) => State::Trigger(self.lower_sere(sere)?, self.constantly(false)),
            Kind::Sequence(Strength::Weak, sere) => State::Fails(self.lower_sere(sere)?),
            Kind::Suffix(overlap, sere, body) => State::Then(self.trigger(*overlap, sere)?, self.lower_negated(body)?),
        };
        Ok(self.intern_state(state))
    }

    fn constantly(&mut self, value: bool) -> StateId {
        let value = self.constant(value);
        self.intern_state(State::Bool(value))
    }

    fn same(&mut self, a: &Expr, b: &Expr) -> Result<(StateId, StateId), TooLarge> {
        let (yes, no) = ((self.lower(a)?, self.lower(b)?), (self.lower_negated(a)?, self.lower_negated(b)?));
        Ok((self.intern_state(State::And(yes.0, yes.1)), self.intern_state(State::And(no.0, no.1))))
    }

    fn different(&mut self, a: &Expr, b: &Expr) -> Result<(StateId, StateId), TooLarge> {
        let (yes, no) = ((self.lower(a)?, self.lower(b)?), (self.lower_negated(a)?, self.lower_negated(b)?));
        Ok((self.intern_state(State::And(yes.0, no.1)), self.intern_state(State::And(no.0, yes.1))))
    }

    fn later(&mut self, strength: Strength, n: u32, body: StateId) -> Lowered {
        let mut state = body;
        for _ in 0..n {
            self.check()?;
            state = self.intern_state(State::Next(strength, state));
        }
        Ok(state)
    }

    /// A Boolean.
    ///
    /// # Panics
    /// If it is none.
    pub fn lower_bool(&mut self, expr: &Expr) -> BoolId {
        match &expr.kind {
            Kind::Const(value) => self.constant(*value),
            Kind::Atom(atom) => self.bool_atom(atom),
            Kind::Not(a) => {
                let a = self.lower_bool(a);
                self.not(a)
            }
            Kind::And(a, b) => {
                let (a, b) = (self.lower_bool(a), self.lower_bool(b));
                self.both(a, b)
            }
            Kind::Or(a, b) => {
                let (a, b) = (self.lower_bool(a), self.lower_bool(b));
                self.either(a, b)
            }
            Kind::Implies(a, b) => {
                let (a, b) = (self.lower_bool(a), self.lower_bool(b));
                let not_a = self.not(a);
                self.either(not_a, b)
            }
            Kind::Iff(a, b) => {
                let (a, b) = (self.lower_bool(a), self.lower_bool(b));
                let (not_a, not_b) = (self.not(a), self.not(b));
                let (both, none) = (self.both(a, b), self.both(not_a, not_b));
                self.either(both, none)
            }
            Kind::Next(..)
            | Kind::Finally(_)
            | Kind::Globally(_)
            | Kind::Until(..)
            | Kind::Release(..)
            | Kind::Abort(..)
            | Kind::Sequence(..)
            | Kind::Suffix(..) => panic!("a Boolean should have no operators of time"),
        }
    }

    /// The sequence whose ends matter: `r |=> φ` is `{r; true} |-> φ`.
    pub(crate) fn trigger(&mut self, overlap: Overlap, sere: &Sere) -> Result<SeqId, TooLarge> {
        let seq = self.lower_sere(sere)?;
        Ok(match overlap {
            Overlap::Last => seq,
            Overlap::After => {
                let any = self.constant(true);
                let any = self.intern_seq(Seq::Step(any));
                self.intern_seq(Seq::Cat(seq, any))
            }
        })
    }

    /// A sequence.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn lower_sere(&mut self, sere: &Sere) -> Result<SeqId, TooLarge> {
        self.check()?;
        let seq = match &sere.kind {
            SereKind::Step(expr) => Seq::Step(self.lower_bool(expr)),
            SereKind::Cat(a, b) => Seq::Cat(self.lower_sere(a)?, self.lower_sere(b)?),
            SereKind::Fuse(a, b) => Seq::Fuse(self.lower_sere(a)?, self.lower_sere(b)?),
            SereKind::Or(a, b) => Seq::Or(self.lower_sere(a)?, self.lower_sere(b)?),
            SereKind::And(a, b) => Seq::And(self.lower_sere(a)?, self.lower_sere(b)?),
            SereKind::Repeat(a, least, most) => {
                let body = self.lower_sere(a)?;
                return self.repeated(body, *least, *most);
            }
            SereKind::Goto(expr, least, most) => {
                let hit = self.lower_bool(expr);
                let miss = self.not(hit);
                let (hit, miss) = (self.intern_seq(Seq::Step(hit)), self.intern_seq(Seq::Step(miss)));
                let misses = self.intern_seq(Seq::Star(miss));
                let once = self.intern_seq(Seq::Cat(misses, hit));
                return self.repeated(once, *least, Some(*most));
            }
        };
        Ok(self.intern_seq(seq))
    }

    /// `body` so many times, as `body; body; {λ | body; {λ | …}}`.
    fn repeated(&mut self, body: SeqId, least: u32, most: Option<u32>) -> Result<SeqId, TooLarge> {
        let lambda = self.intern_seq(Seq::Lambda);
        let mut rest = match most {
            None => self.intern_seq(Seq::Star(body)),
            Some(_) => lambda,
        };
        for _ in 0..most.unwrap_or(least).saturating_sub(least) {
            self.check()?;
            let once_more = self.intern_seq(Seq::Cat(body, rest));
            rest = self.intern_seq(Seq::Or(lambda, once_more));
        }
        for _ in 0..least {
            self.check()?;
            rest = self.intern_seq(Seq::Cat(body, rest));
        }
        Ok(rest)
    }
}

fn dual(strength: Strength) -> Strength {
    match strength {
        Strength::Strong => Strength::Weak,
        Strength::Weak => Strength::Strong,
    }
}
