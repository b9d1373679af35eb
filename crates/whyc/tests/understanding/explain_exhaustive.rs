//! Explanations of random programs, confirmed by trying every input: the passing run is a closest one, the
//! slice a smallest one, every cause a cause, and the distance a metric.

use whyc_base::budget::Budget;
use whyc_c::{Input, Options as COptions, compile};
use whyc_check::{Analysis, Arithmetic, Effort, Options, Unwind};
use whyc_debug::explain::{Causes, Measured, Metric, Options as How, Outcome, Ruler, Slices, Slicing, explain};
use whyc_debug::finding::Explanation;
use whyc_ir::property::ClassSet;
use whyc_tests::generate::{self, Config};
use whyc_tests::rng::Rng;

/// Programs like those of the papers, over numbers so small that all of them can be tried.
fn small_program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let vars = ["a", "b", "c", "s", "t"];
    let mut body = String::new();
    let mut depth = 0;
    for _ in 0..9 {
        let pad = "    ".repeat(depth + 1);
        let [x, y, z] = [0; 3].map(|_| vars[rng.below(vars.len())]);
        match rng.below(6) {
            0 | 1 if depth < 2 => {
                let op = ["<", "<=", ">", "==", "!="][rng.below(5)];
                body += &format!("{pad}if ({x} {op} {y}) {{\n");
                depth += 1;
            }
            2 if depth > 0 => {
                depth -= 1;
                body += &format!("{}}}\n", "    ".repeat(depth + 1));
            }
            3 => body += &format!("{pad}{x} = {y};\n"),
            _ => {
                let op = ["+", "-", "^", "&", "|"][rng.below(5)];
                body += &format!("{pad}{x} = ({y} {op} {z}) & 7;\n");
            }
        }
    }
    while depth > 0 {
        depth -= 1;
        body += &format!("{}}}\n", "    ".repeat(depth + 1));
    }
    let [x, y] = [0; 2].map(|_| vars[rng.below(vars.len())]);
    let property = ["s <= t", "s != a || t != b", "!(s > 3 && t > 3)"][rng.below(3)];
    let property = if rng.below(3) == 0 { format!("{x} != {} || {y} < 6", rng.below(8)) } else { property.to_owned() };
    format!(
        "#include <assert.h>\nvoid f(unsigned a, unsigned b, unsigned c) {{\n    __VERIFIER_assume(a < 8 && b < 8 && c < 8);\n    unsigned s = a ^ b, t = c;\n{body}    assert({property});\n}}\n"
    )
}

/// How to go through all inputs of a program.
struct Domain {
    n_inputs: usize,
    size: u128,
}

impl Domain {
    fn each(&self, mut visit: impl FnMut(&[u128])) {
        let mut values = vec![0; self.n_inputs];
        loop {
            visit(&values);
            let Some(at) = values.iter().position(|&value| value + 1 < self.size) else { return };
            values[at] += 1;
            values[..at].fill(0);
        }
    }
}

fn unlimited() -> Options {
    Options {
        classes: ClassSet::defaults(),
        only: None,
        unwind: Unwind::Automatic,
        unwind_loops: Vec::new(),
        given: Vec::new(),
        limits: Vec::new(),
        effort: Effort::First,
        arith: Arithmetic::default(),
        budget: Budget::unlimited(),
    }
}

fn how(metric: Metric, slicing: Slicing) -> How {
    How { metric, slices: Slices::All, slicing, causes: Causes::Inputs, deepen: false }
}

