//! From lines to a [`Model`]. Whatever is read has the right sorts.

use std::collections::HashMap;

use whyc_aig::circuit::{FileError, MAX_FILE_BYTES, Place};
use whyc_base::budget::Budget;

use super::literal::{decimal, unsigned};
use super::model::{Justice, Kind, Model, Node, Operand, Root, Sort, State};
use super::number::{Number, ones};
use super::ops::Op;
use crate::file::ReadError;

/// The widest word. A file says a width in a few characters, so that its length does not bound what it
/// asks for; this does.
pub const MAX_WIDTH: u32 = 1 << 20;

/// After how many lines the limits are asked.
const NOW_AND_THEN: usize = 1024;

/// Reads a BTOR2 file.
///
/// # Errors
/// The first line that breaks the format, or asks for what is not supported: words that are wider than
/// [`MAX_WIDTH`], arrays of arrays; or the limit that was reached.
pub fn parse(bytes: &[u8], budget: &Budget) -> Result<Model, ReadError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(ReadError::Refused(FileError::at(Place::Byte(MAX_FILE_BYTES), "the file is longer than 1 GiB")));
    }
    let mut reader = Reader::default();
    for (idx, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if idx % NOW_AND_THEN == 0 {
            budget.check().map_err(ReadError::Exhausted)?;
        }
        reader.line_no = idx + 1;
        let text = std::str::from_utf8(line).map_err(|_| reader.wrong("the line is not text (UTF-8)"))?;
        reader.line(text)?;
    }
    Ok(reader.model)
}

#[derive(Default)]
struct Reader {
    model: Model,
    line_no: usize,
    sort_from_id: HashMap<u64, Sort>,
    node_from_id: HashMap<u64, usize>,
    /// The position in `model.states` of a node that is a state.
    state_from_node: HashMap<usize, usize>,
}

