//! Atomic operations at which threads take turns: each is put between the two ends of its turn, where it stands in the text.

use whyc_base::source::{FileId, SourceMap, Span};
use whyc_debug::replay::{ATOMIC, ReplayScript};

use super::edits::Plan;
use super::scan;

/// An operation is a block whose value is its own; its turn ends where the block does.
const BEGIN: &str =
    "({ struct whyc_atomic whyc_operation __attribute__((cleanup(whyc_atomic_ends), unused)) = whyc_atomic_begins(); ";
const END: &str = "; })";

impl Plan {
    /// Has the test wait before each atomic operation until it is due: before those of the run, and before all others until the
    /// run is over.
    pub fn watch_atomics(&mut self, sources: &SourceMap, units: &[FileId], script: &ReplayScript) {
        let Some(threads) = &script.threads else { return };
        let is_taken = |span: Span| threads.turns.iter().any(|turn| turn.name == ATOMIC && turn.span == span);
        for &span in &threads.atomics {
            match obstacle(sources, units, &threads.atomics, span) {
                Some(what) if is_taken(span) => {
                    let what = format!("line {}: {what}", sources.line(span));
                    if !self.obstacles.contains(&what) {
                        self.obstacles.push(what);
                    }
                }
                Some(_) => {}
                None => {
                    self.insert(span.file, span.start as usize, BEGIN);
                    self.insert(span.file, span.end as usize, END);
                }
            }
        }
    }
}

/// Why threads of a compiled program cannot be made to take turns at an operation.
fn obstacle(sources: &SourceMap, units: &[FileId], all: &[Span], span: Span) -> Option<&'static str> {
    if !units.contains(&span.file) {
        return Some("threads take turns at an atomic operation in a file that is included");
    }
    let is_within = |outer: &Span, inner: &Span| {
        outer != inner && outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
    };
    if all.iter().any(|other| is_within(&span, other)) {
        return Some("threads take turns at an atomic operation within another one");
    }
    let text = scan::blanked(sources.text(span));
    let first = scan::words(&text).next().map_or("", |(_, word)| word);
    if first.starts_with("__VERIFIER_") {
        return Some("a compiled program has no such sections");
    }
    if is_macro(&scan::blanked(&sources.file(span.file).text), first) || !is_whole(&text) {
        return Some("threads take turns at an atomic operation within a macro");
    }
    None
}

/// Whether the text defines a macro of this name.
fn is_macro(text: &str, name: &str) -> bool {
    let defines = |line: &str| {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start).and_then(|it| it.strip_prefix("define"));
        rest.is_some_and(|rest| scan::words(rest).next().is_some_and(|(_, word)| word == name))
    };
    !name.is_empty() && text.lines().any(defines)
}

/// Whether all brackets that a text opens are closed in it, and none besides.
fn is_whole(text: &str) -> bool {
    let mut open = Vec::new();
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open.push(byte),
            b')' if open.pop() != Some(b'(') => return false,
            b']' if open.pop() != Some(b'[') => return false,
            b'}' if open.pop() != Some(b'{') => return false,
            b';' if open.is_empty() => return false,
            _ => {}
        }
    }
    open.is_empty() && !text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_expressions_are_put_between_the_ends_of_a_turn() {
        for whole in ["atomic_load(&x)", "x", "x++", "atomic_store(&a[i], f((1)))"] {
            assert!(is_whole(whole), "{whole}");
        }
        for part in ["", " ", "atomic_load(&x", "x)", "a = 1; b", "(]"] {
            assert!(!is_whole(part), "{part}");
        }
    }

    #[test]
    fn macros_are_known_by_their_definitions() {
        let text = "#define TAKE(x) atomic_load(x)\n  #  define GIVE 1\nint defined;\n";
        assert!(is_macro(text, "TAKE") && is_macro(text, "GIVE"));
        assert!(!is_macro(text, "defined") && !is_macro(text, "atomic_load") && !is_macro(text, ""));
    }
}
