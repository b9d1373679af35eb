//! Random loops held against all their states: what is said to be safe for every number of rounds is, and what can fail is never said
//! to be.
//!
//! The state of such a program is a few bytes, so that a search through all states that a run can come to is possible, and no part of
//! whyc is needed for it. `WHYC_LOOPS=N` takes so many programs, `WHYC_LOOPS_SEED=S` others.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use whyc_tests::rng::Rng;
use whyc_tests::{number_from_env, parallel, tool};

/// How many bytes a program has: three variables, two elements of an array.
const BYTES: usize = 5;
const NAMES: [&str; BYTES] = ["a", "b", "c", "t[0]", "t[1]"];
/// Programs with more states are not looked at.
const MANY_STATES: usize = 60_000;

/// The bytes, and whether `p` points to `b` and not to `a`.
type State = ([u8; BYTES], bool);

#[derive(Clone, Debug)]
enum Expr {
    Byte(usize),
    /// `t[x & 1]`
    Element(usize),
    /// `*p`
    Pointed,
    Number(i32),
    Binary(char, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
struct Cond(&'static str, Expr, Expr);

#[derive(Clone, Debug)]
enum Stmt {
    Assign(usize, Expr),
    /// `t[x & 1] = …`
    AssignElement(usize, Expr),
    /// `*p = …`
    AssignPointed(Expr),
    /// `p = &a` or `p = &b`
    Point(bool),
    /// A call that adds a number to what it is given the address of.
    Bump(usize, u8),
    /// `x = input() & mask`
    Input(usize, u8),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// `for (int i = 0; i < n; i++)`
    Repeat(u8, Vec<Stmt>),
    /// `while (x < n) x++;`
    Climb(usize, u8),
    Break,
    Continue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Break,
    Continue,
}

impl Expr {
    fn random(rng: &mut Rng, depth: usize) -> Self {
        match rng.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => Expr::Byte(rng.below(3)),
            2 => Expr::Element(rng.below(3)),
            3 => Expr::Pointed,
            4 => Expr::Number(*rng.pick(&[0, 1, 2, 3, 7, 10, 16, 100])),
            _ => {
                let op = *rng.pick(&['+', '+', '-', '&', '|', '^', '*']);
                Expr::Binary(op, Box::new(Self::random(rng, depth - 1)), Box::new(Self::random(rng, depth - 1)))
            }
        }
    }

    /// As C computes it: in `int`, which is wide enough.
    fn value(&self, (bytes, to_b): &State) -> i32 {
        match self {
            Expr::Byte(at) => i32::from(bytes[*at]),
            Expr::Element(by) => i32::from(bytes[3 + usize::from(bytes[*by] & 1)]),
            Expr::Pointed => i32::from(bytes[usize::from(*to_b)]),
            Expr::Number(number) => *number,
            Expr::Binary(op, a, b) => {
                let (a, b) = (a.value(&(*bytes, *to_b)), b.value(&(*bytes, *to_b)));
                match op {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '&' => a & b,
                    '|' => a | b,
                    _ => a ^ b,
                }
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Expr::Byte(at) => NAMES[*at].to_owned(),
            Expr::Element(by) => format!("t[{} & 1]", NAMES[*by]),
            Expr::Pointed => "*p".to_owned(),
            Expr::Number(number) => number.to_string(),
            Expr::Binary(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
        }
    }
}

impl Cond {
    fn random(rng: &mut Rng) -> Self {
        Cond(rng.pick::<&str>(&["<", "<=", "==", "!="]), Expr::random(rng, 1), Expr::random(rng, 0))
    }

    fn holds(&self, state: &State) -> bool {
        let (a, b) = (self.1.value(state), self.2.value(state));
        match self.0 {
            "<" => a < b,
            "<=" => a <= b,
            "==" => a == b,
            _ => a != b,
        }
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.1.text(), self.0, self.2.text())
    }
}

impl Stmt {
    fn random(rng: &mut Rng, depth: usize, in_inner: bool) -> Self {
        match rng.below(if depth == 0 { 9 } else { 13 }) {
            0..=2 => Stmt::Assign(rng.below(3), Expr::random(rng, 2)),
            3 => Stmt::AssignElement(rng.below(3), Expr::random(rng, 1)),
            4 => Stmt::AssignPointed(Expr::random(rng, 1)),
            5 => Stmt::Point(rng.chance(50)),
            6 => Stmt::Bump(rng.below(3), *rng.pick(&[1, 2, 4, 255])),
            7 => Stmt::Input(rng.below(3), *rng.pick(&[1, 3, 7])),
            8 if !in_inner && rng.chance(40) => rng.pick(&[Stmt::Break, Stmt::Continue]).clone(),
            8 => Stmt::Climb(rng.below(3), *rng.pick(&[2, 5, 9])),
            9..=11 => {
                let other = if rng.chance(50) { Vec::new() } else { Self::some(rng, depth - 1, in_inner) };
                Stmt::If(Cond::random(rng), Self::some(rng, depth - 1, in_inner), other)
            }
            _ => Stmt::Repeat(*rng.pick(&[2, 3]), Self::some(rng, depth - 1, true)),
        }
    }

    fn some(rng: &mut Rng, depth: usize, in_inner: bool) -> Vec<Self> {
        (0..rng.between(1, 3)).map(|_| Self::random(rng, depth, in_inner)).collect()
    }

    fn text(&self, out: &mut String) {
        let _ = match self {
            Stmt::Assign(at, value) => writeln!(out, "{} = {};", NAMES[*at], value.text()),
            Stmt::AssignElement(by, value) => writeln!(out, "t[{} & 1] = {};", NAMES[*by], value.text()),
            Stmt::AssignPointed(value) => writeln!(out, "*p = {};", value.text()),
            Stmt::Point(to_b) => writeln!(out, "p = &{};", NAMES[usize::from(*to_b)]),
            Stmt::Bump(at, by) => writeln!(out, "bump(&{}, {by});", NAMES[*at]),
            Stmt::Input(at, mask) => writeln!(out, "{} = nondet_uchar() & {mask};", NAMES[*at]),
            Stmt::Climb(at, to) => writeln!(out, "while ({} < {to}) {}++;", NAMES[*at], NAMES[*at]),
            Stmt::Break => writeln!(out, "break;"),
            Stmt::Continue => writeln!(out, "continue;"),
            Stmt::If(cond, then, other) => {
                let _ = writeln!(out, "if ({}) {{", cond.text());
                then.iter().for_each(|it| it.text(out));
                let _ = writeln!(out, "}} else {{");
                other.iter().for_each(|it| it.text(out));
                writeln!(out, "}}")
            }
            Stmt::Repeat(n, body) => {
                let _ = writeln!(out, "for (int i = 0; i < {n}; i++) {{");
                body.iter().for_each(|it| it.text(out));
                writeln!(out, "}}")
            }
        };
    }

    /// Every way in which it can end.
    fn ends(&self, state: State) -> Vec<(State, Flow)> {
        let with = |at: usize, value: i32| {
            let mut after = state;
            after.0[at] = value as u8;
            vec![(after, Flow::On)]
        };
        match self {
            Stmt::Assign(at, value) => with(*at, value.value(&state)),
            Stmt::AssignElement(by, value) => with(3 + usize::from(state.0[*by] & 1), value.value(&state)),
            Stmt::AssignPointed(value) => with(usize::from(state.1), value.value(&state)),
            Stmt::Point(to_b) => vec![((state.0, *to_b), Flow::On)],
            Stmt::Bump(at, by) => with(*at, i32::from(state.0[*at]) + i32::from(*by)),
            Stmt::Input(at, mask) => (0..=*mask).flat_map(|value| with(*at, i32::from(value))).collect(),
            Stmt::Climb(at, to) => with(*at, i32::from(state.0[*at].max(*to))),
            Stmt::Break => vec![(state, Flow::Break)],
            Stmt::Continue => vec![(state, Flow::Continue)],
            Stmt::If(cond, then, other) => ends(if cond.holds(&state) { then } else { other }, state),
            Stmt::Repeat(n, body) => {
                let mut open = vec![state];
                for _ in 0..*n {
                    open = open.into_iter().flat_map(|state| ends(body, state)).map(|(state, _)| state).collect();
                    open.sort_unstable();
                    open.dedup();
                }
                open.into_iter().map(|state| (state, Flow::On)).collect()
            }
        }
    }
}

fn ends(body: &[Stmt], state: State) -> Vec<(State, Flow)> {
    let mut open = vec![(state, Flow::On)];
    for stmt in body {
        let step = |(state, flow): (State, Flow)| match flow {
            Flow::On => stmt.ends(state),
            Flow::Break | Flow::Continue => vec![(state, flow)],
        };
        open = open.into_iter().flat_map(step).collect();
    }
    open
}

struct Program {
    start: [u8; BYTES],
    is_global: bool,
    going: Option<Cond>,
    body: Vec<Stmt>,
    asserted: Cond,
    /// Whether it holds behind the loop in every run.
    holds: bool,
}

impl Program {
    fn random(seed: u64) -> Option<Self> {
        let mut rng = Rng::new(seed);
        let start = std::array::from_fn(|_| *rng.pick(&[0, 0, 1, 2, 5, 16, 200]));
        let going = rng.chance(40).then(|| Cond::random(&mut rng));
        let body = (0..rng.between(1, 4)).map(|_| Stmt::random(&mut rng, 2, false)).collect::<Vec<_>>();
        let behind = behind(start, going.as_ref(), &body)?;
        let asserted = asserted(&mut rng, &behind)?;
        let holds = behind.iter().all(|state| asserted.holds(state));
        Some(Self { start, is_global: rng.chance(40), going, body, asserted, holds })
    }

    fn text(&self) -> String {
        let mut declared = String::new();
        let [a, b, c, t0, t1] = self.start;
        let _ = writeln!(declared, "unsigned char a = {a}, b = {b}, c = {c}, t[2] = {{{t0}, {t1}}};");
        let (outside, inside) = if self.is_global { (declared.as_str(), "") } else { ("", declared.as_str()) };
        let mut body = String::new();
        self.body.iter().for_each(|stmt| stmt.text(&mut body));
        let going = self.going.as_ref().map_or(String::new(), |cond| format!("({}) && ", cond.text()));
        format!(
            "#include <assert.h>\nunsigned char nondet_uchar(void);\nint nondet_int(void);\n{outside}\
             static void bump(unsigned char *x, unsigned char by) {{ *x += by; }}\nint main(void) {{\n{inside}\
             unsigned char *p = &a;\nwhile ({going}nondet_int()) {{\n{body}}}\nassert({});\n\
             (void)p; (void)bump; (void)nondet_uchar;\nreturn 0;\n}}\n",
            self.asserted.text()
        )
    }
}

/// All states in which a run can be behind the loop; nothing if these are many, or none.
fn behind(start: [u8; BYTES], going: Option<&Cond>, body: &[Stmt]) -> Option<Vec<State>> {
    let mut heads: BTreeSet<State> = BTreeSet::from([(start, false)]);
    let mut open: Vec<State> = heads.iter().copied().collect();
    // A run may leave the loop whenever it is at its head.
    let mut behind = BTreeSet::new();
    while let Some(state) = open.pop() {
        behind.insert(state);
        if going.is_some_and(|cond| !cond.holds(&state)) {
            continue;
        }
        for (after, flow) in ends(body, state) {
            match flow {
                Flow::Break => {
                    behind.insert(after);
                }
                Flow::On | Flow::Continue => {
                    if heads.insert(after) {
                        open.push(after);
                    }
                }
            }
        }
        if heads.len() > MANY_STATES {
            return None;
        }
    }
    Some(behind.into_iter().collect())
}

/// Something that is about what holds behind the loop, or nearly so.
fn asserted(rng: &mut Rng, behind: &[State]) -> Option<Cond> {
    let at = rng.below(BYTES);
    let values: BTreeSet<u8> = behind.iter().map(|(bytes, _)| bytes[at]).collect();
    let (least, most) = (i32::from(*values.first()?), i32::from(*values.last()?));
    let near = *rng.pick(&[0, 0, 0, 1]);
    let byte = || Expr::Byte(at);
    let number = Expr::Number;
    Some(match rng.below(5) {
        0 => Cond("<=", byte(), number(most - near)),
        1 => Cond("<=", number(least + near), byte()),
        2 => {
            let missing = (0..=255).rev().find(|value| !values.contains(value)).unwrap_or(0);
            Cond("!=", byte(), number(if near == 0 { i32::from(missing) } else { most }))
        }
        3 => {
            let common = values.iter().fold(!0, |mask: u8, value| mask & !(value ^ *values.first().unwrap_or(&0)));
            let mask = i32::from(common) | near << rng.below(3);
            Cond("==", Expr::Binary('&', Box::new(byte()), Box::new(number(mask))), number(least & mask))
        }
        _ => {
            let other = rng.below(BYTES);
            let sum = |(bytes, _): &State| i32::from(bytes[at]) + i32::from(bytes[other]);
            let most = behind.iter().map(sum).max()?;
            let both = Expr::Binary('+', Box::new(byte()), Box::new(Expr::Byte(other)));
            Cond("<=", both, number(most - near))
        }
    })
}

#[test]
fn verdicts_about_random_loops_are_those_of_all_their_states() {
    let n = number_from_env("WHYC_LOOPS", 24) as usize;
    let seed = number_from_env("WHYC_LOOPS_SEED", 1);
    let found = (0..).filter_map(|it| Some((it, Program::random(seed * 1_000_000 + it)?)));
    let programs: Vec<(u64, Program)> = found.take(n).collect();
    let folder = tempfile::tempdir().expect("there should be room for files");
    let answers = parallel::map(&programs, |(number, program)| {
        let path = folder.path().join(format!("loop{number}.c"));
        std::fs::write(&path, program.text()).expect("the file should be written");
        let options = ["--timeout".to_owned(), "20".to_owned()];
        let answer = tool::check(Path::new(env!("CARGO_BIN_EXE_whyc")), &path, &options, Duration::from_secs(60));
        let proof = answer.report.as_ref().is_some_and(|report| !report["proof"].is_null());
        (answer.verdict().to_owned(), proof)
    });
    let (mut wrong, mut n_proved, mut n_safe) = (String::new(), 0, 0);
    for ((number, program), (verdict, proof)) in programs.iter().zip(&answers) {
        let is_wrong = match verdict.as_str() {
            "safe" => !program.holds,
            "violated" => program.holds,
            "bounded-safe" | "unknown" => false,
            _ => true,
        };
        n_safe += usize::from(verdict == "safe");
        n_proved += usize::from(*proof);
        if is_wrong {
            let _ = writeln!(wrong, "{number}: {verdict}, but holds: {}\n{}", program.holds, program.text());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(n_proved > 0, "some of them should be proved, of which {n_safe} are safe");
}
