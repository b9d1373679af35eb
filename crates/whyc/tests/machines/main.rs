//! Circuits, and many machines.

mod circuits;
mod cluster;
mod designs;
