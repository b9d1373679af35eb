//! Standard input as text, from what the models of `getchar`, `scanf` and their kin asked for.

use std::fmt::Write as _;

use whyc_debug::replay::{LibraryCall, LibraryInput};

/// Functions that read standard input without naming it.
const READERS: [&str; 6] = ["getchar", "getchar_unlocked", "gets", "scanf", "__isoc99_scanf", "__isoc23_scanf"];
/// Functions that read the stream that they are given.
const STREAM_READERS: [&str; 14] = [
    "getc",
    "fgetc",
    "_IO_getc",
    "__uflow",
    "getc_unlocked",
    "fgetc_unlocked",
    "fgets",
    "fgets_unlocked",
    "fread",
    "getline",
    "getdelim",
    "fscanf",
    "__isoc99_fscanf",
    "__isoc23_fscanf",
];

/// More than an item that is read as a whole has bytes, and how many are added at most.
const ITEM: usize = 64;
const MOST_PADDING: usize = 1 << 14;

/// Whether a call reads standard input.
pub fn reads_stdin(call: &LibraryCall) -> bool {
    let is_stream_reader = STREAM_READERS.contains(&call.function.as_str());
    READERS.contains(&call.function.as_str()) || is_stream_reader && call.text.contains("stdin")
}

/// Whether a call reads a file.
pub fn reads_file(call: &LibraryCall) -> bool {
    STREAM_READERS.contains(&call.function.as_str())
}

/// The text that makes the calls read what they read.
///
/// # Errors
/// Says what cannot be put into a text.
pub fn text(calls: &[&LibraryCall]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    for call in calls {
        for (idx, input) in call.inputs.iter().enumerate() {
            let next = call.inputs.get(idx + 1).map(|next| next.value.bits as u32 as i32);
            if add(&mut text, input, next)? {
                return Ok(text);
            }
        }
    }
    // The run may end within a read, for which there must be enough to read.
    if let Some(call) = calls.last().filter(|call| call.function.starts_with("fread")) {
        let n = call.inputs.first().map_or(0, |input| input.value.bits);
        text.resize(text.len() + (n as usize).min(MOST_PADDING / ITEM) * ITEM, 0);
    }
    Ok(text)
}

/// Adds what one question learnt, `next` being the answer to the next one. Says whether the text ends here.
fn add(text: &mut Vec<u8>, input: &LibraryInput, next: Option<i32>) -> Result<bool, String> {
    let bits = input.value.bits;
    match input.asker.as_str() {
        // A character, or the end.
        "any_of_stdin" | "any_of_file" | "__whyc_stdin_byte" => {
            let character = bits as u32 as i32;
            if character < 0 {
                return Ok(true);
            }
            text.push(character as u8);
        }
        // Whether there is another number.
        "is_at_end" => return Ok(bits != 0),
        // Whether there is no number but `next`, which may have something before it that could have become one.
        "is_no_integer" | "is_no_fraction" => {
            let plain =
                next.and_then(|next| u8::try_from(next).ok()).filter(|next| !b" \t\n\x0b\x0c\r+-.iInN".contains(next));
            if bits != 0 && plain.is_none() {
                text.push(if input.asker == "is_no_integer" { b'+' } else { b'.' });
            }
        }
        "__whyc_any_integer" | "__whyc_any_fraction" | "within_width" => {
            // White space before a number is always skipped.
            if text.last().is_some_and(u8::is_ascii_alphanumeric) {
                text.push(b' ');
            }
            let shown = match input.value.ty.as_str() {
                "double" => format!("{:e}", f64::from_bits(bits as u64)),
                "float" => format!("{:e}", f32::from_bits(bits as u32)),
                "char" | "signed char" => (bits as u8 as i8).to_string(),
                "unsigned char" => (bits as u8).to_string(),
                _ => input.value.shown.clone(),
            };
            text.extend_from_slice(shown.trim_end_matches(['u', 'U', 'l', 'L']).as_bytes());
        }
        "fread" if input.value.ty == "unsigned char" => text.push(bits as u8),
        "fread" => {}
        other => return Err(format!("it reads standard input in a way that cannot be put into a text (`{other}`)")),
    }
    Ok(false)
}

