//! Properties, counts and times in words.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;
use whyc_base::source::SourceMap;
use whyc_debug::finding::{PropertyReport, WhyFails};
use whyc_ir::property::PropertyClass;

use crate::paint::visible;

/// How the front end ends the description of a place that should not be reached.
pub const NEVER_REACHED: &str = " is never reached";

/// How it ends the description of a call that lacks arguments.
pub const TOO_FEW: &str = " has too few arguments";

/// What can happen, in a sentence without a full stop: `` `m == med` can fail ``.
pub fn title(sources: &SourceMap, property: &PropertyReport) -> String {
    let description = property.description.as_str();
    let text = one_line(if description.trim().is_empty() { sources.text(property.span) } else { description }, 72);
    match text.strip_suffix(NEVER_REACHED) {
        Some(place) if place.ends_with(')') => return format!("`{place}` can be reached"),
        Some(place) => return format!("{place} can be reached"),
        None => {}
    }
    if let Some(call) = text.strip_suffix(TOO_FEW) {
        return format!("`{call}`{TOO_FEW}");
    }
    let what = match property.class {
        PropertyClass::Assertion => "can fail",
        PropertyClass::Unreachable => "can be reached",
        PropertyClass::Bounds => "can be outside its array",
        PropertyClass::NullDereference => "can access memory through a null pointer",
        PropertyClass::OutOfObject => "can access memory outside its object",
        PropertyClass::UseAfterScope => "can access a variable that is gone",
        PropertyClass::UseAfterFree => "can access memory that has been freed",
        PropertyClass::DoubleFree => "can free memory a second time",
        PropertyClass::InvalidFree => "can free something that was never allocated",
        PropertyClass::ReadOnly => "can write to memory that is constant",
        PropertyClass::Overlap => "can copy between places that overlap",
        PropertyClass::Leak => "can be lost without being freed",
        PropertyClass::DivisionByZero => "can divide by zero",
        PropertyClass::Overflow => "can overflow",
        PropertyClass::Shift => "can shift by a count that is out of range",
        PropertyClass::PointerCompare => "can relate pointers into different objects",
        PropertyClass::FunctionPointer => "can point to no function of its type",
        PropertyClass::Conversion => "can be a number that does not fit the type it is converted to",
        PropertyClass::Alignment => "can access memory at an address that is not aligned for its type",
        PropertyClass::PointerPrimitive => "can ask about a pointer that is neither null nor valid",
        PropertyClass::MissingReturn => "can end the function without the value that its caller uses",
        PropertyClass::Unsequenced => "can be changed and used in no particular order",
        PropertyClass::Precondition => "can be false where the contract requires it",
        PropertyClass::Postcondition => "can be false where the contract ensures it",
        PropertyClass::Assigns => "can write what the contract does not name",
        PropertyClass::LoopInvariant => "can be false at the head of the loop",
        PropertyClass::Decreases => "can fail to decrease",
        PropertyClass::Race => "can happen while another thread accesses the same memory",
        PropertyClass::Deadlock => "can wait for ever",
        PropertyClass::ThreadMisuse => "can be used in a way that is not allowed",
    };
    format!("`{text}` {what}")
}

