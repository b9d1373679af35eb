//! A run as a property sees it, and how the property fares on it: which parts were opened in which step, which broke, which are pending.

use crate::atom::Atom;
use crate::lasso::Lasso;
use crate::store::{Store, TooLarge};
use crate::syntax::{Expr, Kind, Place, Sere};
use crate::view::{Monitor, Standing};

/// The value of each atom in each step; the run goes on forever if a step follows the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The atoms, in the order of their values.
    pub atoms: Vec<Atom>,
    /// Step by step.
    pub letters: Vec<Vec<bool>>,
    /// The step that follows the last one.
    pub start: Option<usize>,
}

/// What is told of a part of a property from a step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A Boolean is true: what follows is asked for.
    True,
    /// A Boolean is false.
    False,
    /// A sequence that began there has matched.
    Matched {
        /// With this step as its last one.
        to: usize,
    },
    /// It is asked for from there on.
    Opened,
    /// It cannot hold any more.
    Broke {
        /// Since this step.
        at: usize,
    },
    /// It never comes, though the run goes on forever.
    Never,
    /// It is still to come.
    Pending,
    /// It holds, and should not.
    Holds,
}

/// Something told of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The part, where it stands.
    pub place: Place,
    /// The part.
    pub text: String,
    /// The step that it is about.
    pub step: usize,
    /// What is told.
    pub what: What,
}

impl Run {
    /// The run as a lasso, if it goes on forever.
    #[must_use]
    pub fn lasso(&self) -> Option<Lasso> {
        self.start.map(|start| Lasso { letters: self.letters.clone(), start })
    }

    /// What comes from a step on.
    fn from(&self, at: usize) -> Self {
        let rest = self.letters.get(at..).unwrap_or(&[]).to_vec();
        match self.start {
            None => Self { atoms: self.atoms.clone(), letters: rest, start: None },
            Some(start) if at <= start => Self { atoms: self.atoms.clone(), letters: rest, start: Some(start - at) },
            Some(start) => {
                let around = self.letters[start..at.min(self.letters.len())].iter().cloned();
                Self { atoms: self.atoms.clone(), letters: rest.into_iter().chain(around).collect(), start: Some(0) }
            }
        }
    }

    /// The step after this one, if there is one.
    fn next(&self, at: usize) -> Option<usize> {
        if at + 1 < self.letters.len() { Some(at + 1) } else { self.start }
    }
}

/// A property beside a run.
pub struct Beside<'a> {
    store: Store,
    run: &'a Run,
}

impl<'a> Beside<'a> {
    /// Nothing was looked at yet.
    #[must_use]
    pub fn new(run: &'a Run) -> Self {
        let mut store = Store::new();
        // Atoms are numbered as they come.
        for atom in &run.atoms {
            store.atom(atom);
        }
        Self { store, run }
    }

