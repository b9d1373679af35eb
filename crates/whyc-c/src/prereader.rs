//! Reads what the C of other verifiers has beyond C, before libclang sees the text: implications, quantifiers, the operators of
//! ACSL, and names that nobody declares.
//!
//! The text is changed by [`edits::Edit`]s, and an [`edits::Places`] leads from every place of the new text back to where
//! the user wrote it, so that nobody else needs to know. A new construct is a function from lexemes to edits: see [`logic`].

mod edits;

mod logic;

mod acsl;

mod strings;

mod bits;

mod fixed;

mod prelude;

pub use edits::Places;

/// A text that libclang can read, and how it came about.
#[derive(Clone, Debug)]
pub struct Reread {
    /// The text.
    pub text: Vec<u8>,
    /// Where everything in it comes from.
    pub places: Places,
    /// Whether it has types of fixed-point numbers, which C does not have.
    pub has_fixed: bool,
    /// Whether its integers of a chosen width are those of a dialect.
    pub has_bitvectors: bool,
}

/// Whether a text has something that may have to be rewritten.
pub fn is_worth_it(text: &str) -> bool {
    text.contains("==>")
        || text.contains("__CPROVER_forall")
        || text.contains("__CPROVER_exists")
        || acsl::is_worth_it(text)
        || strings::is_worth_it(text)
        || text.contains("__CPROVER_fixedbv")
        || text.contains(bits::NAME)
}

/// Rewrites a text; nothing if there is nothing in it to be rewritten.
pub fn reread(text: &str) -> Option<Reread> {
    if !is_worth_it(text) {
        return None;
    }
    let lexemes: Vec<crate::text::Lexeme<'_>> = crate::text::lexemes(text, 0).collect();
    // Where both end at one place, the implication is the inner one.
    let mut edits = logic::implications(&lexemes, &logic::macro_bodies(text));
    edits.extend(logic::quantifiers(&lexemes));
    edits.extend(acsl::edits(&lexemes));
    edits.extend(strings::edits(&lexemes));
    let bitvectors = bits::edits(&lexemes);
    let has_bitvectors = !bitvectors.is_empty();
    edits.extend(bitvectors);
    let fixed = fixed::edits(text, &lexemes);
    let has_fixed = !fixed.is_empty();
    edits.extend(fixed);
    if edits.is_empty() {
        return None;
    }
    let (text, places) = edits::apply(text, edits);
    Some(Reread { text: text.into_bytes(), places, has_fixed, has_bitvectors })
}

/// Declarations of the names of other verifiers that a text uses and does not declare.
pub fn prelude(text: &str) -> String {
    let mut all = if prelude::may_need(text) { prelude::declarations(text) } else { String::new() };
    if text.contains(prelude::BIT_CAST.0) {
        all.push_str(prelude::BIT_CAST.1);
    }
    all
}
