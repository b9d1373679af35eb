//! What terms mean: against numbers, bits, hardware and each other.

mod bounds;
mod common;
mod depth;
mod few;
mod floats_exhaustive;
mod floats_hardware;
mod operators;
mod pairs;
mod rules_of_memory;
mod rules_of_values;
mod scripts;
