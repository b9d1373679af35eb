//! Reads what the C of other verifiers has beyond C, before libclang sees the text: implications, quantifiers, and names that
//! nobody declares.
//!
//! The text is changed by [`edits::Edit`]s, and an [`edits::Places`] leads from every place of the new text back to where
//! the user wrote it, so that nobody else needs to know. A new construct is a function from lexemes to edits: see [`logic`].

mod edits;

mod logic;

mod prelude;

pub use edits::Places;

/// A text that libclang can read, and how it came about.
#[derive(Clone, Debug)]
pub struct Reread {
    /// The text.
    pub text: Vec<u8>,
    /// Where everything in it comes from.
    pub places: Places,
}

/// Rewrites a text; nothing if there is nothing in it to be rewritten.
pub fn reread(text: &str) -> Option<Reread> {
    if !text.contains("==>") && !text.contains("__CPROVER_forall") && !text.contains("__CPROVER_exists") {
        return None;
    }
    let lexemes: Vec<crate::text::Lexeme<'_>> = crate::text::lexemes(text, 0).collect();
    // Where both end at one place, the implication is the inner one.
    let mut edits = logic::implications(&lexemes);
    edits.extend(logic::quantifiers(&lexemes));
    if edits.is_empty() {
        return None;
    }
    let (text, places) = edits::apply(text, edits);
    Some(Reread { text: text.into_bytes(), places })
}

/// Declarations of the names of other verifiers that a text uses and does not declare.
pub fn prelude(text: &str) -> String {
    if text.contains("__CPROVER_") { prelude::declarations(text) } else { String::new() }
}
