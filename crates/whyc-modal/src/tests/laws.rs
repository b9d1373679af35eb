//! Laws, on random systems and formulas.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use whyc_base::ids::{Id, IdVec};

use super::work;
use crate::evaluate::{Evaluation, Question, evaluate};
use crate::explain::{Way, explain};
use crate::formula::{Action, Formula, Kind, VarId, Which};
use crate::refine::{Targets, abstraction, difference};
use crate::system::{ActionId, Decision, Fate, Must, State, StateId, Step, System, for_every_state};
use crate::truth::Truth;

/// Random bytes that are used up one by one; zeros after that.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.0.next().map_or(0, |it| usize::from(*it) % n)
    }
}

/// A formula over the labels p and q and the actions a and b; variables stand only where they may.
fn formula(
    bytes: &mut Bytes<'_>,
    depth: usize,
    scope: &mut Vec<(VarId, bool)>,
    is_plain: bool,
    n_vars: &mut usize,
) -> Formula {
    let usable: Vec<VarId> = scope.iter().filter(|it| it.1 == is_plain).map(|it| it.0).collect();
    if depth == 0 {
        return match bytes.below(3) {
            2 if !usable.is_empty() => {
                let id = usable[bytes.below(usable.len())];
                Formula::Variable(id, id.to_string(), 0..0)
            }
            0 => Formula::Label("p".to_owned(), 0..0),
            _ => Formula::Label("q".to_owned(), 0..0),
        };
    }
    let choice = bytes.below(9);
    let mut inner = |is_plain, scope: &mut Vec<_>, bytes: &mut Bytes<'_>| {
        Box::new(formula(bytes, depth - 1, scope, is_plain, n_vars))
    };
    match choice {
        0 => Formula::Not(inner(!is_plain, scope, bytes)),
        1 => Formula::And(inner(is_plain, scope, bytes), inner(is_plain, scope, bytes)),
        2 => Formula::Or(inner(is_plain, scope, bytes), inner(is_plain, scope, bytes)),
        3 | 4 => {
            let which = if choice == 3 { Which::Some } else { Which::Every };
            let action = match bytes.below(3) {
                0 => Action::Named("a".to_owned(), 0..0),
                _ => Action::Any,
            };
            Formula::Next(which, action, inner(is_plain, scope, bytes))
        }
        5 => Formula::Until(Which::Some, inner(is_plain, scope, bytes), inner(is_plain, scope, bytes)),
        6 => Formula::Until(Which::Every, inner(is_plain, scope, bytes), inner(is_plain, scope, bytes)),
        _ => {
            let kind = if choice == 7 { Kind::Least } else { Kind::Greatest };
            let id = VarId::from_index(*n_vars);
            *n_vars += 1;
            scope.push((id, is_plain));
            let body = formula(bytes, depth - 1, scope, is_plain, n_vars);
            scope.pop();
            Formula::Fixpoint(kind, id, id.to_string(), Box::new(body))
        }
    }
}

fn any_formula(depth: usize) -> impl Strategy<Value = Formula> {
    prop::collection::vec(any::<u8>(), 60)
        .prop_map(move |all| formula(&mut Bytes(all.iter()), depth, &mut Vec::new(), true, &mut 0))
}

fn with_states(labels: &[usize]) -> System {
    let mut system = System::new();
    for (k, bits) in labels.iter().enumerate() {
        let labels = ["p", "q"]
            .iter()
            .enumerate()
            .filter(|(bit, _)| bits >> bit & 1 == 1)
            .map(|(_, it)| (*it).to_owned())
            .collect();
        system.add_state(State { name: format!("s{k}"), labels, is_initial: k == 0 });
    }
    // Labels and actions that nothing has would be refused.
    let _ = (system.action("a"), system.action("b"));
    let mut labels = BTreeSet::from(["p".to_owned(), "q".to_owned()]);
    for it in system.states().iter() {
        labels.retain(|label| !it.labels.contains(label));
    }
    system.add_state(State { name: "none".to_owned(), labels, is_initial: false });
    system
}

