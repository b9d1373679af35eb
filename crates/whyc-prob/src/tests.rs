//! The worked examples of Andrés, D'Argenio and van Rossum, and what they leave open, with exact numbers.

use std::collections::BTreeMap;

use whyc_base::budget::Budget;

use crate::answer::{Answer, Ended, Verdict, answer};
use crate::chain::Chain;
use crate::fold::{Folded, fold};
use crate::model::{Choice, Model, State};
use crate::number::{Number, ratio, read};
use crate::property;
use crate::torrent::contains;
use crate::work::{Limit, Work};

fn work() -> Work {
    Work::within(&Budget::unlimited())
}

/// A model from lines `FROM: TO P, TO P`; a second line for a state is another choice. What has no line is stayed in.
fn model(n: usize, steps: &str, labels: &[(&str, &[usize])]) -> Model {
    let mut choices: BTreeMap<usize, Vec<Choice>> = BTreeMap::new();
    for line in steps.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (from, rest) = line.split_once(':').expect("a state");
        let to = rest.split(',').map(|it| {
            let (to, p) = it.trim().split_once(' ').expect("a step");
            (to.parse().expect("a state"), read(p).expect("a probability"))
        });
        choices.entry(from.parse().expect("a state")).or_default().push(Choice::new(None, to));
    }
    let states = (0..n)
        .map(|it| State {
            name: it.to_string(),
            choices: choices.remove(&it).unwrap_or_else(|| vec![Choice::stay(it)]),
        })
        .collect();
    let mut model = Model::new(states);
    for (name, members) in labels {
        model.labels.insert((*name).to_owned(), (0..n).map(|it| members.contains(&it)).collect());
    }
    model
}

fn ask(model: &Model, text: &str) -> Answer {
    let property = property::read(text).expect("a property");
    answer(model, &property, 100, &Budget::unlimited()).expect("an answer")
}

/// The ways with their masses, and the likeliest runs with theirs.
fn told(answer: &Answer) -> Vec<(Vec<usize>, Number, Vec<usize>, Number)> {
    let all = answer.witnesses.iter();
    all.map(|it| (it.rail.clone(), it.mass.clone(), it.path.clone(), it.path_mass.clone())).collect()
}

fn folded(model: &Model, goal: &[usize]) -> (Chain, Folded) {
    let to = model.states.iter().map(|it| it.choices[0].to.clone()).collect();
    let chain = Chain::new(to, 0, (0..model.states.len()).map(|it| goal.contains(&it)).collect());
    let folded = fold(&chain, &mut work()).expect("small");
    (chain, folded)
}

/// The chain of the paper's first table.
fn two_loops() -> Model {
    model(5, "0: 1 2/5, 2 3/5\n1: 1 1/2, 3 1/2\n2: 2 0.99, 4 0.01", &[("bad", &[3, 4])])
}

#[test]
fn single_paths_have_the_probabilities_of_the_first_table() {
    let (chain, _) = folded(&two_loops(), &[3, 4]);
    let path = |state: usize, end: usize, rounds: usize| {
        let mut path = vec![0];
        path.extend(std::iter::repeat_n(state, rounds));
        path.push(end);
        chain.path(&path).expect("a path")
    };
    for (rounds, mass) in ["0.2", "0.1", "0.05", "0.025", "0.0125", "0.00625"].into_iter().enumerate() {
        assert_eq!(path(1, 3, rounds + 1), read(mass).expect("a number"));
    }
    for (rounds, mass) in ["0.006", "0.00594", "0.0058806"].into_iter().enumerate() {
        assert_eq!(path(2, 4, rounds + 1), read(mass).expect("a number"));
    }
}

