//! Simple concurrent assertions of SystemVerilog as clocked ones, which yosys reads: line by line, so that places stay.
//!
//! `assert property (@(posedge clk) disable iff (rst) a |-> b);` becomes `always @(posedge clk) if (!(rst)) assert (!(a) || (b));`, on the
//! same lines. `|=>` asks one cycle later, by `$past`. What is more than that is left as it is, and yosys says what it thinks
//! of it.

/// The text with what can be said so said by clocked assertions.
pub fn as_clocked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("property") {
        let (before, after) = rest.split_at(at);
        let (head, verb) = verb(before);
        match verb.and_then(|verb| statement(verb, &after["property".len()..])) {
            Some((clocked, behind)) => {
                out.push_str(head);
                out.push_str(&clocked);
                rest = behind;
            }
            None => {
                out.push_str(before);
                out.push_str("property");
                rest = &after["property".len()..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// What stands before `assert`, `assume` or `cover`, and that; with the label in front of it, if there is one.
fn verb(before: &str) -> (&str, Option<&str>) {
    let trimmed = before.trim_end();
    for verb in ["assert", "assume", "cover"] {
        if let Some(head) = trimmed.strip_suffix(verb) {
            let is_word = head.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !is_word {
                let start = label(head).unwrap_or(head.len());
                return (&before[..start], Some(&trimmed[start..]));
            }
        }
    }
    (before, None)
}

/// Where a label begins: `name :`, at the end.
fn label(head: &str) -> Option<usize> {
    let head = head.trim_end().strip_suffix(':')?.trim_end();
    let start = head.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    (start < head.len()).then_some(start)
}

/// The clocked statement, and what stands behind the old one.
fn statement<'t>(verb: &str, after: &'t str) -> Option<(String, &'t str)> {
    let open = after.find('(').filter(|at| after[..*at].trim().is_empty())?;
    let (inside, behind) = group(&after[open..])?;
    let lines = inside.matches('\n').count() + after[..open].matches('\n').count();
    let inside = inside.trim().replace('\n', " ");
    let clock = inside.strip_prefix('@').map(str::trim_start)?;
    let (edge, rest) = group(clock)?;
    let (guard, body) = match rest.trim_start().strip_prefix("disable") {
        Some(rest) => {
            let rest = rest.trim_start().strip_prefix("iff")?.trim_start();
            let (guard, rest) = group(rest)?;
            (Some(guard.trim().to_owned()), rest.trim().to_owned())
        }
        None => (None, rest.trim().to_owned()),
    };
    if body.contains("##") || body.matches("|->").count() + body.matches("|=>").count() > 1 {
        return None;
    }
    let body = match (body.split_once("|->"), body.split_once("|=>")) {
        (Some((a, b)), _) => format!("!({}) || ({})", a.trim(), b.trim()),
        // In the first cycle there was none before.
        (_, Some((a, b))) => format!("$initstate || !$past({}) || ({})", a.trim(), b.trim()),
        (None, None) => body,
    };
    let guard = guard.map(|guard| format!("if (!({guard})) ")).unwrap_or_default();
    let behind = behind.trim_start().strip_prefix(';')?;
    let clocked = format!("always @({}) {guard}{verb} ({body});{}", edge.trim(), "\n".repeat(lines));
    Some((clocked, behind))
}

/// What is in the parentheses that a text begins with, and what stands behind them.
fn group(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((text.get(1..at)?, &text[at + 1..]));
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_assertions_become_clocked() {
        let check = |text: &str, expected: &str| assert_eq!(as_clocked(text), expected);
        check("  lim: assert property (@(posedge clk) s < 9);\n", "  always @(posedge clk) lim: assert (s < 9);\n");
        check(
            "assume property (@(posedge clk) disable iff (rst)\n  a |-> b);",
            "always @(posedge clk) if (!(rst)) assume (!(a) || (b));\n",
        );
        check(
            "assert property (@(posedge clk) a |=> b);",
            "always @(posedge clk) assert ($initstate || !$past(a) || (b));",
        );
        check("property p; endproperty", "property p; endproperty");
        check("assert property (@(posedge clk) a ##1 b);", "assert property (@(posedge clk) a ##1 b);");
        check("my_assert property (@(posedge clk) a);", "my_assert property (@(posedge clk) a);");
    }
}
