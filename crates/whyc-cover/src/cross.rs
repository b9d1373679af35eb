//! Cross products: the values that some expressions have together, each time a run comes to a place.
//!
//! The expressions are put into the text in front of the statement that begins a line, as declarations of variables that nobody else
//! knows; so they mean what C says they mean there, and no line moves.

use rustc_hash::FxHashMap;
use whyc_ir::program::Program;
use whyc_ir::types::TypeId;

/// What the variables are called that hold the values.
pub const MARK: &str = "whyc_cross_";
/// Of an expression without a set of values, at most so many that occur are looked for.
pub const MOST_VALUES: usize = 16;
/// More combinations than this are refused.
pub const MOST_TASKS: usize = 4096;

/// Expressions whose values are looked at together.
#[derive(Clone, Debug)]
pub struct Cross {
    /// The expressions.
    pub attributes: Vec<Attribute>,
    /// The line in front of which they are evaluated, and its file; the first file if none is named.
    pub line: u32,
    /// The file.
    pub file: Option<String>,
    /// The combinations that have a number.
    ids: FxHashMap<Vec<u128>, u32>,
}

/// One of the expressions.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The expression.
    pub text: String,
    /// The values that are to be covered, as numbers; none if those are that occur.
    pub wanted: Option<Vec<i128>>,
    /// The values, as bits of its type, in order, with their texts.
    pub domain: Vec<(u128, String)>,
}

impl Cross {
    /// Reads `a, b in 0..3, c in {1, 4}` and `FILE:LINE` or `LINE`.
    ///
    /// # Errors
    /// What is wrong, in a sentence without a full stop.
    pub fn parse(text: &str, at: &str) -> Result<Self, String> {
        let (file, line) = match at.rsplit_once(':') {
            Some((file, line)) => (Some(file.to_owned()), line),
            None => (None, at),
        };
        let line: u32 = line.trim().parse().map_err(|_| format!("`{at}` is no line; expected LINE or FILE:LINE"))?;
        let attributes: Vec<Attribute> =
            split(text)?.into_iter().map(|part| attribute(part.trim())).collect::<Result<_, _>>()?;
        let n_tasks = attributes.iter().try_fold(1usize, |n, it| n.checked_mul(it.wanted.as_ref().map_or(1, Vec::len)));
        if n_tasks.is_none_or(|n| n > MOST_TASKS) {
            return Err(format!("`{text}` has more than {MOST_TASKS} combinations"));
        }
        Ok(Self { attributes, line, file, ids: FxHashMap::default() })
    }

    /// The program text with the expressions in front of the statement in the line, as cross product `number`.
    ///
    /// # Errors
    /// Why they cannot stand there.
    pub fn insert(&self, text: &str, number: usize) -> Result<String, String> {
        let mut start = 0;
        let mut lines = text.split_inclusive('\n');
        for _ in 1..self.line {
            start += lines.next().map_or(0, str::len);
        }
        let Some(line) = lines.next().filter(|_| self.line > 0) else {
            return Err(format!("there is no line {}", self.line));
        };
        let at = start + line.len() - line.trim_start().len();
        let before = last_code(&text[..start]);
        if !matches!(before, Some(';' | '{' | '}' | ':')) || line.trim().is_empty() {
            return Err(format!("line {} does not begin a statement of a block", self.line));
        }
        let mut code = String::from("{ ");
        for (k, attribute) in self.attributes.iter().enumerate() {
            let (name, text) = (format!("{MARK}{number}_{k}"), &attribute.text);
            code.push_str(&format!("__typeof__(({text}) + 0) {name} = ({text}); "));
        }
        code.push_str("} ");
        Ok(format!("{}{code}{}", &text[..at], &text[at..]))
    }

    /// All combinations of the values that are to be covered.
    #[must_use]
    pub fn tasks(&self) -> Vec<Vec<u128>> {
        let mut all = vec![Vec::new()];
        for attribute in &self.attributes {
            all = all
                .into_iter()
                .flat_map(|tuple| {
                    attribute.domain.iter().map(move |(value, _)| {
                        let mut longer = tuple.clone();
                        longer.push(*value);
                        longer
                    })
                })
                .take(MOST_TASKS)
                .collect();
        }
        all
    }

    /// The number of a combination.
    pub fn id(&mut self, tuple: &[u128]) -> u32 {
        let next = self.ids.len() as u32;
        *self.ids.entry(tuple.to_vec()).or_insert(next)
    }

    /// `state = 1, busy = 0`
    #[must_use]
    pub fn text(&self, tuple: &[u128]) -> String {
        let parts: Vec<String> = self
            .attributes
            .iter()
            .zip(tuple)
            .map(|(it, value)| format!("{} = {}", it.text, it.shown(*value)))
            .collect();
        parts.join(", ")
    }
}

impl Attribute {
    /// A value as C writes it.
    #[must_use]
    pub fn shown(&self, value: u128) -> &str {
        self.domain.iter().find(|(known, _)| *known == value).map_or("?", |(_, text)| text)
    }
}

