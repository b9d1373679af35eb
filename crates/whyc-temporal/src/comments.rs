//! Properties in the comments of other texts: `// whyc: ltl NAME: TEXT` up to the end of the line.

use crate::file::{Named, read as read_file};
use crate::lex::Mistake;

const WORDS: &str = "whyc: ltl ";

/// The properties in the comments of a text.
///
/// # Errors
/// The first place that is wrong, in bytes of the text; or that there is none.
pub fn read(text: &str) -> Result<Vec<Named>, Mistake> {
    // All else becomes blank, so that places stay what they are.
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let found = line.find("//").and_then(|at| line[at..].find(WORDS).map(|after| at + after + WORDS.len()));
        match found {
            None => plain.extend(line.bytes().map(|it| if it == b'\n' { '\n' } else { ' ' })),
            Some(at) => {
                // A line that begins with a blank would go on with the one before.
                plain.extend(std::iter::repeat_n('\u{1}', at));
                plain.push_str(&line[at..]);
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
    }
}
