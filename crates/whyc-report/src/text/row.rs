//! One step in the user's own words: the text as written on the left, the value on the right.

use whyc_base::source::SourceMap;
use whyc_debug::finding::{TraceKind, TraceStep};

use crate::words;

/// Longer texts are cut.
const LONGEST_TEXT: usize = 60;

/// How an assignment is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The text names the variable that changes: `m = z`, `i++`.
    Plain(String),
    /// The text does not say which variable that is: `*p = 3`, `a[i] = 0`, `s = t` for one member.
    Indirect(String),
    /// The text does not look like an assignment: an element of an initialiser.
    Bare,
}

/// How the assignment `step` is written in the source.
pub fn written(sources: &SourceMap, step: &TraceStep) -> Written {
    let text = text_of(sources, step);
    let change = |target: &str| {
        if same(target, &step.name) { Written::Plain(text.clone()) } else { Written::Indirect(text.clone()) }
    };
    if let Some(target) = stepped(&text) {
        return change(target);
    }
    let Some((target, rest)) = split_assignment(&text) else { return Written::Bare };
    match declared(target) {
        Some(name) if same(name, &step.name) => Written::Plain(format!("{name} {rest}")),
        // The initialiser of an array or structure: one step per element.
        Some(_) => Written::Bare,
        None => change(target),
    }
}

/// The source text of a step on one line, without the semicolon.
pub fn text_of(sources: &SourceMap, step: &TraceStep) -> String {
    let text = sources.text(step.span);
    words::one_line(text.trim_end().trim_end_matches(';'), LONGEST_TEXT)
}

/// A call as it is written, cut out of the statement around it.
pub fn call_text(sources: &SourceMap, step: &TraceStep) -> Option<String> {
    let text = sources.text(step.span);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = text.match_indices(step.name.as_str()).map(|(at, _)| at).find(|&at| {
        let after = text[at + step.name.len()..].trim_start();
        !text[..at].ends_with(is_name) && after.starts_with('(')
    })?;
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text[start..].char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if quote.is_none() && c == ')' && depth == 0 {
            return Some(words::one_line(&text[start..=start + at], LONGEST_TEXT));
        }
    }
    None
}

/// What a step other than an assignment or a call says on the left.
pub fn other_text(sources: &SourceMap, step: &TraceStep) -> String {
    let name = words::one_line(&step.name, LONGEST_TEXT);
    match step.kind {
        TraceKind::Switch if !name.starts_with("switch") => format!("switch ({name})"),
        TraceKind::Return => {
            let text = text_of(sources, step);
            if text.starts_with("return") { text } else { "return".to_owned() }
        }
        TraceKind::Assume if !name.contains("assume") => format!("assumed: {name}"),
        TraceKind::Failure if name.is_empty() => text_of(sources, step),
        TraceKind::Failure => name.strip_suffix(words::NEVER_REACHED).unwrap_or(&name).to_owned(),
        _ => name,
    }
}

/// The variable that a step changes, if it is known and has a name.
pub fn target(step: &TraceStep) -> Option<&str> {
    let (name, _version) = step.ssa.as_ref()?.name.rsplit_once('#')?;
    (!name.is_empty()).then_some(name)
}

/// Whether the text itself tells the value: `i = 0`, `return 1`.
pub fn tells(text: &str, value: &str) -> bool {
    let told = split_assignment(text).map_or_else(|| text.strip_prefix("return "), |(_, rest)| rest.strip_prefix('='));
    told.is_some_and(|told| told.trim() == value)
}

fn same(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    letters(a) == letters(b)
}

/// The operand of `x++`, `--x` and their like.
fn stepped(text: &str) -> Option<&str> {
    let operators = ["++", "--"];
    let before = operators.iter().find_map(|op| text.strip_prefix(op));
    let operand = before.or_else(|| operators.iter().find_map(|op| text.strip_suffix(op)))?.trim();
    let whole = split_assignment(text).is_none() && !operand.is_empty();
    whole.then_some(operand)
}

