//! Programs whose questions are split: families have no run in common and have all runs together, and the answer is the same
//! however they are split and on however many threads.

use std::sync::{Arc, Mutex};

use whyc_base::budget::Budget;
use whyc_check::effort::Units;
use whyc_check::question::Found;
use whyc_check::scout::{Scene, Scout};
use whyc_check::splitter::First;
use whyc_check::{Analysis, Arithmetic, Effort, Hard, Options, Outcome, Split, Splitter, Unwind, Verdict};
use whyc_engines::family::{Choices, Cut, Cuts};
use whyc_engines::part::{self, Parts};
use whyc_engines::pool::{Path, Pool, Step, Wanted};
use whyc_engines::portable::{Portable, Sent};
use whyc_engines::refuted;
use whyc_engines::rng::Rng;
use whyc_engines::simulate::Simulation;
use whyc_engines::split::State;
use whyc_engines::{Mode, Splitting, portfolio};
use whyc_ir::program::Program;
use whyc_ir::property::ClassSet;
use whyc_term::{Evaluator, Fact, InputId, Valuation};

/// Programs with branches, loops and products, some of which fail.
const PROGRAMS: &[(&str, &str, Verdict)] = &[
    (
        "three branches",
        "extern int nondet(void); void assert_(int);
         int main(void) { int x = nondet(), y = nondet(), s = 0;
           if (x > 10) s += x & 15; else s -= x & 7;
           if (y > 3) s += y & 31; else s += 2;
           if ((x ^ y) & 1) s *= 3;
           __CPROVER_assert(s < 150, \"small\"); return 0; }",
        Verdict::Safe,
    ),
    (
        "one of eight ways fails",
        "extern int nondet(void);
         int main(void) { unsigned a = nondet(), b = nondet(), s = 0;
           if (a & 1) s += 1; if (a & 2) s += 2; if (b & 4) s += 4;
           if (s == 7) s = (a * b) & 0xff;
           __CPROVER_assert(s != 77, \"not 77\"); return 0; }",
        Verdict::Violated,
    ),
    (
        "a loop that ends",
        "extern int nondet(void);
         int main(void) { int n = nondet(), s = 0; if (n < 0 || n > 5) return 0;
           for (int i = 0; i < n; i++) { int v = nondet(); if (v > 9) v = 9; if (v < 0) v = 0; s += v; }
           __CPROVER_assert(s <= 45, \"sum\"); return 0; }",
        Verdict::Safe,
    ),
    (
        "a loop that fails in its last round",
        "extern int nondet(void);
         int main(void) { int n = nondet(), s = 0; if (n < 0 || n > 5) return 0;
           for (int i = 0; i < n; i++) { int v = nondet(); if (v > 9) v = 9; if (v < 0) v = 0; s += v; }
           __CPROVER_assert(s < 45, \"sum\"); return 0; }",
        Verdict::Violated,
    ),
    (
        "nothing but arithmetic",
        "extern unsigned nondet(void);
         int main(void) { unsigned char a = nondet() & 7, b = nondet() & 7;
           __CPROVER_assert((unsigned)(a + b) * (a + b) == (unsigned)a * a + 2u * a * b + (unsigned)b * b, \"square\"); return 0; }",
        Verdict::Safe,
    ),
];

fn program(text: &str) -> Arc<Program> {
    let input = whyc_c::Input::text("program.c", text);
    let compiled = whyc_c::compile(&[input], &whyc_c::Options::for_main());
    Arc::new(compiled.unwrap_or_else(|failure| panic!("it should compile: {failure:?}")).program)
}

fn options(effort: Effort) -> Options {
    Options {
        classes: ClassSet::defaults(),
        only: None,
        unwind: Unwind::Automatic,
        unwind_loops: Vec::new(),
        limits: Vec::new(),
        given: Vec::new(),
        effort,
        arith: Arithmetic::default(),
        budget: Budget::unlimited(),
    }
}

fn analysis(program: &Arc<Program>, effort: Effort) -> Analysis {
    Analysis::new(Arc::clone(program), options(effort)).expect("nothing is named")
}

/// The property that fails, with the inputs of the run.
fn failing(outcome: &Outcome) -> Option<(usize, Vec<u128>)> {
    let (property, run) = outcome.counterexample.as_ref()?;
    Some((property.0 as usize, run.values.iter().copied().collect()))
}

#[test]
fn the_answer_is_the_same_however_it_is_split() {
    for (name, text, verdict) in PROGRAMS {
        let program = program(text);
        let whole = analysis(&program, Effort::Modest).decide();
        assert_eq!(whole.verdict, *verdict, "{name}");
        for mode in [Mode::Tunnels, Mode::Cubes, Mode::Auto] {
            let mut runs = Vec::new();
            for jobs in [1, 3] {
                let splitting = Splitting::new(mode, jobs).expect("it splits").after(0);
                let log = splitting.log();
                let outcome = analysis(&program, Effort::Modest).splitting(Box::new(splitting)).decide();
                assert_eq!(outcome.verdict, *verdict, "{name}, {mode:?} on {jobs}");
                assert!(!log.all().is_empty() || !log.raced().is_empty(), "{name}: something should be split");
                runs.push(failing(&outcome));
            }
            assert_eq!(runs[0], runs[1], "{name}, {mode:?}: the run should not depend on the threads");
        }
    }
}

#[test]
fn all_families_are_looked_at_if_everything_is_wanted() {
    let (_, text, _) = PROGRAMS[1];
    let splitting = Splitting::new(Mode::Tunnels, 2).expect("it splits").after(0);
    let log = splitting.log();
    analysis(&program(text), Effort::All).splitting(Box::new(splitting)).decide();
    let asked = log.all().into_iter().find(|asked| asked.for_failure).expect("a question about a failure was split");
    assert!(asked.is_whole);
    let n = |state| asked.families.iter().filter(|it| it.state == state).count();
    assert!(n(State::Found) >= 1 && n(State::Refuted) >= 1, "{:?}", asked.families);
}

/// Looks at every question that it is given: are its families a partition?
struct Examiner {
    cuts: Cuts,
    n_families: Arc<Mutex<usize>>,
}

impl Splitter for Examiner {
    fn patience(&self, _: Option<u32>) -> Option<u32> {
        Some(0)
    }

    fn find(&mut self, hard: &Hard<'_>, first: &mut dyn First) -> Split {
        let families = || {
            let choices = Choices::new(hard.terms, hard.cond, hard.unrolling, self.cuts);
            let parts = Parts::new(hard.into(), &choices);
            let pool = Pool { jobs: 2, most: None, wanted: Wanted::All, budget: hard.budget };
            let whole = pool.run(|path, budget| parts.look(path, budget));
            let leaves: Vec<Path> = whole
                .parts
                .iter()
                .filter(|(_, done)| done.step != Step::Halves)
                .map(|(path, _)| path.clone())
                .collect();
            let facts = |path: &Path| -> Vec<Fact> {
                let fact = |(choice, holds): (whyc_engines::family::Choice, bool)| {
                    if holds { choice.fact } else { choice.fact.negated() }
                };
                parts.family(path).into_iter().map(fact).collect()
            };
            let all: Vec<Vec<Fact>> = leaves.iter().map(facts).collect();
            (all, whole)
        };
        let (all, whole) = families();
        assert_eq!(all, families().0, "two processes should agree on the families");
        *self.n_families.lock().expect("nobody fails") += all.len();
        let mut rng = Rng::new(all.len() as u64);
        for _ in 0..200 {
            let mut valuation = Valuation::new();
            for input in 0..hard.terms.n_inputs() {
                let value = if rng.below(2) == 0 { rng.below(12) } else { rng.any() };
                valuation.set_bits(InputId(input as u32), u128::from(value));
            }
            let mut evaluator = Evaluator::new(hard.terms, &valuation);
            let mut is_so = |fact: &Fact| match *fact {
                Fact::Is(term, value) => evaluator.bool(term) == value,
                Fact::Bit { input, at, value } => (evaluator.bits(input) >> at & 1 == 1) == value,
            };
            let n = all.iter().filter(|facts| facts.iter().all(&mut is_so)).count();
            assert_eq!(n, 1, "each run should be in one family");
        }
        // A run is one of the family that it was found in.
        for (path, done) in &whole.parts {
            if let Step::Answer(valuation) = &done.step {
                assert!(Evaluator::new(hard.terms, valuation).bool(hard.cond), "{path:?}");
            }
        }
        let mut splitting = Splitting::new(Mode::Tunnels, 1).expect("it splits");
        splitting.find(hard, first)
    }
}

#[test]
fn every_run_is_in_exactly_one_family() {
    for (name, text, verdict) in PROGRAMS {
        for cuts in [Cuts::Tunnels, Cuts::Cubes, Cuts::Either] {
            let n_families = Arc::default();
            let examiner = Examiner { cuts, n_families: Arc::clone(&n_families) };
            let outcome = analysis(&program(text), Effort::Modest).splitting(Box::new(examiner)).decide();
            assert_eq!(outcome.verdict, *verdict, "{name}");
            let n = *n_families.lock().expect("nobody fails");
            assert!(n > 1 || cuts == Cuts::Tunnels, "{name}, {cuts:?}: {n} families");
        }
    }
}

/// A splitter that is never done: a limit is no answer.
#[test]
fn a_question_that_takes_too_much_is_not_safe() {
    let (_, text, _) = PROGRAMS[2];
    let budget = Budget::unlimited();
    budget.end(whyc_base::budget::Exhausted::Time);
    let mut options = options(Effort::Modest);
    options.budget = budget;
    let splitting = Splitting::new(Mode::Tunnels, 2).expect("it splits").after(0);
    let outcome =
        Analysis::new(program(text), options).expect("nothing is named").splitting(Box::new(splitting)).decide();
    assert_eq!(outcome.verdict, Verdict::Unknown);
}

#[test]
fn engines_learn_and_what_they_learnt_changes_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("engines.json");
    for (name, text, verdict) in PROGRAMS {
        let program = program(text);
        let decide = |learns: bool| {
            let splitting = Splitting::new(Mode::Auto, 2).expect("it splits").after(0);
            let splitting = if learns { splitting.learning(store.clone()) } else { splitting };
            let outcome = analysis(&program, Effort::Modest).splitting(Box::new(splitting)).decide();
            (outcome.verdict, failing(&outcome))
        };
        let untrained = decide(false);
        assert_eq!(untrained.0, *verdict, "{name}");
        assert_eq!(decide(true), untrained, "{name}");
    }
    let learnt = std::fs::read_to_string(&store).expect("something was learnt");
    assert!(learnt.contains(portfolio::ONE), "{learnt}");
    // What is no store is told, and used for nothing.
    std::fs::write(&store, "{").expect("it can be written");
    let splitting = Splitting::new(Mode::Auto, 2).expect("it splits").after(0).learning(store.clone());
    let log = splitting.log();
    let outcome = analysis(&program(PROGRAMS[0].1), Effort::Modest).splitting(Box::new(splitting)).decide();
    assert_eq!(outcome.verdict, Verdict::Safe);
    assert!(log.warning().is_some_and(|it| it.contains("engines.json")));
}

const DEEP: &str = "extern int nondet(void);
    int main(void) { unsigned s = 1; int n = nondet(); if (n < 0) return 0;
      for (int i = 0; i < n && i < 300; i++) { unsigned v = nondet(); s = s * 31 + v * v + (s >> 3); }
      __CPROVER_assert(n < 100 || (s & 7) != 3, \"few\"); return 0; }";

#[test]
fn simulation_comes_across_what_is_deep() {
    let program = program(DEEP);
    let mut simulation = Simulation::new();
    let tried = simulation.tried();
    let analysis = analysis(&program, Effort::Modest);
    let budget = Budget::unlimited();
    let scene = Scene {
        program: &analysis.program,
        properties: &analysis.properties,
        asked: &analysis.asked,
        loops: &analysis.loops,
        budget: &budget,
    };
    let found = simulation.look(&scene, Units(50_000_000)).expect("some run should fail");
    assert!(found.rounds.iter().any(|(_, rounds)| *rounds >= 100), "{found:?}");
    assert!(tried.numbers().failed.is_some());
    // The same runs, whoever asks, and in however many turns.
    let mut again = Simulation::new();
    let mut in_turns = None;
    while in_turns.is_none() {
        in_turns = again.look(&scene, Units(1_000_000));
    }
    assert_eq!(in_turns, Some(found));
}

#[test]
fn a_run_that_was_come_across_is_replayed_and_told() {
    let program = program(DEEP);
    let decide = || {
        let simulation = Simulation::new();
        let tried = simulation.tried();
        let mut analysis = analysis(&program, Effort::Modest).scouting(Box::new(simulation));
        let outcome = analysis.decide();
        (outcome.verdict, failing(&outcome), tried.numbers().runs, analysis.is_scouted)
    };
    let (verdict, run, n_runs, is_scouted) = decide();
    assert_eq!(verdict, Verdict::Violated);
    assert!(n_runs > 0 && is_scouted, "it should be simulation that finds it: {n_runs} runs");
    assert_eq!(decide(), (verdict, run, n_runs, is_scouted));
}

/// A first solver that says that there is nothing, once the others had time to find it.
struct Mistaken;

impl First for Mistaken {
    fn go_on(&mut self, budget: Budget) -> Found {
        // It is not ended: who has found a run leaves it to the first solver to tell one.
        for _ in 0..30 {
            std::thread::sleep(std::time::Duration::from_millis(100));
            if let Err(reason) = budget.check() {
                return Found::Unknown(reason);
            }
        }
        Found::Nothing
    }
}

/// Gives the question to several engines, with a first solver that is mistaken.
struct Misled(Splitting);

impl Splitter for Misled {
    fn patience(&self, most: Option<u32>) -> Option<u32> {
        self.0.patience(most)
    }

    fn find(&mut self, hard: &Hard<'_>, _: &mut dyn First) -> Split {
        self.0.find(hard, &mut Mistaken)
    }
}

#[test]
#[should_panic(expected = "unrolling says that nothing fails")]
fn engines_that_contradict_each_other_are_an_internal_error() {
    let (name, text, verdict) = PROGRAMS[1];
    assert_eq!(verdict, Verdict::Violated, "{name}");
    let splitting = Splitting::new(Mode::Auto, 2).expect("it splits").after(0);
    analysis(&program(text), Effort::Modest).splitting(Box::new(Misled(splitting))).decide();
}

/// A question that was sent says the same as the one it was made of, part by part.
struct Carried {
    n_parts: Arc<Mutex<usize>>,
}

impl Splitter for Carried {
    fn patience(&self, _: Option<u32>) -> Option<u32> {
        Some(0)
    }

    fn find(&mut self, hard: &Hard<'_>, first: &mut dyn First) -> Split {
        let choices = Choices::new(hard.terms, hard.cond, hard.unrolling, Cuts::Either);
        let sent = Sent::new(hard, &choices);
        let there = Portable::read(&sent.bytes).expect("it was written");
        let budget = Budget::unlimited();
        let mut todo: Vec<Vec<(Cut, bool)>> = vec![Vec::new()];
        while let Some(cuts) = todo.pop() {
            let look = |portable: &Portable| {
                let fact = |&(cut, holds): &(Cut, bool)| {
                    let fact = portable.choices.named(&portable.terms, cut).expect("it is there").fact;
                    if holds { fact } else { fact.negated() }
                };
                let facts: Vec<Fact> = cuts.iter().map(fact).collect();
                let looked = part::look(portable.question(), &portable.choices, &facts, 2, &budget);
                let clauses = refuted::clauses(portable.question(), &facts, &budget).expect("there is no limit");
                (looked.step, looked.cut.map(|cut| portable.choices.name(&cut)), looked.work, format!("{clauses:?}"))
            };
            let (step, cut, work, clauses) = look(&sent.portable);
            let other = look(&there);
            assert_eq!((&step, &cut, work, &clauses), (&other.0, &other.1, other.2, &other.3));
            *self.n_parts.lock().expect("nobody fails") += 1;
            if let Step::Answer(valuation) = &step {
                assert!(Evaluator::new(hard.terms, &sent.valuation(valuation)).bool(hard.cond));
            }
            if let Some(cut) = cut {
                todo.extend([true, false].map(|holds| [&cuts[..], &[(cut, holds)]].concat()));
            }
        }
        let mut splitting = Splitting::new(Mode::Tunnels, 1).expect("it splits");
        splitting.find(hard, first)
    }
}

#[test]
fn who_gets_a_question_as_bytes_says_the_same_of_its_parts() {
    for (name, text, verdict) in PROGRAMS {
        let n_parts = Arc::default();
        let carried = Carried { n_parts: Arc::clone(&n_parts) };
        let outcome = analysis(&program(text), Effort::Modest).splitting(Box::new(carried)).decide();
        assert_eq!(outcome.verdict, *verdict, "{name}");
        assert!(*n_parts.lock().expect("nobody fails") > 2, "{name}");
    }
}
