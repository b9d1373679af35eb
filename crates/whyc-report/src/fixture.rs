//! Findings made by hand, for tests.

use std::time::Duration;

use whyc_base::diagnostic::Diagnostic;
use whyc_base::finding::Head;
use whyc_base::source::{FileId, SourceMap, Span};
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{
    Assumption, BoundsReport, Cause, ChainLink, Change, ChangeKind, Counterexample, CutReport, Explanation, Finding,
    InputKind, InputReport, Iteration, LinkKind, Method, NamedValue, PropertyReport, SsaText, StatsReport, TraceKind,
    TraceStep,
};
use whyc_ir::property::PropertyClass;

/// A finding about one file, put together piece by piece.
pub struct Fixture {
    pub finding: Finding,
    file: FileId,
    depth: u32,
    function: String,
    iterations: Vec<Iteration>,
}

impl Fixture {
    pub fn new(name: &str, text: &str, verdict: Verdict) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add(name, text.as_bytes().to_vec());
        let stats = StatsReport {
            parse: Duration::from_millis(9),
            unroll: Duration::from_millis(2),
            encode: Duration::from_millis(3),
            solve: Duration::from_millis(20),
            debug: Duration::ZERO,
            total: Duration::from_millis(38),
            steps: 25,
            variables: 300,
            clauses: 900,
            solver_calls: 2,
            hot: Vec::new(),
            advice: Vec::new(),
        };
        let finding = Finding {
            head: Head { command: "check".to_owned(), files: vec![name.to_owned()], verdict, reason: None },
            options: Vec::new(),
            narrowed: Vec::new(),
            entry: "main".to_owned(),
            pointers: whyc_ir::layout::Pointers::Bits64,
            sources,
            notes: Vec::new(),
            bounds: BoundsReport { unwind: 1, complete: true, cuts: Vec::new() },
            properties: Vec::new(),
            counterexample: None,
            others: Vec::new(),
            invariants: Vec::new(),
            induction: None,
            classes: None,
            explanation: None,
            schedule: None,
            localization: None,
            replayed: None,
            vacuity: None,
            suspicions: Vec::new(),
            covers: Vec::new(),
            supports: Vec::new(),
            along: None,
            certificate: None,
            missing: Vec::new(),
            engine: None,
            stats,
        };
        Self { finding, file, depth: 0, function: "main".to_owned(), iterations: Vec::new() }
    }

    /// The span of `needle` in a line.
    pub fn at(&self, line: u32, needle: &str) -> Span {
        let file = self.finding.sources.file(self.file);
        let before: usize = file.text.lines().take(line as usize - 1).map(|text| text.len() + 1).sum();
        let at = file.line_text(line).find(needle).expect("the line should contain the needle");
        Span { file: self.file, start: (before + at) as u32, end: (before + at + needle.len()) as u32 }
    }

    pub fn property(&mut self, class: PropertyClass, line: u32, needle: &str, description: &str, status: Status) {
        let n = 1 + self.finding.properties.iter().filter(|property| property.class == class).count();
        self.finding.properties.push(PropertyReport {
            id: format!("main.{}.{n}", class.name()),
            class,
            description: description.to_owned(),
            span: self.at(line, needle),
            function: "main".to_owned(),
            status,
            after: Vec::new(),
            is_ruled_out: false,
            excused: None,
        });
    }

    /// Makes the finding's first violated property the one that the run fails.
    pub fn failing(&mut self, witnesses: &[(&str, &str)]) {
        let violated = self.finding.properties.iter().position(|property| property.status.is_violated());
        let witnesses = witnesses.iter();
        self.finding.counterexample = Some(Counterexample {
            property: violated.expect("some property should be violated"),
            failure: whyc_debug::finding::Failure::default(),
            witnesses: witnesses
                .map(|(name, value)| NamedValue { name: (*name).to_owned(), value: (*value).to_owned() })
                .collect(),
            inputs: Vec::new(),
            steps: Vec::new(),
            output: Vec::new(),
            length: 7,
            sum_abs: 4,
            method: Method::None,
            optimal: false,
            fewest: None,
            watched: Vec::new(),
            shared: Vec::new(),
        });
    }

    pub fn run(&mut self) -> &mut Counterexample {
        self.finding.counterexample.as_mut().expect("the fixture should have a run")
    }

    pub fn input(&mut self, kind: InputKind, line: u32, needle: &str, name: &str, value: &str) {
        let span = self.at(line, needle);
        self.run().inputs.push(InputReport {
            name: name.to_owned(),
            ty: "int".to_owned(),
            value: value.to_owned(),
            span,
            kind,
            relevant: true,
            relevant_bits: None,
        });
        self.step(TraceKind::Input, line, needle, name, value);
    }

    pub fn step(&mut self, kind: TraceKind, line: u32, needle: &str, name: &str, value: &str) {
        let has_type = matches!(kind, TraceKind::Input | TraceKind::Assign | TraceKind::Return);
        let n: i32 = value.parse().unwrap_or(0);
        let ssa = SsaText { name: format!("{name}#{}", self.run().steps.len()), bits: format!("{n:032b}") };
        let step = TraceStep {
            kind,
            name: name.to_owned(),
            value: value.to_owned(),
            ty: if has_type { "int".to_owned() } else { String::new() },
            ssa: has_type.then_some(ssa),
            span: self.at(line, needle),
            function: self.function.clone(),
            thread: None,
            depth: self.depth,
            iterations: self.iterations.clone(),
        };
        self.run().steps.push(step);
    }

    pub fn assign(&mut self, line: u32, needle: &str, name: &str, value: &str) {
        self.step(TraceKind::Assign, line, needle, name, value);
    }

    pub fn branch(&mut self, line: u32, cond: &str, value: &str) {
        self.step(TraceKind::Branch, line, cond, cond, value);
    }

    /// A call with its parameters; `body` adds the steps inside.
    pub fn call(&mut self, line: u32, needle: &str, name: &str, args: &[(&str, &str)], body: impl FnOnce(&mut Self)) {
        self.step(TraceKind::Call, line, needle, name, "");
        let caller = std::mem::replace(&mut self.function, name.to_owned());
        let around = std::mem::take(&mut self.iterations);
        self.depth += 1;
        for (parameter, value) in args {
            self.assign(line, needle, parameter, value);
        }
        body(self);
        self.depth -= 1;
        self.iterations = around;
        self.function = caller;
    }

    /// The iterations `numbers` of a loop; `body` adds the steps of each.
    pub fn iterate(
        &mut self,
        name: &str,
        numbers: std::ops::RangeInclusive<u32>,
        mut body: impl FnMut(&mut Self, u32),
    ) {
        for number in numbers {
            self.iterations.push(Iteration { loop_name: name.to_owned(), number });
            body(self, number);
            self.iterations.pop();
        }
    }

    pub fn cut(&mut self, name: &str, is_loop: bool, bound: u32, line: u32, needle: &str) {
        let span = self.at(line, needle);
        self.finding.bounds.cuts.push(CutReport { name: name.to_owned(), is_loop, bound, span });
        self.finding.bounds.complete = false;
        self.finding.bounds.unwind = self.finding.bounds.unwind.max(bound);
    }

    /// A difference; name and versioned name, and what it changes from and to.
    pub fn change(
        &self,
        kind: ChangeKind,
        line: u32,
        needle: &str,
        (name, ssa): (&str, &str),
        (from, to): (&str, &str),
        in_slice: bool,
    ) -> Change {
        Change {
            kind,
            name: name.to_owned(),
            alias: None,
            ssa: ssa.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            span: self.at(line, needle),
            function: "median".to_owned(),
            pair: None,
            is_copy: false,
            executed_failing: true,
            executed_passing: true,
            in_slice,
        }
    }

    pub fn note(&mut self, diagnostic: Diagnostic, line: u32, needle: &str) {
        let span = self.at(line, needle);
        self.finding.notes.push(diagnostic.at(span));
    }
}