/// `target` and `= value` (or `+= value`, …) of an assignment that is not inside brackets or quotes.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (Some(_), b'\\') => at += 1,
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth -= 1,
            (None, b'=') if depth == 0 => {
                let before = at.checked_sub(1).map_or(0, |before| bytes[before]);
                let shift = at >= 2 && (&bytes[at - 2..at] == b"<<" || &bytes[at - 2..at] == b">>");
                let compares = bytes.get(at + 1) == Some(&b'=') || matches!(before, b'=' | b'!');
                if compares || (matches!(before, b'<' | b'>') && !shift) {
                    return None;
                }
                let operator = match before {
                    _ if shift => 2,
                    b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' => 1,
                    _ => 0,
                };
                let (target, rest) = text.split_at(at - operator);
                return Some((target.trim(), rest));
            }
            (None, _) => {}
        }
        at += 1;
    }
    None
}

/// The name in a declarator with its type (`int *p`, `struct s a[3]`); none if there is no type before it.
fn declared(target: &str) -> Option<&str> {
    let start = target.find('[').unwrap_or(target.len());
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name_start = target[..start].trim_end().rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
    let before = target.get(..name_start)?.trim_end().trim_end_matches(['*', ' ']);
    let has_type = before.starts_with(|c: char| c.is_alphabetic() || c == '_') && before.ends_with(is_name);
    has_type.then(|| &target[name_start..])
}

#[cfg(test)]
mod tests {
    use whyc_base::source::Span;

    use super::*;

    fn check(text: &str, name: &str) -> Written {
        let mut sources = SourceMap::new();
        let file = sources.add("a.c", text.as_bytes().to_vec());
        let step = TraceStep {
            kind: TraceKind::Assign,
            name: name.to_owned(),
            value: "1".to_owned(),
            ty: "int".to_owned(),
            ssa: None,
            span: Span { file, start: 0, end: text.len() as u32 },
            function: "main".to_owned(),
            thread: None,
            depth: 0,
            iterations: Vec::new(),
        };
        written(&sources, &step)
    }

    #[test]
    fn an_assignment_to_the_named_variable_is_shown_as_written() {
        let plain = |text: &str| Written::Plain(text.to_owned());
        assert_eq!(check("m = z;", "m"), plain("m = z"));
        assert_eq!(check("m\n   += z << 1", "m"), plain("m += z << 1"));
        assert_eq!(check("m <<= 2", "m"), plain("m <<= 2"));
        assert_eq!(check("i++", "i"), plain("i++"));
        assert_eq!(check("-- i", "i"), plain("-- i"));
        assert_eq!(check("a[ 0 ] = 3", "a[0]"), plain("a[ 0 ] = 3"));
        assert_eq!(check("c = x == '='", "c"), plain("c = x == '='"));
    }

    #[test]
    fn a_declaration_is_shown_without_its_type() {
        assert_eq!(check("int med = f(x);", "med"), Written::Plain("med = f(x)".to_owned()));
        assert_eq!(check("struct s *p = &x", "p"), Written::Plain("p = &x".to_owned()));
        assert_eq!(check("unsigned char c = 'a'", "c"), Written::Plain("c = 'a'".to_owned()));
        assert_eq!(check("int a[3] = {1, 2, 3}", "a[1]"), Written::Bare);
        assert_eq!(check("struct s v = {1, 2}", "v.x"), Written::Bare);
    }

    #[test]
    fn other_targets_are_named() {
        let indirect = |text: &str| Written::Indirect(text.to_owned());
        assert_eq!(check("*p = 3", "x"), indirect("*p = 3"));
        assert_eq!(check("a[i] = 0", "a[2]"), indirect("a[i] = 0"));
        assert_eq!(check("a[i == 2] = 0", "a[1]"), indirect("a[i == 2] = 0"));
        assert_eq!(check("s->next->n++", "node.n"), indirect("s->next->n++"));
        assert_eq!(check("p = q", "p.x"), indirect("p = q"));
    }

    #[test]
    fn a_constant_needs_no_value_beside_it() {
        assert!(tells("i = 0", "0") && tells("return -1", "-1") && tells("p = &x", "&x"));
        for text in ["b = x != 0", "i += 0", "i <<= 0", "i = j = 0", "return x != 0", "i = 10", "x == 0"] {
            assert!(!tells(text, "0"), "{text}");
        }
    }

    #[test]
    fn what_is_no_assignment_is_not_shown() {
        for text in ["1", "x == 2", "x <= 2", "x != 2", "f(a = 1)", "\"a = b\"", "", "{ .a = 1 }", "++", "=", "'\\"] {
            assert!(!matches!(check(text, "x"), Written::Plain(_)), "{text}");
        }
        assert_eq!(check("x == 2", "t"), Written::Bare);
    }
}