/// A system with n + 1 states, the last of which is alone; every step may be absent, may or must be there, some must steps go to sets.
fn modal(n: usize) -> impl Strategy<Value = System> {
    let labels = prop::collection::vec(0..4usize, n);
    let steps = prop::collection::vec((0..n, 0..2u32, 0..n, 0..3u8, 0..n), 0..2 * n + 1);
    (labels, steps).prop_map(|(labels, steps)| {
        let mut system = with_states(&labels);
        for (from, action, to, kind, other) in steps {
            let (from, action, to) = (StateId::from_index(from), ActionId(action), StateId::from_index(to));
            match kind {
                0 => system.add_may(Step { from, action, to }),
                1 => system.add_must(Must { from, action, to: BTreeSet::from([to]) }),
                _ => system.add_must(Must { from, action, to: BTreeSet::from([to, StateId::from_index(other)]) }),
            }
        }
        system
    })
}

/// A system in which every step must be there.
fn concrete(n: usize) -> impl Strategy<Value = System> {
    let labels = prop::collection::vec(0..4usize, n);
    let steps = prop::collection::vec((0..n, 0..2u32, 0..n), 0..3 * n);
    (labels, steps).prop_map(|(labels, steps)| {
        let mut system = with_states(&labels);
        for (from, action, to) in steps {
            let to = BTreeSet::from([StateId::from_index(to)]);
            system.add_must(Must { from: StateId::from_index(from), action: ActionId(action), to });
        }
        system
    })
}

fn ask(system: &System, formula: &Formula) -> Evaluation {
    let question = Question::new(formula, system).expect("names that are there");
    evaluate(system, &question, &mut work()).expect("little work")
}

/// A partition that keeps labels and beginnings apart, otherwise as `parts` says.
fn partition(system: &System, parts: &[usize]) -> IdVec<StateId, usize> {
    let mut numbers = BTreeMap::new();
    for_every_state(system, |it| {
        let state = &system.states()[it];
        let next = numbers.len();
        *numbers.entry((state.labels.clone(), state.is_initial, parts.get(it.index()).copied())).or_insert(next)
    })
}

/// The rules to the letter: Kleene's connectives, the three cases of the modal operators, fixpoints from their first approximations anew each time.
fn by_definition(
    system: &System,
    formula: &Formula,
    env: &mut BTreeMap<VarId, IdVec<StateId, Truth>>,
) -> IdVec<StateId, Truth> {
    let all = |it: Truth| IdVec::filled(it, system.states().len());
    match formula {
        Formula::Constant(value) => all(Truth::from(*value)),
        Formula::Label(name, _) => for_every_state(system, |it| Truth::from(system.states()[it].labels.contains(name))),
        Formula::Variable(id, _, _) => env[id].clone(),
        Formula::Not(a) => {
            let a = by_definition(system, a, env);
            for_every_state(system, |it| !a[it])
        }
        Formula::And(a, b) => {
            let (a, b) = (by_definition(system, a, env), by_definition(system, b, env));
            for_every_state(system, |it| a[it].min(b[it]))
        }
        Formula::Or(a, b) => {
            let (a, b) = (by_definition(system, a, env), by_definition(system, b, env));
            for_every_state(system, |it| a[it].max(b[it]))
        }
        Formula::Next(which, action, a) => {
            let a = by_definition(system, a, env);
            for_every_state(system, |it| next(system, *which, action, &a, it))
        }
        Formula::Until(which, stay, goal) => {
            let (stay, goal) = (by_definition(system, stay, env), by_definition(system, goal, env));
            let (mut value, yes) = (all(Truth::False), all(Truth::True));
            loop {
                let after = for_every_state(system, |it| {
                    let on = next(system, *which, &Action::Any, &value, it);
                    let more = if *which == Which::Every {
                        next(system, Which::Some, &Action::Any, &yes, it)
                    } else {
                        Truth::True
                    };
                    goal[it].max(stay[it].min(on).min(more))
                });
                if after == value {
                    return value;
                }
                value = after;
            }
        }
        Formula::Fixpoint(kind, id, _, body) => {
            let mut value = all(if *kind == Kind::Least { Truth::False } else { Truth::True });
            loop {
                env.insert(*id, value.clone());
                let after = by_definition(system, body, env);
                if after == value {
                    return value;
                }
                value = after;
            }
        }
    }
}