    /// How a property fares from a step on.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn standing(&mut self, expr: &Expr, at: usize) -> Result<Standing, TooLarge> {
        let state = self.store.lower(expr)?;
        if self.run.start.is_some()
            && let Some(lasso) = self.run.from(at).lasso()
        {
            let holds = self.store.holds_on(state, &lasso)?;
            return Ok(if holds { Standing::Satisfied } else { Standing::Violated });
        }
        let mut monitor = Monitor::new(&mut self.store, state);
        let rest = self.run.letters.get(at..).unwrap_or(&[]);
        if rest.is_empty() {
            return Ok(Standing::Pending);
        }
        for letter in rest {
            monitor.step(&mut self.store, letter)?;
            if monitor.is_settled(&self.store) {
                break;
            }
        }
        Ok(monitor.standing(&self.store))
    }

    /// The step that breaks a property, if one does.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn breaks(&mut self, expr: &Expr) -> Result<Option<usize>, TooLarge> {
        self.broke(expr, 0)
    }

    /// The step in which a property from `at` on cannot hold any more, if there is one.
    fn broke(&mut self, expr: &Expr, at: usize) -> Result<Option<usize>, TooLarge> {
        let state = self.store.lower(expr)?;
        let mut monitor = Monitor::new(&mut self.store, state);
        for step in at..self.run.letters.len() {
            monitor.step(&mut self.store, &self.run.letters[step])?;
            if monitor.is_settled(&self.store) {
                return Ok((monitor.standing(&self.store) == Standing::Violated).then_some(step));
            }
        }
        Ok(None)
    }

    /// The steps at which a sequence from `at` on ends.
    fn matches(&mut self, sere: &Sere, at: usize) -> Result<Vec<usize>, TooLarge> {
        let mut open = vec![self.store.lower_sere(sere)?];
        let mut ends = Vec::new();
        for step in at..self.run.letters.len() {
            let mut next = Vec::new();
            for seq in open {
                for &(guard, rest) in &*self.store.steps(seq)? {
                    if self.store.holds(guard, &self.run.letters[step]) && !next.contains(&rest) {
                        next.push(rest);
                    }
                }
            }
            if next.iter().any(|&seq| self.store.is_over(seq)) {
                ends.push(step);
            }
            open = next;
        }
        Ok(ends)
    }

    /// Why a property is violated from a step on: a chain from the outside to what broke.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn why(&mut self, expr: &Expr, at: usize) -> Result<Vec<Told>, TooLarge> {
        let mut told = Vec::new();
        self.explain(expr, at, &mut told)?;
        Ok(told)
    }

    fn tell(told: &mut Vec<Told>, expr: &Expr, step: usize, what: What) {
        let it = Told { place: expr.place.clone(), text: expr.to_string(), step, what };
        if !told.contains(&it) {
            told.push(it);
        }
    }

    /// Whether a part is violated from a step on.
    fn fails(&mut self, expr: &Expr, at: usize) -> Result<bool, TooLarge> {
        Ok(self.standing(expr, at)? == Standing::Violated)
    }

    fn explain(&mut self, expr: &Expr, at: usize, told: &mut Vec<Told>) -> Result<(), TooLarge> {
        if expr.is_boolean() {
            Self::tell(told, expr, at, What::False);
            return Ok(());
        }
        let steps = || self.run.letters.len();
        let broken = self.broke(expr, at)?;
        let outcome = broken.map_or(What::Never, |at| What::Broke { at });
        match &expr.kind {
            Kind::Const(_) | Kind::Atom(_) => {}
            Kind::Not(a) => Self::tell(told, a, at, What::Holds),
            Kind::And(a, b) => {
                let first = [a, b].into_iter().map(|it| Ok((self.broke(it, at)?, self.fails(it, at)?, it)));
                let first = first.collect::<Result<Vec<_>, TooLarge>>()?;
                let worst = first.into_iter().filter(|it| it.1).min_by_key(|it| it.0.unwrap_or(usize::MAX));
                match worst {
                    Some((_, _, part)) => self.explain(part, at, told)?,
                    None => Self::tell(told, expr, at, outcome),
                }
            }
            Kind::Or(a, b) => {
                for part in [a, b] {
                    if self.fails(part, at)? {
                        self.explain(part, at, told)?;
                    }
                }
            }
            Kind::Implies(a, b) => {
                Self::tell(told, a, at, What::True);
                if !b.is_boolean() {
                    Self::tell(told, b, at, What::Opened);
                }
                if self.fails(b, at)? { self.explain(b, at, told)? } else { Self::tell(told, expr, at, outcome) }
            }
            Kind::Iff(..) => Self::tell(told, expr, at, outcome),
            Kind::Next(_, n, a) => {
                let later = (0..*n).try_fold(at, |at, _| self.run.next(at));
                match later {
                    Some(later) if self.fails(a, later)? => self.explain(a, later, told)?,
                    _ => Self::tell(told, expr, at, outcome),
                }
            }
            Kind::Globally(a) => {
                let mut found = None;
                for step in at..steps() {
                    if self.fails(a, step)? {
                        found = Some(step);
                        break;
                    }
                }
                match found {
                    Some(step) => self.explain(a, step, told)?,
                    None => Self::tell(told, expr, at, outcome),
                }
            }
            Kind::Finally(_) => Self::tell(told, expr, at, outcome),
            Kind::Until(_, a, b) => {
                let mut end = None;
                for step in at..steps() {
                    if self.fails(a, step)? && self.fails(b, step)? {
                        end = Some(step);
                        break;
                    }
                }
                match end {
                    Some(step) => {
                        Self::tell(told, b, step, What::False);
                        self.explain(a, step, told)?;
                    }
                    None => Self::tell(told, expr, at, outcome),
                }
            }
            Kind::Release(_, _, b) => {
                let mut end = None;
                for step in at..steps() {
                    if self.fails(b, step)? {
                        end = Some(step);
                        break;
                    }
                }
                match end {
                    Some(step) => self.explain(b, step, told)?,
                    None => Self::tell(told, expr, at, outcome),
                }
            }
            Kind::Abort(a, _) => self.explain(a, at, told)?,
            Kind::Sequence(..) => Self::tell(told, expr, at, outcome),
            Kind::Suffix(overlap, sere, body) => {
                for end in self.matches(sere, at)? {
                    let start = match overlap {
                        crate::syntax::Overlap::Last => Some(end),
                        crate::syntax::Overlap::After => self.run.next(end),
                    };
                    if let Some(start) = start
                        && self.fails(body, start)?
                    {
                        let whole = Told {
                            place: sere.place.clone(),
                            text: sere.to_string(),
                            step: at,
                            what: What::Matched { to: end },
                        };
                        told.push(whole);
                        if !body.is_boolean() {
                            Self::tell(told, body, start, What::Opened);
                        }
                        return self.explain(body, start, told);
                    }
                }
                Self::tell(told, expr, at, outcome);
            }
        }
        Ok(())
    }

    /// What is still to come of a property that is pending from a step on.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn pending(&mut self, expr: &Expr, at: usize) -> Result<Vec<Told>, TooLarge> {
        let mut told = Vec::new();
        self.collect_pending(expr, at, &mut told)?;
        Ok(told)
    }

    fn collect_pending(&mut self, expr: &Expr, at: usize, told: &mut Vec<Told>) -> Result<(), TooLarge> {
        if at >= self.run.letters.len() {
            Self::tell(told, expr, at, What::Pending);
            return Ok(());
        }
        if !matches!(self.standing(expr, at)?, Standing::Pending) {
            return Ok(());
        }
        let n_before = told.len();
        match &expr.kind {
            Kind::And(a, b) | Kind::Or(a, b) => {
                self.collect_pending(a, at, told)?;
                self.collect_pending(b, at, told)?;
            }
            Kind::Implies(_, b) => self.collect_pending(b, at, told)?,
            Kind::Next(_, n, a) => self.collect_pending(a, at + *n as usize, told)?,
            Kind::Globally(a) => {
                for step in at..self.run.letters.len() {
                    self.collect_pending(a, step, told)?;
                }
            }
            Kind::Suffix(overlap, sere, body) => {
                for end in self.matches(sere, at)? {
                    let shift = usize::from(*overlap == crate::syntax::Overlap::After);
                    self.collect_pending(body, end + shift, told)?;
                }
            }
            Kind::Abort(a, _) => self.collect_pending(a, at, told)?,
            Kind::Const(_)
            | Kind::Atom(_)
            | Kind::Not(_)
            | Kind::Iff(..)
            | Kind::Finally(_)
            | Kind::Until(..)
            | Kind::Release(..)
            | Kind::Sequence(..) => {}
        }
        if told.len() == n_before {
            Self::tell(told, expr, at, What::Pending);
        }
        Ok(())
    }

    /// How each part fares from each step on: the property itself first, then its parts as they stand, each once.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn timeline(&mut self, expr: &Expr) -> Result<Vec<(Expr, Vec<Standing>)>, TooLarge> {
        let mut rows: Vec<(Expr, Vec<Standing>)> = Vec::new();
        let all = crate::change::occurrences(expr);
        for occurrence in all {
            if rows.iter().any(|(known, _)| known.placeless() == occurrence.expr.placeless()) {
                continue;
            }
            let steps = (0..self.run.letters.len()).map(|at| self.standing(&occurrence.expr, at));
            let steps = steps.collect::<Result<Vec<_>, _>>()?;
            rows.push((occurrence.expr, steps));
        }
        Ok(rows)
    }
}
