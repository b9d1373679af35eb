//! A text is put together: the old lines, those of the new ones that are chosen, and functions where they stand.

use std::collections::BTreeMap;
use std::ops::Range;

use similar::DiffOp;
use whyc_shrink::Subset;

use super::Atom;

/// Old pieces, and the atoms that change them, in order.
#[derive(Clone, Debug)]
pub struct Part {
    /// The pieces.
    pub lines: Vec<String>,
    /// The same, with those that are in the new state, too, as they are set there.
    pub dress: Vec<String>,
    /// The atoms.
    pub atoms: Range<usize>,
}

/// A place between lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// Before this old line, or behind the last.
    Line(usize),
    /// Before what this atom changes.
    Atom(usize),
}

/// One of the two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The older files.
    Old,
    /// The newer ones.
    New,
}

impl Part {
    /// The text with what is chosen; `between` may add something at each gap.
    pub fn text(
        &self,
        (atoms, at): (&[Atom], &[usize]),
        chosen: &Subset,
        dress: State,
        between: &mut dyn FnMut(Gap, &mut String),
    ) -> String {
        let (mut found, mut next) = (String::new(), 0);
        let lines = if dress == State::Old { &self.lines } else { &self.dress };
        for i in self.atoms.clone() {
            while next < at[i] {
                between(Gap::Line(next), &mut found);
                push_piece(&mut found, &lines[next]);
                next += 1;
            }
            between(Gap::Atom(i), &mut found);
            if !chosen.has(i) {
                continue;
            }
            if atoms[i].old.is_some() && next < self.lines.len() {
                between(Gap::Line(next), &mut found);
                next += 1;
            }
            if let Some((_, text)) = &atoms[i].new {
                push_piece(&mut found, text);
            }
        }
        for (i, line) in lines.iter().enumerate().skip(next) {
            between(Gap::Line(i), &mut found);
            push_piece(&mut found, line);
        }
        between(Gap::Line(self.lines.len()), &mut found);
        found
    }
}

/// A file without the functions that move, and where they stand in it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The file.
    pub path: String,
    /// Its lines.
    pub part: Part,
    /// Functions by the gap they stand in: in which state they do, from which line on, and which.
    standing: BTreeMap<Gap, Vec<(State, usize, usize)>>,
    /// Where the lines of the new state are.
    places: Vec<Gap>,
}

impl Sheet {
    /// A file of which `ops` says what is different.
    pub fn new(path: &str, part: Part, ops: &[DiffOp]) -> Self {
        let mut places = Vec::new();
        let mut atom = part.atoms.start;
        for op in ops {
            match *op {
                DiffOp::Equal { old_index, len, .. } => places.extend((old_index..old_index + len).map(Gap::Line)),
                ref op => {
                    let (gone, come) = (op.old_range().len(), op.new_range().len());
                    places.extend((atom..atom + come).map(Gap::Atom));
                    atom += gone.max(come);
                }
            }
        }
        places.push(Gap::Line(part.lines.len()));
        Self { path: path.to_owned(), part, standing: BTreeMap::new(), places }
    }

    /// A function stands behind so many lines of this file in one of the states, and begins at a line of it.
    pub fn stands(&mut self, function: usize, state: State, (behind, start): (usize, usize)) {
        let gap = match state {
            State::Old => Gap::Line(behind.min(self.part.lines.len())),
            State::New => self.places.get(behind).copied().unwrap_or(Gap::Line(self.part.lines.len())),
        };
        let here = self.standing.entry(gap).or_default();
        here.push((state, start, function));
        // Several in one gap stand in the order of their state.
        here.sort_unstable();
    }

    /// The text with what is chosen; `stands` says in which state a function stands where it does, `function` what it says.
    pub fn text(
        &self,
        atoms: (&[Atom], &[usize]),
        (chosen, dress): (&Subset, State),
        stands: &dyn Fn(usize) -> State,
        function: &dyn Fn(usize) -> String,
    ) -> String {
        let mut seen = Vec::new();
        let mut between = |gap: Gap, text: &mut String| {
            for &(state, _, k) in self.standing.get(&gap).into_iter().flatten() {
                if stands(k) == state && !seen.contains(&k) {
                    seen.push(k);
                    if !text.is_empty() && !text.ends_with('\n') {
                        text.push('\n');
                    }
                    text.push_str(&function(k));
                }
            }
        };
        self.part.text(atoms, chosen, dress, &mut between)
    }
}

/// What stood at the begin of a line does so again, if it is indented or a directive.
fn push_piece(text: &mut String, piece: &str) {
    if !text.is_empty() && !text.ends_with('\n') && piece.starts_with([' ', '\t', '#']) {
        text.push('\n');
    }
    text.push_str(piece);
}

pub(super) fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    // The last line of a file may have no end; what comes behind it is another line.
    if !line.ends_with('\n') && !line.is_empty() {
        text.push('\n');
    }
}
