//! Properties in the comments of other texts: `// whyc: ltl NAME: TEXT` up to the end of the line.

use std::ops::Range;

use crate::file::{Named, read as read_file};
use crate::lex::Mistake;

const WORDS: &str = "whyc: ltl ";

/// Whether a text has properties in its comments.
#[must_use]
pub fn has_some(text: &str) -> bool {
    text.lines().any(|line| found(line).is_some())
}

/// Where a property begins and ends in a line.
fn found(line: &str) -> Option<Range<usize>> {
    for (at, sign) in line.match_indices("//").chain(line.match_indices("/*")) {
        let words = line[at + 2..].trim_start_matches(['/', '*', '!', '<']).trim_start();
        if words.starts_with(WORDS) {
            let start = line.len() - words.len() + WORDS.len();
            let end = if sign == "/*" { line[start..].find("*/").map(|end| start + end) } else { None };
            return Some(start..end.unwrap_or(line.len()));
        }
    }
    None
}

/// The properties in the comments of a text.
///
/// # Errors
/// The first place that is wrong, in bytes of the text; or that there is none.
pub fn read(text: &str) -> Result<Vec<Named>, Mistake> {
    // All else becomes blank, so that places stay what they are.
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match found(line) {
            None => plain.extend(line.bytes().map(|it| if it == b'\n' { '\n' } else { ' ' })),
            Some(place) => {
                // A line that begins with a blank would go on with the one before.
                plain.extend(std::iter::repeat_n('\u{1}', place.start));
                plain.push_str(&line[place.clone()]);
                plain.extend(line[place.end..].bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }));
            }
        }
    }
    read_file(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_in_comments() {
        let text = "module m;\n  // whyc: ltl live: G(r -> F g)\n  wire x; // whyc: ltl G !x\nendmodule\n";
        let read = read(text).expect("the properties should be read");
        let told: Vec<(&str, String)> = read.iter().map(|it| (it.name.as_str(), it.expr.to_string())).collect();
        assert_eq!(told, [("live", "G (r -> F g)".to_owned()), ("p2", "G !x".to_owned())]);
        assert_eq!(&text[read[0].offset..read[0].offset + 11], "G(r -> F g)");
        assert!(super::read("// nothing\n").is_err());
        let text = "puts(\"http://x\"); // whyc: ltl a: F call f\nx(); /* whyc: ltl b: G !call g */ y();\n// not whyc: ltl c\n";
        let read = super::read(text).expect("the properties should be read");
        let told: Vec<(&str, &str)> = read.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(told, [("a", "F call f"), ("b", "G !call g")]);
    }
}
