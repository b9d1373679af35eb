//! The operators of BTOR2, and which sorts they take.

use super::model::Sort;

/// An operator. The numbers of `slice`, `uext` and `sext` are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are those of the format.
pub enum Op {
    Not,
    Inc,
    Dec,
    Neg,
    Redand,
    Redor,
    Redxor,
    Slice { hi: u32, lo: u32 },
    Uext(u32),
    Sext(u32),
    Iff,
    Implies,
    Eq,
    Neq,
    Sgt,
    Ugt,
    Sgte,
    Ugte,
    Slt,
    Ult,
    Slte,
    Ulte,
    And,
    Nand,
    Nor,
    Or,
    Xnor,
    Xor,
    Rol,
    Ror,
    Sll,
    Sra,
    Srl,
    Add,
    Mul,
    Udiv,
    Sdiv,
    Smod,
    Srem,
    Urem,
    Sub,
    Uaddo,
    Saddo,
    Sdivo,
    Umulo,
    Smulo,
    Usubo,
    Ssubo,
    Concat,
    Read,
    Ite,
    Write,
}

/// The operators without numbers, by name.
const NAMES: [(&str, Op); 49] = [
    ("not", Op::Not),
    ("inc", Op::Inc),
    ("dec", Op::Dec),
    ("neg", Op::Neg),
    ("redand", Op::Redand),
    ("redor", Op::Redor),
    ("redxor", Op::Redxor),
    ("iff", Op::Iff),
    ("implies", Op::Implies),
    ("eq", Op::Eq),
    ("neq", Op::Neq),
    ("sgt", Op::Sgt),
    ("ugt", Op::Ugt),
    ("sgte", Op::Sgte),
    ("ugte", Op::Ugte),
    ("slt", Op::Slt),
    ("ult", Op::Ult),
    ("slte", Op::Slte),
    ("ulte", Op::Ulte),
    ("and", Op::And),
    ("nand", Op::Nand),
    ("nor", Op::Nor),
    ("or", Op::Or),
    ("xnor", Op::Xnor),
    ("xor", Op::Xor),
    ("rol", Op::Rol),
    ("ror", Op::Ror),
    ("sll", Op::Sll),
    ("sra", Op::Sra),
    ("srl", Op::Srl),
    ("add", Op::Add),
    ("mul", Op::Mul),
    ("udiv", Op::Udiv),
    ("sdiv", Op::Sdiv),
    ("smod", Op::Smod),
    ("srem", Op::Srem),
    ("urem", Op::Urem),
    ("sub", Op::Sub),
    ("uaddo", Op::Uaddo),
    ("saddo", Op::Saddo),
    ("sdivo", Op::Sdivo),
    ("umulo", Op::Umulo),
    ("smulo", Op::Smulo),
    ("usubo", Op::Usubo),
    ("ssubo", Op::Ssubo),
    ("concat", Op::Concat),
    ("read", Op::Read),
    ("ite", Op::Ite),
    ("write", Op::Write),
];

impl Op {
    /// The operator of that name, if it is one without numbers.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Op> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, op)| op)
    }

    /// All operators without numbers.
    pub fn all_plain() -> impl Iterator<Item = Op> {
        NAMES.iter().map(|&(_, op)| op)
    }

    /// The name in the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Op::Slice { .. } => "slice",
            Op::Uext(_) => "uext",
            Op::Sext(_) => "sext",
            op => NAMES.iter().find(|(_, known)| *known == op).map_or("", |(name, _)| name),
        }
    }

    /// How many operands it takes.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Op::Not | Op::Inc | Op::Dec | Op::Neg | Op::Redand | Op::Redor | Op::Redxor => 1,
            Op::Slice { .. } | Op::Uext(_) | Op::Sext(_) => 1,
            Op::Ite | Op::Write => 3,
            _ => 2,
        }
    }

    /// The sort of the result, if the operands have sorts that the operator takes.
    #[must_use]
    pub fn result(self, operands: &[Sort]) -> Option<Sort> {
        let bit = Sort::Bits(1);
        match (self, operands) {
            (Op::Not | Op::Inc | Op::Dec | Op::Neg, &[Sort::Bits(width)]) => Some(Sort::Bits(width)),
            (Op::Redand | Op::Redor | Op::Redxor, [Sort::Bits(_)]) => Some(bit),
            (Op::Slice { hi, lo }, &[Sort::Bits(width)]) => (lo <= hi && hi < width).then(|| Sort::Bits(hi - lo + 1)),
            (Op::Uext(more) | Op::Sext(more), &[Sort::Bits(width)]) => width.checked_add(more).map(Sort::Bits),
            (Op::Iff | Op::Implies, [a, b]) => (*a == bit && *b == bit).then_some(bit),
            (Op::Eq | Op::Neq, [a, b]) => (a == b).then_some(bit),
            (Op::Concat, &[Sort::Bits(a), Sort::Bits(b)]) => a.checked_add(b).map(Sort::Bits),
            (Op::Read, &[Sort::Array { index, element }, Sort::Bits(at)]) => {
                (index == at).then_some(Sort::Bits(element))
            }
            (Op::Write, &[array @ Sort::Array { index, element }, Sort::Bits(at), Sort::Bits(value)]) => {
                (index == at && element == value).then_some(array)
            }
            (Op::Ite, [cond, then, other]) => (*cond == bit && then == other).then_some(*then),
            (op, &[Sort::Bits(a), Sort::Bits(b)]) if op.arity() == 2 && a == b && op != Op::Read => {
                Some(if op.is_predicate() { bit } else { Sort::Bits(a) })
            }
            _ => None,
        }
    }

    /// Whether two words give one bit.
    fn is_predicate(self) -> bool {
        use Op::*;
        matches!(
            self,
            Sgt | Ugt | Sgte | Ugte | Slt | Ult | Slte | Ulte | Uaddo | Saddo | Sdivo | Umulo | Smulo | Usubo | Ssubo
        )
    }
}
