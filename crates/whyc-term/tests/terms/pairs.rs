//! Every operator on every small operand shape, by truth table.
//!
//! A shape is a term over `x`, `y` (3 bits each) and `c` with its value under all 128 valuations.
//! Each shape meets each operator with each constant on either side, and with `x` and `y`: the
//! patterns that rules look for, none left to chance.

use crate::common::{BINARY, PREDICATES, UNARY, build, fresh, reference};
use whyc_term::{Evaluator, InputId, Sort, TermId, TermStore, Valuation};

const WIDTH: u32 = 3;
const N_VALUATIONS: usize = 128;

/// A term with its values.
#[derive(Clone)]
struct Shape {
    term: TermId,
    width: u32,
    values: Vec<u128>,
}

struct Table {
    store: TermStore,
    x: Shape,
    y: Shape,
    /// The condition and its values as 0 and 1.
    c: Shape,
    /// Everything built, with what it should be and how it was made.
    built: Vec<(Shape, String)>,
}

impl Table {
    fn new() -> Self {
        let mut store = TermStore::new();
        let (x, _) = fresh(&mut store, WIDTH);
        let (y, _) = fresh(&mut store, WIDTH);
        let c = store.input(Sort::Bool);
        let column = |term, width, value: fn(usize) -> usize| Shape {
            term,
            width,
            values: (0..N_VALUATIONS).map(|k| value(k) as u128).collect(),
        };
        let x = column(x, WIDTH, |k| k % 8);
        let y = column(y, WIDTH, |k| k / 8 % 8);
        let c = column(c, 1, |k| k / 64);
        Self { store, x, y, c, built: Vec::new() }
    }

    fn constant(&mut self, width: u32, value: u128) -> Shape {
        Shape { term: self.store.bits(width, value), width, values: vec![value; N_VALUATIONS] }
    }

    fn apply(&mut self, name: &str, a: &Shape, b: &Shape) -> Shape {
        let term = build(&mut self.store, name, a.term, b.term);
        let values = a.values.iter().zip(&b.values).map(|(&v, &w)| reference(name, a.width, v, w)).collect();
        let width = if PREDICATES.contains(&name) { 1 } else { a.width };
        Shape { term, width, values }
    }

    fn ite(&mut self, a: &Shape, b: &Shape) -> Shape {
        let term = self.store.ite(self.c.term, a.term, b.term);
        let arms = a.values.iter().zip(&b.values).zip(&self.c.values);
        Shape { term, width: a.width, values: arms.map(|((&v, &w), &c)| if c == 1 { v } else { w }).collect() }
    }

    fn zero_extend(&mut self, a: &Shape, width: u32) -> Shape {
        Shape { term: self.store.zero_extend(a.term, width), width, values: a.values.clone() }
    }

    fn sign_extend(&mut self, a: &Shape, width: u32) -> Shape {
        let fill = (1 << width) - (1 << a.width);
        let extend = |&v: &u128| if v >> (a.width - 1) == 1 { v + fill } else { v };
        Shape { term: self.store.sign_extend(a.term, width), width, values: a.values.iter().map(extend).collect() }
    }

    fn concat(&mut self, a: &Shape, b: &Shape) -> Shape {
        let values = a.values.iter().zip(&b.values).map(|(&v, &w)| v << b.width | w).collect();
        Shape { term: self.store.concat(a.term, b.term), width: a.width + b.width, values }
    }

    /// Every operator on `shape`, with constants, `x`, `y` and itself.
    fn meet_all(&mut self, shape: &Shape, how: &str) {
        for hi in 0..shape.width {
            for lo in 0..=hi {
                let term = self.store.extract(shape.term, hi, lo);
                let values = shape.values.iter().map(|&v| (v >> lo) % (1 << (hi - lo + 1))).collect();
                self.built.push((Shape { term, width: hi - lo + 1, values }, format!("extract({how}, {hi}, {lo})")));
            }
        }
        let mut others: Vec<Shape> = (0..1 << shape.width).map(|k| self.constant(shape.width, k)).collect();
        others.push(shape.clone());
        if shape.width == WIDTH {
            others.extend([self.x.clone(), self.y.clone()]);
        }
        for other in &others {
            for name in BINARY.iter().chain(PREDICATES) {
                for (a, b) in [(shape, other), (other, shape)] {
                    let result = self.apply(name, a, b);
                    self.built.push((result, format!("{name} of {how} and {:?}", other.values[0])));
                }
            }
            let merged = self.ite(shape, other);
            self.built.push((merged, format!("ite of {how}")));
        }
        for name in UNARY {
            let result = self.apply(name, shape, shape);
            self.built.push((result, format!("{name} of {how}")));
        }
    }

