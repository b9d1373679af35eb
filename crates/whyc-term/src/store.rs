//! Where terms live: an arena of small cells, each different from all others.
//!
//! A term is built by the methods in [`simplify`](crate::simplify), which end in
//! `TermStore::intern`. Invariants: the arguments of a term have smaller ids than the term;
//! two terms with the same operator, sort and arguments are the same term; a constant holds no
//! bits above its width.

use rustc_hash::FxHashMap;
use whyc_aig::intern::InternTable;
use whyc_base::ids::{Id, IdVec};

use crate::meaning::{Shape, eval_op};
use crate::node::{InputId, Node, Op, TermId};
use crate::simplify::splice::Splices;
use crate::simplify::table::Tables;
use crate::sort::{MAX_WIDTH, Sort};
use crate::word::truncate;

/// One term, packed. The sort is `(0, 0)` for a Boolean and has no index width for bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    op: Op,
    /// See [`TermStore::has_constant_leaves`]; follows from the rest.
    constant_leaves: bool,
    width: u16,
    index_width: u16,
    /// Terms; the value of a constant of up to 64 bits; the pool index of a wider one; the input;
    /// for `Extract` the term, `hi` and `lo`.
    args: [u32; 3],
}

/// All terms of one analysis.
#[derive(Clone, Debug)]
pub struct TermStore {
    cells: Vec<Cell>,
    term_from_cell: InternTable,
    wide_constants: Vec<u128>,
    wide_from_constant: FxHashMap<u128, u32>,
    inputs: IdVec<InputId, TermId>,
    /// How many rewrites are under way inside one another; see [`simplify`](crate::simplify).
    pub(crate) nesting: u32,
    /// Results of rewrites that descend into terms, by operator and arguments.
    pub(crate) rewritten: FxHashMap<(Op, TermId, u32), TermId>,
    /// The writes at constant indices that arrays end in.
    pub(crate) tables: Tables,
    /// The arrays that have ranges of others in them.
    pub(crate) splices: Splices,
}

const FALSE: TermId = TermId(0);
const TRUE: TermId = TermId(1);

impl Default for TermStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TermStore {
    /// A store with the two Boolean constants alone.
    #[must_use]
    pub fn new() -> Self {
        let mut store = Self {
            cells: Vec::new(),
            term_from_cell: InternTable::new(),
            wide_constants: Vec::new(),
            wide_from_constant: FxHashMap::default(),
            inputs: IdVec::new(),
            nesting: 0,
            rewritten: FxHashMap::default(),
            tables: Tables::default(),
            splices: Splices::default(),
        };
        for value in [0, 1] {
            store.intern_cell(Op::Const, Sort::Bool, [value, 0, 0]);
        }
        store
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Never: the Boolean constants are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The constant `value`.
    #[must_use]
    pub fn bool_const(&self, value: bool) -> TermId {
        if value { TRUE } else { FALSE }
    }

    /// The low `width` bits of `value`.
    ///
    /// # Panics
    /// If the width is zero or above [`MAX_WIDTH`].
    pub fn bits(&mut self, width: u32, value: u128) -> TermId {
        assert!((1..=MAX_WIDTH).contains(&width), "a bit-vector should have 1 to {MAX_WIDTH} bits, not {width}");
        let value = truncate(value, width);
        let args = if width <= 64 {
            [value as u32, (value >> 32) as u32, 0]
        } else {
            let next = self.wide_constants.len() as u32;
            let idx = *self.wide_from_constant.entry(value).or_insert(next);
            if idx == next {
                self.wide_constants.push(value);
            }
            [idx, 0, 0]
        };
        self.intern_cell(Op::Const, Sort::Bits(width), args)
    }

    /// A free leaf that is different from all others.
    pub fn input(&mut self, sort: Sort) -> TermId {
        let input = self.inputs.next_id();
        let term = self.push(cell(Op::Input, sort, [input.0, 0, 0], false));
        self.inputs.push(term);
        term
    }

    /// A free array.
    pub fn array_input(&mut self, index_width: u32, element_width: u32) -> TermId {
        self.input(Sort::Array { index: index_width, element: element_width })
    }

    /// The input that `term` is.
    #[must_use]
    pub fn input_id(&self, term: TermId) -> Option<InputId> {
        let cell = self.cell(term);
        (cell.op == Op::Input).then_some(InputId(cell.args[0]))
    }

    /// How many inputs there are.
    #[must_use]
    pub fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The sort of `term`.
    #[must_use]
    pub fn sort(&self, term: TermId) -> Sort {
        let cell = self.cell(term);
        match (u32::from(cell.width), u32::from(cell.index_width)) {
            (0, 0) => Sort::Bool,
            (width, 0) => Sort::Bits(width),
            (element, index) => Sort::Array { index, element },
        }
    }

    /// The width of a bit-vector.
    ///
    /// # Panics
    /// If `term` is not a bit-vector.
    #[must_use]
    pub fn width(&self, term: TermId) -> u32 {
        let cell = self.cell(term);
        assert!(cell.width > 0 && cell.index_width == 0, "{term} should be bits, not {}", self.sort(term));
        u32::from(cell.width)
    }

    /// What the root of `term` does.
    #[must_use]
    pub fn op(&self, term: TermId) -> Op {
        self.cell(term).op
    }

    /// The constant that a Boolean is.
    #[must_use]
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match term {
            FALSE => Some(false),
            TRUE => Some(true),
            _ => None,
        }
    }

