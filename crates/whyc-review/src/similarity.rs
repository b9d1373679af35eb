//! How alike two lines are.

/// From here on two lines are taken to be the same one, changed.
pub(crate) const ALIKE: f64 = 0.7;

/// A line with single spaces and none around it.
pub(crate) fn normal(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How much of both lines is common, from 0 to 1, word by word and sign by sign, in order.
pub(crate) fn alike(a: &str, b: &str) -> f64 {
    let (a, b) = (tokens(a), tokens(b));
    if a.is_empty() || b.is_empty() {
        return if a.len() == b.len() { 1.0 } else { 0.0 };
    }
    // The longest common subsequence, one row at a time.
    let mut row = vec![0_usize; b.len() + 1];
    for x in &a {
        let mut before = 0;
        for (k, y) in b.iter().enumerate() {
            let above = row[k + 1];
            row[k + 1] = if x == y { before + 1 } else { above.max(row[k]) };
            before = above;
        }
    }
    2.0 * row[b.len()] as f64 / (a.len() + b.len()) as f64
}

fn tokens(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_edits_leave_a_line_alike() {
        assert_eq!(alike("a = b + 1;", "a  =  b+1;"), 1.0);
        assert!(alike("total = total + price * count;", "total = total + price * (count - 1);") >= ALIKE);
        assert!(alike("return x;", "while (p->next != NULL) p = p->next;") < 0.4);
        assert_eq!(alike("", ""), 1.0);
        assert_eq!(alike("", "x"), 0.0);
        assert_eq!(tokens("f(é_1)->x"), ["f", "(", "é_1", ")", "-", ">", "x"]);
    }
}