/// The words of a line after its number and keyword, taken one by one.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl Reader {
    fn wrong(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Refused(FileError::at_line(self.line_no, reason))
    }

    fn unsupported(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Refused(FileError::at_line(self.line_no, reason).unsupported())
    }

    fn line(&mut self, text: &str) -> Result<(), ReadError> {
        let mut words = Words(without_comment(text).split_ascii_whitespace());
        let Some(id) = words.0.next() else { return Ok(()) };
        let id = self.number(id)?;
        if id == 0 || self.sort_from_id.contains_key(&id) || self.node_from_id.contains_key(&id) {
            return Err(self.wrong(format!("the number {id} is zero or already taken")));
        }
        let keyword = words.0.next().ok_or_else(|| self.wrong("the line ends after its number"))?;
        match keyword {
            "sort" => self.sort(id, &mut words)?,
            "input" => {
                let sort = self.sort_of(&mut words)?;
                let node = self.node(id, Kind::Input, sort, &mut words);
                self.model.inputs.push(node);
            }
            "state" => {
                let sort = self.sort_of(&mut words)?;
                let node = self.node(id, Kind::State, sort, &mut words);
                self.state_from_node.insert(node, self.model.states.len());
                self.model.states.push(State { node, init: None, next: None });
            }
            "init" | "next" => self.assign(keyword, &mut words)?,
            "const" | "constd" | "consth" | "zero" | "one" | "ones" => self.constant(id, keyword, &mut words)?,
            "bad" | "constraint" | "fair" | "output" => self.root(keyword, &mut words)?,
            "justice" => self.justice(&mut words)?,
            _ => return self.operator(id, keyword, &mut words),
        }
        self.at_end(words)
    }

    /// Nothing may follow; names have been taken by now.
    fn at_end(&self, mut words: Words<'_>) -> Result<(), ReadError> {
        match words.0.next() {
            Some(word) => Err(self.wrong(format!("nothing should follow here, found `{}`", excerpt(word)))),
            None => Ok(()),
        }
    }

    fn number(&self, word: &str) -> Result<u64, ReadError> {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.parse().ok() } else { None };
        number.ok_or_else(|| self.wrong(format!("expected a number, found `{}`", excerpt(word))))
    }

    fn next_number(&self, words: &mut Words<'_>) -> Result<u64, ReadError> {
        let word = words.0.next().ok_or_else(|| self.wrong("the line ends where a number should stand"))?;
        self.number(word)
    }

    fn small_number(&self, words: &mut Words<'_>) -> Result<u32, ReadError> {
        let number = self.next_number(words)?;
        u32::try_from(number).map_err(|_| self.wrong(format!("{number} is too large")))
    }

    fn sort(&mut self, id: u64, words: &mut Words<'_>) -> Result<(), ReadError> {
        let sort = match words.0.next() {
            Some("bitvec") => {
                let width = self.next_number(words)?;
                match u32::try_from(width) {
                    Ok(0) => return Err(self.wrong("a word has at least one bit")),
                    Ok(width) if width <= MAX_WIDTH => Sort::Bits(width),
                    _ => {
                        let reason = format!("words of {width} bits are not supported, {MAX_WIDTH} is the most");
                        return Err(self.unsupported(reason));
                    }
                }
            }
            Some("array") => match (self.sort_of(words)?, self.sort_of(words)?) {
                (Sort::Bits(index), Sort::Bits(element)) => Sort::Array { index, element },
                _ => return Err(self.unsupported("arrays of arrays are not supported")),
            },
            _ => return Err(self.wrong("a sort is `bitvec` or `array`")),
        };
        self.sort_from_id.insert(id, sort);
        Ok(())
    }

    fn sort_of(&self, words: &mut Words<'_>) -> Result<Sort, ReadError> {
        let id = self.next_number(words)?;
        self.sort_from_id.get(&id).copied().ok_or_else(|| self.wrong(format!("{id} is not a sort")))
    }

    /// A word sort, with its width.
    fn word_sort(&self, words: &mut Words<'_>) -> Result<u32, ReadError> {
        match self.sort_of(words)? {
            Sort::Bits(width) => Ok(width),
            Sort::Array { .. } => Err(self.wrong("a constant is a word, not an array")),
        }
    }

    fn operand(&self, words: &mut Words<'_>) -> Result<Operand, ReadError> {
        let word = words.0.next().ok_or_else(|| self.wrong("the line ends where an operand should stand"))?;
        let (negated, digits) = word.strip_prefix('-').map_or((false, word), |digits| (true, digits));
        let id = self.number(digits)?;
        let node = self.node_from_id.get(&id).copied();
        let node = node.ok_or_else(|| self.wrong(format!("{id} is not a node of a line above")))?;
        if negated && matches!(self.model.nodes[node].sort, Sort::Array { .. }) {
            return Err(self.wrong("an array cannot be negated"));
        }
        Ok(Operand { node, negated })
    }

    fn sort_of_operand(&self, operand: Operand) -> Sort {
        self.model.nodes[operand.node].sort
    }

    fn node(&mut self, id: u64, kind: Kind, sort: Sort, words: &mut Words<'_>) -> usize {
        let node = self.model.nodes.len();
        let name = words.0.next().map(str::to_owned);
        self.model.nodes.push(Node { kind, sort, name, id, line: self.line_no });
        self.node_from_id.insert(id, node);
        node
    }

    fn constant(&mut self, id: u64, keyword: &str, words: &mut Words<'_>) -> Result<(), ReadError> {
        let width = self.word_sort(words)?;
        let value = match keyword {
            "zero" => Some(Number::ZERO),
            "one" => Some(Number::from(1u8)),
            "ones" => Some(ones(width)),
            _ => {
                let word = words.0.next().ok_or_else(|| self.wrong("the line ends where a value should stand"))?;
                match keyword {
                    "constd" => decimal(word, width),
                    "consth" => unsigned(word, 16, width),
                    _ => unsigned(word, 2, width).filter(|_| word.len() == width as usize),
                }
            }
        };
        let value = value.ok_or_else(|| self.wrong(format!("the value is not a constant of {width} bits")))?;
        self.node(id, Kind::Const(value), Sort::Bits(width), words);
        Ok(())
    }

    fn assign(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), ReadError> {
        let sort = self.sort_of(words)?;
        let target = self.operand(words)?;
        let value = self.operand(words)?;
        let state = self.state_from_node.get(&target.node).copied().filter(|_| !target.negated);
        let state = state.ok_or_else(|| self.wrong(format!("`{keyword}` is for states")))?;
        let found = self.sort_of_operand(value);
        let fills = keyword == "init" && matches!(sort, Sort::Array { element, .. } if found == Sort::Bits(element));
        if self.sort_of_operand(target) != sort || found != sort && !fills {
            return Err(self.wrong(format!("the sorts of `{keyword}`, the state and the value differ")));
        }
        let state = &mut self.model.states[state];
        let slot = if keyword == "init" { &mut state.init } else { &mut state.next };
        if slot.replace(value).is_some() {
            return Err(self.wrong(format!("the state has `{keyword}` already")));
        }
        // Some writers give even these lines a name.
        words.0.next();
        Ok(())
    }

    fn root(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), ReadError> {
        let operand = self.operand(words)?;
        if keyword != "output" && self.sort_of_operand(operand) != Sort::Bits(1) {
            return Err(self.wrong(format!("`{keyword}` takes one bit")));
        }
        let root = Root { operand, name: words.0.next().map(str::to_owned), line: self.line_no };
        match keyword {
            "bad" => self.model.bad.push(root),
            "constraint" => self.model.constraints.push(root),
            "fair" => self.model.fairness.push(root),
            _ => self.model.outputs.push(root),
        }
        Ok(())
    }

    fn justice(&mut self, words: &mut Words<'_>) -> Result<(), ReadError> {
        let n = self.next_number(words)?;
        let mut operands = Vec::new();
        for _ in 0..n {
            let operand = self.operand(words)?;
            if self.sort_of_operand(operand) != Sort::Bits(1) {
                return Err(self.wrong("`justice` takes single bits"));
            }
            operands.push(operand);
        }
        let name = words.0.next().map(str::to_owned);
        self.model.justice.push(Justice { operands, name, line: self.line_no });
        Ok(())
    }

    fn operator(&mut self, id: u64, keyword: &str, words: &mut Words<'_>) -> Result<(), ReadError> {
        let plain = Op::from_name(keyword);
        if plain.is_none() && !matches!(keyword, "slice" | "uext" | "sext") {
            return Err(self.wrong(format!("unknown operator `{}`", excerpt(keyword))));
        }
        let sort = self.sort_of(words)?;
        let mut operands = vec![self.operand(words)?];
        let op = match (plain, keyword) {
            (Some(op), _) => op,
            (None, "slice") => Op::Slice { hi: self.small_number(words)?, lo: self.small_number(words)? },
            (None, "uext") => Op::Uext(self.small_number(words)?),
            (None, _) => Op::Sext(self.small_number(words)?),
        };
        for _ in 1..op.arity() {
            operands.push(self.operand(words)?);
        }
        let sorts: Vec<Sort> = operands.iter().map(|&operand| self.sort_of_operand(operand)).collect();
        if op.result(&sorts) != Some(sort) {
            return Err(self.wrong(format!("`{keyword}` does not take these sorts, or gives another")));
        }
        self.node(id, Kind::Apply(op, operands), sort, words);
        Ok(())
    }
}

/// The line up to a `;` that does not stand within a word.
fn without_comment(text: &str) -> &str {
    let starts = |at: usize| at == 0 || text.as_bytes()[at - 1].is_ascii_whitespace();
    text.match_indices(';').find(|&(at, _)| starts(at)).map_or(text, |(at, _)| &text[..at])
}

/// The beginning of `text`, short enough for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