/// The C text that makes standard input hold `text`.
pub fn render(text: &[u8]) -> String {
    let bytes: Vec<String> = text.iter().map(u8::to_string).collect();
    let mut out = String::new();
    let _ = writeln!(out, "\n/* Standard input: {} */", super::tables::comment_text(&String::from_utf8_lossy(text)));
    let _ = writeln!(
        out,
        "static const unsigned char whyc_text[] = {{{}}};",
        [bytes, vec!["0".to_owned()]].concat().join(", ")
    );
    out.push_str("int whyc_pipe(int *ends) __asm__(\"pipe\");\nint whyc_dup2(int from, int to) __asm__(\"dup2\");\n");
    out.push_str("long whyc_write(int to, const void *bytes, unsigned long size) __asm__(\"write\");\n");
    out.push_str("int whyc_close(int what) __asm__(\"close\");\n");
    out.push_str("__attribute__((constructor)) static void whyc_give_text(void) {\n    int ends[2];\n");
    out.push_str("    if (whyc_pipe(ends) != 0)\n        return;\n");
    out.push_str("    whyc_write(ends[1], whyc_text, sizeof whyc_text - 1);\n");
    out.push_str("    whyc_close(ends[1]);\n    whyc_dup2(ends[0], 0);\n}\n");
    out
}

#[cfg(test)]
mod tests {
    use whyc_debug::replay::Number;

    use super::*;

    fn call(text: &str, inputs: &[(&str, u128, &str)]) -> LibraryCall {
        let inputs = inputs.iter().map(|&(asker, bits, ty)| {
            let value = Number { bits, ty: ty.to_owned(), shown: (bits as i32).to_string() };
            LibraryInput { asker: asker.to_owned(), value }
        });
        LibraryCall { function: "scanf".to_owned(), text: text.to_owned(), inputs: inputs.collect(), result: None }
    }

    fn check(calls: &[LibraryCall], expected: &str) {
        let text = text(&calls.iter().collect::<Vec<_>>()).expect("there should be a text");
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn numbers_are_apart_and_what_the_format_says_stands_between_them() {
        let number =
            |bits| [("is_at_end", 0, "_Bool"), ("is_no_integer", 0, "_Bool"), ("__whyc_any_integer", bits, "int")];
        check(
            &[call("scanf(\"%d\", &n)", &number(3)), call("scanf(\"%d\", &n)", &number(u128::from(u32::MAX)))],
            "3 -1",
        );
        check(&[call("scanf(\"%d\", &n)", &number(3)), call("scanf(\"%d\", &n)", &number(4))], "3 4");
        let comma = [("any_of_stdin", 44, "int")];
        check(&[call("scanf(\"%d,%5d\", &n, &m)", &[&number(3)[..], &comma, &number(4)].concat())], "3,4");
    }

    #[test]
    fn what_is_no_number_may_need_something_before_it() {
        let other =
            |asker, c: i32| [("is_at_end", 0, "_Bool"), (asker, 1, "_Bool"), ("any_of_stdin", c as u32 as u128, "int")];
        let of = |asker, c| call("scanf(\"%d\", &n)", &other(asker, c));
        check(&[of("is_no_integer", 120)], "x");
        check(&[of("is_no_integer", 32)], "+ ");
        check(&[of("is_no_fraction", 105)], ".i");
        check(&[of("is_no_integer", -1)], "+");
    }

    #[test]
    fn characters_follow_at_once_until_the_end() {
        let character = |bits: i32| [("any_of_stdin", bits as u32 as u128, "int")];
        check(
            &[call("getchar()", &character(97)), call("getchar()", &character(-1)), call("getchar()", &character(98))],
            "a",
        );
    }
}