/// What happens where the run ends, in a word or two.
pub fn happens(property: &PropertyReport) -> &'static str {
    match property.class {
        PropertyClass::Assertion if property.description.ends_with(NEVER_REACHED) => "reached",
        PropertyClass::Assertion => "fails",
        PropertyClass::Unreachable => "reached",
        PropertyClass::Bounds => "outside the array",
        PropertyClass::NullDereference => "null pointer",
        PropertyClass::OutOfObject => "outside its object",
        PropertyClass::UseAfterScope => "the variable is gone",
        PropertyClass::UseAfterFree => "the memory has been freed",
        PropertyClass::DoubleFree => "freed a second time",
        PropertyClass::InvalidFree => "was never allocated",
        PropertyClass::ReadOnly => "constant memory",
        PropertyClass::Overlap => "the places overlap",
        PropertyClass::Leak => "lost",
        PropertyClass::DivisionByZero => "divides by zero",
        PropertyClass::Overflow => "overflows",
        PropertyClass::Shift => "count out of range",
        PropertyClass::PointerCompare => "different objects",
        PropertyClass::FunctionPointer if property.description.ends_with(TOO_FEW) => "too few arguments",
        PropertyClass::FunctionPointer => "no such function",
        PropertyClass::Conversion => "does not fit",
        PropertyClass::Alignment => "not aligned",
        PropertyClass::PointerPrimitive => "no valid pointer",
        PropertyClass::MissingReturn => "no value",
        PropertyClass::Unsequenced => "in no order",
        PropertyClass::Precondition => "is not met",
        PropertyClass::Postcondition => "is not kept",
        PropertyClass::Assigns => "not named by the contract",
        PropertyClass::LoopInvariant => "does not hold",
        PropertyClass::Decreases => "does not decrease",
        PropertyClass::Race => "in a race",
        PropertyClass::Deadlock => "waits for ever",
        PropertyClass::ThreadMisuse => "not allowed",
    }
}

/// What a thread is called: by its number and where it is.
pub fn thread(thread: u32, function: &str) -> String {
    match thread {
        0 => "main thread".to_owned(),
        number => format!("thread {number} ({function})"),
    }
}

/// `1 loop`, `2 loops`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// A time as people read it: three digits at most.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.000_95 => "under 1 ms".to_owned(),
        s if s < 0.995 => format!("{:.0} ms", s * 1000.0),
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 59.5 => format!("{s:.0} s"),
        s => {
            let s = s.round() as u64;
            format!("{} min {} s", s / 60, s % 60)
        }
    }
}

/// `text` on one line of at most `width` columns, white space collapsed.
pub fn one_line(text: &str, width: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shorten(&visible(&words.join(" ")), width)
}

