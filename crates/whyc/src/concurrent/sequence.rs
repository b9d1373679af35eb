//! What a property says, cycle by cycle: `a ##1 b |-> ##2 c`.

/// An expression, so many cycles after an attempt begins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    at: usize,
    text: String,
}

/// A property: when the first terms are met, the others follow.
pub struct Implication {
    given: Vec<Term>,
    follows: Vec<Term>,
}

/// One thing that is stated, in the last cycle that it speaks of.
pub struct Statement {
    /// What is stated.
    pub stated: String,
    /// What must have been for it to be stated.
    given: Vec<String>,
    /// How many cycles ago the attempt began.
    n_before: usize,
}

impl Implication {
    /// None for more than delays of a fixed number of cycles.
    pub fn of(body: &str) -> Option<Self> {
        let n_arrows = body.matches("|->").count() + body.matches("|=>").count();
        let (given, follows, later) = match (body.split_once("|->"), body.split_once("|=>")) {
            _ if n_arrows > 1 => return None,
            (Some((given, follows)), _) => (Some(given), follows, 0),
            (_, Some((given, follows))) => (Some(given), follows, 1),
            (None, None) => (None, body, 0),
        };
        let given = match given {
            Some(given) => terms(given, 0)?,
            None => Vec::new(),
        };
        let from = given.last().map_or(0, |term| term.at) + later;
        Some(Self { follows: terms(follows, from)?, given })
    }

    /// All that must follow, each in its own cycle: a run may end before the last of it.
    pub fn asked(&self) -> Vec<Statement> {
        let statement = |(nth, term): (usize, &Term)| {
            // What followed before it is given, too: where it did not, that has been said.
            let before = self.given.iter().chain(&self.follows[..nth]);
            let given = before.map(|it| past(&it.text, term.at - it.at)).collect();
            Statement { stated: term.text.clone(), given, n_before: term.at }
        };
        self.follows.iter().enumerate().map(statement).collect()
    }

    /// All of it, met once.
    pub fn met(&self) -> Vec<Statement> {
        let end = self.follows.last().map_or(0, |term| term.at);
        let all: Vec<String> = self.given.iter().chain(&self.follows).map(|it| past(&it.text, end - it.at)).collect();
        let stated = match all.as_slice() {
            [only] => bare(only).to_owned(),
            all => all.join(" && "),
        };
        vec![Statement { stated, given: Vec::new(), n_before: end }]
    }
}

impl Statement {
    /// Whether the attempt began in a cycle of the run, and what must be declared for that to be asked: which of the last cycles there
    /// have been, in bits of a register of this name.
    pub fn began(&self, name: &str, edge: &str) -> (String, String) {
        match self.n_before {
            0 => (String::new(), String::new()),
            1 => ("!($initstate)".to_owned(), String::new()),
            n => {
                // A name with a `$` is one that nobody else has; it ends with a blank.
                let clock =
                    format!("reg [{0}:0] \\{name} = 0; always @({edge}) \\{name} <= {{\\{name} , 1'b1}}; ", n - 1);
                (format!("\\{name} [{}]", n - 1), clock)
            }
        }
    }

    /// The conditions under which it is stated: the attempt `began` in a cycle of the run, nobody disabled it, and what is given was so.
    pub fn conditions(&self, began: &str, disabled: Option<&str>) -> String {
        let mut out = String::new();
        if !began.is_empty() {
            out.push_str(&format!("if ({began}) "));
        }
        if let Some(disabled) = disabled {
            let ever: Vec<String> = (0..=self.n_before).rev().map(|n| past(disabled, n)).collect();
            let ever = if let [only] = ever.as_slice() { bare(only).to_owned() } else { ever.join(" || ") };
            out.push_str(&format!("if (!({ever})) "));
        }
        match self.given.as_slice() {
            [] => {}
            [only] => out.push_str(&format!("if ({}) ", bare(only))),
            all => out.push_str(&format!("if ({}) ", all.join(" && "))),
        }
        out
    }
}

/// The value of an expression some cycles ago, fit to be joined with others.
fn past(text: &str, n_cycles: usize) -> String {
    match n_cycles {
        0 => format!("({text})"),
        1 => format!("$past({text})"),
        n => format!("$past({text}, {n})"),
    }
}

/// The same where it stands alone.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text)
}

/// The terms of `a ##1 b`, the first of which is due `from` cycles after the attempt begins, or later.
fn terms(text: &str, from: usize) -> Option<Vec<Term>> {
    const LONGEST: usize = 64;
    let mut found = Vec::new();
    let mut at = from;
    for (nth, part) in text.split("##").enumerate() {
        let mut part = part.trim();
        if nth > 0 {
            let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            at += part[..end].parse::<usize>().ok().filter(|&n| n <= LONGEST)?;
            part = part[end..].trim();
        } else if part.is_empty() && text.contains("##") {
            // `##2 b` begins with a delay.
            continue;
        }
        if part.is_empty() {
            return None;
        }
        found.push(Term { at, text: part.to_owned() });
    }
    Some(found)
}
