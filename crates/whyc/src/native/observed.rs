//! What a compiled program said when it failed: which class that is, and at which lines.

use std::ops::RangeInclusive;

use whyc_ir::property::PropertyClass;

/// What the sanitizers, the C library and the test itself say, and which class that is. The first that fits counts.
const MESSAGES: &[(&str, PropertyClass)] = &[
    ("Assertion `", PropertyClass::Assertion),
    ("whyc: an assertion fails", PropertyClass::Assertion),
    ("whyc: an error is reached", PropertyClass::Assertion),
    ("unreachable program point", PropertyClass::Unreachable),
    ("__builtin_unreachable", PropertyClass::Unreachable),
    (" out of bounds for type", PropertyClass::Bounds),
    ("variable length array bound evaluates to non-positive", PropertyClass::Bounds),
    ("pc points to the zero page", PropertyClass::FunctionPointer),
    ("whyc: jump to no function", PropertyClass::FunctionPointer),
    ("whyc: bad access", PropertyClass::OutOfObject),
    ("whyc: access to memory of a scope that has ended", PropertyClass::UseAfterScope),
    ("misaligned address", PropertyClass::Alignment),
    ("is outside the range of representable values", PropertyClass::Conversion),
    ("left shift of negative", PropertyClass::Overflow),
    ("null pointer of type", PropertyClass::NullDereference),
    ("within null pointer", PropertyClass::NullDereference),
    ("division by zero", PropertyClass::DivisionByZero),
    ("AddressSanitizer: FPE", PropertyClass::DivisionByZero),
    ("signed integer overflow", PropertyClass::Overflow),
    ("negation of", PropertyClass::Overflow),
    ("cannot be represented in type", PropertyClass::Overflow),
    ("shift exponent", PropertyClass::Shift),
    ("passing zero to c", PropertyClass::Shift),
    ("invalid-pointer-pair", PropertyClass::PointerCompare),
    ("stack-use-after-scope", PropertyClass::UseAfterScope),
    ("stack-use-after-return", PropertyClass::UseAfterScope),
    ("heap-use-after-free", PropertyClass::UseAfterFree),
    ("attempting double-free", PropertyClass::DoubleFree),
    ("which was not malloc()-ed", PropertyClass::InvalidFree),
    ("which is not owned", PropertyClass::InvalidFree),
    ("buffer-overflow", PropertyClass::OutOfObject),
    ("buffer-underflow", PropertyClass::OutOfObject),
    ("use-after-poison", PropertyClass::OutOfObject),
    ("negative-size-param", PropertyClass::OutOfObject),
    ("unknown-crash", PropertyClass::OutOfObject),
    ("param-overlap", PropertyClass::Overlap),
    ("detected memory leaks", PropertyClass::Leak),
    ("ThreadSanitizer: data race", PropertyClass::Race),
    ("whyc: nobody can go on", PropertyClass::Deadlock),
];

/// A crash at an address below this goes through a null pointer.
const FIRST_PAGES: u64 = whyc_ir::layout::NULL_BYTES;
/// No test is larger than this: an address that is not farther off from its code is in it.
const IMAGE_BYTES: u64 = 1 << 26;

/// What a run of the test did.
#[derive(Clone, Debug)]
pub struct Observed {
    class: Option<PropertyClass>,
    /// Where it failed: names of the program's files and lines, the innermost first.
    places: Vec<(String, u32)>,
    /// The line that says most.
    message: String,
    timed_out: bool,
}

impl Observed {
    /// Reads what a test said on standard error; `files` are those of the program.
    pub fn new(said: &str, files: &[String], timed_out: bool) -> Self {
        let class = class_of(said);
        let message = said.lines().find(|line| says_much(line)).or_else(|| said.lines().next()).unwrap_or("");
        let mut places = places(said);
        places.retain(|(name, _)| files.contains(name));
        Self { class, places, message: message.trim().to_owned(), timed_out }
    }