fn next(system: &System, which: Which, action: &Action, a: &IdVec<StateId, Truth>, at: StateId) -> Truth {
    let is_meant = |it: ActionId| match action {
        Action::Any => true,
        Action::Named(name, _) => system.actions()[it] == *name,
    };
    let value = |it: StateId| if which == Which::Some { a[it] } else { !a[it] };
    let must = system.must().iter().filter(|it| it.from == at && is_meant(it.action));
    let mut may = system.may().iter().filter(|it| it.from == at && is_meant(it.action));
    let found = if must.into_iter().any(|it| it.to.iter().all(|&to| value(to) == Truth::True)) {
        Truth::True
    } else if may.all(|it| value(it.to) == Truth::False) {
        Truth::False
    } else {
        Truth::Unknown
    };
    if which == Which::Some { found } else { !found }
}

/// All systems that a small one may stand for, its first state for two.
fn concretisations(system: &System, n: usize) -> Vec<(System, IdVec<StateId, StateId>)> {
    let mut above = vec![StateId(0), StateId(0)];
    above.extend((1..=n).map(StateId::from_index));
    // Of every state all sets of steps that it may and must have.
    let choices: Vec<Vec<BTreeSet<(ActionId, usize)>>> = above
        .iter()
        .map(|&it| {
            let may: Vec<(ActionId, usize)> = system
                .may()
                .iter()
                .filter(|step| step.from == it)
                .flat_map(|step| (0..above.len()).filter(|&to| above[to] == step.to).map(|to| (step.action, to)))
                .collect();
            let sets = (0..1u32 << may.len())
                .map(|bits| (0..may.len()).filter(|k| bits >> k & 1 == 1).map(|k| may[k]).collect::<BTreeSet<_>>());
            let has = |set: &BTreeSet<(ActionId, usize)>, must: &Must| {
                set.iter().any(|&(by, to)| by == must.action && must.to.contains(&above[to]))
            };
            sets.filter(|set| system.must().iter().filter(|must| must.from == it).all(|must| has(set, must))).collect()
        })
        .collect();
    let mut map = IdVec::new();
    above.iter().for_each(|&it| {
        map.push(it);
    });
    let mut all: Vec<Vec<&BTreeSet<(ActionId, usize)>>> = vec![Vec::new()];
    for own in &choices {
        all =
            all.iter().flat_map(|chosen| own.iter().map(move |it| [&chosen[..], &[it]].concat())).take(3000).collect();
    }
    let make = |chosen: &Vec<&BTreeSet<(ActionId, usize)>>| {
        let mut concrete = System::new();
        for (k, &it) in above.iter().enumerate() {
            concrete.add_state(State { name: format!("c{k}"), ..system.states()[it].clone() });
        }
        let _ = (concrete.action("a"), concrete.action("b"));
        for (from, steps) in chosen.iter().enumerate() {
            for &(action, to) in *steps {
                concrete.add_must(Must {
                    from: StateId::from_index(from),
                    action,
                    to: BTreeSet::from([StateId::from_index(to)]),
                });
            }
        }
        concrete
    };
    all.iter().map(|it| (make(it), map.clone())).collect()
}

