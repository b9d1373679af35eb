//! Atoms as gates: signals of so many bits, and how they are compared.

use num_bigint::BigInt as Integer;
use whyc_aig::{Aig, Edge};

use crate::atom::{Arith, Atom, Compare, Term, name_ago};

/// The bits of a signal, the least significant first; nothing if there is no such signal.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<Vec<Edge>>;

/// Why an atom cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// There is no signal of this name.
    Signal(String),
    /// A signal has no such bit.
    Bit {
        /// The signal.
        name: String,
        /// The bit.
        bit: u32,
        /// How many it has.
        width: usize,
    },
}

/// The edge that is true where an atom is.
///
/// # Errors
/// If it looks at something that is not there.
pub fn edge(aig: &mut Aig, atom: &Atom, lookup: Lookup<'_>) -> Result<Edge, Unknown> {
    match atom {
        Atom::Word(term) => {
            let bits = bits(aig, term, lookup)?;
            Ok(aig.or_all(&bits))
        }
        Atom::Compare(compare, left, right) => {
            let (left, right) = (bits(aig, left, lookup)?, bits(aig, right, lookup)?);
            Ok(compared(aig, *compare, &left, &right))
        }
        Atom::Event(event) => {
            let name = event.to_string();
            let bits = lookup(&name).ok_or(Unknown::Signal(name))?;
            Ok(aig.or_all(&bits))
        }
    }
}

/// A word as a number with a sign, which is its last bit: so nothing is ever too large.
fn bits(aig: &mut Aig, term: &Term, lookup: Lookup<'_>) -> Result<Vec<Edge>, Unknown> {
    match term {
        Term::Number(number) => {
            let width = 128 - number.leading_zeros();
            let digits = (0..width).map(|bit| Edge::constant(number >> bit & 1 == 1));
            Ok(digits.chain([Edge::FALSE]).collect())
        }
        Term::Signal { name, bits, ago } => {
            let mut all = lookup(&name_ago(name, *ago)).ok_or_else(|| Unknown::Signal(name.clone()))?;
            if let Some((high, low)) = *bits {
                let width = all.len();
                let part = all.get(low as usize..=high as usize).map(<[Edge]>::to_vec);
                all = part.ok_or(Unknown::Bit { name: name.clone(), bit: high, width })?;
            }
            all.push(Edge::FALSE);
            Ok(all)
        }
        Term::Apply(arith, left, right) => {
            let (left, right) = (bits(aig, left, lookup)?, bits(aig, right, lookup)?);
            Ok(match arith {
                Arith::Add => sum(aig, &left, &right, Edge::FALSE),
                Arith::Sub => {
                    let negated: Vec<Edge> = right.iter().map(|&bit| !bit).collect();
                    sum(aig, &left, &negated, Edge::TRUE)
                }
                Arith::Mul => product(aig, &left, &right),
            })
        }
    }
}

/// A bit of a number that goes on with its sign forever.
fn digit(word: &[Edge], at: usize) -> Edge {
    word.get(at).or(word.last()).copied().unwrap_or(Edge::FALSE)
}

fn sum(aig: &mut Aig, left: &[Edge], right: &[Edge], mut carry: Edge) -> Vec<Edge> {
    let width = left.len().max(right.len()) + 1;
    let mut sum = Vec::with_capacity(width);
    for at in 0..width {
        let (a, b) = (digit(left, at), digit(right, at));
        let differs = !aig.iff(a, b);
        sum.push(!aig.iff(differs, carry));
        carry = aig.mux(differs, carry, a);
    }
    sum
}

fn product(aig: &mut Aig, left: &[Edge], right: &[Edge]) -> Vec<Edge> {
    let width = left.len() + right.len();
    let mut total = vec![Edge::FALSE; width];
    for shift in 0..width {
        let factor = digit(right, shift);
        if factor == Edge::FALSE {
            continue;
        }
        let part: Vec<Edge> = (0..width)
            .map(|at| if at < shift { Edge::FALSE } else { aig.and(factor, digit(left, at - shift)) })
            .collect();
        total = sum(aig, &total, &part, Edge::FALSE);
        total.truncate(width);
    }
    total
}