    /// Whether this is a failure of the class at one of the lines of the file: at the innermost place, or
    /// at any if it is a call that fails.
    pub fn is(&self, class: PropertyClass, file: &str, lines: RangeInclusive<u32>, is_call: bool) -> bool {
        let is_there = |(name, line): &&(String, u32)| name == file && lines.contains(line);
        // Several blocks may be left, in any order; a race has two sides.
        let anywhere = is_call || matches!(class, PropertyClass::Leak | PropertyClass::Race);
        let innermost = if anywhere { self.places.len() } else { 1 };
        self.class == Some(class) && self.places.iter().take(innermost).any(|place| is_there(&place))
    }

    /// Whether the program came to its end and said nothing.
    pub fn is_without_failure(&self) -> bool {
        self.class.is_none() && !self.timed_out && self.message.is_empty()
    }

    /// What happened, in words.
    pub fn in_words(&self) -> String {
        let place = self.places.first().map_or(String::new(), |(file, line)| format!(" at {file}:{line}"));
        match self.class {
            Some(class) => format!("the native run fails with {}{place}", class.name()),
            None if self.timed_out => "the native run does not end".to_owned(),
            None if self.message.is_empty() => "the native run ends without a failure".to_owned(),
            None => format!("the native run ends with: {}", self.message),
        }
    }
}

fn says_much(line: &str) -> bool {
    line.contains("runtime error") || line.contains("ERROR: ") || line.contains("whyc: ")
}

fn class_of(said: &str) -> Option<PropertyClass> {
    // What was said first came first: a later message may be about what follows.
    let found = MESSAGES.iter().filter_map(|&(text, class)| Some((said.find(text)?, class)));
    if let Some((_, class)) = found.min_by_key(|&(at, _)| at).filter(|_| !is_plain_crash(said)) {
        return Some(class);
    }
    let (_, rest) = said.split_once("SEGV on unknown address")?;
    if rest.contains("pc points to the zero page") {
        return Some(PropertyClass::FunctionPointer);
    }
    let word = rest.split_whitespace().next().unwrap_or("");
    let address = word.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let counter = rest.split_once("(pc ").and_then(|(_, rest)| rest.split_whitespace().next());
    match address {
        Some(_) if counter == Some(word) => Some(PropertyClass::FunctionPointer),
        Some(address) if address < FIRST_PAGES => Some(PropertyClass::NullDereference),
        // What is in the program and cannot be written is its constant part.
        Some(address) if rest.contains("caused by a WRITE") && is_in_image(said, address) => {
            Some(PropertyClass::ReadOnly)
        }
        _ => Some(PropertyClass::OutOfObject),
    }
}

/// Whether an address is in the test itself, going by the calls that are listed.
fn is_in_image(said: &str, address: u64) -> bool {
    let calls = said.lines().filter_map(|line| {
        let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
        let code = words.nth(1)?.strip_prefix("0x")?;
        // Of a function of the test, the line in the source is known.
        line.contains(".c:").then(|| u64::from_str_radix(code, 16).ok())?
    });
    calls.into_iter().any(|code| code.abs_diff(address) < IMAGE_BYTES)
}

/// Whether nothing was said before a crash.
fn is_plain_crash(said: &str) -> bool {
    let crash = said.find("SEGV on unknown address");
    crash.is_some_and(|at| !MESSAGES.iter().any(|(text, _)| said[..at].contains(text)))
}

/// The places that are named, innermost first.
fn places(said: &str) -> Vec<(String, u32)> {
    let mut places: Vec<(String, u32)> = Vec::new();
    for line in said.lines() {
        let text = if let Some((before, _)) = line.split_once(": runtime error") {
            before
        } else if let (Some((before, _)), true) = (line.split_once(": Assertion `"), line.contains("Assertion `")) {
            // program: file.c:12: function: Assertion `…' failed.
            let before = before.rsplit_once(": ").map_or(before, |(before, _)| before);
            before.rsplit_once(": ").map_or(before, |(_, place)| place)
        } else if line.trim_start().starts_with('#') {
            // The thread sanitizer says afterwards in which file of the machine that is.
            line.rsplit(' ').find(|word| place(word).is_some()).unwrap_or("")
        } else if let (Some((_, place)), true) = (line.rsplit_once(", from "), line.starts_with("whyc: ")) {
            place
        } else {
            continue;
        };
        places.extend(place(text));
    }
    places
}

