//! Runs the `whyc` executable and reads its JSON report.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::header::Place;
use crate::schema;

/// What a run of whyc said.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The exit status; nothing if it was killed, by a signal or because it took too long.
    pub status: Option<i32>,
    /// The report on standard output, if that was one JSON object.
    pub report: Option<Value>,
    /// Standard error.
    pub stderr: String,
}

impl Answer {
    /// The verdict of the report; empty if there is no report.
    #[must_use]
    pub fn verdict(&self) -> &str {
        self.report.as_ref().and_then(|report| report["verdict"].as_str()).unwrap_or("")
    }

    /// Class and line of every property that is violated by itself, not only after another one, in order and without
    /// duplicates.
    #[must_use]
    pub fn violated(&self) -> Vec<Place> {
        let properties = self.report.as_ref().and_then(|report| report["properties"].as_array());
        let mut places: Vec<Place> = properties
            .into_iter()
            .flatten()
            .filter(|property| property["status"] == "violated" && property["after"].is_null())
            .map(|property| Place {
                class: property["class"].as_str().unwrap_or("").to_owned(),
                line: property["line"].as_u64().unwrap_or(0) as u32,
            })
            .collect();
        places.sort();
        places.dedup();
        places
    }

    /// For a person: the verdict with its reason and the violated properties, or how the run ended.
    #[must_use]
    pub fn summary(&self) -> String {
        let first_line = self.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
        let Some(report) = &self.report else {
            return match self.status {
                Some(status) => format!("exit status {status}, no report; {first_line}"),
                None => format!("killed; {first_line}"),
            };
        };
        let mut text = self.verdict().to_owned();
        for place in self.violated() {
            text += &format!(", {place}");
        }
        if let Some(reason) = report["reason"].as_str() {
            text += &format!(" ({reason})");
        }
        text
    }
}

/// Runs `whyc check FILE --format json OPTIONS…`. A run that exceeds `limit` is killed.
///
/// # Panics
/// If the executable cannot be started.
#[must_use]
pub fn check(whyc: &Path, file: &Path, options: &[String], limit: Duration) -> Answer {
    let mut command = Command::new(whyc);
    command.arg("check").arg(file).args(["--format", "json"]).args(options);
    run(&mut command, limit)
}

/// Runs a command; whatever it is, standard output is taken for a report if it can be read as one.
///
/// # Panics
/// If it cannot be started, or if the report is not as its schema wants it.
#[must_use]
pub fn run(command: &mut Command, limit: Duration) -> Answer {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} should start: {error}"));
    let (mut out, mut err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let out = thread::spawn(move || {
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let err = thread::spawn(move || {
        let mut bytes = Vec::new();
        err.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if start.elapsed() < limit => {
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Ok(None) | Err(_) => {
                // It may have ended in between; then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let out = out.join().unwrap_or_default();
    let err = err.join().unwrap_or_default();
    let report: Option<Value> = serde_json::from_slice(&out).ok();
    if let Some(report) = report.as_ref().filter(|report| report["schema"] == "whyc-report/1") {
        schema::assert_valid(report);
    }
    Answer { status, report, stderr: String::from_utf8_lossy(&err).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Place};

    #[test]
    fn violated_places_are_read() {
        let report = serde_json::json!({
            "verdict": "violated", "reason": null,
            "properties": [
                {"class": "bounds", "line": 7, "status": "violated"},
                {"class": "bounds", "line": 7, "status": "violated"},
                {"class": "overflow", "line": 3, "status": "holds"},
            ],
        });
        let answer = Answer { status: Some(1), report: Some(report), stderr: String::new() };
        assert_eq!(answer.violated(), [Place { class: "bounds".to_owned(), line: 7 }]);
        assert_eq!(answer.summary(), "violated, bounds at line 7");
    }
}
