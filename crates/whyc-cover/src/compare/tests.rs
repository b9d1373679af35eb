//! The tables of Adler, Blue, Conti, Prewitt and Ur, as they printed them.

use super::*;

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|it| (*it).to_owned()).collect()
}

fn events(columns: &[&str], rows: &[(&[&str], u64)]) -> Events {
    Events { columns: names(columns), rows: rows.iter().map(|(row, n)| (names(row), *n)).collect() }
}

const RATIOS: [(&str, &str, u64, u64); 22] = [
    ("68", "0", 30, 0),
    ("19", "0", 25, 0),
    ("51", "1", 1726, 48),
    ("25", "1", 3561, 215),
    ("54", "1", 132, 16),
    ("55", "1", 65, 8),
    ("33", "1", 16, 4),
    ("42", "1", 514, 135),
    ("41", "1", 404, 218),
    ("46", "0", 3218, 2105),
    ("14", "1", 362, 254),
    ("7", "1", 575, 413),
    ("80", "1", 378, 279),
    ("4", "1", 4067, 3363),
    ("49", "1", 361, 320),
    ("15", "1", 188, 170),
    ("13", "1", 196, 185),
    ("6", "1", 3165, 3080),
    ("11", "0", 0, 0),
    ("13", "0", 0, 0),
    ("14", "0", 0, 0),
    ("15", "0", 0, 0),
];

#[test]
fn rows_are_sorted_by_ratio() {
    let modules: Vec<&str> = vec![
        "4", "6", "7", "11", "13", "14", "15", "19", "25", "33", "41", "42", "46", "49", "51", "54", "55", "68", "80",
    ];
    let text = format!("attribute Module: {}\nattribute Thread: 0, 1\n", modules.join(", "));
    let mut model = Model::parse(&text).expect("a model");
    // Only the rows of the figure can be.
    for task in model.tasks() {
        let is_there = RATIOS
            .iter()
            .any(|(m, t, ..)| model.attributes[0].values[task[0]] == *m && model.attributes[1].values[task[1]] == *t);
        if !is_there {
            model.illegal.push(task.into_iter().map(Some).collect());
        }
    }
    // In any order.
    let side = |at: usize| {
        let mut rows: Vec<(Vec<String>, u64)> =
            RATIOS.iter().map(|(m, t, a, b)| (names(&[m, t]), [*a, *b][at])).collect();
        rows.reverse();
        Events { columns: names(&["Module", "Thread"]), rows }
    };
    let mut table = Table::new(&model, [&side(0), &side(1)], &View::default()).expect("a table");
    let told = |table: &Table| -> Vec<(String, String, u64, u64)> {
        let value = |row: &Row, at: usize| table.model.attributes[at].values[row.task[at]].clone();
        table.rows.iter().map(|row| (value(row, 0), value(row, 1), row.counts[0], row.counts[1])).collect()
    };
    let expected: Vec<_> = RATIOS.iter().map(|(m, t, a, b)| ((*m).to_owned(), (*t).to_owned(), *a, *b)).collect();
    table.sort(Sort::Ratio);
    assert_eq!(told(&table), expected);
    // The other way round, what the second side alone has would be first; here nothing is.
    table.sort(Sort::Inverse);
    let first = told(&table);
    assert_eq!((first[0].0.as_str(), first[20].0.as_str(), first[21].0.as_str()), ("11", "19", "68"));
}

#[test]
fn the_header_counts_tasks_and_changes() {
    let known = [
        ("BF2", 0, 3),
        ("PS1", 28, 0),
        ("R48", 0, 1),
        ("RM0", 0, 1),
        ("RP0", 62, 0),
        ("RR0", 108, 0),
        ("RU0", 63, 0),
        ("RX0", 242, 0),
        ("BFM", 191, 5),
        ("R40", 2312, 3),
    ];
    let mut values: Vec<String> = known.iter().map(|(name, ..)| (*name).to_owned()).collect();
    values.extend((values.len()..98).map(|k| format!("Z{k:02}")));
    let model = Model::parse(&format!("attribute Module: {}\n", values.join(", "))).expect("a model");
    let side = |at: usize| Events {
        columns: names(&["Module"]),
        rows: known.iter().map(|(name, a, b)| (names(&[name]), [*a, *b][at])).collect(),
    };
    let mut table = Table::new(&model, [&side(0), &side(1)], &View::default()).expect("a table");
    assert_eq!(table.header(), "# Tasks 98, # Changes 10, Covered 7 : 5, 7.1% : 5.1%");
    table.sort(Sort::Changed);
    let order: Vec<&str> =
        table.rows.iter().map(|row| table.model.attributes[0].values[row.task[0]].as_str()).collect();
    assert_eq!(order[..10], ["BF2", "PS1", "R48", "RM0", "RP0", "RR0", "RU0", "RX0", "BFM", "R40"]);
    assert!(table.rows[10..].iter().all(|row| row.counts == [0, 0]));
}

fn modules() -> (Model, Events, Events) {
    let model = Model::parse("attribute Module: M19, M42, M6\nattribute OtherOnSystem: 0..1\n").expect("a model");
    let columns = ["Module", "OtherOnSystem"];
    let customer = events(
        &columns,
        &[(&["M19", "1"], 1), (&["M42", "0"], 1), (&["M42", "1"], 1), (&["M6", "0"], 1), (&["M6", "1"], 1)],
    );
    let test = events(&columns, &[(&["M42", "1"], 2), (&["M6", "0"], 1), (&["M6", "1"], 1)]);
    (model, customer, test)
}

#[test]
fn a_cell_within_a_larger_hole_says_so() {
    let (model, customer, test) = modules();
    let table = Table::new(&model, [&customer, &test], &View::default()).expect("a table");
    let hole = |module: usize, other: Option<usize>| Hole(vec![Some(module), other]);
    // The figure of the paper shows the test as having no hole in the last row, although it never runs M19.
    let expected = [
        (hole(0, None), [Cell::Covered(1), Cell::Hole]),
        (hole(0, Some(0)), [Cell::Hole, Cell::Inside(hole(0, None))]),
        (hole(1, Some(0)), [Cell::Covered(1), Cell::Hole]),
    ];
    assert_eq!(table.holes(), expected);
}

#[test]
fn filters_are_about_values_alone() {
    let (model, customer, test) = modules();
    let filtered = |filter: &str| {
        let view = View { project: names(&["Module"]), filter: names(&[filter]) };
        Table::new(&model, [&customer, &test], &view)
    };
    for asymmetric in ["count>3", "count=3", "Module>M6"] {
        let why = filtered(asymmetric).expect_err("a filter on counts should be refused");
        assert!(why.contains("counts"), "{why}");
    }
    filtered("Module=M7").expect_err("there is no such value");
    let table = filtered("OtherOnSystem=0").expect("a table");
    assert_eq!(table.rows.iter().map(|row| row.counts).collect::<Vec<_>>(), [[0, 0], [1, 0], [1, 1]]);
}

#[test]
fn what_the_model_excludes_is_no_hole() {
    let (mut model, customer, test) = modules();
    model.illegal.push(vec![Some(0), None]);
    let table = Table::new(&model, [&customer, &test], &View::default()).expect("a table");
    assert_eq!((table.rows.len(), table.outside), (4, [1, 0]));
    assert_eq!(table.holes(), [(Hole(vec![Some(1), Some(0)]), [Cell::Covered(1), Cell::Hole])]);
}
