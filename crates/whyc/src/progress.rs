//! What is going on, on one line of standard error that goes away: only where that is a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use whyc_debug::minimise::Stage;
use whyc_session::Progress as Doing;

/// How often the line is drawn again. What takes less than this is not worth a line.
const TICK: Duration = Duration::from_millis(120);

/// A line that says what is going on; nothing at all where nobody watches.
#[derive(Debug)]
pub struct Progress {
    line: Option<ProgressBar>,
}

impl Progress {
    /// A line on standard error, if that is a terminal and the user did not ask for quiet.
    pub fn new(quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self { line: None };
        }
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            line.set_style(style);
        }
        line.enable_steady_tick(TICK);
        Self { line: Some(line) }
    }

    /// Shows what is being done now.
    pub fn tell(&self, what: Doing<'_>) {
        if let Some(line) = &self.line {
            line.set_message(words(what));
        }
    }

    /// Takes the line away: what comes now is the answer.
    pub fn clear(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What a session is doing, in words.
fn words(what: Doing<'_>) -> String {
    match what {
        Doing::Reading | Doing::Read(_) => "reading".to_owned(),
        Doing::Deciding | Doing::Decided(_) => "looking for a failing run".to_owned(),
        Doing::Cycles(finding) => {
            format!("looking for a failing run: {} of {} cycles", finding.n_cycles(), finding.bound + 1)
        }
        Doing::Minimising => "looking for the smallest failing run".to_owned(),
        Doing::Bounds { stage, best, lower } => {
            let what = match stage {
                Stage::Length => "executed statements",
                Stage::Values => "sum of all values",
                Stage::Inputs => "inputs that matter",
            };
            bounds_text(what, best, lower)
        }
        Doing::Explaining => "looking for the closest passing run".to_owned(),
        Doing::Localising => "looking for places where a change would help".to_owned(),
        Doing::Part(part) => part.to_owned(),
    }
}

/// How far an optimisation has come: `statements: 14 found, at least 9 needed`.
fn bounds_text(what: &str, best: Option<u128>, lower: u128) -> String {
    match best {
        Some(best) if best == lower => format!("{what}: {best}, proved smallest"),
        Some(best) => format!("{what}: {best} found, at least {lower} needed"),
        None => format!("{what}: at least {lower} needed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_told_in_words() {
        assert_eq!(bounds_text("statements", Some(14), 9), "statements: 14 found, at least 9 needed");
        assert_eq!(bounds_text("statements", Some(9), 9), "statements: 9, proved smallest");
        assert_eq!(bounds_text("sum of values", None, 0), "sum of values: at least 0 needed");
    }

    #[test]
    fn quiet_means_no_line() {
        assert!(Progress::new(true).line.is_none());
    }
}
