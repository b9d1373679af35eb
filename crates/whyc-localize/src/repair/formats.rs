//! How numbers are printed: the conversions of a format with another width, precision, or kind.

/// What another kind of conversion costs, and another width or precision.
const KIND: u32 = 16;
const FIRST: u32 = 14;
/// The widths that are tried.
const WIDTHS: [&str; 6] = ["02", "2", "03", "3", "04", "4"];

/// The formats that are one conversion away from one.
pub fn others(format: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (start, conversion) in conversions(format) {
        let end = start + conversion.len();
        for (new, cost) in instead(conversion) {
            found.push((format!("{}{new}{}", &format[..start], &format[end..]), cost));
        }
    }
    found
}

/// The conversions of a format, with where they begin.
fn conversions(format: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = format[at..].find('%').map(|n| at + n) {
        let rest = &format[start + 1..];
        let Some(length) = rest.find(|c: char| !c.is_ascii_digit() && !"-+ #.*hljzt".contains(c)) else { break };
        let last = rest[length..].chars().next().map_or(0, char::len_utf8);
        at = start + 1 + length + last;
        if !rest[length..].starts_with('%') {
            found.push((start, &format[start..at]));
        }
    }
    found
}

/// What may be meant by a conversion.
fn instead(conversion: &str) -> Vec<(String, u32)> {
    let kind =
        conversion.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).trim_start_matches(['h', 'l', 'j', 'z', 't']);
    let length = &conversion[..conversion.len() - kind.len()];
    let length = length.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let layout = &conversion[1..conversion.len() - kind.len() - length.len()];
    let mut found: Vec<(String, u32)> = Vec::new();
    let mut put = |layout: &str, kind: &str, cost: u32| found.push((format!("%{layout}{length}{kind}"), cost));
    match kind {
        "d" | "i" | "u" | "x" | "X" | "o" => {
            for (k, width) in WIDTHS.iter().enumerate().filter(|(_, width)| **width != layout) {
                put(width, kind, FIRST + k as u32 / 2);
            }
            if !layout.is_empty() {
                put("", kind, FIRST);
                put(&format!("-{}", layout.trim_start_matches(['-', '0'])), kind, KIND);
            }
            for other in ["d", "u", "x", "X", "o"].into_iter().filter(|other| *other != kind) {
                put(layout, other, KIND);
            }
            if length.is_empty() {
                put(layout, "c", KIND);
            }
        }
        "c" => put(layout, "d", KIND),
        "f" | "e" | "g" => {
            let (width, precision) = layout.split_once('.').unwrap_or((layout, "6"));
            for other in (0..=4).map(|it: u32| it.to_string()).filter(|other| other != precision) {
                let is_near =
                    precision.parse::<u32>().ok().zip(other.parse().ok()).is_some_and(|(a, b)| a.abs_diff(b) == 1);
                put(&format!("{width}.{other}"), kind, if is_near { FIRST } else { FIRST + 2 });
            }
            for other in ["f", "e", "g"].into_iter().filter(|other| *other != kind) {
                put(layout, other, KIND);
            }
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_found_and_changed() {
        assert_eq!(conversions("%d%% of %-5.2lf %s"), [(0, "%d"), (8, "%-5.2lf"), (16, "%s")]);
        let known: Vec<String> = others("%d:%d").into_iter().map(|(it, _)| it).collect();
        assert!(known.contains(&"%d:%02d".to_owned()) && known.contains(&"%x:%d".to_owned()), "{known:?}");
        let known: Vec<String> = others("%.1f").into_iter().map(|(it, _)| it).collect();
        assert!(known.contains(&"%.2f".to_owned()) && !known.contains(&"%.1f".to_owned()), "{known:?}");
        assert_eq!((others("plain"), others("50%"), others("100 %%")), (Vec::new(), Vec::new(), Vec::new()));
        assert!(others("%05lu").iter().any(|(it, _)| it == "%lu"));
    }
}