#[test]
fn the_heavier_behaviour_wins_over_the_likelier_path() {
    let one = ask(&two_loops(), "P<=1/2 [F bad]");
    assert_eq!(one.verdict, Verdict::Violated);
    assert_eq!(told(&one), [(vec![0, 2, 4], ratio(3, 5), vec![0, 2, 4], ratio(3, 500))]);
    let both = ask(&two_loops(), "P<1 [F bad]");
    assert_eq!(
        told(&both),
        [
            (vec![0, 2, 4], ratio(3, 5), vec![0, 2, 4], ratio(3, 500)),
            (vec![0, 1, 3], ratio(2, 5), vec![0, 1, 3], ratio(1, 5))
        ]
    );
    assert_eq!((both.mass, both.value), (ratio(1, 1), ratio(1, 1)));
}

#[test]
fn paths_of_a_rail_are_fresh_and_inert() {
    let graph = "0: 2 1\n2: 5 1/2, 6 1/2\n5: 8 1\n8: 6 1\n6: 5 1/3, 14 1/3, 11 1/3\n11: 14 1";
    let (_, folded) = folded(&model(15, graph, &[]), &[14]);
    let rail = [0, 2, 6, 14];
    for rounds in 0..5 {
        let mut path = vec![0, 2, 6];
        path.extend([5, 8, 6].repeat(rounds));
        path.push(14);
        assert!(contains(&folded, &rail, &path), "{path:?}");
    }
    assert!(!contains(&folded, &rail, &[0, 2, 5, 8, 6, 14]), "the part is entered at another state");
    assert!(!contains(&folded, &rail, &[0, 2, 6, 11, 14]), "between two states of the rail there is a foreign one");
    assert!(!contains(&folded, &rail, &[0, 2, 6]) && !contains(&folded, &rail, &[0, 2, 6, 14, 14]));
}

const TWO_PARTS: &str = "0: 1 3/5, 2 2/5\n1: 3 1/2, 4 1/2\n3: 7 1\n4: 1 1/2, 9 1/2\n7: 1 1/2, 10 1/2\n2: 5 1/4, 6 3/4\n5: 8 1\n\
                         8: 6 4/5, 11 1/5\n6: 5 1/2, 14 1/2\n9: 12 1\n10: 13 1";

#[test]
fn parts_are_folded_with_their_entries_and_exits() {
    let model = model(15, TWO_PARTS, &[("bad", &[12, 14])]);
    // Where both parts are kept whole, nothing is cut off because it cannot come to the goal.
    let (_, all) = folded(&model, &[11, 12, 13, 14]);
    let parts: Vec<_> =
        all.folded.values().map(|it| (it.members.clone(), it.inputs.clone(), it.outputs.clone())).collect();
    assert!(parts.contains(&(vec![1, 3, 4, 7], vec![1], vec![9, 10])), "{parts:?}");
    assert!(parts.contains(&(vec![5, 6, 8], vec![5, 6], vec![11, 14])), "{parts:?}");
    let row = |state: usize| all.to[&state].iter().map(|(to, p)| (*to, p.clone())).collect::<Vec<_>>();
    assert_eq!(row(1), [(9, ratio(1, 2)), (10, ratio(1, 2))]);
    assert_eq!(row(5), [(11, ratio(1, 3)), (14, ratio(2, 3))]);
    assert_eq!(row(6), [(11, ratio(1, 6)), (14, ratio(5, 6))]);
    let asked = ask(&model, "P=? [F bad]");
    assert_eq!(
        told(&asked),
        [
            (vec![0, 1, 9, 12], ratio(3, 10), vec![0, 1, 4, 9, 12], ratio(3, 20)),
            (vec![0, 2, 6, 14], ratio(1, 4), vec![0, 2, 6, 14], ratio(3, 20)),
            (vec![0, 2, 5, 14], ratio(1, 15), vec![0, 2, 5, 8, 6, 14], ratio(1, 25))
        ]
    );
    assert_eq!(asked.ended, Ended::All);
    assert_eq!(asked.mass, asked.value);
}

