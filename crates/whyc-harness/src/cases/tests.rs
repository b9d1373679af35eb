//! The messaging example, state by state, and composition by itself.

use std::collections::{BTreeMap, BTreeSet};

use super::compose::{parallel, with_variables};
use super::language::{Action, read};
use super::machine::Machine;
use super::merge::{Fate, chains, merge};

const MESSAGING: &str = "\
variable onway = F: F T
start ClearInbox
test sends to itself
  [Main]
  VerifyNoMessaging
  OpenMessaging
  VerifyMessaging
  CreateSMS
  SendSMS {onway=F -> onway=T}
  CloseMessaging [Main]
test receives
  [Main]
  GenerateSMS { -> onway=T}
  ReceiveSMS {onway=T -> onway=F}
  OpenReceived
  ExitMessaging [Main]
test sends, then receives
  [Main]
  OpenMessaging
  CreateSMS
  SendSMS {onway=F -> onway=T}
  ExitMessaging [Main]
  ReceiveSMS {onway=T -> onway=F}
  OpenReceived
  ExitMessaging
  [Main]
";

#[test]
fn three_cases_become_one_machine() {
    let suite = read(MESSAGING).expect("a suite");
    let lines = chains(&suite);
    assert_eq!((lines.n_states(), lines.steps.len()), (20, 17));
    let (control, _) = merge(&suite, 1, None);
    assert_eq!((control.n_states(), control.steps.len()), (14, 17));
    let composed = with_variables(&control, &suite);
    assert_eq!((composed.n_states(), composed.steps.len()), (21, 24));
    let ends = composed.ends();
    assert_eq!(ends.len(), 2);
    for end in ends {
        assert!(composed.labels[end].contains("onway=T"), "{:?}", composed.labels[end]);
        let before: Vec<&str> =
            composed.steps.iter().filter(|(_, _, to)| *to == end).map(|(_, by, _)| by.text.as_str()).collect();
        assert_eq!(before, ["CreateSMS"], "a message is created while one is on its way");
    }
    let cleaned = composed.cleaned();
    assert_eq!((cleaned.n_states(), cleaned.steps.len()), (15, 18));
    assert_eq!(cleaned, cleaned.reached());
    assert!(cleaned.dot().contains("SendSMS"));
}

fn action(text: &str) -> Action {
    Action { text: text.to_owned(), pre: BTreeMap::new(), post: BTreeMap::new() }
}

fn small(n: usize, steps: &[(usize, &str, usize)]) -> Machine {
    Machine {
        labels: (0..n).map(|it| BTreeSet::from([it.to_string()])).collect(),
        starts: [0].into(),
        steps: steps.iter().map(|&(from, by, to)| (from, action(by), to)).collect(),
    }
}

#[test]
fn machines_move_together_as_rules_say() {
    let toggler = small(2, &[(0, "on", 1), (1, "off", 0)]);
    let variable = small(2, &[(0, "set", 1), (1, "clear", 0), (1, "test", 1)]);
    let some = |it: &str| Some(it.to_owned());
    let rules = [
        (vec![some("on"), some("set")], "start".to_owned()),
        (vec![some("off"), None], "stop".to_owned()),
        (vec![None, some("clear")], "reset".to_owned()),
    ];
    let both = parallel(&[toggler, variable], &rules);
    // on+set, then off or clear, each alone; on with the variable set is impossible.
    let steps: Vec<(usize, &str, usize)> =
        both.steps.iter().map(|(from, by, to)| (*from, by.text.as_str(), *to)).collect();
    assert_eq!(both.n_states(), 4);
    assert_eq!(steps, [(0, "start", 1), (1, "reset", 3), (1, "stop", 2), (2, "reset", 0), (3, "stop", 0)]);
    let alone = parallel(&[small(3, &[(0, "a", 1)])], &[(vec![some("a")], "a".to_owned())]);
    assert_eq!(alone.n_states(), 2, "what is never come to is not there");
}

/// States behind the same action are one unless somebody can tell them apart.
#[test]
fn a_judge_rejects_what_it_can_tell_apart() {
    let text = "test one\n  push\n  size_is_1\n  pop\n  size_is_0\ntest two\n  push\n  push\n  pop\n  size_is_1\n";
    let suite = read(text).expect("a suite");
    // A model of what is tested: how many there are.
    let mut n_asked = 0;
    let mut judge = |actions: &[&Action]| {
        n_asked += 1;
        let mut n = 0;
        let goes_well = actions.iter().all(|it| match it.text.as_str() {
            "push" => {
                n += 1;
                true
            }
            "pop" => {
                n -= 1;
                n >= 0
            }
            "size_is_1" => n == 1,
            _ => n == 0,
        });
        Some(goes_well)
    };
    let (_, proposals) = merge(&suite, 1, Some(&mut judge));
    let of = |one, other| proposals.iter().find(|it| (it.one, it.other) == (one, other)).map(|it| it.fate.clone());
    // Behind `pop` there is nothing in one case, and one in the other.
    let apart = of((0, 3), (1, 3)).expect("a proposal");
    assert!(matches!(apart, Fate::ToldApart(_)), "{apart:?}");
    assert_eq!(of((0, 2), (1, 4)), Some(Fate::Merged), "one element, whichever way it came about");
    assert!(n_asked > 0);
}

/// What is alike two by two is not one if the third is different.
#[test]
fn all_states_that_become_one_are_asked_about() {
    let text = "test a\n  put\n  take\ntest b\n  put\n  take\n  is_empty\ntest c\n  put\n  put\n  take\n";
    let suite = read(text).expect("a suite");
    let mut judge = |actions: &[&Action]| {
        let mut n = 0;
        Some(actions.iter().all(|it| match it.text.as_str() {
            "put" => {
                n += 1;
                true
            }
            "take" => {
                n -= 1;
                n >= 0
            }
            _ => n == 0,
        }))
    };
    let (machine, proposals) = merge(&suite, 1, Some(&mut judge));
    assert!(proposals.iter().any(|it| matches!(it.fate, Fate::ToldApart(_))), "{proposals:?}");
    // Every way through the machine is one that goes well.
    let ends_empty = |texts: &[&str]| {
        let actions: Vec<Action> = texts.iter().map(|it| action(it)).collect();
        let mut state = *machine.starts.first().expect("a start");
        actions.iter().all(|by| {
            let next = machine.steps.iter().find(|(from, it, _)| *from == state && it.text == by.text);
            next.inspect(|it| state = it.2).is_some()
        })
    };
    assert!(ends_empty(&["put", "take", "is_empty"]));
    assert!(!ends_empty(&["put", "put", "take", "is_empty"]));
}

#[test]
fn mistakes_are_told_with_their_line() {
    for (text, line, word) in [
        ("", 1, "no test"),
        ("push\n", 1, "before the first test"),
        ("variable x\ntest a\n", 1, "declared as"),
        ("test a\n  push {x=1}\n", 2, "no variable"),
        ("variable x = a: a b\ntest a\n  push {x=c}\n", 3, "one of a, b"),
        ("variable x = a: a b\ntest a\n  push {x}\n", 3, "not `x`"),
        ("test a\n  [A]\n  [B]\n", 3, "already"),
    ] {
        let found = read(text).expect_err(text);
        assert!(found.line == line && found.message.contains(word), "{text}: {found:?}");
    }
    // Brackets of C are no labels.
    assert_eq!(read("test a\n  f(x[0])\n  x[1]\n").expect("a suite").cases[0].steps.len(), 2);
}
