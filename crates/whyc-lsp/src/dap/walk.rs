//! Steps, forwards and backwards.

use rustc_hash::FxHashSet;

use super::debuggee::Debuggee;

impl Debuggee {
    fn going_on(&self) -> (Option<u32>, FxHashSet<u32>) {
        (self.here(), self.tape.stack(self.shown_moment()).collect())
    }

    /// The moment after this line, in the same call or in the one that it returns to; with `into`, in one that it calls.
    pub fn next(&self, into: bool) -> usize {
        let (here, stack) = self.going_on();
        self.later(|moment, activation| match Some(activation) == here {
            true => self.lines.begins(moment),
            false if stack.contains(&activation) => true,
            false => into && self.lines.begins(moment),
        })
    }

    /// The moment at which the call is left.
    pub fn out(&self) -> usize {
        let (here, stack) = self.going_on();
        self.later(|_, activation| Some(activation) != here && stack.contains(&activation))
    }

    /// The next instruction of the user's code.
    pub fn next_instruction(&self) -> usize {
        self.later(|_, _| true)
    }

    /// The instruction of the user's code before.
    pub fn previous_instruction(&self) -> usize {
        self.earlier(|_, _| true)
    }

    /// The moment at which the line before begins, in the same call or in the one that called it.
    pub fn back(&self) -> usize {
        let (_, stack) = self.going_on();
        self.earlier(|moment, activation| stack.contains(&activation) && self.lines.begins(moment))
    }

    /// The first moment behind this one that is meant; the last one if there is none.
    fn later(&self, is_meant: impl Fn(usize, u32) -> bool) -> usize {
        let mut moments = self.tape.at() + 1..self.last;
        moments.find(|&moment| self.is_seen(moment) && is_meant(moment, self.activation(moment))).unwrap_or(self.last)
    }

    /// The last moment before this one that is meant; the first one if there is none.
    fn earlier(&self, is_meant: impl Fn(usize, u32) -> bool) -> usize {
        let mut moments = (self.first..self.tape.at()).rev();
        moments.find(|&moment| self.is_seen(moment) && is_meant(moment, self.activation(moment))).unwrap_or(self.first)
    }

    fn activation(&self, moment: usize) -> u32 {
        self.tape.moments[moment].activation
    }

    /// Whether a person sees something at a moment.
    pub fn is_seen(&self, moment: usize) -> bool {
        self.tape.moments.get(moment).is_some_and(|moment| self.lines.line(moment).is_some())
    }
}
