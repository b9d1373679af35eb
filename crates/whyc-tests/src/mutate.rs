//! Small changes to texts and files: what a fuzzer feeds. The same seed gives the same change.

use crate::rng::Rng;

/// What kind of text is changed: pieces of its own kind break more than noise does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// C.
    Program,
    /// AIGER, BENCH, BTOR2.
    Circuit,
    /// `compile_commands.json`.
    Commands,
    /// What belongs to a test: input, arguments, expected output.
    Test,
}

impl Kind {
    fn pieces(self) -> &'static [&'static str] {
        match self {
            Kind::Program => &[
                "0",
                "-1",
                "*",
                "&",
                "(",
                ")",
                "{",
                "}",
                ";",
                "[0]",
                "->x",
                "int ",
                "struct s ",
                "(char)",
                "goto ",
                "case 1:",
                "? 1 : 2",
                "/",
                "<< 70",
                "return;",
                "1e400",
                "0x1p-1074",
                "long double ",
                "_Complex ",
                "union u ",
                "[-1]",
                "[1<<30]",
                "sizeof ",
                "volatile ",
                "static ",
                "extern ",
                "...",
                "\"",
                "'",
                "#",
                "#define x ",
                "\\\n",
                "__attribute__((aligned(64)))",
                "_Bool ",
                ":3",
                "free(",
                "malloc(",
                "18446744073709551615",
                "asm(\"\");",
                "__builtin_",
                "do ",
                "while(1)",
                "break;",
                "continue;",
                "default:",
                "_Atomic ",
                "= {0}",
                ",",
            ],
            Kind::Circuit => &[
                "0",
                "1",
                "-1",
                "2",
                "4294967295",
                "18446744073709551616",
                " ",
                "\n",
                "aag",
                "aig",
                "1 sort bitvec 1\n",
                "sort array 1 1",
                "state 1",
                "bad ",
                "constraint ",
                "next ",
                "init ",
                "INPUT(",
                "OUTPUT(",
                ")",
                "= DFF(",
                "= AND(",
                "c\n",
                "i0 ",
                "l0 ",
                "udiv 1 ",
                "concat ",
                "slice ",
                "uext ",
                "read ",
                "write ",
                ";",
                "#",
            ],
            Kind::Commands => &[
                "{",
                "}",
                "[",
                "]",
                "\"",
                "\\",
                ",",
                ":",
                "null",
                "1e999",
                "\"file\"",
                "\"command\"",
                "\"arguments\"",
                "\"directory\"",
                "-I",
                "-D",
                "-U",
                "-include",
                "@",
                "-m32",
                "-std=",
                "\\u0000",
                "\\ud800",
                "'",
                "/",
                "..",
            ],
            Kind::Test => &[
                "0",
                "-1",
                "\n",
                " ",
                "\0",
                "\u{1b}[2J",
                "\"",
                "'",
                "\\",
                "99999999999999999999",
                "%s",
                "1",
                "a",
                "\t",
                "=",
                ":",
            ],
        }
    }
}

/// One to four small changes: pieces dropped, doubled, exchanged or put in, a number changed, the end cut off, a part of
/// `other` put in.
#[must_use]
pub fn mutate(kind: Kind, mut text: Vec<u8>, other: &[u8], rng: &mut Rng) -> Vec<u8> {
    for _ in 0..rng.between(1, 4) {
        if text.len() < 2 {
            break;
        }
        let at = rng.below(text.len());
        let end = (at + rng.between(1, 40)).min(text.len());
        match rng.below(10) {
            0 => drop(text.drain(at..end)),
            1 if rng.chance(20) => text.truncate(at),
            2 => {
                let place = rng.below(text.len());
                text.swap(at, place);
            }
            3 => {
                let copy = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
            4 => text[at] ^= 1 << rng.below(8),
            5 if !other.is_empty() => {
                let from = rng.below(other.len());
                let to = (from + rng.between(1, 200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            6 => number(&mut text, at, rng),
            _ => {
                let piece = rng.pick(kind.pieces()).bytes();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

/// Changes the first number at or after `at`.
fn number(text: &mut Vec<u8>, at: usize, rng: &mut Rng) {
    const NUMBERS: [&str; 10] =
        ["0", "1", "-1", "2", "7", "128", "65536", "2147483647", "4294967296", "99999999999999999999"];
    let Some(start) = text[at..].iter().position(u8::is_ascii_digit).map(|k| at + k) else { return };
    let end = text[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(text.len(), |k| start + k);
    text.splice(start..end, rng.pick(&NUMBERS).bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_change() {
        let text = b"int main(void) { return 1234; }".to_vec();
        let of = |seed| mutate(Kind::Program, text.clone(), b"while (1) ;", &mut Rng::new(seed));
        assert!((0..200).all(|seed| of(seed) == of(seed)));
        assert!((0..200).filter(|&seed| of(seed) != text).count() > 150);
    }

    #[test]
    fn a_number_is_changed_as_a_whole() {
        let mut text = b"a[12] = 3".to_vec();
        number(&mut text, 0, &mut Rng::new(1));
        let text = String::from_utf8(text).expect("ASCII");
        assert!(text.starts_with("a[") && text.ends_with("] = 3"), "{text}");
    }
}
