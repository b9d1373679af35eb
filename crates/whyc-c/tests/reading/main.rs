//! From C to programs of our own: what is read, how it runs, and what is refused.

mod bad_input;
mod fuzz;
mod initialisers;
mod linking;
mod lowering;
mod models;
mod running;
mod sources;
mod support;
mod unsupported;