    /// The constant that a bit-vector is.
    #[must_use]
    pub fn as_bits(&self, term: TermId) -> Option<u128> {
        let cell = self.cell(term);
        (cell.op == Op::Const && cell.width > 0).then(|| self.constant(cell))
    }

    /// The root of `term`.
    #[must_use]
    pub fn node(&self, term: TermId) -> Node {
        let cell = self.cell(term);
        let [a, b, c] = cell.args.map(TermId);
        match cell.op {
            Op::Const if cell.width == 0 => Node::Bool(cell.args[0] == 1),
            Op::Const => Node::Bits(self.constant(cell)),
            Op::Input => Node::Input(InputId(cell.args[0])),
            Op::Ite => Node::Ite(a, b, c),
            Op::Extract => Node::Extract { arg: a, hi: b.0, lo: c.0 },
            Op::Store => Node::Store(a, b, c),
            Op::Splice => Node::Splice(a, b, c),
            op if op.arity() == 1 => Node::Unary(op, a),
            op => Node::Binary(op, a, b),
        }
    }

    /// The terms directly below `term`.
    pub fn children(&self, term: TermId) -> impl ExactSizeIterator<Item = TermId> + use<> {
        let cell = *self.cell(term);
        (0..cell.op.arity()).map(move |idx| TermId(cell.args[idx]))
    }

    /// `(c, a, b)` where `term` is `ite(c, a, b)`.
    #[must_use]
    pub fn ite_parts(&self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        let cell = self.cell(term);
        let [cond, then, other] = cell.args.map(TermId);
        (cell.op == Op::Ite).then_some((cond, then, other))
    }

    /// What [`eval_op`] needs to know about `term`.
    #[must_use]
    pub fn shape(&self, term: TermId) -> Shape {
        let cell = self.cell(term);
        let last = self.children(term).last();
        Shape {
            width: u32::from(cell.width.max(1)),
            arg_width: last.map_or(0, |arg| u32::from(self.cell(arg).width.max(1))),
            lo: if cell.op == Op::Extract { cell.args[2] } else { 0 },
        }
    }

    /// Whether `term` is a constant, or an `ite` that has only constants at its leaves.
    pub(crate) fn has_constant_leaves(&self, term: TermId) -> bool {
        self.cell(term).constant_leaves
    }

    /// Whether `term` is a constant of any sort but array.
    pub(crate) fn is_const(&self, term: TermId) -> bool {
        self.cell(term).op == Op::Const
    }

