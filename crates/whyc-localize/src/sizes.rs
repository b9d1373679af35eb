//! The components that say how large a block of memory is to be.
//!
//! A block may become twice as large, and a bit more: one of any size would be all of memory.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, ComponentId, Function, LocalKind, Program};

/// A size that is not known before is suspended to so many bits.
const UNKNOWN_SIZE_BITS: u32 = 10;

/// What a component says about the size of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// How many bytes there are.
    All,
    /// How many elements there are, or how many bytes an element has. It is multiplied, so it grows by less.
    Factor,
}

/// The components that say how large blocks are to be.
pub struct Sizes {
    found: FxHashMap<ComponentId, Says>,
}

impl Sizes {
    /// Those of a program: sizes that are asked for, the numbers of `calloc`, lengths of arrays.
    pub fn of(program: &Program) -> Self {
        let mut sizes = Self { found: FxHashMap::default() };
        for function in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for instr in body.instrs.iter() {
                let size = match &instr.kind {
                    InstrKind::Block(BlockOp::Allocate { size, .. }) => Some(*size),
                    InstrKind::Call { callee: Callee::Direct(callee), args, .. }
                        if program.functions[*callee].name == "realloc" =>
                    {
                        args.get(1).copied()
                    }
                    _ => None,
                };
                if let Some(size) = size {
                    sizes.note(function, body, size);
                }
            }
        }
        sizes
    }

    /// Notes the components that `size` is computed from, by way of temporaries.
    fn note(&mut self, function: &Function, body: &Body, size: ExprId) {
        let mut stack = vec![(size, Says::All)];
        let mut seen = FxHashSet::default();
        while let Some((expr, says)) = stack.pop() {
            if !seen.insert(expr) {
                continue;
            }
            if let Some(component) = body.exprs[expr].component {
                self.found.entry(component).or_insert(says);
                continue;
            }
            match body.exprs[expr].kind {
                ExprKind::Cast(inner) => stack.push((inner, says)),
                ExprKind::Cond(_, a, b) => stack.extend([(a, says), (b, says)]),
                ExprKind::Binary(BinaryOp::Mul, a, b) => stack.extend([(a, Says::Factor), (b, Says::Factor)]),
                ExprKind::Load(place) => match body.places[place].base {
                    PlaceBase::Local(local) if function.locals[local].kind == LocalKind::Temporary => {
                        stack.extend(body.assigned(local).map(|value| (value, says)));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// To how many bits `component` is suspended, if it says how large a block is to be; `size` is what it says, if known.
    pub fn bits(&self, component: ComponentId, size: Option<u64>) -> Option<u32> {
        let more = match self.found.get(&component)? {
            Says::All => 64,
            Says::Factor => 8,
        };
        let most = |size: u64| size.saturating_mul(2).saturating_add(more);
        Some(size.map_or(UNKNOWN_SIZE_BITS, |size| u64::BITS - most(size).leading_zeros()))
    }
}