#[test]
fn three_tenths_is_not_more_than_three_tenths() {
    let model = model(15, TWO_PARTS, &[("bad", &[12, 14])]);
    for bound in ["1/2", "0.3"] {
        let answer = ask(&model, &format!("P<={bound} [F bad]"));
        assert_eq!(answer.witnesses.len(), 2, "{bound}");
        assert_eq!(answer.mass, ratio(11, 20));
    }
    assert_eq!(ask(&model, "P<0.3 [F bad]").witnesses.len(), 1, "but it is not less");
    // All three together are 37/60, and that is allowed where it is the bound.
    assert_eq!(ask(&model, "P<=37/60 [F bad]").verdict, Verdict::Holds);
    assert_eq!(ask(&model, "P<37/60 [F bad]").verdict, Verdict::Violated);
}

#[test]
fn a_part_may_begin_at_the_start() {
    let model = model(3, "0: 1 1\n1: 0 1/2, 2 1/2", &[("goal", &[2])]);
    let answer = ask(&model, "P<1 [F goal]");
    assert_eq!(answer.folded.folded.values().map(|it| it.inputs.clone()).collect::<Vec<_>>(), [vec![0]]);
    assert_eq!(told(&answer), [(vec![0, 2], ratio(1, 1), vec![0, 1, 2], ratio(1, 2))]);
}

#[test]
fn decisions_come_nearer_to_the_goal() {
    let model = model(2, "0: 0 1\n0: 1 1", &[("goal", &[1])]);
    let answer = ask(&model, "P<1 [F goal]");
    assert_eq!((answer.value.clone(), answer.decisions.clone()), (ratio(1, 1), vec![(0, 1)]));
    assert_eq!(answer.witnesses.len(), 1);
    let least = ask(&model, "Pmin=? [F goal]");
    assert_eq!((least.value, least.decisions), (ratio(0, 1), vec![]));
}

#[test]
fn the_process_of_the_first_example_is_violated_by_two_behaviours() {
    let model = model(6, "0: 1 2/5, 3 3/5\n0: 2 1\n1: 1 1/2, 4 1/2\n3: 3 99/100, 5 1/100", &[("v", &[4, 5])]);
    let answer = ask(&model, "P<1 [F v]");
    assert_eq!((answer.value.clone(), answer.decisions.clone()), (ratio(1, 1), vec![(0, 0)]));
    let rails: Vec<_> = answer.witnesses.iter().map(|it| (it.rail.clone(), it.mass.clone())).collect();
    assert_eq!(rails, [(vec![0, 3, 5], ratio(3, 5)), (vec![0, 1, 4], ratio(2, 5))]);
    assert_eq!(ask(&model, "Pmin=? [F v]").value, ratio(0, 1));
}

#[test]
fn a_large_part_with_one_exit_is_one_behaviour() {
    // A ring of 200 states with chords, entered at 1, left at 201.
    let mut steps = "0: 1 1\n".to_owned();
    for k in 1..=200 {
        let next = k % 200 + 1;
        steps += &match k {
            100 => format!("{k}: {next} 1/2, 201 1/2\n"),
            k if k % 7 == 0 => format!("{k}: {next} 1/3, {} 2/3\n", (k + 50) % 200 + 1),
            k => format!("{k}: {next} 1\n"),
        };
    }
    let answer = ask(&model(202, &steps, &[("u", &[201])]), "P<9/10 [F u]");
    let rails: Vec<_> = answer.witnesses.iter().map(|it| (it.rail.clone(), it.mass.clone())).collect();
    assert_eq!(rails, [(vec![0, 1, 201], ratio(1, 1))]);
}

