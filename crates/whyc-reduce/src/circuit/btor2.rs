//! Circuits of words, line by line.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Netlist;

/// The lines of a BTOR2 file.
#[derive(Clone, Debug)]
pub struct Words {
    lines: Vec<Line>,
}

/// A line: its number, its operator, its sort, what it refers to, and the rest as it is written.
#[derive(Clone, Debug)]
struct Line {
    id: i64,
    op: String,
    sort: Option<i64>,
    args: Vec<i64>,
    rest: Vec<String>,
}

/// What may take the place of what.
#[derive(Clone, Debug)]
pub enum Substitute {
    /// A line is no more.
    Gone(i64),
    /// A line is another one, which comes before it.
    Line(i64, i64),
    /// A line is the constant of its sort with this name, or an input of its sort.
    Fresh(i64, &'static str),
}

/// How many of the words behind the sort of an operator are lines, and whether it has a sort.
fn shape(op: &str) -> Option<(bool, usize)> {
    Some(match op {
        "input" | "state" | "zero" | "one" | "ones" | "const" | "constd" | "consth" => (true, 0),
        "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" | "slice" | "uext" | "sext" => (true, 1),
        "ite" | "write" => (true, 3),
        "init" | "next" => (true, 2),
        "bad" | "constraint" | "fair" | "output" => (false, 1),
        "sort" | "justice" => return None,
        _ => (true, 2),
    })
}

impl Line {
    fn read(text: &str) -> Option<Self> {
        let text = text.split(';').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let id = words.next()?.parse().ok()?;
        let op = words.next()?.to_owned();
        let mut words: VecDeque<&str> = words.collect();
        let number = |words: &mut VecDeque<&str>| words.pop_front().and_then(|it| it.parse().ok());
        let (mut sort, mut args) = (None, Vec::new());
        match (op.as_str(), shape(&op)) {
            ("sort", _) if words.front() == Some(&"array") => {
                let kind = words.pop_front().unwrap_or_default();
                args.extend([number(&mut words)?, number(&mut words)?]);
                words.push_front(kind);
            }
            ("justice", _) => {
                let n: i64 = number(&mut words)?;
                for _ in 0..n {
                    args.push(number(&mut words)?);
                }
            }
            (_, Some((has_sort, n))) => {
                if has_sort {
                    sort = Some(number(&mut words)?);
                }
                for _ in 0..n {
                    args.push(number(&mut words)?);
                }
            }
            (_, None) => {}
        }
        Some(Self { id, op, sort, args, rest: words.into_iter().map(str::to_owned).collect() })
    }

    fn text(&self) -> String {
        let mut words = vec![self.id.to_string(), self.op.clone()];
        let is_array = self.op == "sort" && !self.args.is_empty();
        if is_array {
            words.push("array".to_owned());
        }
        if self.op == "justice" {
            words.push(self.args.len().to_string());
        }
        words.extend(self.sort.iter().chain(&self.args).map(i64::to_string));
        words.extend(self.rest.iter().skip(usize::from(is_array)).cloned());
        words.join(" ")
    }

    fn is_value(&self) -> bool {
        self.sort.is_some() && !matches!(self.op.as_str(), "init" | "next")
    }
}

impl Words {
    /// Reads a file that is known to be right, with nothing but one of its properties: what is bad, by its position, or what must
    /// not go on forever, counted on from there.
    #[must_use]
    pub fn read(text: &str, property: usize) -> Self {
        let lines: Vec<Line> = text.lines().filter_map(Line::read).collect();
        let of = |op: &'static str| lines.iter().filter(move |line| line.op == op).map(|line| line.id);
        let wanted: Vec<i64> = of("bad").chain(of("justice")).collect();
        let wanted = wanted.get(property).copied();
        let is_justice = lines.iter().any(|line| Some(line.id) == wanted && line.op == "justice");
        let is_kept = |line: &Line| match line.op.as_str() {
            "bad" | "justice" => Some(line.id) == wanted,
            "output" => false,
            "fair" => is_justice,
            _ => true,
        };
        Self { lines: lines.iter().filter(|line| is_kept(line)).cloned().collect() }.with(&[])
    }

    /// The circuit as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text() + "\n").collect()
    }

    /// How many lines it has.
    #[must_use]
    pub fn n_lines(&self) -> usize {
        self.lines.len()
    }

