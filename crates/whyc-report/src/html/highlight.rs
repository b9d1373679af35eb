//! The colours of C, from a parser that takes any text: half a program, macros, mistakes.

use std::ops::Range;

use tree_sitter_highlight::{Highlight, HighlightConfiguration, HighlightEvent, Highlighter};

/// The names of tree-sitter's query that have a look of their own, and their classes on the page.
const LOOKS: [(&str, &str); 8] = [
    ("comment", "cm"),
    ("string", "st"),
    ("number", "nu"),
    ("constant", "nu"),
    ("keyword", "kw"),
    ("type", "ty"),
    ("function", "fn"),
    ("label", "kw"),
];
/// Larger files are shown without colours.
const LARGEST: usize = 4 << 20;

/// A piece of text with a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub bytes: Range<usize>,
    /// Its class.
    pub class: &'static str,
}

/// The pieces of `text` that have a look, in order; none if the text defeats the parser.
pub fn pieces(text: &str) -> Vec<Piece> {
    if text.len() > LARGEST {
        return Vec::new();
    }
    let language = tree_sitter_c::LANGUAGE.into();
    let Ok(mut config) = HighlightConfiguration::new(language, "c", tree_sitter_c::HIGHLIGHT_QUERY, "", "") else {
        return Vec::new();
    };
    config.configure(&LOOKS.map(|(name, _)| name));
    let mut highlighter = Highlighter::new();
    let Ok(events) = highlighter.highlight(&config, text.as_bytes(), None, None, |_| None) else { return Vec::new() };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open: Vec<Highlight> = Vec::new();
    for event in events {
        match event {
            Ok(HighlightEvent::HighlightStart(look)) => open.push(look),
            Ok(HighlightEvent::HighlightEnd) => {
                open.pop();
            }
            Ok(HighlightEvent::Source { start, end }) => {
                if let Some((_, class)) = open.last().and_then(|look| LOOKS.get(look.0)) {
                    pieces.push(Piece { bytes: start..end, class });
                }
            }
            Err(_) => return Vec::new(),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let piece = |piece: Piece| format!("{}:{}", piece.class, &text[piece.bytes]);
        pieces(text).into_iter().map(piece).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn c_has_colours() {
        assert_eq!(shown("int f(void) { return 'a' + N; } // é"), "ty:int fn:f ty:void kw:return nu:'a' nu:N cm:// é");
    }

    #[test]
    fn any_text_will_do() {
        for text in ["", "}}} int (", "\"open", "/* open", "\u{fffd}\0 if", "#define X(", "é = 1"] {
            assert!(pieces(text).iter().all(|piece| text.get(piece.bytes.clone()).is_some()), "{text:?}");
        }
    }
}