/// The size of the smallest decisions that give an answer, by trying all.
fn fewest_by_trying(system: &System, formula: &Formula, wanted: Truth) -> Option<usize> {
    let open = system.undecided();
    let mut best: Option<usize> = None;
    for code in 0..3usize.pow(u32::try_from(open.len()).expect("few")) {
        let mut decisions = Vec::new();
        let mut rest = code;
        for &step in &open {
            match rest % 3 {
                1 => decisions.push(Decision { step, fate: Fate::Must }),
                2 => decisions.push(Decision { step, fate: Fate::Never }),
                _ => {}
            }
            rest /= 3;
        }
        if best.is_some_and(|it| it <= decisions.len()) {
            continue;
        }
        if system.decided(&decisions).is_some_and(|it| ask(&it, formula).answer == wanted) {
            best = Some(decisions.len());
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_the_definition(system in modal(5), formula in any_formula(5)) {
        prop_assert_eq!(ask(&system, &formula).values, by_definition(&system, &formula, &mut BTreeMap::new()));
    }

    #[test]
    fn an_abstraction_is_right_about_every_state_that_it_stands_for(
        system in concrete(6), formula in any_formula(4), parts in prop::collection::vec(0..2usize, 6),
    ) {
        let exact = ask(&system, &formula);
        prop_assert!(exact.values.iter().all(|it| it.is_definite()));
        for targets in [Targets::Single, Targets::Sets] {
            let (coarse, map) = abstraction(&system, &partition(&system, &parts), targets);
            let said = ask(&coarse, &formula);
            for (id, &value) in exact.values.iter_enumerated() {
                prop_assert!(said.values[map[id]].is_kept_by(value), "{id}: {} but {value}", said.values[map[id]]);
            }
            prop_assert!(said.answer.is_kept_by(exact.answer));
        }
    }

    #[test]
    fn with_steps_to_sets_a_refinement_says_at_least_as_much(
        system in concrete(6), formula in any_formula(4), parts in prop::collection::vec(0..4usize, 6),
    ) {
        let halves: Vec<usize> = parts.iter().map(|it| it / 2).collect();
        let (fine, fine_map) = abstraction(&system, &partition(&system, &parts), Targets::Sets);
        let (coarse, coarse_map) = abstraction(&system, &partition(&system, &halves), Targets::Sets);
        let mut up: IdVec<StateId, StateId> = IdVec::filled(StateId(0), fine.states().len());
        for (id, &it) in fine_map.iter_enumerated() {
            up[it] = coarse_map[id];
        }
        prop_assert_eq!(difference(&fine, &coarse, &up), None);
        let (little, more) = (ask(&coarse, &formula), ask(&fine, &formula));
        for (id, &value) in more.values.iter_enumerated() {
            prop_assert!(little.values[up[id]].is_kept_by(value));
        }
        prop_assert!(little.answer.is_kept_by(more.answer));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_system_that_one_stands_for_agrees_with_it(system in modal(2), formula in any_formula(4)) {
        let said = ask(&system, &formula);
        for (concrete, map) in concretisations(&system, 2) {
            prop_assert_eq!(difference(&concrete, &system, &map), None);
            let exact = ask(&concrete, &formula);
            for (id, &value) in exact.values.iter_enumerated() {
                prop_assert!(said.values[map[id]].is_kept_by(value));
            }
        }
    }

    #[test]
    fn explanations_are_the_smallest(system in modal(3), formula in any_formula(4)) {
        prop_assume!(ask(&system, &formula).answer == Truth::Unknown && system.undecided().len() <= 6);
        let question = Question::new(&formula, &system).expect("names that are there");
        let why = explain(&system, &question, &work());
        for (way, wanted) in [(&why.holds, Truth::True), (&why.fails, Truth::False)] {
            let expected = fewest_by_trying(&system, &formula, wanted);
            match way {
                Way::Smallest(all) => prop_assert_eq!(Some(all.len()), expected),
                Way::Nothing => prop_assert_eq!(None, expected),
                Way::Small(_) | Way::Unknown(_) => prop_assert!(false, "there should be work enough"),
            }
        }
    }
}