    fn sorts(&self) -> FxHashMap<i64, i64> {
        self.lines.iter().filter(|line| line.is_value()).filter_map(|line| Some((line.id, line.sort?))).collect()
    }

    /// Whether constants can be of a sort.
    fn is_bits(&self, sort: i64) -> bool {
        self.lines.iter().any(|line| line.id == sort && line.op == "sort" && line.args.is_empty())
    }
}

impl Netlist for Words {
    type Substitute = Substitute;

    const LISTS: usize = 7;

    fn substitutes(&self, list: usize) -> Vec<Substitute> {
        let sorts = self.sorts();
        let is_leaf = |line: &Line| {
            matches!(line.op.as_str(), "input" | "state" | "zero" | "one" | "ones" | "const" | "constd" | "consth")
        };
        let inner = || self.lines.iter().filter(|line| line.is_value() && !is_leaf(line));
        let bits = |line: &&Line| line.sort.is_some_and(|sort| self.is_bits(sort));
        let operand = |line: &Line, which: usize| {
            let same = |arg: &&i64| sorts.get(&arg.abs()).copied() == line.sort;
            line.args.iter().filter(same).nth(which).map(|&arg| Substitute::Line(line.id, arg))
        };
        match list {
            0 => self.lines.iter().filter(|it| it.op == "constraint").map(|it| Substitute::Gone(it.id)).collect(),
            1..=3 => inner().filter_map(|line| operand(line, list - 1)).collect(),
            4 => {
                let states = self.lines.iter().filter(|it| it.op == "state");
                inner().chain(states).filter(bits).map(|it| Substitute::Fresh(it.id, "zero")).collect()
            }
            5 => inner().filter(bits).map(|line| Substitute::Fresh(line.id, "one")).collect(),
            _ => self.lines.iter().filter(|it| it.op == "next").map(|it| Substitute::Gone(it.id)).collect(),
        }
    }

    fn with(&self, substitutes: &[Substitute]) -> Self {
        let (mut to, mut gone) = (FxHashMap::default(), FxHashSet::default());
        let mut lines = self.lines.clone();
        for substitute in substitutes {
            match *substitute {
                Substitute::Gone(id) => drop(gone.insert(id)),
                Substitute::Line(id, other) => drop(to.insert(id, other)),
                Substitute::Fresh(id, op) => {
                    for line in lines.iter_mut().filter(|line| line.id == id) {
                        (line.op, line.args, line.rest) = (op.to_owned(), Vec::new(), Vec::new());
                    }
                    let is_of =
                        |line: &Line| matches!(line.op.as_str(), "init" | "next") && line.args.first() == Some(&id);
                    gone.extend(lines.iter().filter(|line| is_of(line)).map(|line| line.id));
                }
            }
        }
        for line in &mut lines {
            for arg in &mut line.args {
                // Each step leads to a line that comes before: this ends.
                while let Some(&other) = to.get(&arg.abs()) {
                    *arg = if *arg < 0 { -other } else { other };
                }
            }
        }
        lines.retain(|line| !gone.contains(&line.id));
        Self { lines: needed(lines) }
    }

    fn size(&self) -> usize {
        let args: usize = self.lines.iter().map(|line| line.args.len()).sum();
        self.lines.len() + args
    }

    fn bytes(&self) -> Vec<u8> {
        self.text().into_bytes()
    }
}

/// The lines that the properties depend on, with the initial and next values of the states among them.
fn needed(lines: Vec<Line>) -> Vec<Line> {
    let by_id: FxHashMap<i64, &Line> = lines.iter().map(|line| (line.id, line)).collect();
    let mut of_state: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
    for line in lines.iter().filter(|line| matches!(line.op.as_str(), "init" | "next")) {
        if let Some(state) = line.args.first() {
            of_state.entry(*state).or_default().push(line.id);
        }
    }
    let is_root = |line: &&Line| matches!(line.op.as_str(), "bad" | "justice" | "fair" | "constraint");
    let mut waiting: Vec<i64> = lines.iter().filter(is_root).map(|line| line.id).collect();
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        if seen.insert(id)
            && let Some(line) = by_id.get(&id)
        {
            waiting.extend(line.sort.iter().chain(&line.args).map(|arg| arg.abs()));
            waiting.extend(of_state.get(&id).into_iter().flatten());
        }
    }
    lines.into_iter().filter(|line| seen.contains(&line.id)).collect()
}