/// The median of three with its classic fault, called from `main`.
pub fn median() -> Fixture {
    let text = "\
int median(int x, int y, int z)
{
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = y; /* should be x */
    }
    return m;
}

int main(void)
{
    int x = input(), y = input(), z = input();
    int m = median(x, y, z);
    assert(m == x || m == y || m == z);
    assert(!(y < x && x < z) || m == x);
    return 0;
}
";
    let mut f = Fixture::new("median.c", text, Verdict::Violated);
    f.property(
        PropertyClass::Assertion,
        17,
        "assert(m == x || m == y || m == z)",
        "m == x || m == y || m == z",
        Status::Holds,
    );
    let fails = "!(y < x && x < z) || m == x";
    f.property(PropertyClass::Assertion, 18, "assert(!(y < x && x < z) || m == x)", fails, Status::Violated);
    f.failing(&[("y", "-1"), ("x", "0"), ("z", "1"), ("m", "-1")]);
    f.input(InputKind::Nondet, 15, "x = input()", "x", "0");
    f.input(InputKind::Nondet, 15, "y = input()", "y", "-1");
    f.input(InputKind::Nondet, 15, "z = input()", "z", "1");
    f.call(16, "median(x, y, z)", "median", &[("x", "0"), ("y", "-1"), ("z", "1")], |f| {
        f.assign(3, "int m = z", "m", "1");
        f.branch(4, "y < z", "true");
        f.branch(5, "x < y", "false");
        f.branch(7, "x < z", "true");
        f.assign(8, "m = y", "m", "-1");
        f.step(TraceKind::Return, 10, "return m;", "median", "-1");
    });
    f.assign(16, "int m = median(x, y, z)", "m", "-1");
    f.step(TraceKind::Failure, 18, "assert(!(y < x && x < z) || m == x)", fails, "false");
    f
}

