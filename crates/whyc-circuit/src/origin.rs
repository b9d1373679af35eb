//! Where the words of a circuit come from: the lines of its own file, or of the Verilog that it was made from.
//!
//! yosys writes the place of a cell behind the line that it becomes: `; fifo.v:36.26-36.35`, several of them with `|`
//! between. The last ones are nearest: instances come before what is in them. Of a choice, the condition comes before the
//! whole statement.

use std::collections::BTreeMap;
use std::ops::Range;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// Its line, counted from one; so are columns.
    pub line: u32,
    /// The first column.
    pub column: u32,
    /// The line that it ends in.
    pub end_line: u32,
    /// The column behind the last one.
    pub end_column: u32,
    /// What stands there.
    pub text: String,
}

impl Place {
    /// The bytes that it is in a text; none if they are not there.
    #[must_use]
    pub fn bytes(&self, text: &str) -> Option<Range<usize>> {
        let range = offset(text, (self.line, self.column))?..offset(text, (self.end_line, self.end_column))?;
        text.get(range.clone()).map(|_| range)
    }
}

/// Where words come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The texts, by their names.
    pub sources: Vec<(String, String)>,
    /// Places by the lines of the BTOR2 text.
    places: BTreeMap<usize, Place>,
    /// What stands at a place.
    pub language: Language,
}

/// How a place is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// As a line of BTOR2.
    #[default]
    Btor2,
    /// As Verilog.
    Verilog,
    /// As a gate with its name, an expression.
    Gates,
}

impl Origin {
    /// A BTOR2 file that is its own origin.
    #[must_use]
    pub fn of_itself(name: &str, text: &str) -> Self {
        let place = |(at, line): (usize, &str)| {
            let shown = line.split(';').next().unwrap_or(line).trim_end();
            let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
            let end_column = u32::try_from(shown.len() + 1).unwrap_or(u32::MAX);
            let text = shown.to_owned();
            let place = Place { file: name.to_owned(), line: number, column: 1, end_line: number, end_column, text };
            (at + 1, place)
        };
        Self { places: text.lines().enumerate().map(place).collect(), ..Self::default() }
    }

    /// What yosys wrote, and the texts that it read, by their names; `own` are the same texts as a person wrote them, line by
    /// line.
    #[must_use]
    pub fn of_verilog(btor2: &str, sources: &[(String, String)], own: &[(String, String)]) -> Self {
        let mut places = BTreeMap::new();
        for (at, line) in btor2.lines().enumerate() {
            // A property without a name of its own has its place for a name.
            let told = match line.split_once(" ; ") {
                Some((_, told)) => told,
                None => line.rsplit(' ').next().filter(|word| word.contains(':')).unwrap_or_default(),
            };
            let is_choice = line.contains("$procmux");
            let is_property = line.split(' ').nth(1).is_some_and(|word| matches!(word, "bad" | "constraint"));
            let mut all: Vec<Place> = told.split('|').filter_map(|it| place(it, sources)).collect();
            if is_property {
                all.iter_mut().for_each(|it| from_last_line(it, sources));
            }
            all.iter_mut().for_each(up_to_choice);
            all.iter_mut().for_each(|it| as_written(it, sources, own));
            let n_nearest = if is_choice { 2 } else { 1 };
            let nearest = all.drain(all.len().saturating_sub(n_nearest)..).min_by_key(|it| it.text.len());
            places.extend(nearest.map(|place| (at + 1, place)));
        }
        Self { sources: own.to_vec(), places, language: Language::Verilog }
    }

    /// Gates by the lines of the BTOR2 text that was made of them.
    #[must_use]
    pub fn of_gates(places: BTreeMap<usize, Place>) -> Self {
        Self { sources: Vec::new(), places, language: Language::Gates }
    }

    /// All places, in the order of the lines of the BTOR2 text.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.places.values()
    }

    /// Where a line of the BTOR2 text comes from.
    #[must_use]
    pub fn place(&self, line: usize) -> Option<&Place> {
        self.places.get(&line)
    }
}

