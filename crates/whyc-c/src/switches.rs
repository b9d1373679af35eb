//! `#pragma CPROVER check …`: the text itself says which classes are checked, from there on.
//!
//! `push` remembers what holds, `pop` goes back to it, `enable "NAME"` and `disable "NAME"` change it until then. What
//! the preprocessor leaves out says nothing.

use std::ops::Range;

use rustc_hash::FxHashMap;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::{FileId, Span};
use whyc_ir::program::Switch;
use whyc_ir::property::PropertyClass;

use crate::clang::unit::Unit;
use crate::spans::Spans;
use crate::text::{self, Lexeme};

/// Whether a file can have such pragmas.
pub fn is_worth_it(bytes: &[u8]) -> bool {
    const WORD: &[u8] = b"CPROVER check";
    bytes.windows(WORD.len()).any(|window| window == WORD)
}

/// Whether a file of this name is the user's.
pub fn may_have(name: &str) -> bool {
    !name.starts_with("/usr/") && !name.starts_with("/<libc>")
}

/// CBMC's names of checks, with the classes that go with each. None where there are no such checks here.
const NAMES: &[(&str, &[PropertyClass])] = &[
    ("bounds", &[PropertyClass::Bounds]),
    (
        "pointer",
        &[
            PropertyClass::NullDereference,
            PropertyClass::OutOfObject,
            PropertyClass::UseAfterScope,
            PropertyClass::UseAfterFree,
            PropertyClass::DoubleFree,
            PropertyClass::InvalidFree,
            PropertyClass::PointerCompare,
        ],
    ),
    ("div-by-zero", &[PropertyClass::DivisionByZero]),
    ("signed-overflow", &[PropertyClass::Overflow]),
    ("undefined-shift", &[PropertyClass::Shift]),
    ("pointer-primitive", &[PropertyClass::PointerPrimitive]),
    ("memory-leak", &[PropertyClass::Leak]),
    ("float-div-by-zero", &[]),
    ("enum-range", &[]),
    ("unsigned-overflow", &[]),
    ("pointer-overflow", &[]),
    ("float-overflow", &[]),
    ("conversion", &[]),
    ("nan", &[]),
];

/// What the files of a unit say, and what in it is not understood.
pub fn of_unit(unit: &Unit<'_>, spans: &mut Spans) -> (Vec<Switch>, Vec<Diagnostic>) {
    let (mut switches, mut diagnostics) = (Vec::new(), Vec::new());
    for (raw, name) in unit.file_names() {
        if !may_have(&name) {
            continue;
        }
        let file = spans.file(unit.root(), raw);
        let text = &spans.sources.file(file).text;
        if is_worth_it(text.as_bytes()) {
            let read = read(text, file, &unit.skipped_lines(raw));
            switches.extend(read.0);
            diagnostics.extend(read.1);
        }
    }
    (switches, diagnostics)
}