/// What is checked of a program; returns whether there was anything to explain.
fn confirm(name: &str, text: &str, entry: &str, defines: Vec<String>, size: u128, metric: Metric) -> bool {
    let options = COptions { entry: entry.to_owned(), defines, ..COptions::for_main() };
    let input = Input::text(format!("{name}.c"), text);
    let compiled = compile(&[input], &options).unwrap_or_else(|_| panic!("{name} should compile:\n{text}"));
    let mut analysis = Analysis::new(compiled.program, unlimited()).expect("the options should be right");
    let Some((property, run)) = analysis.decide().counterexample else { return false };
    let mut ruler = Ruler::new(&mut analysis, property, &run, metric).expect("the run should be measured");
    let domain = Domain { n_inputs: ruler.n_inputs(), size };
    if domain.n_inputs == 0 || size.pow(domain.n_inputs as u32) > 70_000 {
        return false;
    }
    let failing = ruler.failing(&analysis);
    assert!(failing.fails && !failing.passes, "{name}: the failing run should fail");
    let mut closest: Option<usize> = None;
    domain.each(|values| {
        let run = ruler.run(&analysis, values);
        if run.passes {
            let distance = ruler.differences(&analysis, &failing, &run).len();
            closest = Some(closest.map_or(distance, |best| best.min(distance)));
        }
    });
    let outcome = explain(&mut analysis, property, &run, how(metric, Slicing::TwoPhase), &mut |_| {});
    let outcome = outcome.unwrap_or_else(|difference| panic!("{name}: {difference}\n{text}"));
    let Outcome::Explained(explanation) = outcome else {
        assert_eq!(closest, None, "{name}: a passing run should be found\n{text}");
        return true;
    };
    if explanation.without_passing.is_some() {
        assert_eq!(closest, None, "{name}: a passing run should be found\n{text}");
        return true;
    }
    let first = explanation.unassumed.as_deref().unwrap_or(&explanation);
    assert_eq!(Some(first.distance as usize), closest, "{name}: the distance should be the smallest\n{text}");
    if explanation.assumed.is_empty() {
        confirm_slices(name, text, &mut analysis, &mut ruler, &domain, &explanation);
        confirm_causes(name, text, &analysis, &ruler, &domain, &explanation);
    }
    true
}

/// Each slice avoids the failure, and nothing smaller does.
fn confirm_slices(
    name: &str,
    text: &str,
    analysis: &mut Analysis,
    ruler: &mut Ruler,
    domain: &Domain,
    explanation: &Explanation,
) {
    let passing = the_passing_run(analysis, ruler, domain, explanation);
    let failing = ruler.failing(analysis);
    let items = ruler.differences(analysis, &failing, &passing);
    assert_eq!(items.len(), explanation.changes.len(), "{name}: the changes should be the differences\n{text}");
    assert!(explanation.smallest, "{name}: nothing limits the search");
    let size = explanation.slices[0].len();
    let relaxed = ruler.relaxed(analysis, &passing).expect("there is no limit");
    let mut smallest = Vec::new();
    for chosen in 0..1u32 << items.len().min(14) {
        if chosen.count_ones() as usize <= size {
            let subset: Vec<usize> = (0..items.len()).filter(|k| chosen >> k & 1 == 1).collect();
            let kept: Vec<usize> = subset.iter().map(|&k| items[k]).collect();
            if ruler.avoids(analysis, &relaxed, &kept) {
                assert_eq!(subset.len(), size, "{name}: {subset:?} avoids the failure with less\n{text}");
                smallest.push(subset);
            }
        }
    }
    if items.len() <= 14 {
        let mut found = explanation.slices.clone();
        found.sort();
        smallest.sort();
        assert_eq!(found, smallest, "{name}: all smallest slices should be found\n{text}");
    }
}

/// The run of the explanation, looked for among all runs by its inputs.
fn the_passing_run(analysis: &Analysis, ruler: &Ruler, domain: &Domain, explanation: &Explanation) -> Measured {
    let wanted: Vec<u128> = explanation.inputs.iter().map(|input| input.value.parse().expect("a number")).collect();
    let mut found = None;
    domain.each(|values| {
        if values[..wanted.len()] == wanted[..] {
            found = Some(ruler.run(analysis, values));
        }
    });
    let found = found.expect("the passing run should be among all runs");
    assert!(found.passes, "the passing run should pass");
    found
}

