//! What is told about a failing run: the smallest, the closest passing one, the chain, the causes.

mod chain;
mod covers;
mod dependence;
mod enumerated;
mod explain;
mod explain_exhaustive;
mod feasible;
mod minimise;
mod minimise_native;
mod report;
mod suspicions;