/// Which variable of which cross product a name is.
#[must_use]
pub fn marked(name: &str) -> Option<(u32, u32)> {
    let (cross, attribute) = name.strip_prefix(MARK)?.split_once('_')?;
    Some((cross.parse().ok()?, attribute.parse().ok()?))
}

/// The type of the variable that holds an expression of a cross product.
#[must_use]
pub fn type_of(program: &Program, cross: u32, attribute: u32) -> Option<TypeId> {
    let locals = program.functions.iter().flat_map(|f| f.locals.iter());
    locals.filter(|local| marked(&local.name) == Some((cross, attribute))).map(|local| local.ty).next()
}

/// The parts between commas that stand in no brackets.
fn split(text: &str) -> Result<Vec<&str>, String> {
    let (mut depth, mut from, mut parts) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            ';' | '\n' | '"' | '#' => return Err(format!("`{text}` is no list of expressions")),
            _ => {}
        }
        if depth < 0 {
            return Err(format!("`{text}`: a bracket is closed that was not opened"));
        }
    }
    parts.push(&text[from..]);
    if depth != 0 || parts.iter().any(|part| part.trim().is_empty()) {
        return Err(format!("`{text}` is no list of expressions"));
    }
    Ok(parts)
}

fn attribute(part: &str) -> Result<Attribute, String> {
    let (text, set) = match part.rsplit_once(" in ") {
        Some((text, set)) => (text.trim(), Some(set.trim())),
        None => (part, None),
    };
    if text.contains(['{', '}']) || text.is_empty() {
        return Err(format!("`{text}` is no expression"));
    }
    let wanted = set.map(values).transpose()?;
    Ok(Attribute { text: text.to_owned(), wanted, domain: Vec::new() })
}

/// `0..3` or `{1, 4}`
fn values(set: &str) -> Result<Vec<i128>, String> {
    let wrong = || format!("`{set}` is no set of values; expected 0..3 or {{1, 4}}");
    let number = |text: &str| text.trim().parse::<i128>().map_err(|_| wrong());
    if let Some(inside) = set.strip_prefix('{').and_then(|set| set.strip_suffix('}')) {
        let mut all: Vec<i128> = inside.split(',').map(number).collect::<Result<_, _>>()?;
        all.sort_unstable();
        all.dedup();
        return Ok(all);
    }
    let (low, high) = set.split_once("..").ok_or_else(wrong)?;
    let (low, high) = (number(low)?, number(high.trim_start_matches('='))?);
    if low > high || high.saturating_sub(low) >= MOST_TASKS as i128 {
        return Err(wrong());
    }
    Ok((low..=high).collect())
}

/// The last character that is no space and in no comment or directive.
fn last_code(text: &str) -> Option<char> {
    let mut last = None;
    let (bytes, mut k) = (text.as_bytes(), 0);
    while k < bytes.len() {
        match bytes[k] {
            b'/' if bytes.get(k + 1) == Some(&b'/') => k += text[k..].find('\n').unwrap_or(text.len() - k),
            b'/' if bytes.get(k + 1) == Some(&b'*') => {
                k += text[k + 2..].find("*/").map_or(text.len() - k, |end| end + 3);
            }
            b'#' if text[..k].rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) => {
                k += text[k..].find('\n').unwrap_or(text.len() - k);
            }
            quote @ (b'"' | b'\'') => {
                k += 1;
                while k < bytes.len() && bytes[k] != quote {
                    k += if bytes[k] == b'\\' { 2 } else { 1 };
                }
                last = Some(quote as char);
            }
            byte if !byte.is_ascii_whitespace() => last = Some(byte as char),
            _ => {}
        }
        k += 1;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_and_sets_are_read() {
        let cross = Cross::parse("x >> 2 in 0..3, f(a, b) in {4, 1}, x == y", "a.c:7").expect("it should be read");
        let wanted: Vec<Option<Vec<i128>>> = cross.attributes.iter().map(|it| it.wanted.clone()).collect();
        assert_eq!(wanted, [Some(vec![0, 1, 2, 3]), Some(vec![1, 4]), None]);
        assert_eq!((cross.file.as_deref(), cross.line), (Some("a.c"), 7));
        for (text, at) in [
            ("a,,b", "1"),
            ("a;", "1"),
            ("a in 3", "1"),
            ("a in 3..1", "1"),
            ("(a", "1"),
            ("a", "x"),
            ("a in 0..99, b in 0..99", "1"),
        ] {
            Cross::parse(text, at).expect_err("it should be refused");
        }
    }

    #[test]
    fn they_stand_in_front_of_statements_only() {
        let cross = |line: &str| Cross::parse("x", line).expect("it should be read");
        let text = "int f(int x) {\n  if (x)\n    x++; // {\n  return x;\n}\n";
        let told = cross("4").insert(text, 0).expect("a return is a statement");
        assert!(told.contains("\n  { __typeof__((x) + 0) whyc_cross_0_0 = (x); } return x;"), "{told}");
        cross("3").insert(text, 0).expect_err("it is the statement of an if");
        cross("9").insert(text, 0).expect_err("there is no such line");
        assert_eq!(marked("whyc_cross_2_1"), Some((2, 1)));
    }
}
