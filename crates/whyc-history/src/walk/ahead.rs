//! Several revisions are asked at once; who asks them one after the other finds their answers known.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle};

/// How often it is looked whether somebody said stop.
const TICK: Duration = Duration::from_millis(20);

/// Asks about some states at once. Once one of them does not fail, those after it are not waited for. What is answered is remembered by the
/// oracle, and nowhere else: it changes nothing but the time.
pub fn ask(oracle: &dyn Oracle, several: &[Files], stop: &Stop) {
    // States that read the same are one question.
    let mut seen = Vec::new();
    let mut different: Vec<&Files> = Vec::new();
    for files in several {
        let reads = oracle.reads(files);
        if !seen.contains(&reads) {
            seen.push(reads);
            different.push(files);
        }
    }
    let stops: Vec<Stop> = different.iter().map(|_| Stop::default()).collect();
    let (answers, received) = mpsc::channel();
    thread::scope(|scope| {
        for (i, files) in different.into_iter().enumerate() {
            let (answers, own) = (answers.clone(), &stops[i]);
            scope.spawn(move || {
                let answer = oracle.ask(files, own);
                // Nobody waits for it if it was stopped.
                let _ = answers.send((i, answer));
            });
        }
        drop(answers);
        loop {
            match received.recv_timeout(TICK) {
                Ok((_, Answer::Same)) => {}
                Ok((i, _)) => stops[i + 1..].iter().for_each(Stop::set),
                Err(mpsc::RecvTimeoutError::Timeout) if stop.is_set() => stops.iter().for_each(Stop::set),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
        }
    });
}
