//! Whether what was printed is what is shown.

/// Nothing, or the difference as a person reads it.
pub fn compare(expected: &[String], actual: &[String]) -> Result<(), String> {
    let wanted: Vec<String> = expected.iter().map(|line| without_times(line)).collect();
    let printed: Vec<String> = actual.iter().map(|line| without_times(line)).collect();
    if matches(&wanted, &printed) { Ok(()) } else { Err(difference(&wanted, &printed)) }
}

/// A line `...` stands for any number of lines.
fn matches(wanted: &[String], printed: &[String]) -> bool {
    let mut pieces = wanted.split(|line| line == "...");
    let first = pieces.next().unwrap_or(&[]);
    if !printed.starts_with(first) {
        return false;
    }
    let mut rest = &printed[first.len()..];
    let mut pieces: Vec<&[String]> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some(at) = (0..=rest.len()).find(|&k| rest[k..].starts_with(piece)) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// What the page should show: all lines; or, where it leaves out one stretch, as many before and after it as now.
pub fn updated(expected: &[String], actual: &[String]) -> Vec<String> {
    let gaps: Vec<usize> = (0..expected.len()).filter(|&k| expected[k] == "...").collect();
    let &[gap] = &gaps[..] else { return actual.to_vec() };
    let n_after = expected.len() - gap - 1;
    if gap + n_after >= actual.len() {
        return actual.to_vec();
    }
    let dots = "...".to_owned();
    actual[..gap].iter().chain([&dots]).chain(&actual[actual.len() - n_after..]).cloned().collect()
}

/// `61 ms`, `1.2 s`, `1 min 3 s` and `under 1 ms` become `# ms`; so do the seconds of JSON.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_unit = |word: &str| matches!(word.trim_end_matches([',', ';', ':']), "ms" | "s" | "min");
    let mut out: Vec<String> = Vec::new();
    let mut k = 0;
    while k < words.len() {
        if is_number(words[k]) && words.get(k + 1).is_some_and(|word| is_unit(word)) {
            let tail = words[k + 1].trim_start_matches(|c: char| c.is_ascii_lowercase());
            let goes_on = out.last().is_some_and(|word| word == "ms");
            if out.last().is_some_and(|word| word == "under") {
                out.pop();
            }
            if !goes_on {
                out.extend(["#".to_owned(), format!("ms{tail}")]);
            }
            k += 2;
        } else if words[k].ends_with("_s\":") && k + 1 < words.len() {
            let tail = if words[k + 1].ends_with(',') { "," } else { "" };
            out.extend([words[k].to_owned(), format!("#{tail}")]);
            k += 2;
        } else {
            out.push(words[k].to_owned());
            k += 1;
        }
    }
    out.join(" ")
}

/// Both, marked, without what they share at the beginning and at the end.
fn difference(wanted: &[String], printed: &[String]) -> String {
    let n_same = wanted.iter().zip(printed).take_while(|(a, b)| a == b).count();
    let (old, new) = (&wanted[n_same..], &printed[n_same..]);
    let n_last = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = Vec::new();
    if n_same > 0 {
        out.push(format!("  ({n_same} equal lines)"));
    }
    out.extend(old[..old.len() - n_last].iter().map(|line| format!("- {line}")));
    out.extend(new[..new.len() - n_last].iter().map(|line| format!("+ {line}")));
    if n_last > 0 {
        out.push(format!("  ({n_last} equal lines)"));
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{compare, updated, without_times};

    fn lines(text: &str) -> Vec<String> {
        text.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn times_do_not_count() {
        for (line, same) in [
            ("complete · 61 ms", "complete · # ms"),
            ("complete · 1.0 s", "complete · # ms"),
            ("complete · 1 min 3 s", "complete · # ms"),
            ("under 1 ms · go on", "# ms · go on"),
            ("found in 0.01 s: 32 states", "found in # ms: 32 states"),
            ("    \"solve_s\": 0.001,", "    \"solve_s\": #,"),
            ("2 of 7 inputs · 3 ways", "2 of 7 inputs · 3 ways"),
        ] {
            assert_eq!(without_times(line), same);
        }
    }

    #[test]
    fn dots_stand_for_lines() {
        for (shown, same) in
            [("a|...|d", true), ("a|b|...|c|d", true), ("...|c|d", true), ("...|b|...", true), ("...", true)]
        {
            assert_eq!(compare(&lines(shown), &lines("a|b|c|d")).is_ok(), same, "{shown}");
        }
        for shown in ["a|b|c", "b|...", "...|c", "a|...|c|b|d", "a|b|c|d|e"] {
            assert!(compare(&lines(shown), &lines("a|b|c|d")).is_err(), "{shown}");
        }
        assert!(compare(&[], &lines("a")).is_err());
    }

    #[test]
    fn updating_keeps_what_is_left_out() {
        assert_eq!(updated(&lines("x|...|y"), &lines("a|b|c|d")), lines("a|...|d"));
        assert_eq!(updated(&lines("x"), &lines("a|b")), lines("a|b"));
    }
}
