//! An expression that is assumed: it becomes an assumption in front of the property, in the source that the front end
//! reads. So it means what C says it means there.

use whyc_base::diagnostic::Severity;
use whyc_base::source::Span;
use whyc_ir::property::PropertyClass;

use crate::refused::{Part, Refused};
use crate::request::Request;
use crate::session::Session;
use crate::watch::Watch;

/// Opens a session about the program with the assumption in front of the property that fails; as it stands if none fails.
pub(crate) fn open(request: Request, watch: Watch, expr: &str) -> Result<Session, Refused> {
    if expr.trim().is_empty() || !is_balanced(expr) {
        return Err(mistaken(format!("`{expr}` is not a C expression")));
    }
    let mut session = Session::read(request, watch)?;
    session.decide()?;
    let failing = session.outcome.as_ref().and_then(|outcome| outcome.counterexample.as_ref());
    let Some((property, _)) = failing else { return Ok(session) };
    let property = &session.analysis.properties.all()[*property];
    let sources = &session.analysis.program.sources;
    let file = sources.file(property.span.file);
    let mut changed = session.request.clone();
    let Some(input) = changed.inputs.iter_mut().find(|input| input.name() == file.name) else {
        return Err(mistaken(format!("the property is in {}, which is not among the given files", file.name)));
    };
    *input = input.with_text(insert(&file.text, property.span, property.class, expr));
    let place = format!("{}:{}", file.name, sources.line(property.span));
    Session::read(changed, session.watch).map_err(|refused| match refused {
        Refused::Invalid { diagnostics, .. } => {
            let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
            let why = error.map_or("", |error| error.message.as_str());
            mistaken(format!("`{expr}` has no meaning at {place}: {why}"))
        }
        refused => refused,
    })
}

fn mistaken(message: String) -> Refused {
    Refused::mistaken(Part::Assumption, message)
}

/// The text with the assumption in front of the statement at `span`. No line moves.
fn insert(text: &str, span: Span, class: PropertyClass, expr: &str) -> String {
    let at = span.start as usize;
    let boundary = statement_start(text, at);
    let start = if class == PropertyClass::Assertion { at } else { boundary };
    let assumption = format!("__builtin_assume(({expr}) ? 1 : 0); ");
    let end = text[at..].find(';').map_or(text.len(), |semicolon| at + semicolon + 1);
    // The only statement of an `if` or a loop: it stays one statement.
    if start == boundary {
        format!("{}{assumption}{}", &text[..start], &text[start..])
    } else {
        format!("{}{{ {assumption}{} }}{}", &text[..start], &text[start..end], &text[end..])
    }
}

fn leading_space(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Where the statement that `at` belongs to may start: after the last `;`, `{` or `}` outside of parentheses,
/// comments and literals, and the space after it.
fn statement_start(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut start, mut k) = (0u32, 0, 0);
    while k < at {
        match bytes[k] {
            b'/' if matches!(bytes.get(k + 1), Some(b'/' | b'*')) => {
                let is_line = bytes[k + 1] == b'/';
                let length = if is_line { text[k..].find('\n') } else { text[k + 2..].find("*/").map(|end| end + 3) };
                let end = k + length.unwrap_or(text.len() - k);
                // A comment in front of a statement is no part of it.
                if text[start..k].trim().is_empty() && end < at {
                    start = end + 1;
                }
                k = end;
            }
            quote @ (b'"' | b'\'') => {
                k += 1;
                while k < at && bytes[k] != quote {
                    k += if bytes[k] == b'\\' { 2 } else { 1 };
                }
            }
            b'#' if text[..k].rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) => {
                k += text[k..].find('\n').unwrap_or(text.len() - k);
                start = k.min(at);
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b';' | b'{' | b'}' if depth == 0 => start = k + 1,
            _ => {}
        }
        k += 1;
    }
    start + leading_space(&text[start..at])
}

/// Whether an expression keeps to itself: its parentheses match, and it ends no statement.
fn is_balanced(expr: &str) -> bool {
    let mut depth = 0i32;
    for c in expr.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' | '{' | '}' | '\n' => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use whyc_base::source::FileId;

    use super::*;

    fn inserted(text: &str, needle: &str, class: PropertyClass) -> String {
        let start = text.find(needle).expect("the text should contain the needle");
        let span = Span { file: FileId(0), start: start as u32, end: (start + needle.len()) as u32 };
        insert(text, span, class, "x").replace("__builtin_assume((x) ? 1 : 0);", "A;")
    }

    #[test]
    fn the_assumption_stands_before_the_statement_and_moves_no_line() {
        let assertion = PropertyClass::Assertion;
        assert_eq!(inserted("f();\n assert(y);\n g();", "assert(y)", assertion), "f();\n A; assert(y);\n g();");
        assert_eq!(inserted("{ if (c)\n assert(y);\n}", "assert(y)", assertion), "{ if (c)\n { A; assert(y); }\n}");
        assert_eq!(inserted("{ int q = a / b; }", "a / b", PropertyClass::DivisionByZero), "{ A; int q = a / b; }");
        let text = "{ /* ; */ for (i = 0; i < a / b; i++) f(';'); }";
        assert_eq!(
            inserted(text, "a / b", PropertyClass::DivisionByZero),
            "{ /* ; */ A; for (i = 0; i < a / b; i++) f(';'); }"
        );
    }

    #[test]
    fn only_expressions_are_taken() {
        for good in ["x > 0", "f(a, (b))", "p->x == 1"] {
            assert!(is_balanced(good), "{good}");
        }
        for bad in ["x); abort(", "x; y", "{1}", "(x"] {
            assert!(!is_balanced(bad), "{bad}");
        }
    }
}