/// The same, explained: one change of `x` avoids the failure, and another one of `z` does so for nothing.
pub fn explained() -> Fixture {
    let mut f = median();
    f.finding.head.command = "explain".to_owned();
    let input = f.change(ChangeKind::Input, 15, "x = input()", ("x", "x#0"), ("0", "-1"), true);
    let guard = f.change(ChangeKind::Guard, 5, "x < y", ("x < y", "guard#2"), ("false", "false"), false);
    let join = f.change(ChangeKind::Join, 8, "m = y", ("m", "m#3"), ("-1", "1"), true);
    let copy = Change {
        is_copy: true,
        ..f.change(ChangeKind::Assign, 16, "int m = median(x, y, z)", ("m", "m#0"), ("-1", "1"), true)
    };
    let other = f.change(ChangeKind::Input, 15, "z = input()", ("z", "z#0"), ("1", "0"), true);
    let link = |kind, line, text: &str, note: &str| ChainLink {
        kind,
        text: text.to_owned(),
        note: note.to_owned(),
        span: f.at(line, text),
        function: "median".to_owned(),
        matters: kind != LinkKind::Failure,
        told: kind != LinkKind::Input,
    };
    let chain = vec![
        link(LinkKind::Input, 15, "x = input()", "x is 0"),
        link(LinkKind::Assign, 8, "m = y", "m becomes -1 (y = -1)"),
        link(LinkKind::Failure, 16, "int m = median(x, y, z)", "m = -1"),
    ];
    let told = |changes: Vec<Change>, slices: Vec<Vec<usize>>| Explanation {
        chain: chain.clone(),
        origins: Vec::new(),
        missed: Vec::new(),
        distance: changes.len() as u64,
        closest: true,
        assumed: Vec::new(),
        inputs: Vec::new(),
        steps: Vec::new(),
        aligned: Vec::new(),
        aliases: Vec::new(),
        comes_there: true,
        avoids_check: false,
        check_always_fails: false,
        changes,
        slices,
        smallest: true,
        causes: Vec::new(),
        without_passing: None,
        causes_complete: true,
        causes_enough: false,
        bounded: false,
        unassumed: None,
    };
    let mut explanation = told(vec![input, guard, join, copy], vec![vec![0, 2, 3], vec![0, 1, 3]]);
    explanation.assumed = vec![Assumption {
        text: Some("y < x && x < z".to_owned()),
        span: f.at(18, "y < x && x < z"),
        is_filter: false,
    }];
    let causes = [("y < x", true), ("x < z", true)];
    explanation.causes = causes
        .map(|(predicate, inputs_only)| Cause { predicate: predicate.to_owned(), inputs_only, always: true })
        .into();
    explanation.inputs = f.run().inputs.clone();
    explanation.inputs[0].value = "-1".to_owned();
    explanation.steps = f.run().steps[..3].to_vec();
    explanation.unassumed = Some(Box::new(told(vec![other], vec![vec![0]])));
    f.finding.explanation = Some(explanation);
    f
}