#[test]
fn lower_bounds_are_broken_by_what_does_not_happen() {
    // With 1/10 it is lost, with 2/10 it goes round for ever.
    let model = model(4, "0: 1 7/10, 2 1/10, 3 2/10", &[("done", &[1]), ("lost", &[2])]);
    let answer = ask(&model, "P>=0.9 [F done]");
    assert_eq!((answer.verdict, answer.value.clone(), answer.is_complement), (Verdict::Violated, ratio(7, 10), true));
    let rails: Vec<_> = answer.witnesses.iter().map(|it| (it.rail.clone(), it.mass.clone())).collect();
    assert_eq!(rails, [(vec![0, 3], ratio(1, 5))], "1/5 is more than 1/10");
    assert_eq!(ask(&model, "P>=0.7 [F done]").verdict, Verdict::Holds);
    assert_eq!(ask(&model, "P>0.7 [F done]").verdict, Verdict::Violated);
    assert_eq!(ask(&model, "P>=0.9 [G !lost]").value, ratio(9, 10));
    assert_eq!(ask(&model, "P=? [!lost U done]").value, ratio(7, 10));
    assert_eq!(ask(&model, "P=? [!done W lost]").value, ratio(3, 10));
    assert_eq!(ask(&model, "P=? [lost R !done]").value, ratio(3, 10));
}

#[test]
fn steps_are_counted() {
    let model = two_loops();
    assert_eq!(ask(&model, "P=? [F<=2 bad]").value, read("0.206").expect("a number"));
    assert_eq!(ask(&model, "P=? [F<=0 bad]").value, ratio(0, 1));
    assert_eq!(ask(&model, "P=? [X {1}]").value, ratio(2, 5));
    let answer = ask(&model, "P<=0.2 [F<=2 bad]");
    assert_eq!(answer.witnesses.iter().map(|it| it.mass.clone()).collect::<Vec<_>>(), [ratio(1, 5), ratio(3, 500)]);
}

#[test]
fn what_costs_too_much_is_given_up() {
    let model = model(15, TWO_PARTS, &[]);
    let to = model.states.iter().map(|it| it.choices[0].to.clone()).collect();
    let chain = Chain::new(to, 0, (0..15).map(|it| it == 14).collect());
    let mut little = Work::of(5, &Budget::unlimited());
    assert_eq!(fold(&chain, &mut little).err(), Some(Limit::Arithmetic));
}

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// What the most is over all decisions, by trying them all, each as a chain of its own whose rails are added up.
#[test]
fn random_processes_agree_with_trying_all_decisions() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..40 {
        let n = 6;
        let mut states = Vec::new();
        for id in 0..n {
            let n_choices = if id < 4 { 1 + dice.below(2) } else { 1 };
            let choices = (0..n_choices).map(|_| {
                let (a, b) = (dice.below(n as u64) as usize, dice.below(n as u64) as usize);
                let p = ratio(1 + dice.below(4), 5);
                Choice::new(None, [(a, p.clone()), (b, ratio(1, 1) - p)])
            });
            states.push(State { name: id.to_string(), choices: choices.collect() });
        }
        let mut whole = Model::new(states);
        whole.labels.insert("goal".to_owned(), (0..n).map(|it| it == n - 1).collect());
        let mut most = ratio(0, 1);
        let mut least = ratio(1, 1);
        for choice in 0..16usize {
            let mut one = whole.clone();
            for (id, state) in one.states.iter_mut().enumerate() {
                let k = (choice >> id & 1).min(state.choices.len() - 1);
                state.choices = vec![state.choices[k].clone()];
            }
            let answer = ask(&one, "P=? [F goal]");
            assert_eq!(answer.mass, answer.value, "the behaviours of a chain should be all there is");
            for witness in &answer.witnesses {
                assert!(contains(&answer.folded, &witness.rail, &witness.path));
                assert_eq!(answer.chain.path(&witness.path), Some(witness.path_mass.clone()));
            }
            most = most.max(answer.value.clone());
            least = least.min(answer.value);
        }
        assert_eq!(ask(&whole, "Pmax=? [F goal]").value, most);
        assert_eq!(ask(&whole, "Pmin=? [F goal]").value, least);
    }
}
