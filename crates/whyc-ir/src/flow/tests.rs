use super::*;
use crate::build::ProgramBuilder;
use crate::expr::BinaryOp;
use crate::program::Program;

/// `int main(void) { int i = 0, sum = 0, unused = 5; while (i < 3) { sum = sum + i; i = i + 1; } *p = sum; return sum; }`
/// with a global pointer `p`.
fn counting() -> (Program, [LocalId; 3]) {
    let mut b = ProgramBuilder::new();
    let int = b.int();
    let pointer = b.types().pointer(int);
    let p = b.global("p", pointer);
    let main = b.declare("main", int, &[]);
    let mut locals = [LocalId(0); 3];
    b.define(main, |f| {
        let [i, sum, unused] = ["i", "sum", "unused"].map(|name| f.local(name, int));
        locals = [i, sum, unused];
        for (local, value) in [(i, 0), (sum, 0), (unused, 5)] {
            f.declare(local);
            let value = f.int(value);
            f.set(local, value);
        }
        let (head, end) = (f.here(), f.label());
        let (a, three) = (f.get(i), f.int(3));
        let less = f.binary(BinaryOp::Lt, a, three);
        f.branch(less, false, end);
        let (a, b) = (f.get(sum), f.get(i));
        let next = f.binary(BinaryOp::Add, a, b);
        f.set(sum, next);
        let (a, one) = (f.get(i), f.int(1));
        let next = f.binary(BinaryOp::Add, a, one);
        f.set(i, next);
        f.jump(head);
        f.bind(end);
        let at = f.at_global(p);
        let pointer = f.load(at);
        let target = f.deref(pointer);
        let value = f.get(sum);
        f.assign(target, value);
        let value = f.get(sum);
        f.ret(value);
    });
    (b.finish(), locals)
}

fn body(program: &Program) -> &Body {
    program.functions[program.entry].body.as_ref().expect("main has a body")
}

#[test]
fn a_loop_is_a_backward_jump() {
    let (program, _) = counting();
    let body = body(&program);
    assert_eq!(back_edges(body), [(InstrId(6), InstrId(9))]);
    assert_eq!(successors(body, InstrId(6)), [InstrId(7), InstrId(10)]);
    assert_eq!(successors(body, InstrId(9)), [InstrId(6)]);
    assert_eq!(successors(body, InstrId(11)), []);
}

#[test]
fn what_is_not_read_any_more_is_not_live() {
    let (program, [i, sum, unused]) = counting();
    let live = Liveness::new(&program.functions[program.entry]);
    let at = |at: u32| [i, sum, unused].map(|local| live.is_live(InstrId(at), local));
    assert_eq!(at(6), [true, true, false], "in the loop");
    assert_eq!(at(10), [false, true, false], "after it");
}

#[test]
fn a_region_changes_what_it_writes() {
    let (program, [i, sum, _]) = counting();
    let body = body(&program);
    let in_loop = Changed::by(body, InstrId(6)..=InstrId(9));
    assert_eq!(in_loop.locals, BTreeSet::from([i, sum]));
    assert!(!in_loop.memory && !in_loop.calls && in_loop.globals.is_empty());
    assert!(Changed::by(body, InstrId(10)..=InstrId(10)).memory, "a pointer leads anywhere");
}

#[test]
fn everything_below_is_visited() {
    let (program, _) = counting();
    let body = body(&program);
    let Some(Part::Value(value)) = body.instrs[InstrId(7)].kind.parts().pop() else { panic!("sum + i") };
    let mut n = 0;
    below(body, [value], &mut |_| n += 1);
    assert_eq!(n, 3, "the sum and its two operands");
}
