//! C text in which expressions give other values, for trying natively what `whyc localize` says.
//!
//! Each expression to be replaced (a hole) becomes a macro with its number; [`VALUE_MACROS`] says in terms of
//! `whyc_next(hole)`, which the test defines, what they give. The expression itself is still evaluated, for its effects.

/// An expression, by its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// What the macro is told.
    pub number: usize,
}

/// What the macros mean for numbers; `whyc_next` gives a `long double`, which holds every `long long`.
pub const VALUE_MACROS: &str = "
#define WHYC_TYPE(...) __typeof__((__VA_ARGS__) + 0)
#define WHYC_VALUE(hole, ...) ({ WHYC_TYPE(__VA_ARGS__) whyc_was = (__VA_ARGS__); (void) whyc_was; \\
    (__typeof__(whyc_was)) whyc_next(hole); })
#define WHYC_SET(hole, target, ...) ({ (void) (__VA_ARGS__); (target) = (__typeof__(target)) whyc_next(hole); })
#define WHYC_POST(hole, target) ({ __typeof__(target) whyc_was = (target); \\
    (target) = (__typeof__(target)) whyc_next(hole); whyc_was; })
#define WHYC_PRE(hole, target) ((target) = (__typeof__(target)) whyc_next(hole))
";

/// The text with macros in place of the holes, which may stand inside each other.
///
/// # Panics
/// If holes overlap without one being inside the other.
#[must_use]
pub fn patched(text: &str, holes: &[Hole]) -> String {
    let mut sorted: Vec<&Hole> = holes.iter().collect();
    sorted.sort_by_key(|hole| (hole.start, std::cmp::Reverse(hole.end)));
    let mut rest = &sorted[..];
    render(text, 0, text.len(), &mut rest)
}

/// The bytes from `start` to `end`, with those of `rest` filled in that lie between; they are taken away.
fn render(text: &str, start: usize, end: usize, rest: &mut &[&Hole]) -> String {
    let mut out = String::new();
    let mut at = start;
    while let Some((hole, others)) = rest.split_first().filter(|(hole, _)| hole.start < end) {
        assert!(hole.start >= at && hole.end <= end, "holes should lie side by side or inside each other");
        *rest = others;
        out.push_str(&text[at..hole.start]);
        out.push_str(&filled(text, hole, rest));
        at = hole.end;
    }
    out.push_str(&text[at..end]);
    out
}

fn filled(text: &str, hole: &Hole, rest: &mut &[&Hole]) -> String {
    let own = &text[hole.start..hole.end];
    let number = hole.number;
    if let Some(operand) = own.strip_suffix("++").or_else(|| own.strip_suffix("--")) {
        let target = render(text, hole.start, hole.start + operand.len(), rest);
        return format!("WHYC_POST({number}, {target})");
    }
    if own.starts_with("++") || own.starts_with("--") {
        let target = render(text, hole.start + 2, hole.end, rest);
        return format!("WHYC_PRE({number}, {target})");
    }
    if let Some((left, right)) = compound(own) {
        let target = render(text, hole.start, hole.start + left, rest);
        let value = render(text, hole.start + right, hole.end, rest);
        return format!("WHYC_SET({number}, {target}, {value})");
    }
    format!("WHYC_VALUE({number}, ({}))", render(text, hole.start, hole.end, rest))
}

/// For `a += b`: where `a` ends and where `b` begins.
fn compound(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' if depth == 0 && at > 0 && b"+-*/%&|^".contains(&bytes[at - 1]) => return Some((at - 1, at + 1)),
            b'=' if depth == 0 && at > 2 && [&b"<<"[..], b">>"].contains(&&bytes[at - 2..at]) => {
                return Some((at - 2, at + 1));
            }
            _ => {}
        }
    }
    None
}

/// The byte at a line and a column, both from 1.
#[must_use]
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    before + column - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holes(text: &str, parts: &[&str]) -> String {
        let hole = |(number, part): (usize, &&str)| {
            let start = text.find(part).expect("the part should be there");
            Hole { start, end: start + part.len(), number }
        };
        patched(text, &parts.iter().enumerate().map(hole).collect::<Vec<_>>())
    }

    #[test]
    fn holes_inside_holes() {
        assert_eq!(holes("x = a[i] + b;", &["i", "a[i] + b"]), "x = WHYC_VALUE(1, (a[WHYC_VALUE(0, (i))] + b));");
    }

    #[test]
    fn updates_keep_their_target() {
        assert_eq!(
            holes("s += f(n); i++; --k;", &["s += f(n)", "n", "i++", "--k"]),
            "WHYC_SET(0, s , f(WHYC_VALUE(1, (n)))); WHYC_POST(2, i); WHYC_PRE(3, k);".replace("s , f", "s ,  f")
        );
        assert_eq!(holes("a <= b", &["a <= b"]), "WHYC_VALUE(0, (a <= b))");
        assert_eq!(holes("x <<= 2", &["x <<= 2"]), "WHYC_SET(0, x ,  2)");
    }

    #[test]
    fn lines_and_columns_are_bytes() {
        assert_eq!(offset("ab\ncd\n", 2, 2), 4);
    }
}