    /// The value of a constant, Booleans as 0 and 1.
    pub(crate) fn constant_value(&self, term: TermId) -> Option<u128> {
        let cell = self.cell(term);
        (cell.op == Op::Const).then(|| self.constant(cell))
    }

    /// The constant of `sort` with this value, Booleans as 0 and 1.
    pub(crate) fn constant_of(&mut self, sort: Sort, value: u128) -> TermId {
        match sort {
            Sort::Bits(width) => self.bits(width, value),
            Sort::Bool | Sort::Array { .. } => self.bool_const(value == 1),
        }
    }

    /// The term `op(args)`, as it stands or folded if all arguments are constants.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        debug_assert_eq!(op.arity(), args.len());
        let mut words = [0; 3];
        for (word, arg) in words.iter_mut().zip(args) {
            *word = arg.0;
        }
        self.intern_cell(op, sort, words)
    }

    /// The term `extract(arg, hi, lo)`, as it stands.
    pub(crate) fn intern_extract(&mut self, arg: TermId, hi: u32, lo: u32) -> TermId {
        self.intern_cell(Op::Extract, Sort::Bits(hi - lo + 1), [arg.0, hi, lo])
    }

    /// The constant `op(args)` if all `args` are constants.
    pub(crate) fn fold(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let mut words = [0; 3];
        for (word, &arg) in words.iter_mut().zip(args) {
            *word = self.constant_value(arg)?;
        }
        let arg_width = args.last().map_or(0, |&arg| self.sort(arg).bit_width().unwrap_or(0));
        let shape = Shape { width: sort.bit_width().unwrap_or(0), arg_width, lo: 0 };
        let value = eval_op(op, shape, &words[..args.len()]);
        Some(self.constant_of(sort, value))
    }

    fn intern_cell(&mut self, op: Op, sort: Sort, args: [u32; 3]) -> TermId {
        let constant_leaves = match op {
            Op::Const => true,
            Op::Ite => self.cells[args[1] as usize].constant_leaves && self.cells[args[2] as usize].constant_leaves,
            _ => false,
        };
        let cell = cell(op, sort, args, constant_leaves);
        let cells = &self.cells;
        let same = |term: u32| cells[term as usize] == cell;
        match self.term_from_cell.find_or_insert(hash_cell(&cell), cells.len() as u32, same) {
            Some(found) => TermId(found),
            None => self.push(cell),
        }
    }

    fn push(&mut self, cell: Cell) -> TermId {
        let term = TermId::from_index(self.cells.len());
        self.cells.push(cell);
        term
    }

    #[inline]
    fn cell(&self, term: TermId) -> &Cell {
        &self.cells[term.index()]
    }

    fn constant(&self, cell: &Cell) -> u128 {
        if cell.width <= 64 {
            u128::from(cell.args[0]) | u128::from(cell.args[1]) << 32
        } else {
            self.wide_constants[cell.args[0] as usize]
        }
    }
}

fn cell(op: Op, sort: Sort, args: [u32; 3], constant_leaves: bool) -> Cell {
    let (width, index_width) = match sort {
        Sort::Bool => (0, 0),
        Sort::Bits(width) => (width, 0),
        Sort::Array { index, element } => (element, index),
    };
    debug_assert!(width <= MAX_WIDTH && index_width <= MAX_WIDTH);
    Cell { op, constant_leaves, width: width as u16, index_width: index_width as u16, args }
}

/// A hash whose high bits are well mixed, as the table needs them.
fn hash_cell(cell: &Cell) -> u64 {
    let head = u64::from(cell.op as u8) | u64::from(cell.width) << 8 | u64::from(cell.index_width) << 16;
    let [a, b, c] = cell.args.map(u64::from);
    let left = (head << 32 | c) ^ 0x9E37_79B9_7F4A_7C15;
    let right = (a << 32 | b) ^ 0xD1B5_4A32_D192_ED03;
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}
