//! Simple concurrent assertions of SystemVerilog as clocked ones, which yosys reads: line by line, so that places stay.
//!
//! `assert property (@(posedge clk) disable iff (rst) a |-> b);` becomes `always @(posedge clk) if (!(rst)) assert (!(a) || (b));`, on the
//! same lines. `|=>` asks one cycle later, by `$past`. What is more than that is left as it is, and yosys says what it thinks
//! of it.

/// The text with what can be said so said by clocked assertions. Comments and strings are not code.
pub fn as_clocked(text: &str) -> String {
    const WORD: &str = "property";
    let code = code(text);
    let mut out = String::new();
    let (mut copied, mut from) = (0, 0);
    while let Some(found) = code[from..].find(WORD) {
        let at = from + found;
        let (head, verb) = verb(&code[copied..at]);
        match verb.and_then(|verb| statement(verb, &code[at + WORD.len()..])) {
            Some((clocked, behind)) => {
                out.push_str(&text[copied..copied + head.len()]);
                out.push_str(&clocked);
                copied = code.len() - behind.len();
                from = copied;
            }
            None => from = at + WORD.len(),
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// The text with blanks for comments and for what is in strings, byte for byte.
fn code(text: &str) -> String {
    #[derive(PartialEq)]
    enum Inside {
        Code,
        Line,
        Block,
        Text,
    }
    let mut out = String::with_capacity(text.len());
    let mut inside = Inside::Code;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|(_, c)| *c);
        let was = match (&inside, c, next) {
            (Inside::Code, '/', Some('/')) => std::mem::replace(&mut inside, Inside::Line),
            (Inside::Code, '/', Some('*')) => std::mem::replace(&mut inside, Inside::Block),
            (Inside::Code, '"', _) => std::mem::replace(&mut inside, Inside::Text),
            (Inside::Line, '\n', _) => std::mem::replace(&mut inside, Inside::Code),
            (Inside::Block, '/', _) if text[..at].ends_with('*') => std::mem::replace(&mut inside, Inside::Code),
            (Inside::Text, '"', _) if !text[..at].ends_with('\\') => std::mem::replace(&mut inside, Inside::Code),
            _ => Inside::Code,
        };
        let is_code = inside == Inside::Code && was == Inside::Code;
        match c {
            '\n' => out.push(c),
            c if is_code => out.push(c),
            c => out.push_str(&" ".repeat(c.len_utf8())),
        }
    }
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
        // In the first cycle there was none before; what was disabled when it began is not asked.
        (_, Some((a, b))) => {
            let disabled = guard.as_ref().map(|guard| format!("$past({guard}) || ")).unwrap_or_default();
            format!("$initstate || {disabled}!$past({}) || ({})", a.trim(), b.trim())
        }
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
        check(
            "assert property (@(posedge clk) disable iff (r) a |=> b);",
            "always @(posedge clk) if (!(r)) assert ($initstate || $past(r) || !$past(a) || (b));",
        );
        let comment =
            "// assert property (@(posedge clk) a\n/* assert property (@(posedge clk) */ x = \"property (\"; // ü );\n";
        check(comment, comment);
        check("property p; endproperty", "property p; endproperty");
        check("assert property (@(posedge clk) a ##1 b);", "assert property (@(posedge clk) a ##1 b);");
        check("my_assert property (@(posedge clk) a);", "my_assert property (@(posedge clk) a);");
    }
}
