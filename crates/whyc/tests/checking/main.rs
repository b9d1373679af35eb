//! What `check` answers: verdicts, bounds, limits, engines, and what it says of bad input.

mod along;
mod bad_input;
mod corpus;
mod differential;
mod engines;
mod interleavings;
mod limits;
mod messages;
mod parsers;
mod replay;
mod threads;
mod values;
