//! Standard input as text, from what the models of `getchar`, `scanf` and their kin asked for.

use std::fmt::Write as _;

use whyc_debug::replay::{LibraryCall, LibraryInput};

/// Functions that read standard input without naming it.
const READERS: [&str; 5] = ["getchar", "getchar_unlocked", "gets", "scanf", "__isoc99_scanf"];
/// Functions that read the stream that they are given.
const STREAM_READERS: [&str; 12] = [
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
];

/// Whether a call reads standard input.
pub fn reads_stdin(call: &LibraryCall) -> bool {
    READERS.contains(&call.function.as_str())
        || call.function.ends_with("scanf")
        || STREAM_READERS.contains(&call.function.as_str())
}

/// The text that makes the calls read what they read.
///
/// # Errors
/// Says what cannot be put into a text.
pub fn text(calls: &[&LibraryCall]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    for call in calls {
        for input in &call.inputs {
            if add(&mut text, input)? {
                return Ok(text);
            }
        }
    }
    Ok(text)
}

/// Adds what one question learnt. Says whether the text ends here.
fn add(text: &mut Vec<u8>, input: &LibraryInput) -> Result<bool, String> {
    let bits = input.value.bits;
    match input.asker.as_str() {
        // A character, or the end.
        "__whyc_peek" => {
            let character = bits as u32 as i32;
            if character < 0 {
                return Ok(true);
            }
            text.push(character as u8);
        }
        // Whether there is another number.
        "is_at_end" => return Ok(bits != 0),
        "__whyc_any_integer" | "__whyc_any_fraction" | "within_width" => {
            // White space before a number is always skipped.
            if !text.is_empty() && !text.ends_with(b" ") {
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
            text.push(b' ');
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
