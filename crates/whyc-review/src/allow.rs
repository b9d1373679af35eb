//! What the source itself excuses: `// whyc: allow CLASS reason` on a line, or alone on the line before.

use whyc_base::source::{FileId, SourceFile};
use whyc_base::status::Status;
use whyc_debug::finding::{Excuse, Excuser, Finding};
use whyc_ir::property::PropertyClass;

/// What such a comment starts with.
const WORDS: &str = "whyc: allow";

/// A comment that excuses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Why it has no effect.
    pub why: Useless,
}

/// Why a comment excuses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Useless {
    /// Nothing of this class fails on that line.
    Nothing(String),
    /// There is no such class.
    NoClass(String),
    /// It does not say why.
    NoReason(String),
}

/// A comment.
struct Allow {
    file: FileId,
    /// Where it stands.
    at: u32,
    /// The line that it is about.
    line: u32,
    class: PropertyClass,
    reason: String,
    is_used: bool,
}

/// The comment that excuses a class on the line below it, with a place for the reason.
#[must_use]
pub fn comment_for(class: PropertyClass, reason: &str) -> String {
    format!("// {WORDS} {} {reason}", class.name())
}

/// Marks the violated properties that the sources of a finding excuse.
pub fn mark(finding: &mut Finding) {
    for (property, why) in allowed(finding).0 {
        finding.properties[property].excused = Some(Excuse { by: Excuser::Source, why });
    }
}

/// The violated properties that are excused, by their indices, with the reasons; and comments that have no effect.
pub(crate) fn allowed(finding: &Finding) -> (Vec<(usize, String)>, Vec<Unused>) {
    let mut unused = Vec::new();
    let mut all = Vec::new();
    for (id, file) in finding.sources.files().filter(|(_, file)| !file.name.starts_with('<')) {
        comments(id, file, &mut all, &mut unused);
    }
    let mut excused = Vec::new();
    for (k, property) in finding.properties.iter().enumerate() {
        let line = finding.sources.line(property.span);
        let here = all.iter_mut().filter(|allow: &&mut Allow| {
            allow.file == property.span.file && allow.line == line && allow.class == property.class
        });
        for allow in here {
            match &property.status {
                Status::Violated if !allow.is_used || !excused.iter().any(|(other, _)| *other == k) => {
                    excused.push((k, allow.reason.clone()));
                    allow.is_used = true;
                }
                Status::Violated => allow.is_used = true,
                // It may be of use yet.
                Status::Unknown(_) => allow.is_used = true,
                Status::Holds | Status::Unreachable | Status::Bounded(_) => allow.is_used |= !property.after.is_empty(),
            }
        }
    }
    let idle = all.into_iter().filter(|allow| !allow.is_used);
    unused.extend(idle.map(|allow| Unused {
        file: finding.sources.file(allow.file).name.clone(),
        line: allow.at,
        why: Useless::Nothing(allow.class.name().to_owned()),
    }));
    unused.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    (excused, unused)
}

fn comments(id: FileId, file: &SourceFile, all: &mut Vec<Allow>, unused: &mut Vec<Unused>) {
    let lines: Vec<&str> = file.text.lines().collect();
    for (k, text) in lines.iter().enumerate() {
        let Some((before, said)) = comment(text) else { continue };
        let at = k as u32 + 1;
        // Alone on its line it is about the next line that has code.
        let is_alone = before.trim().is_empty();
        let next = lines[k + 1..].iter().position(|line| !line.trim().is_empty() && comment(line).is_none());
        let line = if is_alone { at + 1 + next.unwrap_or(0) as u32 } else { at };
        let (classes, reason) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
        let reason = reason.trim().trim_end_matches("*/").trim();
        for name in classes.split(',').filter(|name| !name.is_empty()) {
            let class = PropertyClass::ALL.into_iter().find(|class| class.name() == name);
            let mut useless = |why| unused.push(Unused { file: file.name.clone(), line: at, why });
            match class {
                None => useless(Useless::NoClass(name.to_owned())),
                Some(_) if reason.is_empty() => useless(Useless::NoReason(name.to_owned())),
                Some(class) => {
                    all.push(Allow { file: id, at, line, class, reason: reason.to_owned(), is_used: false });
                }
            }
        }
    }
}

/// What stands before such a comment on a line, and what it says.
fn comment(line: &str) -> Option<(&str, &str)> {
    let starts = line.match_indices("//").chain(line.match_indices("/*"));
    starts.into_iter().find_map(|(at, _)| {
        let said = line[at + 2..].trim_start().strip_prefix(WORDS)?;
        said.starts_with(char::is_whitespace).then(|| (&line[..at], said.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read() {
        assert_eq!(comment("x = y; // whyc: allow overflow wraps"), Some(("x = y; ", "overflow wraps")));
        assert_eq!(comment("    /* whyc: allow a,b because */"), Some(("    ", "a,b because */")));
        assert_eq!(comment("// whyc: allowed"), None);
        assert_eq!(comment("puts(\"http://x\"); // no"), None);
    }
}