/// Definition 6.1: a cause holds in the failing run, and the closest runs in which it does not hold all pass.
fn confirm_causes(
    name: &str,
    text: &str,
    analysis: &Analysis,
    ruler: &Ruler,
    domain: &Domain,
    explanation: &Explanation,
) {
    let names: Vec<&str> = explanation.inputs.iter().map(|input| input.name.as_str()).collect();
    let failing = ruler.failing(analysis);
    for cause in &explanation.causes {
        let holds = |values: &[u128]| evaluate(&cause.predicate, &names, values);
        assert!(holds(&ruler.inputs(&failing)), "{name}: {} should hold in the failing run", cause.predicate);
        let (mut passing, mut failing_too) = (usize::MAX, usize::MAX);
        domain.each(|values| {
            if !holds(values) {
                let run = ruler.run(analysis, values);
                let distance = ruler.differences(analysis, &failing, &run).len();
                if run.passes {
                    passing = passing.min(distance);
                } else if run.fails {
                    failing_too = failing_too.min(distance);
                }
            }
        });
        assert!(passing < failing_too, "{name}: {} is no cause\n{text}", cause.predicate);
    }
}

/// `a < b` or `a < 3` for values of inputs.
fn evaluate(predicate: &str, names: &[&str], values: &[u128]) -> bool {
    let words: Vec<&str> = predicate.split_whitespace().collect();
    let [left, op, right] = words[..] else { panic!("a comparison was expected: {predicate}") };
    let value = |word: &str| -> u128 {
        let named = names.iter().position(|name| *name == word).map(|at| values[at]);
        named.unwrap_or_else(|| word.trim_end_matches('u').parse().expect("an input or a number"))
    };
    let (left, right) = (value(left), value(right));
    match op {
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        "==" => left == right,
        "!=" => left != right,
        _ => panic!("an unknown operator: {predicate}"),
    }
}

#[test]
fn fifty_small_programs_are_explained_by_closest_runs() {
    for metric in [Metric::Full, Metric::Executed] {
        let mut n = 0;
        for seed in 0..400 {
            n += usize::from(confirm(&format!("small{seed}"), &small_program(seed), "f", Vec::new(), 8, metric));
            if n == 50 {
                break;
            }
        }
        assert_eq!(n, 50, "enough programs should fail");
    }
}

#[test]
fn programs_of_the_generator_are_explained_by_closest_runs() {
    let mut n = 0;
    for seed in 0..60 {
        let source = generate::program(seed, &Config::open(1));
        for excluded in [0, 1, 17] {
            let defines = vec![format!("EXCLUDED={excluded}")];
            n += usize::from(confirm(&format!("open{seed}"), &source, "main", defines, 256, Metric::Full));
        }
        if n >= 12 {
            return;
        }
    }
    panic!("more programs should fail: {n}");
}

#[test]
fn the_distance_is_a_metric() {
    let source = small_program(3);
    let options = COptions { entry: "f".to_owned(), ..COptions::for_main() };
    let input = Input::text("m.c", source);
    let compiled = compile(&[input], &options).unwrap_or_else(|_| panic!("the program should compile"));
    let mut analysis = Analysis::new(compiled.program, unlimited()).expect("the options should be right");
    let (property, run) = analysis.decide().counterexample.expect("the program should fail");
    for metric in [Metric::Full, Metric::Slice, Metric::Executed] {
        let ruler = Ruler::new(&mut analysis, property, &run, metric).expect("the run should be measured");
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let mut some = || [0; 3].map(|_| rng.below(8) as u128);
            let values = [some(), some(), some()];
            let [a, b, c] = values.map(|values| ruler.run(&analysis, &values));
            let d = |x: &Measured, y: &Measured| ruler.differences(&analysis, x, y).len();
            assert_eq!(d(&a, &a), 0);
            assert_eq!(d(&a, &b), d(&b, &a));
            assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
            // Every input counts, except where the metric leaves it out.
            if metric != Metric::Slice {
                assert_eq!(d(&a, &b) == 0, values[0] == values[1]);
            }
        }
    }
}
