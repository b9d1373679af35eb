//! Files as texts from which their bytes can be had again.
//!
//! Comments and literals of old files are in all sorts of encodings, and a command may need what is no text at all. What is not UTF-8 in a file stands in
//! its text as characters that nobody writes, the last 256 of Unicode; those themselves stand there byte for byte.

/// The last 256 characters that there are: one for each byte.
const FIRST: u32 = 0x10_FF00;

/// The bytes of a file as a text.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    let mut found = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let mut own = [0; 4];
            match byte(c) {
                Some(_) => c.encode_utf8(&mut own).bytes().for_each(|byte| found.push(standing(byte))),
                None => found.push(c),
            }
        }
        chunk.invalid().iter().for_each(|&byte| found.push(standing(byte)));
    }
    found
}

/// The bytes that a text stands for.
#[must_use]
pub fn bytes(text: &str) -> Vec<u8> {
    let mut found = Vec::with_capacity(text.len());
    let mut own = [0; 4];
    for c in text.chars() {
        match byte(c) {
            Some(byte) => found.push(byte),
            None => found.extend(c.encode_utf8(&mut own).bytes()),
        }
    }
    found
}

/// A text as a person may see it.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().map(|c| if byte(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Whether a text is that of a file which has no lines.
#[must_use]
pub fn is_binary(text: &str) -> bool {
    text.contains('\0')
}

fn standing(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a character stands for.
fn byte(c: char) -> Option<u8> {
    u32::from(c).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_lost() {
        let all: Vec<u8> = (0..=255).collect();
        let own = "a\u{10FFE9}ä\u{10FF00}".as_bytes();
        for file in [&all[..], b"stra\xdfe", "stra\u{df}e".as_bytes(), own, b"\xf4\x8f\xbf", b""] {
            assert_eq!(bytes(&text(file)), file);
        }
        assert_eq!(text("größe".as_bytes()), "größe");
        assert_eq!(shown(&text(b"stra\xdfe")), "stra\u{fffd}e");
    }
}
