//! States in between are what they should be.

use whyc_history::change::pieces::Grain;
use whyc_history::change::{merge, pieces};
use whyc_history::{Atom, Difference, Files};
use whyc_shrink::Subset;
use whyc_shrink::tree::Tree;

fn files(text: &str) -> Files {
    Files::from([("a.c".to_owned(), text.to_owned())])
}

#[test]
fn all_lines_lead_from_one_state_to_the_other_and_none_to_none() {
    let texts = ["", "a\n", "a\nb\nc\n", "x\na\nc\ny\nz\n", "c\nb\na\n", "a\nb\nB\nc\nd\n", "b\nc"];
    for before in texts {
        for after in texts {
            let (old, new) = (files(before), files(after));
            let difference = Difference::new(&old, &new, Grain::Lines);
            let n = difference.atoms.len();
            let made = |set: &Subset| difference.with(set).get("a.c").cloned().unwrap_or_default();
            let ended = |text: &str| {
                if text.ends_with('\n') || text.is_empty() { text.to_owned() } else { format!("{text}\n") }
            };
            assert_eq!(ended(&made(&Subset::all(n))), ended(after), "{before:?} to {after:?}");
            assert_eq!(ended(&made(&Subset::none(n))), ended(before), "{before:?} to {after:?}");
        }
    }
}

#[test]
fn single_lines_are_where_they_belong() {
    let difference = Difference::new(&files("a\nb\nc\n"), &files("a\nB\nc\nd\n"), Grain::Lines);
    assert_eq!(difference.atoms.len(), 2);
    assert_eq!(difference.with(&Subset::of(2, [0]))["a.c"], "a\nB\nc\n");
    assert_eq!(difference.with(&Subset::of(2, [1]))["a.c"], "a\nb\nc\nd\n");
}

#[test]
fn a_patch_is_carried_to_where_its_lines_are_as_they_were() {
    let (base, ours) = (files("1\n2\n3\n4\n5\n"), files("1\n2\n3\nx\n4\n5\n"));
    let carried = |theirs: &str| merge::merged(&base, &ours, &files(theirs)).map(|files| files["a.c"].clone());
    assert_eq!(carried("0\n1\n2\n3\n4\n5\n").as_deref(), Some("0\n1\n2\n3\nx\n4\n5\n"));
    assert_eq!(carried("1\n2\n3\n4\n"), Some("1\n2\n3\nx\n4\n".to_owned()));
    assert_eq!(carried("1\n2\n3\n9\n5\n"), None);
}

/// A function with its name and its body.
fn function(name: &str, body: &str) -> String {
    format!("/* The one called {name}. */\nint {name}(int x) {{\n{body}    return x;\n}}\n\n")
}

#[test]
fn a_function_that_moves_is_one_atom_and_its_lines_are_others() {
    let (f, g, h) = (function("f", "    x++;\n"), function("g", "    x--;\n"), function("h", ""));
    let changed = function("f", "    x += 2;\n");
    let difference = Difference::new(&files(&format!("{f}{g}{h}")), &files(&format!("{g}{h}{changed}")), Grain::Lines);
    let moves: Vec<bool> = difference.atoms.iter().map(|atom| atom.moved_from.is_some()).collect();
    assert_eq!(moves, [true, false], "{:?}", difference.atoms);
    assert_eq!(difference.atoms[1].old, Some((3, "    x++;\n".to_owned())));
    assert_eq!(difference.with(&Subset::of(2, [1]))["a.c"], format!("{changed}{g}{h}"));
    assert_eq!(difference.with(&Subset::of(2, [0]))["a.c"], format!("{g}{h}{f}"));
    assert_eq!(difference.with(&Subset::all(2))["a.c"], format!("{g}{h}{changed}"));
}

#[test]
fn a_function_moves_to_another_file() {
    let (f, g) = (function("f", ""), function("g", "    x--;\n"));
    let state = |a: &str, b: &str| Files::from([("a.c".to_owned(), a.to_owned()), ("b.c".to_owned(), b.to_owned())]);
    let before = state(&format!("int a;\n\n{f}{g}"), "int b;\n");
    let after = state(&format!("int a;\n\n{g}"), &format!("int b;\n\n{f}"));
    let difference = Difference::new(&before, &after, Grain::Lines);
    let n = difference.atoms.len();
    assert_eq!(difference.atoms.iter().filter(|atom| atom.moved_from.is_some()).count(), 1, "{:?}", difference.atoms);
    assert_eq!(difference.with(&Subset::all(n)), after);
    assert_eq!(difference.with(&Subset::none(n)), before);
}

