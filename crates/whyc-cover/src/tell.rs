//! The faces of what was found out.

pub mod cobertura;
pub mod comparison;
pub mod html;
pub mod json;
pub mod lcov;
pub mod text;
