//! What is going on, on one line of standard error that goes away: only where that is a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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

    /// What is being done now.
    pub fn phase(&self, what: &str) {
        if let Some(line) = &self.line {
            line.set_message(what.to_owned());
        }
    }

    /// How far an optimisation has come: `statements: 14 found, at least 9 needed`.
    pub fn bounds(&self, what: &str, best: Option<u128>, lower: u128) {
        if self.line.is_some() {
            self.phase(&bounds_text(what, best, lower));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

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