#[test]
fn whatever_moves_all_lines_lead_from_one_state_to_the_other() {
    let parts =
        [function("f", "    x++;\n"), function("g", ""), function("h", "    x--;\n"), "int table[4];\n".to_owned()];
    let orders = [[0, 1, 2, 3], [2, 1, 0, 3], [3, 2, 0, 1], [1, 3, 0, 2], [0, 3, 1, 2], [2, 0, 3, 1]];
    let text = |order: &[usize], changed: bool| -> String {
        let all: String = order.iter().map(|&i| parts[i].as_str()).collect();
        if changed { all.replace("x--", "x -= 3").replace("int table[4];\n", "") } else { all }
    };
    for (one, other) in orders.iter().flat_map(|one| orders.iter().map(move |other| (one, other))) {
        for changed in [false, true] {
            let (before, after) = (files(&text(one, false)), files(&text(other, changed)));
            let difference = Difference::new(&before, &after, Grain::Lines);
            let n = difference.atoms.len();
            assert_eq!(difference.with(&Subset::all(n)), after, "{one:?} to {other:?}");
            assert_eq!(difference.with(&Subset::none(n)), before, "{one:?} to {other:?}");
        }
    }
}

#[test]
fn pieces_lead_from_one_state_to_the_other_however_they_are_set() {
    let texts = [
        "int f(int x)\n{\n    if (x > 9)\n        return 9;\n    return x;\n}\n\nint g;\n",
        "int f(int x) {\n\tif (x > 10) { return 9; } else x++; return x;\n}\nint g;",
        "#define N 1 /* one */\nint g; // g\nint f(int x) { for (;;)\n  x--; return x; }\n",
        "int g;\n/* f */ int f(int x) { switch (x) { case 1: return 2; default: x = 1; } return x; }\n#if N\nint h;\n#endif\n",
        "int f(int x) { return x;\n",
        "",
    ];
    let all_keys = |text: &str| -> Vec<String> {
        pieces::pieces("a.c", text, Grain::Syntax).into_iter().map(|it| it.key).filter(|it| !it.is_empty()).collect()
    };
    let ended =
        |text: &str| if text.ends_with('\n') || text.is_empty() { text.to_owned() } else { format!("{text}\n") };
    for before in texts {
        for after in texts {
            let (old, new) = (files(before), files(after));
            let difference = Difference::new(&old, &new, Grain::Syntax);
            let n = difference.atoms.len();
            assert_eq!(ended(&difference.with(&Subset::none(n))["a.c"]), ended(before), "{before} to {after}");
            assert_eq!(ended(&difference.without(&Subset::none(n))["a.c"]), ended(after), "{before} to {after}");
            let made = difference.with(&Subset::all(n)).remove("a.c").unwrap_or_default();
            assert_eq!(all_keys(&made).concat(), all_keys(after).concat(), "{before} to {after}");
        }
    }
}

fn is_one(tree: &Tree, atoms: &[usize]) -> bool {
    tree.atoms == atoms || tree.children.iter().any(|child| is_one(child, atoms))
}

#[test]
fn braces_come_and_go_together() {
    let (before, after) = (
        files("int f(int x) {\n    g(x);\n    h(x);\n}\n"),
        files("int f(int x) {\n    {\n    g(x);\n    i(x);\n    }\n}\n"),
    );
    let difference = Difference::new(&before, &after, Grain::Syntax);
    let is_brace =
        |atom: &Atom| atom.old.is_none() && atom.new.as_ref().is_some_and(|(_, it)| "{}".contains(it.trim()));
    let braces: Vec<usize> = (0..difference.atoms.len()).filter(|&i| is_brace(&difference.atoms[i])).collect();
    assert_eq!(braces.len(), 2, "{:?}", difference.atoms);
    assert!(difference.forest.iter().any(|tree| is_one(tree, &braces)), "{:?}", difference.forest);
}
