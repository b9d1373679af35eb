//! Which engines run now: chosen by their marks, watched, and replaced when others promise more.
//!
//! This knows no threads and no clock: it is told what time it is and what was heard, and says what to start and what to stop. So it
//! can be tested with engines that do not exist.

use std::time::Duration;

use crate::advisor::{Advice, Advisor, Ended, Problem};
use crate::rng::Rng;

/// How long things take until they count.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Nothing is stopped that has run for less than this.
    pub grace: Duration,
    /// From when on a better mark of another counts fully.
    pub full: Duration,
}

/// One that runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// Its number.
    pub id: usize,
    /// What it was started for.
    pub advice: Advice,
    started: Duration,
    heard: Duration,
    /// Whether it makes room for nobody.
    stays: bool,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Start this, under this number.
    Start(usize, Advice),
    /// Stop the one with this number.
    Stop(usize),
}

/// What became of one that ran.
#[derive(Clone, Debug)]
pub struct Past {
    /// What it was started for.
    pub advice: Advice,
    /// With what mark.
    pub mark: f64,
    /// How it ended.
    pub ended: Ended,
    /// How long it ran.
    pub time: Duration,
}

/// Who runs, who ran, and who might.
#[derive(Debug)]
pub struct Schedule {
    /// Who might.
    pub advisors: Vec<Advisor>,
    /// Who did.
    pub past: Vec<Past>,
    running: Vec<Running>,
    rng: Rng,
    limit: usize,
    pace: Pace,
    n_started: usize,
}

impl Schedule {
    /// At most `limit` at once.
    #[must_use]
    pub fn new(advisors: Vec<Advisor>, limit: usize, pace: Pace, seed: u64) -> Self {
        let (past, running) = (Vec::new(), Vec::new());
        Self { advisors, past, running, rng: Rng::new(seed), limit: limit.max(1), pace, n_started: 0 }
    }

    /// Those that run.
    #[must_use]
    pub fn running(&self) -> &[Running] {
        &self.running
    }

    /// Starts the one with the best mark: where nothing is known yet, nothing is left to chance.
    pub fn begin(&mut self, now: Duration, problem: &Problem) -> Option<Action> {
        let fresh = self.fresh(problem);
        let (_, advice) = fresh.into_iter().reduce(|best, it| if it.0 > best.0 { it } else { best })?;
        Some(self.start(advice, now))
    }

    /// Starts this one, which makes room for nobody; nothing if nobody speaks for it.
    pub fn begin_with(&mut self, engine: &str, now: Duration, problem: &Problem) -> Option<Action> {
        let (_, advice) = self.fresh(problem).into_iter().find(|(_, advice)| advice.engine == engine)?;
        let action = self.start(advice, now);
        self.running.iter_mut().for_each(|it| it.stays = true);
        Some(action)
    }

    fn start(&mut self, advice: Advice, now: Duration) -> Action {
        let id = self.n_started;
        self.n_started += 1;
        self.running.push(Running { id, advice: advice.clone(), started: now, heard: now, stays: false });
        Action::Start(id, advice)
    }

    /// What is to be done now.
    pub fn tick(&mut self, now: Duration, problem: &Problem) -> Vec<Action> {
        let fresh: Vec<(f64, Advice)> = self.fresh(problem);
        // Nobody makes room for one that runs already.
        let best =
            fresh.iter().filter(|(_, advice)| !self.is_running(advice)).map(|(mark, _)| *mark).fold(0.0, f64::max);
        let mut actions = Vec::new();
        for at in (0..self.running.len()).rev() {
            let running = &self.running[at];
            if running.stays {
                continue;
            }
            let gap = best - self.mark_of(running, now);
            if self.rng.unit() < self.impatience(now - running.started, gap) {
                actions.push(Action::Stop(running.id));
                self.leave(at, now, Ended::InVain);
            }
        }
        // One that was just stopped is not started again before others had their turn.
        let stopped: Vec<(&str, String)> = self
            .past
            .iter()
            .rev()
            .take(actions.len())
            .map(|past| (past.advice.engine, past.advice.settings.clone()))
            .collect();
        let mut candidates: Vec<(f64, Advice)> = fresh;
        if candidates.len() > stopped.len() {
            candidates.retain(|(_, advice)| {
                !stopped.iter().any(|(engine, settings)| advice.engine == *engine && advice.settings == *settings)
            });
        }
        while self.running.len() < self.limit {
            candidates.retain(|(_, advice)| !self.is_running(advice));
            let marks: Vec<f64> = candidates.iter().map(|(mark, _)| *mark).collect();
            let Some(at) = self.rng.draw(&marks) else { break };
            let (_, advice) = candidates.swap_remove(at);
            actions.push(self.start(advice, now));
        }
        actions
    }

    /// Something was heard of one that runs.
    pub fn heard(&mut self, id: usize, now: Duration) {
        for running in self.running.iter_mut().filter(|it| it.id == id) {
            running.heard = now;
        }
    }

    /// One has ended by itself.
    pub fn ended(&mut self, id: usize, now: Duration, how: Ended) {
        if let Some(at) = self.running.iter().position(|it| it.id == id) {
            self.leave(at, now, how);
        }
    }

    /// The answer is there: the others are not needed any more.
    pub fn finish(&mut self, now: Duration) {
        while let Some(at) = self.running.len().checked_sub(1) {
            self.leave(at, now, Ended::NotNeeded);
        }
    }

    /// What the advisors advise, with marks.
    fn fresh(&mut self, problem: &Problem) -> Vec<(f64, Advice)> {
        let mut fresh = Vec::new();
        for advisor in &self.advisors {
            let advice = advisor.advice(problem, &mut self.rng);
            fresh.push((advisor.mark(advice.fitness), advice));
        }
        fresh
    }

    fn is_running(&self, advice: &Advice) -> bool {
        self.running.iter().any(|it| it.advice.engine == advice.engine && it.advice.settings == advice.settings)
    }

    fn mark_of(&self, running: &Running, now: Duration) -> f64 {
        let advisor = self.advisors.iter().find(|it| it.engine == running.advice.engine);
        advisor.map_or(0.0, |it| it.mark(it.evaluate(&running.advice, now - running.heard)))
    }

    /// How likely it is that one is stopped now.
    fn impatience(&self, time: Duration, gap: f64) -> f64 {
        if time < self.pace.grace {
            return 0.0;
        }
        let share = (time.as_secs_f64() / self.pace.full.as_secs_f64()).min(1.0);
        (gap / crate::advisor::MOST_FIT * share).clamp(0.0, 0.5)
    }

    fn leave(&mut self, at: usize, now: Duration, ended: Ended) {
        let running = self.running.remove(at);
        let time = now - running.started;
        let mut mark = 0.0;
        for advisor in self.advisors.iter_mut().filter(|it| it.engine == running.advice.engine) {
            mark = advisor.mark(running.advice.fitness);
            advisor.conclude(&running.advice, ended, time);
        }
        self.past.push(Past { advice: running.advice, mark, ended, time });
    }
}

#[cfg(test)]
mod tests;
