//! The engines by their names.

/// An engine that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// Runs the program on some inputs.
    Simulation,
    /// Looks for a run along some places.
    Guided,
    /// Follows all runs further and further, one solver for all.
    Unrolling,
    /// Splits hard questions by the ways that branches go.
    Tunnels,
    /// Splits hard questions by any conditions.
    Cubes,
    /// Proves by invariants of loops.
    Induction,
}

impl EngineName {
    /// All of them.
    pub const ALL: [EngineName; 6] = [
        EngineName::Simulation,
        EngineName::Guided,
        EngineName::Unrolling,
        EngineName::Tunnels,
        EngineName::Cubes,
        EngineName::Induction,
    ];

    /// How it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Simulation => "simulation",
            EngineName::Guided => "guided",
            EngineName::Unrolling => "unrolling",
            EngineName::Tunnels => "tunnels",
            EngineName::Cubes => "cubes",
            EngineName::Induction => "induction",
        }
    }
}
