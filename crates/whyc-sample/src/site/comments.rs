//! Distributions in the comments of a program: `// whyc: dist NAME=DISTRIBUTION` up to the end of the line.

use whyc_base::source::{SourceMap, Span};

use super::{Given, Said, Wrong};
use crate::dist::Distribution;

const WORDS: &str = "whyc: dist ";

/// What the comments of some files say, in their order.
///
/// # Errors
/// The first one that cannot be read.
pub fn in_comments(sources: &SourceMap) -> Result<Vec<Given>, Wrong> {
    let mut all = Vec::new();
    for (file, source) in sources.files() {
        let mut at = 0;
        for line in source.text.split_inclusive('\n') {
            if let Some((start, said)) = found(line) {
                let position = |it: usize| u32::try_from(at + it).unwrap_or(u32::MAX);
                let span = Span { file, start: position(start), end: position(start + said.len()) };
                let wrong = |message: String| Wrong { message, span: Some(span) };
                let (name, dist) = said.split_once(['=', '~']).ok_or_else(|| {
                    wrong("expected an input and its distribution, such as x=uniform(0, 99)".to_owned())
                })?;
                let dist = Distribution::read(dist).map_err(wrong)?;
                all.push(Given { name: name.trim().to_owned(), dist, said: Said::Comment(span) });
            }
            at += line.len();
        }
    }
    Ok(all)
}

/// What a line says, and where.
fn found(line: &str) -> Option<(usize, &str)> {
    for (at, sign) in line.match_indices("//").chain(line.match_indices("/*")) {
        let words = line[at + 2..].trim_start_matches(['/', '*', '!', '<']).trim_start();
        if let Some(rest) = words.strip_prefix(WORDS) {
            let said = if sign == "/*" { rest.split("*/").next().unwrap_or(rest) } else { rest };
            return Some((line.len() - rest.len(), said.trim_end()));
        }
    }
    None
}
