//! The meaning of each instruction, operator and check.