/// Words of different widths are compared as numbers.
fn compared(aig: &mut Aig, compare: Compare, left: &[Edge], right: &[Edge]) -> Edge {
    let width = left.len().max(right.len());
    // With the signs turned around, numbers below zero come first.
    let turned = |word: &[Edge], at: usize| digit(word, at) ^ (at + 1 == width);
    let same: Vec<Edge> = (0..width).map(|at| aig.iff(digit(left, at), digit(right, at))).collect();
    let equal = aig.and_all(&same);
    // From the lowest bit up: a higher bit that differs decides.
    let less = (0..width).fold(Edge::FALSE, |less, at| aig.mux(same[at], less, turned(right, at)));
    match compare {
        Compare::Eq => equal,
        Compare::Ne => !equal,
        Compare::Lt => less,
        Compare::Le => aig.or(less, equal),
        Compare::Gt => {
            let at_most = aig.or(less, equal);
            !at_most
        }
        Compare::Ge => !less,
    }
}

/// The signals of a specification alone, by name, with as many bits as what is said of them needs: one more than the numbers they
/// are compared with, so that they may be something else too.
#[must_use]
pub fn layout(atoms: &[Atom]) -> Vec<(String, u32)> {
    let mut widths: Vec<(String, u32)> = Vec::new();
    for name in atoms.iter().flat_map(Atom::names) {
        if !widths.iter().any(|(known, _)| known == name) {
            widths.push((name.to_owned(), 1));
        }
    }
    // What programs do is true or false like a signal.
    for atom in atoms {
        if let Atom::Event(event) = atom {
            widths.push((event.to_string(), 1));
        }
    }
    let wide = |widths: &[(String, u32)], term: &Term| match term {
        Term::Number(number) => 129 - number.leading_zeros(),
        Term::Signal { bits: Some((high, low)), .. } => high - low + 1,
        Term::Signal { name, bits: None, .. } => widths.iter().find(|(known, _)| known == name).map_or(1, |it| it.1),
        // What is computed is as wide as the parts: there is no end to it otherwise.
        Term::Apply(..) => 1,
    };
    // What is compared with what is compared: widths only grow, up to the widest.
    loop {
        let before = widths.clone();
        for atom in atoms {
            let terms = atom.leaves();
            let widest = terms.iter().map(|term| wide(&before, term)).max().unwrap_or(1).min(128);
            for term in terms {
                let Term::Signal { name, bits, .. } = term else { continue };
                let needed = match bits {
                    Some((high, _)) => high.saturating_add(1),
                    None => widest,
                };
                if let Some(known) = widths.iter_mut().find(|(known, _)| known == name) {
                    known.1 = known.1.max(needed);
                }
            }
        }
        if widths == before {
            return widths;
        }
    }
}

/// An atom in a step in which signals have these values; what has none is zero.
#[must_use]
pub fn shows(atom: &Atom, value: &dyn Fn(&str) -> Option<u128>) -> bool {
    match atom {
        Atom::Word(term) => number(term, value) != Integer::from(0),
        Atom::Compare(compare, left, right) => compare.holds(&number(left, value), &number(right, value)),
        Atom::Event(event) => value(&event.to_string()).unwrap_or(0) != 0,
    }
}

fn number(term: &Term, value: &dyn Fn(&str) -> Option<u128>) -> Integer {
    match term {
        Term::Number(number) => Integer::from(*number),
        Term::Signal { name, bits, ago } => {
            let whole = value(&name_ago(name, *ago)).unwrap_or(0);
            Integer::from(match *bits {
                None => whole,
                Some((high, low)) if high - low >= 127 => whole.checked_shr(low).unwrap_or(0),
                Some((high, low)) => whole.checked_shr(low).unwrap_or(0) & ((1 << (high - low + 1)) - 1),
            })
        }
        Term::Apply(arith, left, right) => {
            let (left, right) = (number(left, value), number(right, value));
            match arith {
                Arith::Add => left + right,
                Arith::Sub => left - right,
                Arith::Mul => left * right,
            }
        }
    }
}
