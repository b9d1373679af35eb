//! A change of what threads do, as edits of the text.

use std::ops::Range;

use whyc_debug::finding::EditReport;

use super::code::{At, Code};
use super::locks::Lock;
use crate::repair::statements::Kind;

/// A change, and how far-fetched it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What is done.
    pub ops: Vec<Op>,
    /// The lower, the likelier.
    pub cost: u32,
}

/// One thing that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Something is held for longer, or where it was not.
    Hold(Hold),
    /// Text is replaced.
    Text(Edits),
}

/// Statements of a block, from the first to the last, over which a lock is held: taken before them and given back once, behind them
/// or where they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// What.
    pub lock: Lock,
    /// In which function.
    pub function: usize,
    /// In which block.
    pub block: usize,
    /// The positions in the block.
    pub first: usize,
    /// Likewise.
    pub last: usize,
}

/// Replacements in the file of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edits {
    /// The function.
    pub function: usize,
    /// What is replaced by what.
    pub edits: Vec<(Range<usize>, String)>,
    /// What that means, as an order.
    pub means: String,
    /// The statements that it is about.
    pub about: Vec<usize>,
}

impl Change {
    /// One thing.
    pub fn one(op: Op, cost: u32) -> Self {
        Self { ops: vec![op], cost }
    }

    /// Both; sections over the same lock that touch become one.
    pub fn and(&self, other: &Change) -> Self {
        let mut ops = self.ops.clone();
        for op in &other.ops {
            add(&mut ops, op.clone());
        }
        Self { ops, cost: self.cost + other.cost }
    }

    /// The edits; none if they do not go together.
    pub fn edits(&self, code: &Code) -> Option<Vec<EditReport>> {
        let mut all: Vec<(usize, Range<usize>, String)> = Vec::new();
        for op in &self.ops {
            let (function, edits) = match op {
                Op::Hold(hold) => (hold.function, hold.edits(code)?),
                Op::Text(text) => (text.function, text.edits.clone()),
            };
            let file = code.functions[function].file;
            for (bytes, new) in edits {
                let edit = (file, bytes, new);
                if !all.contains(&edit) {
                    all.push(edit);
                }
            }
        }
        all.sort_by_key(|(file, bytes, _)| (*file, bytes.start, bytes.end));
        let overlaps = |pair: &[(usize, Range<usize>, String)]| {
            let [(file, before, _), (other, after, _)] = pair else { return false };
            file == other && (after.start < before.end || after.start == before.start)
        };
        if all.is_empty() || all.windows(2).any(overlaps) {
            return None;
        }
        let report = |(file, bytes, new): (usize, Range<usize>, String)| {
            let file = &code.files[file];
            let old = file.text[bytes.clone()].to_owned();
            let span = whyc_base::source::Span { file: file.id, start: bytes.start as u32, end: bytes.end as u32 };
            EditReport { span, old, new }
        };
        Some(all.into_iter().map(report).collect())
    }
}

fn add(ops: &mut Vec<Op>, op: Op) {
    if let Op::Hold(new) = &op {
        for known in ops.iter_mut() {
            let Op::Hold(hold) = known else { continue };
            let is_near = new.first <= hold.last + 1 && hold.first <= new.last + 1;
            if hold.lock.is(&new.lock) && (hold.function, hold.block) == (new.function, new.block) && is_near {
                (hold.first, hold.last) = (hold.first.min(new.first), hold.last.max(new.last));
                return;
            }
        }
    }
    if !ops.contains(&op) {
        ops.push(op);
    }
}

impl Hold {
    /// With the sections of the same lock that reach into it made part of it.
    pub fn widened(mut self, code: &Code) -> Self {
        let calls = &code.functions[self.function].calls;
        let inside = code.inside(self.function, self.block);
        let call_at = |position: usize| calls.iter().find(|call| call.statement == inside[position]);
        let is_ours = |position: &usize| {
            call_at(*position).is_some_and(|call| self.lock.is_taken_by(call) || self.lock.is_given_by(call))
        };
        let before = (0..self.first).rev().find(is_ours);
        if let Some(at) = before.filter(|&at| call_at(at).is_some_and(|call| self.lock.is_taken_by(call))) {
            self.first = at;
        }
        let after = (self.last + 1..inside.len()).find(is_ours);
        if let Some(at) = after.filter(|&at| call_at(at).is_some_and(|call| self.lock.is_given_by(call))) {
            self.last = at;
        }
        self
    }

    fn statement(&self, code: &Code, position: usize) -> At {
        At { function: self.function, statement: code.inside(self.function, self.block)[position] }
    }

    /// Where it begins and ends.
    pub fn bytes(&self, code: &Code) -> Range<usize> {
        code.bytes(self.statement(code, self.first)).start..code.bytes(self.statement(code, self.last)).end
    }