    fn check(self) {
        for k in 0..N_VALUATIONS {
            let mut valuation = Valuation::new();
            for (at, shape) in [&self.x, &self.y, &self.c].into_iter().enumerate() {
                valuation.set_bits(InputId(at as u32), shape.values[k]);
            }
            let mut evaluator = Evaluator::new(&self.store, &valuation);
            for (shape, how) in &self.built {
                let found = evaluator.bits(shape.term);
                assert_eq!(found, shape.values[k], "{how}, valuation {k}:\n{}", self.store.listing(shape.term));
            }
        }
    }
}

#[test]
fn operators_with_a_constant() {
    for name in BINARY {
        for k in 0..1 << WIDTH {
            let mut table = Table::new();
            let (x, constant) = (table.x.clone(), table.constant(WIDTH, k));
            for (shape, how) in [
                (table.apply(name, &x, &constant), format!("{name}(x, {k})")),
                (table.apply(name, &constant, &x), format!("{name}({k}, x)")),
            ] {
                table.meet_all(&shape, &how);
                let negated = table.apply("neg", &shape, &shape);
                table.meet_all(&negated, &format!("neg({how})"));
            }
            table.check();
        }
    }
}

#[test]
fn operators_of_two_variables() {
    for name in BINARY {
        let mut table = Table::new();
        let (x, y) = (table.x.clone(), table.y.clone());
        let shape = table.apply(name, &x, &y);
        table.meet_all(&shape, &format!("{name}(x, y)"));
        for outer in UNARY {
            let shape = table.apply(outer, &shape, &shape);
            table.meet_all(&shape, &format!("{outer}({name}(x, y))"));
        }
        table.check();
    }
}

#[test]
fn merges_of_constants_and_variables() {
    for k in 0..1 << WIDTH {
        for m in 0..1 << WIDTH {
            let mut table = Table::new();
            let (first, second) = (table.constant(WIDTH, k), table.constant(WIDTH, m));
            let choice = table.ite(&first, &second);
            table.meet_all(&choice, &format!("ite(c, {k}, {m})"));
            let (x, sum) = (table.x.clone(), table.constant(WIDTH, m));
            let sum = table.apply("add", &x, &sum);
            let choice = table.ite(&first, &sum);
            table.meet_all(&choice, &format!("ite(c, {k}, x + {m})"));
            table.check();
        }
    }
}

#[test]
fn extensions_and_pieces() {
    let mut table = Table::new();
    let (x, y) = (table.x.clone(), table.y.clone());
    let (zero, ones) = (table.constant(1, 0), table.constant(2, 3));
    let wide = table.zero_extend(&x, 5);
    table.meet_all(&wide, "zext(x)");
    let wide = table.sign_extend(&x, 5);
    table.meet_all(&wide, "sext(x)");
    let joined = table.concat(&x, &ones);
    table.meet_all(&joined, "x·3");
    let joined = table.concat(&zero, &joined);
    table.meet_all(&joined, "0·x·3");
    let joined = table.concat(&x, &y);
    let choice = table.ite(&joined, &joined.clone());
    table.meet_all(&choice, "x·y");
    table.check();
    for name in ["urem", "udiv", "srem", "sdiv", "bits_and", "lshr", "mul"] {
        let mut table = Table::new();
        let (x, k) = (table.x.clone(), table.constant(WIDTH, 5));
        let narrow = table.apply(name, &x, &k);
        let (unsigned, signed) = (table.zero_extend(&narrow, 4), table.sign_extend(&narrow, 4));
        table.meet_all(&unsigned, &format!("zext({name}(x, 5))"));
        table.meet_all(&signed, &format!("sext({name}(x, 5))"));
        let choice = table.ite(&unsigned, &signed);
        table.meet_all(&choice, &format!("ite(c, zext({name}(x, 5)), sext({name}(x, 5)))"));
        table.check();
    }
}