/// `text`, cut to at most `width` columns.
pub fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if used > width {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// `items` with separators, as many as fit `width` columns, and how many more there are.
pub fn list(items: &[String], separator: &str, width: usize) -> String {
    let mut out = String::new();
    for (idx, item) in items.iter().enumerate() {
        let rest = items.len() - idx;
        let room_for_rest = if rest > 1 { 14 } else { 0 };
        if idx > 0 && out.width() + separator.width() + item.width() + room_for_rest > width {
            out.push_str(&format!(" and {rest} more"));
            return out;
        }
        out.push_str(if idx == 0 { "" } else { separator });
        out.push_str(item);
    }
    out
}

/// The values that something has one after the other: `1, 2, 3`, `0 (5 times)`, `1, 2, … (100 in all)`.
pub fn sequence(values: &[&str], many: usize) -> String {
    let n = values.len();
    match values {
        [first, rest @ ..] if n > 2 && rest.iter().all(|value| value == first) => format!("{first} ({n} times)"),
        _ if n > many => format!("{}, … ({n} in all)", values[..many].join(", ")),
        _ => values.join(", "),
    }
}

/// Inputs with their values as a person says them: `x = 3`, `argv[1] = "ab"` for the characters of an argument one by
/// one, `stdin: "ab"` for those of standard input, `allocation of p fails`. With `plain`, each of them by itself.
pub fn inputs(items: &[(String, String)], plain: bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = items;
    while let Some((name, value)) = rest.first() {
        let argument = if plain { None } else { argument_of(name) };
        let n = rest.iter().take_while(|(other, _)| argument.is_some() && argument_of(other) == argument).count();
        let characters: Option<Vec<String>> = rest[..n].iter().map(|(_, value)| character(value)).collect();
        let n_read = rest.iter().take_while(|(name, _)| !plain && name == STDIN_CHARACTER).count();
        let read: Vec<&str> = rest[..n_read].iter().map(|(_, value)| value.as_str()).collect();
        if let Some(text) = standard_input(&read).filter(|_| n_read > 0) {
            out.push(text);
            rest = &rest[n_read..];
        } else if let (Some(argument), Some(characters)) = (argument, characters) {
            let text: String = characters.into_iter().take_while(|c| c != END).collect();
            out.push(format!("{argument} = \"{text}\""));
            rest = &rest[n..];
        } else {
            out.push(input(name, value));
            rest = &rest[1..];
        }
    }
    out
}

/// What the library calls a character that it reads from standard input.
pub const STDIN_CHARACTER: &str = "stdin";

/// `stdin: "1 100\n"` for the characters that are read one by one, in order; none if one of them is no character. What does
/// not matter is told as it is.
pub fn standard_input(values: &[&str]) -> Option<String> {
    let mut text = String::new();
    for value in values {
        match value.parse::<i32>().ok()? {
            // The end of the input.
            -1 => break,
            10 => text.push_str("\\n"),
            9 => text.push_str("\\t"),
            13 => text.push_str("\\r"),
            34 => text.push_str("\\\""),
            92 => text.push_str("\\\\"),
            n @ 32..=126 => text.push(char::from(u8::try_from(n).ok()?)),
            n @ 0..=255 => text.push_str(&format!("\\x{n:02x}")),
            _ => return None,
        }
    }
    Some(format!("stdin: \"{text}\""))
}

/// Whether an input is a character of standard input.
pub fn is_standard_input(name: &str) -> bool {
    name == STDIN_CHARACTER
        || name.strip_prefix(STDIN_CHARACTER).and_then(|rest| rest.strip_prefix(" no. ")).is_some_and(is_number)
}

/// What is read at one place of standard input: `'a'`, `the end`.
pub fn standard_character(value: &str) -> Option<String> {
    if value == "-1" {
        return Some("the end".to_owned());
    }
    let text = standard_input(&[value])?;
    let text = text.strip_prefix("stdin: \"")?.strip_suffix('"')?;
    Some(match text {
        "\\\"" => "'\"'".to_owned(),
        "'" => "'\\''".to_owned(),
        text => format!("'{text}'"),
    })
}

/// One input with its value; what an allocation does is said in words.
fn input(name: &str, value: &str) -> String {
    match (name.strip_suffix(" fails").filter(|what| what.starts_with("allocation of ")), value) {
        (Some(_), "true") => name.to_owned(),
        (Some(what), "false") => format!("{what} succeeds"),
        _ => format!("{name} = {value}"),
    }
}

/// One input with its value, as it stands after "the run with" and after "the run has".
pub fn with_input(name: &str, value: &str) -> String {
    let (own, number) = match name.rsplit_once(" no. ") {
        Some((own, number)) if is_number(number) => (own, format!(" (no. {number})")),
        _ => (name, String::new()),
    };
    if is_standard_input(name)
        && let Some(read) = standard_character(value)
    {
        let number = if own == name { " no. 1" } else { &name[own.len()..] };
        return format!("{read} as character{number} of standard input");
    }
    match (own.strip_suffix(" fails").and_then(|what| what.strip_prefix("allocation of ")), value) {
        (Some(what), "true") => format!("a failed allocation of {what}{number}"),
        (Some(what), "false") => format!("a successful allocation of {what}{number}"),
        _ => format!("{name} = {value}"),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `argv[1]` for `argv[1][3]`.
fn argument_of(name: &str) -> Option<&str> {
    let (argument, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let number = argument.strip_prefix("argv[")?.strip_suffix(']')?;
    (is_number(number) && is_number(index)).then_some(argument)
}

/// The end of a string.
const END: &str = "\\0";

/// A character as it stands in a string.
fn character(value: &str) -> Option<String> {
    match value.strip_prefix('\'').and_then(|value| value.strip_suffix('\'')) {
        Some("\"") => Some("\\\"".to_owned()),
        Some("\\'") => Some("'".to_owned()),
        Some(c) => Some(c.to_owned()),
        None => match value.parse::<i16>().ok()? {
            0 => Some(END.to_owned()),
            n => Some(format!("\\x{:02x}", n as u8)),
        },
    }
}

/// A file name as a shell reads it.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Why a test fails: `prints "-1", expected is "3"`.
pub fn why_test_fails(sources: &SourceMap, why: &WhyFails) -> String {
    let quoted = |text: &Option<String>| match text {
        Some(text) => format!("{:?}", shorten(text, LONGEST_LINE)),
        None => "nothing".to_owned(),
    };
    match why {
        WhyFails::Output { line: 1, expected, got } => {
            format!("prints {}, expected is {}", quoted(got), quoted(expected))
        }
        WhyFails::Output { line, expected, got } => {
            format!("prints {} in line {line}, expected is {}", quoted(got), quoted(expected))
        }
        WhyFails::Status { expected, got } => format!("ends with exit status {got}, expected is {expected}"),
        WhyFails::Rule { description, span, .. } => {
            let file = &sources.file(span.file).name;
            let name = file.rsplit('/').next().unwrap_or(file);
            format!("breaks a rule in {name}:{}: {description}", sources.line(*span))
        }
        WhyFails::Endless => "does not end".to_owned(),
        WhyFails::Other(what) => what.clone(),
    }
}

/// Longer lines of output are cut.
const LONGEST_LINE: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_at_most() {
        let of = |micros| duration(Duration::from_micros(micros));
        let shown = [300, 999, 38_400, 994_000, 996_000, 9_940_000, 9_960_000, 59_400_000, 59_600_000, 3_725_000_000];
        assert_eq!(
            shown.map(of),
            ["under 1 ms", "1 ms", "38 ms", "994 ms", "1.0 s", "9.9 s", "10 s", "59 s", "1 min 0 s", "62 min 5 s"]
        );
    }

    #[test]
    fn long_lists_say_how_much_they_leave_out() {
        let items: Vec<String> = (0..100).map(|k| format!("a[{k}] = {k}")).collect();
        assert_eq!(list(&items, ", ", 40), "a[0] = 0, a[1] = 1 and 98 more");
        assert_eq!(list(&items[..2], "; ", 40), "a[0] = 0; a[1] = 1");
        assert_eq!(list(&items[..1], ", ", 3), "a[0] = 0");
        assert_eq!(list(&[], ", ", 3), "");
    }

    #[test]
    fn arguments_are_texts_and_allocations_fail() {
        let own = |items: &[(&str, &str)]| -> Vec<(String, String)> {
            items.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
        };
        let items = own(&[("argc", "2"), ("argv[1][0]", "'a'"), ("argv[1][1]", "-2"), ("argv[1][2]", "0")]);
        assert_eq!(inputs(&items, false), ["argc = 2", "argv[1] = \"a\\xfe\""]);
        assert_eq!(inputs(&items[..2], true), ["argc = 2", "argv[1][0] = 'a'"]);
        assert_eq!(inputs(&own(&[("argv[1][0]", "any")]), false), ["argv[1][0] = any"]);
        assert_eq!(input("allocation of p fails", "true"), "allocation of p fails");
        assert_eq!(input("allocation of p fails", "false"), "allocation of p succeeds");
        assert_eq!(with_input("allocation of p fails", "true"), "a failed allocation of p");
        assert_eq!(with_input("allocation of p fails no. 2", "false"), "a successful allocation of p (no. 2)");
        assert_eq!(with_input("x no. 2", "0"), "x no. 2 = 0");
        assert_eq!(with_input("stdin no. 2", "-1"), "the end as character no. 2 of standard input");
        assert_eq!(with_input("stdin", "39"), "'\\'' as character no. 1 of standard input");
        assert_eq!(input("who fails", "true"), "who fails = true");
    }

    #[test]
    fn equal_values_are_counted() {
        assert_eq!(sequence(&["0"; 5], 3), "0 (5 times)");
        assert_eq!(sequence(&["0", "0"], 3), "0, 0");
        assert_eq!(sequence(&["1", "2", "3", "4"], 3), "1, 2, 3, … (4 in all)");
    }

    #[test]
    fn text_is_cut_by_columns() {
        assert_eq!(one_line("a  +\n\tb", 20), "a + b");
        assert_eq!(shorten("abcdef", 4), "abc…");
        assert_eq!(shorten("ａｂｃ", 4), "ａ…");
    }

    #[test]
    fn odd_file_names_are_quoted() {
        assert_eq!(shell_word("src/a-b.c"), "src/a-b.c");
        assert_eq!(shell_word("it's a.c"), r"'it'\''s a.c'");
    }
}