/// Reads one file, of which the preprocessor leaves out some lines, counted from 1.
fn read(text: &str, file: FileId, skipped: &[Range<u32>]) -> (Vec<Switch>, Vec<Diagnostic>) {
    let (mut switches, mut diagnostics) = (Vec::new(), Vec::new());
    let mut now: FxHashMap<PropertyClass, (bool, usize)> = FxHashMap::default();
    let mut before: Vec<FxHashMap<PropertyClass, bool>> = Vec::new();
    let mut set = |now: &mut FxHashMap<_, _>, class, is_on: Option<bool>, at: usize| {
        let ended = match is_on {
            Some(is_on) => now.insert(class, (is_on, at)),
            None => now.remove(&class),
        };
        if let Some((is_on, start)) = ended {
            let span = Span { file, start: start as u32, end: at as u32 };
            switches.push(Switch { span, class, is_on });
        }
    };
    for directive in directives(text) {
        let line = 1 + text[..directive.start].matches('\n').count() as u32;
        if skipped.iter().any(|lines| lines.contains(&line)) {
            continue;
        }
        let at = directive.start;
        let words: Vec<&str> = directive.words.iter().map(|word| word.text).collect();
        let mut complain = |what: String| {
            let span = Span { file, start: at as u32, end: directive.end as u32 };
            diagnostics.push(Diagnostic::warning(what).at(span));
        };
        match words[..] {
            ["push"] => before.push(now.iter().map(|(&class, &(is_on, _))| (class, is_on)).collect()),
            ["pop"] => {
                let Some(earlier) = before.pop() else {
                    complain("this `pop` has no `push` before it and is ignored".to_owned());
                    continue;
                };
                for class in PropertyClass::ALL {
                    let is_on = earlier.get(&class).copied();
                    if now.get(&class).map(|&(is_on, _)| is_on) != is_on {
                        set(&mut now, class, is_on, at);
                    }
                }
            }
            [how @ ("enable" | "disable"), name] if name.starts_with('"') => {
                let is_on = how == "enable";
                let name = name.trim_matches('"');
                match NAMES.iter().find(|(known, _)| *known == name) {
                    None => complain(format!("there are no checks `{name}`; this line is ignored")),
                    Some((_, [])) if is_on => {
                        complain(format!("whyc has no checks `{name}`: what holds says nothing about them"));
                    }
                    Some((_, classes)) => classes.iter().for_each(|&class| set(&mut now, class, Some(is_on), at)),
                }
            }
            _ => complain("this `#pragma CPROVER check` is not understood and ignored".to_owned()),
        }
    }
    for class in PropertyClass::ALL {
        set(&mut now, class, None, text.len());
    }
    (switches, diagnostics)
}

/// One `#pragma CPROVER check`.
struct Directive<'t> {
    start: usize,
    end: usize,
    /// What follows.
    words: Vec<Lexeme<'t>>,
}

fn directives(text: &str) -> Vec<Directive<'_>> {
    let all: Vec<Lexeme<'_>> = text::lexemes(text, 0).collect();
    let mut found = Vec::new();
    for (idx, lexeme) in all.iter().enumerate() {
        let is_first = text[..lexeme.start].rfind('\n').map_or(0, |at| at + 1);
        let head = all.get(idx..idx + 4).map(|head| [head[0].text, head[1].text, head[2].text, head[3].text]);
        if head != Some(["#", "pragma", "CPROVER", "check"]) || !text[is_first..lexeme.start].trim().is_empty() {
            continue;
        }
        let end = lexeme.start + text[lexeme.start..].find('\n').unwrap_or(text.len() - lexeme.start);
        let words = all[idx + 4..].iter().take_while(|word| word.start < end).copied().collect();
        found.push(Directive { start: lexeme.start, end, words });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, skipped: &[Range<u32>]) -> Vec<(String, PropertyClass, bool)> {
        let (switches, _) = read(text, FileId(0), skipped);
        let part = |span: Span| text[span.start as usize..span.end as usize].lines().skip(1).collect::<String>();
        switches.iter().map(|switch| (part(switch.span), switch.class, switch.is_on)).collect()
    }

    #[test]
    fn a_class_is_switched_until_it_is_popped() {
        let text = "a\n#pragma CPROVER check push\n#pragma CPROVER check disable \"bounds\"\nb\n#pragma CPROVER check pop\nc\n";
        assert_eq!(check(text, &[]), [("b".to_owned(), PropertyClass::Bounds, false)]);
        let skipped = 3..4;
        assert!(check(text, std::slice::from_ref(&skipped)).is_empty());
    }

    #[test]
    fn what_was_before_comes_back() {
        let text = "#pragma CPROVER check disable \"bounds\"\na\n#pragma CPROVER check push\n#pragma CPROVER check enable \"bounds\"\n\
                    b\n#pragma CPROVER check pop\nc\n";
        let parts = check(text, &[]);
        assert_eq!(parts.iter().map(|(_, _, is_on)| *is_on).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(parts[1].0, "b");
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for line in ["enable \"nan\"", "disable \"no-such\"", "pop", "enable bounds"] {
            let text = format!("#pragma CPROVER check {line}\n");
            assert_eq!(read(&text, FileId(0), &[]).1.len(), 1, "{line}");
        }
        assert!(read("#pragma CPROVER check disable \"nan\"\n", FileId(0), &[]).1.is_empty());
    }
}
