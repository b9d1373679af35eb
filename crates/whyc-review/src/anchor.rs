//! How a remark follows its line through edits.
//!
//! Where the revision is known that the line was taken from, the differences between that text and today's say where the line
//! is. Otherwise it is looked for: the same text in the same surroundings, or the most similar line, in the same function. What
//! is not found again is orphaned and stays in the ledger.

use similar::{DiffTag, TextDiff};

use crate::functions::{function_at, functions};
use crate::record::{Anchor, Record, id_of};
use crate::similarity::{ALIKE, alike, normal};

/// So many lines on each side are the surroundings.
const AROUND: usize = 3;

/// Where a remark is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Here.
    At {
        /// The line, from 1 on.
        line: u32,
        /// Whether the line has another text than then.
        is_changed: bool,
    },
    /// It is about the whole file, which is there.
    File,
    /// Its line, or its file, is not there any more.
    Orphaned,
}

impl Place {
    /// The line, if it has one.
    #[must_use]
    pub fn line(self) -> Option<u32> {
        match self {
            Place::At { line, .. } => Some(line),
            Place::File | Place::Orphaned => None,
        }
    }
}

/// What is kept of a line; `None` if the text has no such line.
#[must_use]
pub fn take(text: &str, line: u32, commit: Option<String>) -> Option<Anchor> {
    let lines: Vec<&str> = text.lines().collect();
    let at = (line as usize).checked_sub(1).filter(|at| *at < lines.len())?;
    let function = function_at(text, line).unwrap_or_default();
    Some(Anchor { text: normal(lines[at]), ctx: surroundings(&lines, at), function, commit })
}

fn surroundings(lines: &[&str], at: usize) -> String {
    let around = lines[at.saturating_sub(AROUND)..at].iter().chain(lines[at + 1..].iter().take(AROUND));
    let around: Vec<String> = around.map(|line| normal(line)).collect();
    id_of(&around.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Where the records of one file are in its text, in the order of `records`. `then` gives the text that the file had in a
/// revision. Records that stood in an order stay in it, unless their lines have been swapped.
#[must_use]
pub fn places(records: &[&Record], now: Option<&str>, then: &dyn Fn(&str) -> Option<String>) -> Vec<Place> {
    let Some(now) = now else { return vec![Place::Orphaned; records.len()] };
    let lines: Vec<&str> = now.lines().collect();
    let mut found = vec![Place::File; records.len()];
    let mut order: Vec<usize> = (0..records.len()).filter(|&k| records[k].line.is_some()).collect();
    order.sort_by_key(|&k| (records[k].line, &records[k].id));
    // How far the last one has moved: among lines that are equally good, the one that has moved as far is the likeliest.
    let mut shift = 0_i64;
    let mut last = 0;
    for k in order {
        let (Some(line), Some(anchor)) = (records[k].line, &records[k].anchor) else { continue };
        let by_revision =
            anchor.commit.as_deref().and_then(then).and_then(|then| through(&then, now, line, &anchor.text));
        let place = by_revision.or_else(|| look_for(anchor, now, &lines, i64::from(line) + shift, last));
        found[k] = place.unwrap_or(Place::Orphaned);
        if let Some(at) = found[k].line() {
            shift = i64::from(at) - i64::from(line);
            last = at;
        }
    }
    found
}

/// The line that a line of an older text has become, if it has become one.
fn through(then: &str, now: &str, line: u32, text: &str) -> Option<Place> {
    let at = line.checked_sub(1)? as usize;
    // Another line was meant: the remark was taken from a text that was not in the revision.
    if normal(then.lines().nth(at)?) != text {
        return None;
    }
    let diff = TextDiff::from_lines(then, now);
    let op = diff.ops().iter().find(|op| op.old_range().contains(&at))?;
    let here = |at: usize, is_changed| u32::try_from(at + 1).ok().map(|line| Place::At { line, is_changed });
    match op.tag() {
        DiffTag::Equal => here(op.new_range().start + (at - op.old_range().start), false),
        DiffTag::Replace => {
            let lines: Vec<&str> = now.lines().collect();
            let expected = op.new_range().start + (at - op.old_range().start);
            let candidates = op.new_range().filter(|&at| at < lines.len());
            let scored = candidates.map(|at| (alike(text, lines[at]), at)).filter(|(score, _)| *score >= ALIKE);
            let (_, best) = scored
                .min_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.abs_diff(expected).cmp(&b.1.abs_diff(expected))))?;
            here(best, normal(lines[best]) != text)
        }
        DiffTag::Delete | DiffTag::Insert => None,
    }
}

