//! Inline assembly. An empty template is a hint to the compiler: it moves values from operands to operands they are tied to,
//! and nothing else. What instructions write that read nothing comes from outside, and is an input. What instructions compute
//! is not known here.

use whyc_base::source::Span;
use whyc_ir::instr::InstrKind;
use whyc_ir::program::ComponentKind;

use super::builder::Builder;
use super::convert::is_scalar;
use crate::clang::cursor::Cursor;
use crate::text;

/// Instructions that order accesses to memory, or wait, and change nothing.
const BARRIERS: [&str; 14] = [
    "mfence", "lfence", "sfence", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "yield", "isb", "dmb ish",
    "dmb sy", "dsb sy", "sync",
];

/// An `asm` statement as written.
#[derive(Debug, Default, PartialEq, Eq)]
struct Assembly {
    /// The instructions.
    template: String,
    /// The constraints of what it writes, then of what it reads: as many as there are operands.
    outputs: Vec<String>,
    inputs: Vec<String>,
    clobbers: Vec<String>,
    /// Whether it may jump.
    jumps: bool,
}

impl<'u> Builder<'_, 'u> {
    /// Lowers an `asm` statement.
    pub fn assembly(&mut self, cursor: Cursor<'u>, span: Span) {
        let spelled = self.cx.spans.spelled(cursor, cursor.extent().start());
        let parsed = spelled.and_then(|(file, at)| parse(&self.cx.spans.sources.file(file).text, at));
        let operands: Vec<Cursor<'u>> = cursor.children().into_iter().filter(|child| child.is_expression()).collect();
        let Some(parsed) = parsed.filter(|parsed| parsed.outputs.len() + parsed.inputs.len() == operands.len()) else {
            return self.unsupported("inline assembly", span);
        };
        let template = parsed.template.replace("\\n", " ").replace("\\t", " ");
        let template = template.trim();
        let does_nothing = template.is_empty() || BARRIERS.contains(&template);
        let changes_memory = parsed.clobbers.iter().any(|clobber| clobber == "memory");
        if parsed.jumps || !does_nothing && changes_memory {
            return self.unsupported("inline assembly", span);
        }
        let computes = !parsed.inputs.is_empty() || parsed.outputs.iter().any(|output| output.starts_with('+'));
        if !does_nothing && computes && !parsed.outputs.is_empty() {
            return self.unsupported("inline assembly", span);
        }
        let (outputs, inputs) = operands.split_at(parsed.outputs.len());
        for &input in inputs {
            self.effect(input);
        }
        for (idx, (&output, constraint)) in outputs.iter().zip(&parsed.outputs).enumerate() {
            let tied = parsed.inputs.iter().position(|input| input.parse() == Ok(idx));
            if does_nothing && constraint.starts_with('+') {
                self.effect(output);
            } else if let Some(&input) = tied.filter(|_| does_nothing).and_then(|at| inputs.get(at)) {
                let place = self.place_of(output);
                self.store(place, input, ComponentKind::AssignedValue, span, false);
            } else {
                self.written_by_assembly(output, span);
            }
        }
    }

    fn written_by_assembly(&mut self, output: Cursor<'u>, span: Span) {
        let place = self.place_of(output);
        if is_scalar(self.types(), self.place_ty(place)) {
            self.emit(InstrKind::Nondet { place, name: "asm".to_owned() }, span);
        } else {
            self.unsupported("inline assembly that writes more than a number", span);
        }
    }
}

/// Reads an `asm` statement that starts at `at`.
fn parse(source: &str, at: usize) -> Option<Assembly> {
    let mut lexemes = text::lexemes(source, at);
    let mut parsed = Assembly::default();
    loop {
        match lexemes.next()?.text {
            "(" => break,
            "goto" | "__goto__" => parsed.jumps = true,
            word if word.chars().all(|c| c.is_alphanumeric() || c == '_') => {}
            _ => return None,
        }
    }
    let (mut section, mut depth) = (0, 0usize);
    for lexeme in lexemes {
        match lexeme.text {
            ")" if depth == 0 => return Some(parsed),
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.checked_sub(1)?,
            ":" if depth == 0 => section += 1,
            literal if depth == 0 && literal.starts_with('"') => {
                let inner = literal.trim_matches('"').to_owned();
                match section {
                    0 => parsed.template.push_str(&inner),
                    1 => parsed.outputs.push(inner),
                    2 => parsed.inputs.push(inner),
                    3 => parsed.clobbers.push(inner),
                    _ => return None,
                }
            }
            "," => {}
            // A name that a macro stands for: what it is, is not known here.
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_told_apart() {
        let found = parse(
            "asm volatile(\"mov %1, %0\\n\" \"nop\" : \"=r\"(a[f(1, 2)]), [x] \"+m\"(b) : \"0\"(c) : \"memory\");",
            0,
        );
        let found = found.expect("this should be read");
        assert_eq!(found.template, "mov %1, %0\\nnop");
        assert_eq!(found.outputs, ["=r", "+m"]);
        assert_eq!((found.inputs, found.clobbers), (vec!["0".to_owned()], vec!["memory".to_owned()]));
        assert_eq!(parse("__asm__(\"\" ::: \"memory\");", 0).map(|found| found.clobbers.len()), Some(1));
        assert!(parse("asm goto(\"jmp %l0\" : : : : out);", 0).is_none_or(|found| found.jumps));
        assert_eq!(parse("asm(TEMPLATE : : );", 0), None);
    }
}
