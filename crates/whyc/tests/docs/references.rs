//! What pages refer to: files, headings, options, programs.

use std::fs;
use std::path::{Component, Path, PathBuf};

use whyc_tests::repository;

use crate::pages::Page;

/// Links and inclusions that lead nowhere.
pub fn dead(page: &Page, pages: &[Page]) -> Vec<String> {
    let folder = Path::new(&page.name).parent().unwrap_or(Path::new("")).to_owned();
    let mut wrong = Vec::new();
    for target in links(page) {
        let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
        let name = if path.is_empty() { page.name.clone() } else { joined(&folder, path) };
        if !repository().join(&name).exists() {
            wrong.push(format!("{}: there is no {target}", page.name));
        } else if page.is_in_guide() && !name.starts_with("guide/src/") {
            wrong.push(format!("{}: {target} is not part of the book", page.name));
        } else if !heading.is_empty()
            && !pages.iter().any(|other| other.name == name && headings(other).iter().any(|it| it == heading))
        {
            wrong.push(format!("{}: {name} has no heading #{heading}", page.name));
        }
    }
    for (_, rest) in page.text.match_indices("{{#include ").map(|(at, mark)| page.text.split_at(at + mark.len())) {
        let name = rest.split(['}', ':']).next().unwrap_or("").trim();
        if !repository().join(joined(&folder, name)).is_file() {
            wrong.push(format!("{}: there is no {name} to include", page.name));
        }
    }
    wrong
}

/// Where links lead that do not leave the repository.
fn links(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    for (_, line) in page.text_outside_fences() {
        for (at, mark) in line.match_indices("](") {
            let target = line[at + mark.len()..].split(')').next().unwrap_or("");
            if !target.contains("://") && !target.starts_with("mailto:") {
                found.push(target.to_owned());
            }
        }
    }
    found
}

/// The anchors of the headings.
fn headings(page: &Page) -> Vec<String> {
    let titles = page.text_outside_fences().into_iter().filter_map(|(_, line)| line.strip_prefix('#'));
    let anchor = |title: &str| {
        let kept = title.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    titles.map(anchor).collect()
}

/// A path relative to a folder, without `..`.
fn joined(folder: &Path, path: &str) -> String {
    let mut result = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            other => result.push(other),
        }
    }
    result.to_string_lossy().into_owned()
}

/// The long options in a text.
pub fn options(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split(|c: char| !is_part(c));
    words
        .filter(|word| word.starts_with("--") && word.len() > 3)
        .map(|word| word.trim_end_matches('-').to_owned())
        .collect()
}

/// The programs that pages may quote.
pub fn programs() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["examples", "guide/programs"] {
        for entry in fs::read_dir(repository().join(folder)).expect("the folder should be there") {
            let path = entry.expect("the folder should be readable").path();
            if path.extension().is_some_and(|extension| extension == "c" || extension == "h") {
                found.push(fs::read_to_string(path).expect("a program should be readable"));
            }
        }
    }
    found
}
