//! The header of a corpus program: what whyc should say about it.
//!
//! The first lines of the file, `// key: value` each, in any order, up to the first line that is none:
//!
//! ```c
//! // expect: violated
//! // property: bounds
//! // line: 12
//! // options: --unwind 5 --function f
//! // native: skip (why the compiler cannot confirm it)
//! // what: one sentence of purpose
//! ```

use std::fmt;

/// What whyc should answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// No property can fail.
    Safe,
    /// No property can fail within the bounds, which cut something off.
    BoundedSafe,
    /// A property can fail.
    Violated,
    /// Something is not modelled.
    Unknown,
    /// The input is refused.
    Error,
}

impl Expect {
    const ALL: [(&'static str, Expect); 5] = [
        ("safe", Expect::Safe),
        ("bounded-safe", Expect::BoundedSafe),
        ("violated", Expect::Violated),
        ("unknown", Expect::Unknown),
        ("error", Expect::Error),
    ];

    /// As in the header and, but for `error`, in the report.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, expect)| *expect == self).map_or("", |(name, _)| name)
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Class and line of a property.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The class, such as `overflow`.
    pub class: String,
    /// The line of the source file.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}", self.class, self.line)
    }
}

/// A parsed header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The verdict.
    pub expect: Expect,
    /// The one property that is violated, if the verdict says that one is.
    pub violated: Option<Place>,
    /// Options for the command line.
    pub options: Vec<String>,
    /// What the program is there for.
    pub what: String,
    /// Whether a compiled program can confirm the verdict.
    pub is_native: bool,
}

impl Header {
    /// Reads the header of a program.
    ///
    /// # Errors
    /// Says what is wrong with it, for the person who writes the program.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut expect, mut class, mut line, mut what) = (None, None, None, None);
        let mut options = Vec::new();
        let mut is_native = true;
        for (key, value) in text.lines().map_while(key_value) {
            match key {
                "expect" => {
                    let known = Expect::ALL.iter().find(|(name, _)| *name == value);
                    expect = Some(known.ok_or_else(|| format!("no such verdict: {value}"))?.1);
                }
                "property" => class = Some(value.to_owned()),
                "line" => line = Some(value.parse::<u32>().map_err(|_| format!("no line number: {value}"))?),
                "options" => options = shlex::split(value).ok_or_else(|| format!("a quote is missing: {value}"))?,
                "what" => what = Some(value.to_owned()),
                // What else it says is for the script that confirms the header natively.
                "native" => is_native = !value.starts_with("skip"),
                _ => return Err(format!("no such key: {key}")),
            }
        }
        let expect = expect.ok_or("the verdict is missing (`// expect: …`)")?;
        let what = what.ok_or("the purpose is missing (`// what: …`)")?;
        let violated = match (expect, class, line) {
            (Expect::Violated, Some(class), Some(line)) => Some(Place { class, line }),
            (Expect::Violated, _, _) => return Err("a violated program needs `// property:` and `// line:`".to_owned()),
            (_, None, None) => None,
            _ => return Err("only a violated program has `// property:` and `// line:`".to_owned()),
        };
        if let Some(place) = &violated
            && !(1..=text.lines().count()).contains(&(place.line as usize))
        {
            return Err(format!("the file has no line {}", place.line));
        }
        Ok(Self { expect, violated, options, what, is_native })
    }
}

fn key_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("// ")?.split_once(": ")?;
    key.chars().all(|c| c.is_ascii_lowercase()).then_some((key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::{Expect, Header, Place};

    #[test]
    fn everything_at_once() {
        let text = "// expect: violated\n// property: bounds\n// line: 6\n// options: --unwind 5 -D N=2 --args 'a \"b\"'\n// what: Reads on.\nx\n";
        let header = Header::parse(text).expect("should parse");
        assert_eq!(header.expect, Expect::Violated);
        assert_eq!(header.violated, Some(Place { class: "bounds".to_owned(), line: 6 }));
        assert_eq!(header.options, ["--unwind", "5", "-D", "N=2", "--args", "a \"b\""]);
        assert_eq!(header.what, "Reads on.");
    }

    #[test]
    fn comments_after_the_header_are_code() {
        let header = Header::parse("// expect: safe\n// what: Nothing.\nint x;\n// line: 3\n").expect("should parse");
        assert_eq!(header.violated, None);
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| Header::parse(text).expect_err("should be refused");
        assert!(message("int main;").contains("verdict is missing"));
        assert!(message("// expect: fine\n").contains("no such verdict: fine"));
        assert!(message("// expect: safe\n").contains("purpose is missing"));
        assert!(message("// expect: violated\n// what: x\n").contains("needs"));
        assert!(message("// expect: safe\n// what: x\n// line: 1\n").contains("only a violated"));
        assert!(message("// expect: violated\n// what: x\n// property: shift\n// line: 9\n").contains("no line 9"));
        assert!(message("// expect: safe\n// colour: red\n").contains("no such key: colour"));
    }
}
