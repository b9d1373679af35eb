//! One step: what a state comes to when a step is seen, whatever the step shows.
//!
//! Sequences go by partial derivatives whose guards are Booleans (Antimirov's, with intersection and fusion), so that the alphabet
//! is never enumerated. A derivative is kept only if it may go on ([`Store::is_alive`]): that alone makes the weak view of Eisner
//! and Fisman ("Structural Contradictions", HVC 2008) out of it, in which a sequence that can have no match because of its lengths
//! fails when the lengths say so, and not before.

use std::rc::Rc;

use crate::store::{BoolId, Outlook, OutlookId, Seq, SeqId, State, StateId, Store, TooLarge};

impl Store {
    /// What may follow the first step of a sequence, each with what the step must show.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn steps(&mut self, seq: SeqId) -> Result<Rc<[(BoolId, SeqId)]>, TooLarge> {
        if let Some(known) = self.steps_from_seq.get(&seq) {
            return Ok(Rc::clone(known));
        }
        self.check()?;
        let mut steps: Vec<(BoolId, SeqId)> = Vec::new();
        match self.seq(seq) {
            Seq::Lambda => {}
            Seq::Step(guard) => steps.push((guard, self.intern_seq(Seq::Lambda))),
            Seq::Cat(a, b) => {
                for &(guard, rest) in &*self.steps(a)? {
                    steps.push((guard, self.intern_seq(Seq::Cat(rest, b))));
                }
                if self.is_over(a) {
                    steps.extend_from_slice(&self.steps(b)?);
                }
            }
            Seq::Fuse(a, b) => {
                for &(guard, rest) in &*self.steps(a)? {
                    steps.push((guard, self.intern_seq(Seq::Fuse(rest, b))));
                    if self.is_over(rest) {
                        for &(other, after) in &*self.steps(b)? {
                            steps.push((self.both(guard, other), after));
                        }
                    }
                }
            }
            Seq::Star(a) => {
                for &(guard, rest) in &*self.steps(a)? {
                    steps.push((guard, self.intern_seq(Seq::Cat(rest, seq))));
                }
            }
            Seq::Or(a, b) => {
                steps.extend_from_slice(&self.steps(a)?);
                steps.extend_from_slice(&self.steps(b)?);
            }
            Seq::And(a, b) => {
                let (left, right) = (self.steps(a)?, self.steps(b)?);
                for &(guard, rest) in &*left {
                    for &(other, after) in &*right {
                        steps.push((self.both(guard, other), self.intern_seq(Seq::And(rest, after))));
                    }
                    self.check()?;
                }
            }
        }
        let merged = self.merged(steps);
        self.steps_from_seq.insert(seq, Rc::clone(&merged));
        Ok(merged)
    }

    /// Each rest once; those that neither end nor go on are nothing.
    fn merged(&mut self, mut steps: Vec<(BoolId, SeqId)>) -> Rc<[(BoolId, SeqId)]> {
        steps.retain(|&(_, rest)| self.is_over(rest) || self.is_alive(rest));
        steps.sort_by_key(|&(_, rest)| rest);
        let mut merged: Vec<(BoolId, SeqId)> = Vec::new();
        for (guard, rest) in steps {
            match merged.last_mut() {
                Some(last) if last.1 == rest => last.0 = self.either(last.0, guard),
                _ => merged.push((guard, rest)),
            }
        }
        merged.into()
    }

    /// What a state comes to in one step.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn expand(&mut self, state: StateId) -> Result<OutlookId, TooLarge> {
        if let Some(&known) = self.outlook_from_state.get(&state) {
            return Ok(known);
        }
        self.check()?;
        let outlook = match self.state(state) {
            State::Bool(value) => self.intern_outlook(Outlook::Bool(value)),
            State::And(a, b) => {
                let parts = vec![self.expand(a)?, self.expand(b)?];
                self.all(parts)
            }
            State::Or(a, b) => {
                let parts = vec![self.expand(a)?, self.expand(b)?];
                self.any(parts)
            }
            State::Next(strength, body) => self.wait(body, strength == crate::syntax::Strength::Weak),
            State::Until(a, b) => {
                let again = self.wait(state, false);
                let (now, meanwhile) = (self.expand(b)?, self.expand(a)?);
                let later = self.all(vec![meanwhile, again]);
                self.any(vec![now, later])
            }
            State::Release(a, b) => {
                let again = self.wait(state, true);
                let (ended, now) = (self.expand(a)?, self.expand(b)?);
                let goes_on = self.any(vec![ended, again]);
                self.all(vec![now, goes_on])
            }
            State::Then(seq, after) => {
                let after_here = self.expand(after)?;
                self.exists(seq, after_here, |rest| State::Then(rest, after), false)?
            }
            State::Weak(seq) => {
                let over = self.intern_outlook(Outlook::Const(true));
                self.exists(seq, over, State::Weak, true)?
            }
            State::Trigger(seq, after) => {
                let after_here = self.expand(after)?;
                self.every(seq, after_here, |rest| State::Trigger(rest, after), true)?
            }
            State::Fails(seq) => {
                let over = self.intern_outlook(Outlook::Const(false));
                self.every(seq, over, State::Fails, false)?
            }
            State::Abort(body, condition) => {
                let now = self.intern_outlook(Outlook::Bool(condition));
                let inner = self.expand(body)?;
                let inner = self.wrapped(inner, &|it| State::Abort(it, condition));
                self.any(vec![now, inner])
            }
            State::Reject(body, condition) => {
                let not = self.not(condition);
                let now = self.intern_outlook(Outlook::Bool(not));
                let inner = self.expand(body)?;
                let inner = self.wrapped(inner, &|it| State::Reject(it, condition));
                self.all(vec![now, inner])
            }
        };
        self.outlook_from_state.insert(state, outlook);
        Ok(outlook)
    }

    fn wait(&mut self, state: StateId, at_end: bool) -> OutlookId {
        self.intern_outlook(Outlook::Wait(state, at_end))
    }

    /// Some way to go on with a sequence.
    fn exists(
        &mut self,
        seq: SeqId,
        over: OutlookId,
        later: impl Fn(SeqId) -> State,
        at_end: bool,
    ) -> Result<OutlookId, TooLarge> {
        let mut ways = Vec::new();
        for &(guard, rest) in &*self.steps(seq)? {
            let mut outcomes = Vec::new();
            if self.is_over(rest) {
                outcomes.push(over);
            }
            if self.is_alive(rest) {
                let state = self.intern_state(later(rest));
                outcomes.push(self.wait(state, at_end));
            }
            let outcome = self.any(outcomes);
            let guard = self.intern_outlook(Outlook::Bool(guard));
            ways.push(self.all(vec![guard, outcome]));
        }
        Ok(self.any(ways))
    }

    /// Every way to go on with a sequence.
    fn every(
        &mut self,
        seq: SeqId,
        over: OutlookId,
        later: impl Fn(SeqId) -> State,
        at_end: bool,
    ) -> Result<OutlookId, TooLarge> {
        let mut ways = Vec::new();
        for &(guard, rest) in &*self.steps(seq)? {
            let mut outcomes = Vec::new();
            if self.is_over(rest) {
                outcomes.push(over);
            }
            if self.is_alive(rest) {
                let state = self.intern_state(later(rest));
                outcomes.push(self.wait(state, at_end));
            }
            let outcome = self.all(outcomes);
            let not = self.not(guard);
            let not = self.intern_outlook(Outlook::Bool(not));
            ways.push(self.any(vec![not, outcome]));
        }
        Ok(self.all(ways))
    }

    /// The same with what waits put into something.
    fn wrapped(&mut self, outlook: OutlookId, into: &dyn Fn(StateId) -> State) -> OutlookId {
        match self.outlook(outlook).clone() {
            Outlook::Const(_) | Outlook::Bool(_) => outlook,
            Outlook::Wait(state, at_end) => {
                let state = self.intern_state(into(state));
                self.wait(state, at_end)
            }
            Outlook::All(parts) => {
                let parts = parts.into_iter().map(|part| self.wrapped(part, into)).collect();
                self.all(parts)
            }
            Outlook::Any(parts) => {
                let parts = parts.into_iter().map(|part| self.wrapped(part, into)).collect();
                self.any(parts)
            }
        }
    }

    /// An outlook once the step is known: nothing but states that wait.
    pub fn settled(&mut self, outlook: OutlookId, letter: &[bool]) -> OutlookId {
        match self.outlook(outlook).clone() {
            Outlook::Const(_) | Outlook::Wait(..) => outlook,
            Outlook::Bool(value) => {
                let value = self.holds(value, letter);
                self.intern_outlook(Outlook::Const(value))
            }
            Outlook::All(parts) => {
                let parts = parts.into_iter().map(|part| self.settled(part, letter)).collect();
                self.all(parts)
            }
            Outlook::Any(parts) => {
                let parts = parts.into_iter().map(|part| self.settled(part, letter)).collect();
                self.any(parts)
            }
        }
    }

    /// What a settled outlook comes to with one more step.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn step(&mut self, outlook: OutlookId, letter: &[bool]) -> Result<OutlookId, TooLarge> {
        Ok(match self.outlook(outlook).clone() {
            Outlook::Const(_) | Outlook::Bool(_) => outlook,
            Outlook::Wait(state, _) => {
                let expanded = self.expand(state)?;
                self.settled(expanded, letter)
            }
            Outlook::All(parts) => {
                let parts = parts.into_iter().map(|part| self.step(part, letter)).collect::<Result<_, _>>()?;
                self.all(parts)
            }
            Outlook::Any(parts) => {
                let parts = parts.into_iter().map(|part| self.step(part, letter)).collect::<Result<_, _>>()?;
                self.any(parts)
            }
        })
    }
}
