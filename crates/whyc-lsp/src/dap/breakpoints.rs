//! Where a run stops: lines, values that change, the failing check.

use whyc_base::source::FileId;
use whyc_debug::tape::{SlotId, Stretch};

use super::debuggee::Debuggee;
use super::lines::Line;

/// All breakpoints.
#[derive(Debug)]
pub struct Breakpoints {
    /// On lines.
    pub lines: Vec<OnLine>,
    /// On values.
    pub data: Vec<OnData>,
    /// Whether it stops where the run fails.
    pub failure: bool,
    /// How many there have been.
    pub n_ids: i64,
}

impl Default for Breakpoints {
    fn default() -> Self {
        Self { lines: Vec::new(), data: Vec::new(), failure: true, n_ids: 0 }
    }
}

/// A breakpoint on a line.
#[derive(Clone, Debug)]
pub struct OnLine {
    /// Its number.
    pub id: i64,
    /// Where.
    pub at: Line,
    /// Only where this expression is not zero.
    pub condition: Option<String>,
}

/// A breakpoint on a value that changes.
#[derive(Clone, Debug)]
pub struct OnData {
    /// Its number.
    pub id: i64,
    /// What.
    pub part: Stretch,
}

/// A breakpoint on a line of a run that is over.
#[derive(Clone, Debug)]
pub struct Kept {
    id: i64,
    path: String,
    line: u32,
    condition: Option<String>,
}

/// Where a breakpoint is now that was set in another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its number.
    pub id: i64,
    /// Its line.
    pub line: u32,
    /// Whether there is code for it.
    pub is_there: bool,
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At a breakpoint.
    Line(i64),
    /// A value has changed.
    Data(i64),
    /// Nothing stopped it.
    End,
}

impl Breakpoints {
    /// A new number.
    pub fn id(&mut self) -> i64 {
        self.n_ids += 1;
        self.n_ids
    }

    /// Takes away those in a file.
    pub fn clear(&mut self, file: FileId) {
        self.lines.retain(|it| it.at.file != file);
    }

    /// Those on lines, for another run.
    pub fn kept(&self, run: &Debuggee) -> Vec<Kept> {
        let keep = |it: &OnLine| {
            let path = run.path(it.at.file)?.display().to_string();
            Some(Kept { id: it.id, path, line: it.at.line, condition: it.condition.clone() })
        };
        self.lines.iter().filter_map(keep).collect()
    }

    /// Sets those of another run in this one: where each is now.
    pub fn restore(&mut self, run: &Debuggee, kept: Vec<Kept>) -> Vec<Moved> {
        let mut all = Vec::new();
        for Kept { id, path, line, condition } in kept {
            let found = run.file(&path).and_then(|file| Some(Line { file, line: run.lines.with_code(file, line)? }));
            all.push(Moved { id, line: found.map_or(line, |at| at.line), is_there: found.is_some() });
            self.lines.extend(found.map(|at| OnLine { id, at, condition }));
        }
        all
    }

    /// Goes on to the next one, or to the last moment.
    pub fn ahead(&self, run: &mut Debuggee) -> Stop {
        // What is looked at on the way winds the tape there, and no further: all of it is wound over once.
        for moment in run.tape.at() + 1..=run.last {
            if let Some(id) = self.changed(run, moment - 1) {
                // Where a person sees it: behind what has changed it.
                let seen = (moment..run.last).find(|&moment| run.is_seen(moment)).unwrap_or(run.last);
                run.tape.wind(seen);
                return Stop::Data(id);
            }
            if let Some(id) = self.on_line(run, moment) {
                return Stop::Line(id);
            }
        }
        run.tape.wind(run.last);
        Stop::End
    }

    /// Goes back to the one before, or to the first moment.
    pub fn behind(&self, run: &mut Debuggee) -> Stop {
        for moment in (run.first..run.tape.at()).rev() {
            if let Some(id) = self.changed(run, moment) {
                run.tape.wind(moment);
                return Stop::Data(id);
            }
            if let Some(id) = self.on_line(run, moment) {
                return Stop::Line(id);
            }
        }
        run.tape.wind(run.first);
        Stop::End
    }

    /// The breakpoint on the line that begins at a moment; then the run is there.
    fn on_line(&self, run: &mut Debuggee, moment: usize) -> Option<i64> {
        if self.lines.is_empty() || !run.lines.begins(moment) {
            return None;
        }
        let line = run.lines.line(run.tape.moments.get(moment)?)?;
        for it in self.lines.iter().filter(|it| it.at == line) {
            run.tape.wind(moment);
            let holds = it.condition.as_deref().is_none_or(|condition| {
                let here = run.here();
                // A condition that has no value is not known to be false.
                run.truth(condition, here).unwrap_or(true)
            });
            if holds {
                return Some(it.id);
            }
        }
        None
    }

    /// The breakpoint on a value that a moment changes. The run is somewhere near it then.
    fn changed(&self, run: &mut Debuggee, moment: usize) -> Option<i64> {
        let written = self.data.iter().filter(|it| run.tape.writes(moment, it.part));
        let written: Vec<OnData> = written.cloned().collect();
        let found = written.into_iter().find(|it| {
            run.tape.wind(moment);
            let before = content(run, it.part);
            run.tape.wind(moment + 1);
            before != content(run, it.part)
        });
        found.map(|it| it.id)
    }
}

/// What a part holds: its bits, and which of them were written.
fn content(run: &Debuggee, part: Stretch) -> Vec<Option<(u128, bool)>> {
    let state = run.tape.state();
    let pieces = (0..part.bits).step_by(64).map(|at| (at, (part.bits - at).min(64) as u32));
    let read = |(at, bits): (u64, u32)| state.bits(part.slot, part.offset_bits + at, bits);
    pieces.map(|piece| read(piece).map(|bits| (bits.value, bits.is_written))).collect()
}

/// A part as a text that a client gives back.
pub fn data_id(part: Stretch) -> String {
    format!("{}:{}:{}", part.slot.0, part.offset_bits, part.bits)
}

/// The part that a text stands for.
pub fn part_of(run: &Debuggee, text: &str) -> Option<Stretch> {
    let numbers: Vec<u64> = text.split(':').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let &[slot, offset_bits, bits] = numbers.as_slice() else { return None };
    let slot = SlotId(u32::try_from(slot).ok()?);
    let size = run.tape.state().has(slot).then(|| run.tape.state().slot(slot).size.saturating_mul(8))?;
    (bits > 0 && offset_bits.checked_add(bits)? <= size).then_some(Stretch { slot, offset_bits, bits })
}