/// `fifo.v:36.26-36.35`
fn place(told: &str, sources: &[(String, String)]) -> Option<Place> {
    let (file, range) = told.trim().rsplit_once(':')?;
    let (start, end) = range.split_once('-')?;
    let position = |it: &str| -> Option<(u32, u32)> {
        let (line, column) = it.split_once('.')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    let ((line, column), (end_line, end_column)) = (position(start)?, position(end)?);
    let (_, text) = sources.iter().find(|(name, _)| name == file)?;
    let text = piece(text, (line, column), (end_line, end_column))?;
    Some(Place { file: file.to_owned(), line, column, end_line, end_column, text })
}

/// Of a whole `case` statement, what it chooses by: `case (state)`.
fn up_to_choice(place: &mut Place) {
    let head =
        ["unique", "unique0", "priority"].iter().find_map(|word| place.text.strip_prefix(word)).unwrap_or(&place.text);
    let is_case = ["case", "casez", "casex"]
        .iter()
        .any(|word| head.trim_start().strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with('(')));
    let mut depth = 0usize;
    let end = place.text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return None,
        }
        (depth == 0).then_some(at + 1)
    });
    if let (true, Some(end)) = (is_case, end.filter(|&end| !place.text[..end].contains('\n'))) {
        place.text.truncate(end);
        place.end_line = place.line;
        place.end_column = place.column + u32::try_from(end).unwrap_or(0);
    }
}

/// Where a line was written in another way, or has macros, behind which columns count as if they were expanded, all of it is
/// meant.
fn as_written(place: &mut Place, read: &[(String, String)], own: &[(String, String)]) {
    let line = |texts: &[(String, String)]| {
        let (_, text) = texts.iter().find(|(name, _)| *name == place.file)?;
        text.lines().nth(place.line as usize - 1).map(str::to_owned)
    };
    if let (Some(read), Some(own)) = (line(read), line(own))
        && (read != own || own.contains('`'))
    {
        let indent = own.len() - own.trim_start().len();
        place.end_line = place.line;
        place.column = u32::try_from(indent + 1).unwrap_or(1);
        place.end_column = u32::try_from(own.trim_end().len() + 1).unwrap_or(1);
        place.text = own.trim().to_owned();
    }
}

fn piece(text: &str, start: (u32, u32), end: (u32, u32)) -> Option<String> {
    text.get(offset(text, start)?..offset(text, end)?).map(str::to_owned)
}

/// Where a line and a column are.
fn offset(text: &str, (line, column): (u32, u32)) -> Option<usize> {
    let (line, column) = (line.checked_sub(1)? as usize, column.checked_sub(1)? as usize);
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    Some(before + column)
}

/// A property is said to begin where the statement before it ends: it begins where its last line does.
fn from_last_line(place: &mut Place, sources: &[(String, String)]) {
    if place.line == place.end_line && !place.text.starts_with(';') {
        return;
    }
    let Some((_, text)) = sources.iter().find(|(name, _)| *name == place.file) else { return };
    let Some(line) = text.lines().nth(place.end_line as usize - 1) else { return };
    let indent = line.len() - line.trim_start().len();
    let column = u32::try_from(indent + 1).unwrap_or(1);
    if let Some(piece) = piece(text, (place.end_line, column), (place.end_line, place.end_column)) {
        (place.line, place.column, place.text) = (place.end_line, column, piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_from_comments() {
        let source = "module m;\n  always @(posedge clk)\n    if (go) n <= n + 1;\n  assert (n < 9);\nendmodule\n";
        let sources = [("m.v".to_owned(), source.to_owned())];
        let btor2 = "1 sort bitvec 1\n2 add 1 1 1 $add$m.v:3$1 ; m.v:3.18-3.23\n\
                     3 ite 1 1 1 1 $procmux$7 ; m.v:3.9-3.11|m.v:3.5-3.24\n4 bad 3 m.v:3.24-4.17\n";
        let origin = Origin::of_verilog(btor2, &sources, &sources);
        let text = |line: usize| origin.place(line).map(|place| (place.line, place.text.as_str()));
        assert_eq!(text(2), Some((3, "n + 1")));
        assert_eq!(text(3), Some((3, "go")));
        assert_eq!(text(4), Some((4, "assert (n < 9)")));
        assert_eq!(text(1), None);
        let nowhere = Origin::of_verilog("1 x ; m.v:0.0-9.9\n2 y ; other.v:1.1-1.2\n", &sources, &sources);
        assert_eq!((nowhere.place(1), nowhere.place(2)), (None, None));
        let source = "module m;\n unique case (f(s))\n  0: x = 1;\n endcase\nendmodule\n";
        let sources = [("m.v".to_owned(), source.to_owned())];
        let origin = Origin::of_verilog("1 ite 1 1 1 1 $procmux$7 ; m.v:2.2-4.9\n", &sources, &sources);
        let place = origin.place(1).map(|it| (it.text.as_str(), it.end_line, it.end_column));
        assert_eq!(place, Some(("unique case (f(s))", 2, 20)));
    }
}