/// `dir/file.c:12` or `dir/file.c:12:5`.
fn place(text: &str) -> Option<(String, u32)> {
    let mut parts: Vec<&str> = text.trim().split(':').collect();
    if parts.len() > 2 && parts[parts.len() - 2].parse::<u32>().is_ok() {
        parts.pop();
    }
    let line = parts.pop()?.parse().ok()?;
    let path = parts.join(":");
    let file = path.rsplit('/').next().unwrap_or(&path);
    (!file.is_empty()).then(|| (file.to_owned(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, class: &str, line: u32) {
        let observed = Observed::new(said, &["a.c".to_owned()], false);
        let class = PropertyClass::from_name(class).expect("the class should exist");
        assert!(observed.is(class, "a.c", line..=line, false), "{observed:?}");
    }

    #[test]
    fn what_the_sanitizers_say_is_understood() {
        check("dir/a.c:7:9: runtime error: signed integer overflow: 1 + 2", "overflow", 7);
        check("a.c:3:9: runtime error: index 4 out of bounds for type 'int [4]'", "bounds", 3);
        check("replay: tests/a.c:11: main: Assertion `x == 0' failed.\n#1 0x1 in main a.c:99", "assertion", 11);
        let crash = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55 bp 0x1)\n    #0 0x55 in f /tmp/a.c:4\n";
        check(crash, "null-dereference", 4);
        let wild = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000200000000 (pc 0x55 bp 0x1)\n    #0 0x55 in f /tmp/a.c:4\n";
        check(wild, "out-of-object", 4);
        let jump = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x000000000000 bp 0x1)\n\
                    ==1==Hint: pc points to the zero page.\n    #0 0x0  (<unknown module>)\n    #1 0x5 in main /tmp/a.c:9\n";
        check(jump, "function-pointer", 9);
        let freed = "==1==ERROR: AddressSanitizer: attempting double-free on 0x602\n    #0 0x1 in free (lib.so+0x1)\n\
                     #1 0x2 in whyc_free /tmp/whyc-replay:60\n    #2 0x3 in main /tmp/a.c:20\n";
        check(freed, "double-free", 20);
        let lost = "==1==ERROR: LeakSanitizer: detected memory leaks\n\
                    Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc x.cpp:1\n    \
                    #1 0x2 in main /tmp/a.c:10\n";
        check(lost, "leak", 10);
        let constant = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x5581 (pc 0x5571 bp 0x7f)\n\
                        ==1==The signal is caused by a WRITE memory access.\n    #0 0x5571 in main /tmp/a.c:7\n";
        check(&constant.replace("0x55", "0x555555"), "read-only", 7);
        let race = "WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 4 at 0x55 by thread T1:\n    \
                    #0 work /tmp/a.c:19 (replay+0x1237)\n";
        check(race, "race", 19);
        check(
            "whyc: nobody can go on\n    #0 0x1 in f /tmp/whyc-replay:9\n    #1 0x2 in g /tmp/a.c:8\n",
            "deadlock",
            8,
        );
        check("==1==ERROR: AddressSanitizer: memcpy-param-overlap: x\n    #1 0x2 in main /tmp/a.c:12\n", "overlap", 12);
    }

    #[test]
    fn another_place_or_class_is_not_the_failure() {
        let observed = Observed::new("a.c:7:9: runtime error: division by zero", &["a.c".to_owned()], false);
        assert!(!observed.is(PropertyClass::DivisionByZero, "a.c", 8..=9, false));
        assert!(!observed.is(PropertyClass::Overflow, "a.c", 7..=7, false));
        assert_eq!(observed.in_words(), "the native run fails with division-by-zero at a.c:7");
        assert_eq!(Observed::new("", &[], false).in_words(), "the native run ends without a failure");
        assert_eq!(Observed::new("", &[], true).in_words(), "the native run does not end");
    }
}
