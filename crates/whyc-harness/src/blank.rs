//! What a parser of plain C stumbles over becomes blank, byte for byte, so that places stay what they are.

/// A clause of a contract that was made blank.
pub struct Clause {
    /// `requires`, `ensures` and so on.
    pub kind: String,
    /// What stands between its parentheses.
    pub text: String,
    /// Where it begins.
    pub at: usize,
}

/// A text without parts for C++, without macros that stand for attributes, and without clauses of contracts.
pub fn blanked(text: &str) -> (String, Vec<Clause>) {
    let mut bytes = text.as_bytes().to_vec();
    without_cpp(text, &mut bytes);
    for name in silent_macros(text) {
        for at in words(text, &name) {
            let line = text[..at].rfind('\n').map_or(0, |it| it + 1);
            if !text[line..at].trim_start().starts_with('#') {
                fill(&mut bytes, at, at + name.len());
            }
        }
    }
    let mut clauses = Vec::new();
    for kind in ["requires", "ensures", "assigns", "frees"] {
        let name = format!("__CPROVER_{kind}");
        for at in words(text, &name) {
            let open = at + name.len();
            let Some(close) = closing(text, open) else { continue };
            clauses.push(Clause { kind: kind.to_owned(), text: text[open + 1..close].trim().to_owned(), at });
            fill(&mut bytes, at, close + 1);
        }
    }
    clauses.sort_by_key(|it| it.at);
    (String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned()), clauses)
}

fn fill(bytes: &mut [u8], from: usize, to: usize) {
    for byte in bytes.iter_mut().take(to).skip(from) {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

/// Where a word stands by itself.
fn words(text: &str, word: &str) -> Vec<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let stands =
        |at: &usize| !is_part(text[..*at].chars().next_back()) && !is_part(text[*at + word.len()..].chars().next());
    text.match_indices(word).map(|(at, _)| at).filter(stands).collect()
}

/// The parenthesis that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (k, c) in text.get(open..)?.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + k);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// What is for C++ alone.
fn without_cpp(text: &str, bytes: &mut [u8]) {
    let (mut at, mut depth) = (0, 0usize);
    for line in text.split_inclusive('\n') {
        let words = line.trim().strip_prefix('#').map(str::trim_start);
        let begins =
            words.is_some_and(|it| it.starts_with("if") && it.contains("__cplusplus") && !it.starts_with("ifndef"));
        let nests = words.is_some_and(|it| it.starts_with("if"));
        let ends = words.is_some_and(|it| it.starts_with("endif"));
        if begins || (depth > 0 && nests) {
            depth += 1;
        }
        if depth > 0 {
            fill(bytes, at, at + line.len());
        }
        if ends {
            depth = depth.saturating_sub(1);
        }
        at += line.len();
    }
}

/// Macros that stand for nothing, or for what only a compiler cares about.
fn silent_macros(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(rest) = line.trim().strip_prefix('#').map(str::trim_start).and_then(|it| it.strip_prefix("define "))
        else {
            continue;
        };
        let (name, value) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
        let value = value.trim();
        let is_silent = value.is_empty()
            || value == "extern"
            || value.starts_with("__attribute__")
            || value.starts_with("__declspec");
        let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
        if is_silent && is_name && !found.contains(&name.to_owned()) {
            found.push(name.to_owned());
        }
    }
    found
}
