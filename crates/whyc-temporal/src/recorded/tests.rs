use whyc_base::budget::Budget;
use whyc_circuit::file::Format;

use super::{Recorded, csv, json, vcd, witness};
use crate::parse::parse;
use crate::run::Beside;
use crate::syntax::Expr;
use crate::view::Standing;

fn standing(recorded: &Recorded, text: &str) -> Standing {
    let expr = parse(text).expect("the property should be read");
    let run = recorded.seen_by(&expr).expect("the signals should be there");
    Beside::new(&run).standing(&expr, 0).expect("it should be small")
}

#[test]
fn tables_are_read() {
    let run = csv::read("req, ack, n\n1,0,3\n0,0,0x4\n0,1,x\n").expect("the table should be read");
    assert_eq!(run.steps[1], [Some(0), Some(0), Some(4)]);
    assert_eq!(standing(&run, "G(req -> F ack)"), Standing::HoldsSoFar);
    assert_eq!(standing(&run, "req |=> ack"), Standing::Violated);
    assert_eq!(standing(&run, "X[2] F req"), Standing::Pending);
    assert_eq!(standing(&run, "F n == 4"), Standing::Satisfied);
    assert_eq!(run.unknown_in(&parse("n == 1").expect("the property should be read")), [("n".to_owned(), 2)]);
    assert_eq!(csv::read("a,b\n1\n").map_err(|it| it.to_string()), Err("line 2: 1 values for 2 signals".to_owned()));
    assert!(csv::read("a\nmany\n").is_err() && csv::read("").is_err());
}

#[test]
fn dumps_are_read_with_and_without_a_clock() {
    let dump = "$timescale 1ns $end\n$scope module top $end\n$var wire 1 ! clk $end\n$var wire 1 \" a $end\n\
                $var reg 4 # n [3:0] $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n0!\n0\"\nb0 #\n$end\n\
                #5\n1!\n1\"\n#10\n0!\n#15\n1!\nb1x0 #\n#20\n0!\nb101 #\n#25\n1!\n#30\n";
    let times = vcd::read(dump, None).expect("the dump should be read");
    assert_eq!(times.names, ["clk", "a", "n"]);
    assert_eq!(times.steps.len(), 6);
    let run = vcd::read(dump, Some("clk")).expect("the dump should be read");
    let told: Vec<(Option<u128>, Option<u128>)> = run.steps.iter().map(|step| (step[1], step[2])).collect();
    assert_eq!(told, [(Some(0), Some(0)), (Some(1), Some(0)), (Some(1), Some(5))]);
    assert!(vcd::read(dump, Some("clock")).is_err());
    for broken in ["#0\n1!\n", "$var wire $end\n", "hello", "", "$var wire 1 ! a $end\nb1"] {
        assert!(vcd::read(broken, None).is_err(), "{broken}");
    }
}

#[test]
fn witnesses_are_simulated() {
    let circuit = "aag 3 1 1 1 1\n2\n4 6\n4\n6 3 5\ni0 go\nl0 on\no0 out\n";
    let design = Format::Aiger.read(circuit.as_bytes()).expect("the circuit should be read");
    let atoms = parse("on && go").expect("the property should be read").atoms();
    let read = |text: &str| witness::read(text, &design, &atoms, &Budget::unlimited());
    let run = read("1\nb0\n0\n0\n1\n0\n.\n").expect("the witness should be read");
    assert_eq!(run.values(&Expr::constant(true), "on"), Some(vec![Some(0), Some(1), Some(0)]));
    for broken in ["1\nb0\n00\n.\n", "1\nb0\n0\n0", "hello", ""] {
        assert!(read(broken).is_err(), "{broken}");
    }
}

#[test]
fn reports_are_read() {
    let report = r#"{"counterexample": {"signals": [{"name": "a", "values": ["1", "0", null]}], "loop": {"start": 1, "length": 1}}}"#;
    let run = json::read(report).expect("the report should be read");
    assert_eq!((run.steps.len(), run.start), (2, Some(1)));
    assert_eq!(standing(&run, "F G !a"), Standing::Satisfied);
    assert!(json::read("{}").is_err() && json::read("{").is_err());
}
