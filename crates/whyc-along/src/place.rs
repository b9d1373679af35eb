//! Places as people and tools write them: `list.c:12`.

use std::fmt;
use std::path::Path;

use whyc_base::source::{FileId, SourceMap};

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, by its name or the end of its path.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Reads `list.c:12,list.c:20,17`: a number alone is a line of the file before. A column may follow a line, as compilers write it; it
/// is not looked at.
///
/// # Errors
/// What is wrong, in words.
pub fn parse(text: &str) -> Result<Vec<Place>, String> {
    let mut places: Vec<Place> = Vec::new();
    for item in text.split(',') {
        places.push(one(item.trim(), places.last())?);
    }
    Ok(places)
}

fn one(item: &str, before: Option<&Place>) -> Result<Place, String> {
    let wrong = || format!("`{item}` is no place: expected FILE:LINE, such as list.c:12");
    let (file, line) = match item.rsplit_once(':') {
        None => (before.map(|it| it.file.as_str()).ok_or_else(wrong)?, item),
        Some((head, last)) => match head.rsplit_once(':') {
            Some((file, line)) if number(line).is_some() && number(last).is_some() => (file, line),
            Some(_) | None => (head, last),
        },
    };
    let line = number(line).ok_or_else(wrong)?;
    if file.is_empty() { Err(wrong()) } else { Ok(Place { file: file.to_owned(), line }) }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&line| line > 0)
}

/// The files of a program that a name means: the one of that name, or all of one name whose path ends so, or that the name ends with.
///
/// # Errors
/// If there is none, or files of several names are meant.
pub fn files(sources: &SourceMap, name: &str) -> Result<Vec<FileId>, String> {
    let all: Vec<(FileId, &str)> = sources.files().map(|(id, file)| (id, file.name.as_str())).collect();
    let own = all.iter().filter(|(_, known)| !known.starts_with('<'));
    let given = Path::new(name.strip_prefix("./").unwrap_or(name));
    let ends = |known: &str| {
        let known = Path::new(known.strip_prefix("./").unwrap_or(known));
        known.ends_with(given) || given.ends_with(known)
    };
    let exact: Vec<FileId> = own.clone().filter(|(_, known)| *known == name).map(|it| it.0).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let meant: Vec<&(FileId, &str)> = own.clone().filter(|(_, known)| ends(known)).collect();
    match meant.as_slice() {
        [] => Err(format!("the program has no file {name}; it has {}", list(own.map(|it| it.1)))),
        [first, rest @ ..] if rest.iter().all(|it| it.1 == first.1) => Ok(meant.iter().map(|it| it.0).collect()),
        _ => Err(format!("{name} may be {}", list(meant.iter().map(|it| it.1)))),
    }
}

/// At most this many files are named.
const MANY: usize = 6;

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = names.collect();
    all.dedup();
    let more = if all.len() > MANY { " and others" } else { "" };
    all.truncate(MANY);
    format!("{}{more}", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        Ok(parse(text)?.iter().map(Place::to_string).collect())
    }

    #[test]
    fn places_are_read_as_people_and_compilers_write_them() {
        assert_eq!(read("a.c:3"), Ok(vec!["a.c:3".to_owned()]));
        assert_eq!(read("a.c:3, src/b.c:7:12,9"), Ok(vec!["a.c:3".into(), "src/b.c:7".into(), "src/b.c:9".into()]));
        for wrong in ["", "3", "a.c", "a.c:", "a.c:0", ":4", "a.c:x", "a.c:3,", "a.c:-1"] {
            assert!(read(wrong).is_err_and(|why| why.contains("expected FILE:LINE")), "{wrong}");
        }
    }

    #[test]
    fn files_are_found_by_the_end_of_their_path() {
        let mut sources = SourceMap::new();
        for name in ["src/a.c", "lib/a.c", "src/b.c", "<libc>/string.c"] {
            sources.add(name, Vec::new());
        }
        let found = |name: &str| files(&sources, name).map(|all| all.len());
        assert_eq!(found("b.c"), Ok(1));
        assert_eq!(found("./src/a.c"), Ok(1));
        assert_eq!(found("/home/me/src/b.c"), Ok(1));
        assert_eq!(found("a.c"), Err("a.c may be src/a.c, lib/a.c".to_owned()));
        assert!(found("string.c").is_err());
        assert!(found("c").is_err());
    }
}
