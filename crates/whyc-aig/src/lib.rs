//! And-inverter graphs: the one gate-level form below terms and circuits.
//!
//! In: gates asked for one by one ([`Aig::and`] and its relatives). Out: a structurally hashed
//! [`Aig`], simulated 64 valuations at a time, or encoded to clauses by a [`CnfEncoder`].
//!
//! Read [`edge`] and [`graph`] first, then [`rules`] (what is simplified before a gate is made),
//! [`gates`] (everything that is not an AND), [`sim`] and [`cone`]; [`cnf`] is the way to a solver.
//! [`intern`] is the hash table behind this graph and behind terms.
//! [`circuit`] adds state to a graph; [`aiger`] and [`bench`](mod@bench) are the files that circuits come in, [`netlist`] their gates as they
//! stand there.
#![forbid(unsafe_code)]

pub mod edge;
pub mod graph;
pub mod intern;
pub mod rules;

pub mod gates;

pub mod cone;
pub mod sim;

pub mod cnf;

pub mod aiger;
pub mod bench;
pub mod circuit;
pub mod netlist;

pub use cnf::{ClauseSink, CnfEncoder};
pub use edge::{Edge, NodeId};
pub use graph::{Aig, Node};