    fn edits(&self, code: &Code) -> Option<Vec<(Range<usize>, String)>> {
        let (function, bytes) = (&code.functions[self.function], self.bytes(code));
        let (first, last) = (self.statement(code, self.first), self.statement(code, self.last));
        let mut edits = Vec::new();
        let at = |statement: usize| At { function: self.function, statement };
        let (mut is_taken, mut is_given) = (false, false);
        for call in &function.calls {
            let (takes, gives) = (self.lock.is_taken_by(call), self.lock.is_given_by(call));
            if !(takes || gives) || !bytes.contains(&call.name_bytes.start) {
                continue;
            }
            let leaves = code.blocks(at(call.statement)).first().is_some_and(|&(block, position)| {
                let next = code.inside(self.function, block).get(position + 1);
                next.is_some_and(|&next| matches!(function.statements.all[next].kind, Kind::Return(_)))
            });
            if takes && call.statement == first.statement {
                is_taken = true;
            } else if gives && call.statement == last.statement {
                is_given = true;
            } else if takes || !leaves {
                edits.push((without(code, at(call.statement))?, String::new()));
            }
        }
        if !is_taken {
            edits.push(before(code, first, &self.lock.taking()));
        }
        for (k, statement) in function.statements.all.iter().enumerate() {
            let Kind::Return(_) = &statement.kind else { continue };
            let here = code.bytes(at(k));
            if !(bytes.start <= here.start && here.end <= bytes.end) {
                continue;
            }
            let gives_before = code.blocks(at(k)).first().is_some_and(|&(block, position)| {
                let inside = code.inside(self.function, block);
                let is_direct = inside.get(position) == Some(&k);
                let calls = |statement: usize| function.calls.iter().find(|call| call.statement == statement);
                is_direct && position > 0 && calls(inside[position - 1]).is_some_and(|call| self.lock.is_given_by(call))
            });
            if !gives_before {
                edits.push(leaving(code, at(k), &self.lock));
            }
            is_given |= k == last.statement;
        }
        if !is_given {
            edits.push(after(code, last, &self.lock.giving()));
        }
        Some(edits)
    }
}

/// Gives a lock back before a `return`, and after its value was computed if something else may change that.
pub fn leaving(code: &Code, at: At, lock: &Lock) -> (Range<usize>, String) {
    let (text, bytes) = (code.text(at.function), code.bytes(at));
    let function = &code.functions[at.function];
    let value = match &function.statements.all[at.statement].kind {
        Kind::Return(value) => text.slice(value),
        _ => "",
    };
    let is_plain = value.is_empty() || value == "NULL" || value.parse::<i64>().is_ok();
    let is_in_block = function.statements.siblings(at.statement).is_some();
    if is_plain && is_in_block {
        return before(code, at, &lock.giving());
    }
    let new = match is_plain {
        true => format!("{{ {} {} }}", lock.giving(), code.slice(at)),
        false => {
            let name = code.unused("result");
            format!("{{ {} {name} = {value}; {} return {name}; }}", function.returns, lock.giving())
        }
    };
    (bytes, new)
}

/// A statement is put before another one.
pub fn before(code: &Code, at: At, new: &str) -> (Range<usize>, String) {
    let start = code.bytes(at).start;
    let new = match code.indent(at) {
        Some(indent) => format!("{new}\n{indent}"),
        None => format!("{new} "),
    };
    (start..start, new)
}

/// A statement is put behind another one, and behind the comment on its line.
pub fn after(code: &Code, at: At, new: &str) -> (Range<usize>, String) {
    let text = &code.files[code.functions[at.function].file].text;
    let end = code.bytes(at).end;
    let line_end = text[end..].find('\n').map_or(text.len(), |n| end + n);
    let rest = text[end..line_end].trim();
    let is_comment = rest.starts_with("//") || rest.starts_with("/*") && rest.find("*/") == Some(rest.len() - 2);
    match code.indent(at) {
        Some(indent) if rest.is_empty() => (end..end, format!("\n{indent}{new}")),
        Some(indent) if is_comment => (line_end..line_end, format!("\n{indent}{new}")),
        _ => (end..end, format!(" {new}")),
    }
}

/// Where a statement stands, with its line if there is nothing else on it; none if something is governed by it being there.
pub fn without(code: &Code, at: At) -> Option<Range<usize>> {
    code.functions[at.function].statements.siblings(at.statement)?;
    let text = &code.files[code.functions[at.function].file].text;
    let bytes = code.bytes(at);
    let rest = &text[bytes.end..];
    let next = rest.find(|c: char| c != ' ' && c != '\t').map_or(text.len(), |n| bytes.end + n);
    Some(match (code.indent(at), text[next..].starts_with('\n')) {
        (Some(indent), true) => bytes.start - indent.len()..next + 1,
        _ => bytes.start..next,
    })
}