/// The line that is most like the one that was remarked upon, in the same function; near `expected`, and not before `last` if
/// there is a choice.
fn look_for(anchor: &Anchor, now: &str, lines: &[&str], expected: i64, last: u32) -> Option<Place> {
    let within: Vec<std::ops::RangeInclusive<u32>> = match anchor.function.as_str() {
        "" => vec![1..=u32::try_from(lines.len()).ok()?],
        name => functions(now).into_iter().filter(|(other, _)| other == name).map(|(_, lines)| lines).collect(),
    };
    let candidates = within.into_iter().flatten().filter(|&line| (line as usize) <= lines.len());
    let scored = candidates.filter_map(|line| {
        let at = line as usize - 1;
        let is_same = normal(lines[at]) == anchor.text;
        let score = match is_same {
            true if surroundings(lines, at) == anchor.ctx => 2.0,
            true => 1.0,
            // An empty line is like nothing.
            false if anchor.text.is_empty() => return None,
            false => alike(&anchor.text, lines[at]) * 0.99,
        };
        (score >= ALIKE * 0.99).then_some((score, line, is_same))
    });
    let distance = |line: u32| (i64::from(line) - expected).unsigned_abs();
    let best = scored.min_by(|a, b| {
        let by_score = b.0.total_cmp(&a.0);
        by_score.then((a.1 < last).cmp(&(b.1 < last))).then(distance(a.1).cmp(&distance(b.1)))
    });
    best.map(|(_, line, is_same)| Place::At { line, is_changed: !is_same })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::remark;

    const TEXT: &str = "#include <stdio.h>\n\nint a;\nint b;\n\nint f(int x) {\n    int y = x;\n    y = y + 1;\n    if (y > 3)\n        total = total + y * price;\n    return y;\n}\n\nint g(void) { return 0; }\n";

    fn at(line: u32) -> Record {
        let time = "2008-10-05T10:31:56Z".parse().expect("it is a time");
        remark("f.c", Some(line), take(TEXT, line, None), "look here", "A", time)
    }

    fn now(record: &Record, text: &str) -> Place {
        places(&[record], Some(text), &|_| None)[0]
    }

    #[test]
    fn a_remark_moves_with_its_line() {
        let record = at(10);
        assert_eq!(now(&record, TEXT), Place::At { line: 10, is_changed: false });
        let inserted = TEXT.replacen("int a;", "int c;\nint d;\nint e;\nint a;", 1);
        assert_eq!(now(&record, &inserted), Place::At { line: 13, is_changed: false });
        let deleted = TEXT.replacen("int a;\nint b;\n", "", 1);
        assert_eq!(now(&record, &deleted), Place::At { line: 8, is_changed: false });
        let edited = TEXT.replacen("y * price", "y * (price + 1)", 1);
        assert_eq!(now(&record, &edited), Place::At { line: 10, is_changed: true });
        let (start, end) = (TEXT.find("int f"), TEXT.find("\nint g"));
        let without = TEXT[..start.unwrap_or(0)].to_owned() + &TEXT[end.unwrap_or(0)..];
        assert_eq!(now(&record, &without), Place::Orphaned);
        assert_eq!(places(&[&record], None, &|_| None), [Place::Orphaned]);
    }

    #[test]
    fn the_revision_says_where_a_line_has_gone() {
        // Two lines that look the same, and a third one before them: only the revision tells which is which.
        let then = "int f(void) {\n    step();\n    step();\n}\n";
        let today = "int f(void) {\n    step();\n    step();\n    step();\n}\n// more\n";
        let mut record = at(10);
        record.line = Some(3);
        record.anchor = take(then, 3, Some("abc".to_owned()));
        let found = places(&[&record], Some(today), &|_| Some(then.to_owned()));
        assert!(matches!(found[0], Place::At { line: 3 | 4, is_changed: false }));
        let edited = then.replace("    step();\n}", "    step(1);\n}");
        let found = places(&[&record], Some(&edited), &|_| Some(then.to_owned()));
        assert_eq!(found, [Place::At { line: 3, is_changed: true }]);
    }

    #[test]
    fn remarks_keep_their_order() {
        let text = "int f(void) {\n    step();\n    other();\n    step();\n}\n";
        let remark = |line| {
            let mut record = at(10);
            record.line = Some(line);
            record.anchor = take(text, line, None);
            record
        };
        let (first, second) = (remark(2), remark(4));
        let moved = "int f(void) {\n    begin();\n    begin();\n    step();\n    other(1);\n    step();\n}\n";
        let found = places(&[&first, &second], Some(moved), &|_| None);
        assert_eq!(found.map_lines(), [Some(4), Some(6)]);
    }

    trait Lines {
        fn map_lines(&self) -> Vec<Option<u32>>;
    }

    impl Lines for Vec<Place> {
        fn map_lines(&self) -> Vec<Option<u32>> {
            self.iter().map(|place| place.line()).collect()
        }
    }
}
