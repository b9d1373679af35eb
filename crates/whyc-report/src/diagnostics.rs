//! Messages about the input: what is wrong with it, what is not modelled.

use codespan_reporting::diagnostic::Severity as Level;
use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::SourceMap;

use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};

/// All `diagnostics` with their excerpts, an empty line between two of them.
#[must_use]
pub fn render(sources: &SourceMap, diagnostics: &[Diagnostic], color: bool) -> String {
    let paint = Paint { color };
    let shown: Vec<String> = diagnostics.iter().map(|diagnostic| one(sources, diagnostic, paint)).collect();
    shown.join("\n")
}

/// One of them; ends with a line end.
fn one(sources: &SourceMap, diagnostic: &Diagnostic, paint: Paint) -> String {
    let (word, role, level) = match diagnostic.severity {
        Severity::Error => ("error", Role::Error, Level::Error),
        Severity::Warning => ("warning", Role::Warning, Level::Warning),
        Severity::Note => ("note", Role::Note, Level::Note),
    };
    let message = format!(": {}", visible(&diagnostic.message));
    let mut out = format!("{}{}\n", paint.apply(role, word), paint.apply(Role::Strong, message));
    match diagnostic.span {
        Some(span) => {
            let mark = Mark { span, text: String::new() };
            out.push_str(&excerpt::render(sources, level, &[mark], &diagnostic.notes, paint));
        }
        None => {
            for note in &diagnostic.notes {
                out.push_str(&format!("  = {}\n", visible(note)));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use whyc_base::source::Span;

    use super::*;

    #[test]
    fn each_diagnostic_has_its_excerpt() {
        let mut sources = SourceMap::new();
        let file = sources.add("io.c", b"int main(void) {\n    return getchar();\n}\n".to_vec());
        let diagnostics = [
            Diagnostic::error("there is no function `mian`").with_note("did you mean `main`?"),
            Diagnostic::note("`getchar` has no body: its result can be anything").at(Span { file, start: 28, end: 37 }),
        ];
        insta::assert_snapshot!(render(&sources, &diagnostics, false), @r"
        error: there is no function `mian`
          = did you mean `main`?

        note: `getchar` has no body: its result can be anything
          ┌─ io.c:2:12
          │
        2 │     return getchar();
          │            ^^^^^^^^^
        ");
    }
}
