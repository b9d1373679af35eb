//! Expressions without side effects, and the places they read.

use super::Generator;
use super::model::{Shape, Var};
use super::types::Int;

/// The text of an expression, in parentheses where it needs them, and its type.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) text: String,
    pub(super) ty: Int,
}

/// What a place must be good for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
    /// Its address is kept in something that lives as long as the program.
    Keep,
}

impl Generator {
    /// An expression with at most so many operators within operators.
    pub(super) fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.rng.chance(15) {
            return self.leaf();
        }
        match self.rng.below(20) {
            0..=4 => {
                let op = *self.rng.pick(&["+", "-", "*"]);
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                self.arithmetic(op, a, b)
            }
            5 | 6 => self.division(depth - 1),
            7 | 8 => {
                let op = *self.rng.pick(&["&", "|", "^"]);
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                Expr { text: format!("({} {op} {})", a.text, b.text), ty: Int::common(a.ty, b.ty) }
            }
            9 | 10 => self.shift(depth - 1),
            11 | 12 => {
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                Expr { text: format!("({} {op} {})", a.text, b.text), ty: Int::Int }
            }
            13 => {
                let (c, a, b) = (self.expr(depth - 1), self.expr(depth - 1), self.expr(depth - 1));
                Expr { text: format!("({} ? {} : {})", c.text, a.text, b.text), ty: Int::common(a.ty, b.ty) }
            }
            14 | 15 => {
                let (ty, e) = (self.int(), self.expr(depth - 1));
                Expr { text: format!("(({}){})", ty.name(), e.text), ty }
            }
            16 | 17 => self.unary(depth - 1),
            18 => {
                // Compilers do not evaluate what is thrown away, and so do not notice its faults.
                let a = self.guarded(|generator| generator.expr(depth - 1));
                let b = self.expr(depth - 1);
                Expr { text: format!("({}, {})", a.text, b.text), ty: b.ty }
            }
            // Nor do sanitizers look at addresses that are only compared.
            _ => self.guarded(|generator| generator.curious(depth - 1)),
        }
    }

    /// An expression for an `if` or a loop.
    pub(super) fn condition(&mut self) -> String {
        format!("({})", self.expr(2).text)
    }

    fn leaf(&mut self) -> Expr {
        if self.rng.chance(70)
            && let Some((text, ty)) = self.place(Use::Read)
        {
            return Expr { text, ty };
        }
        self.constant()
    }

    /// A constant; large, small, negative, in any base.
    pub(super) fn constant(&mut self) -> Expr {
        let ty = self.int();
        let limit = if ty.is_signed() { ty.bits() - 1 } else { ty.bits() };
        let value = match self.rng.below(4) {
            0 => self.rng.bits() % 10,
            1 => self.rng.bits() % 200,
            2 => (1u64 << self.rng.below(limit as usize)).wrapping_sub(self.rng.bits() % 2),
            _ => self.rng.bits(),
        };
        let value = value & (u64::MAX >> (64 - limit));
        let Some(suffix) = ty.suffix() else {
            return match self.rng.below(6) {
                0 => Expr { text: format!("'{}'", (b'a' + (value % 26) as u8) as char), ty: Int::Int },
                _ => Expr { text: format!("(({}){value})", ty.name()), ty },
            };
        };
        let text = match self.rng.below(4) {
            0 => format!("{value:#x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            _ => format!("{value}{suffix}"),
        };
        if ty.is_signed() && self.rng.chance(40) { Expr { text: format!("(-{text})"), ty } } else { Expr { text, ty } }
    }

    /// A sum, difference or product that cannot overflow, unless the guard is left out.
    fn arithmetic(&mut self, op: &str, a: Expr, b: Expr) -> Expr {
        let ty = Int::common(a.ty, b.ty);
        if !ty.is_signed() {
            return Expr { text: format!("({} {op} {})", a.text, b.text), ty };
        }
        if self.raw() {
            return unguarded(&format!("{} {op} {}", a.text, b.text), ty);
        }
        match self.rng.below(3) {
            0 => {
                let (signed, unsigned) = (ty.name(), ty.unsigned().name());
                let text = format!("(({signed})(({unsigned}){} {op} ({unsigned}){}))", a.text, b.text);
                Expr { text, ty }
            }
            1 => Expr { text: format!("((signed char){} {op} (short){})", a.text, b.text), ty: Int::Int },
            _ => Expr { text: format!("(({} & 0x7fff) {op} ({} & 0xffff))", a.text, b.text), ty },
        }
    }

    fn division(&mut self, depth: usize) -> Expr {
        let op = *self.rng.pick(&["/", "%"]);
        let (a, b) = (self.expr(depth), self.expr(depth));
        let divisor = if self.raw() {
            b.text
        } else if b.ty.promoted().is_signed() || self.rng.chance(50) {
            format!("(({} & 15) + 1)", b.text)
        } else {
            format!("({} | 1)", b.text)
        };
        Expr { text: format!("({} {op} {divisor})", a.text), ty: Int::common(a.ty, b.ty) }
    }

    fn shift(&mut self, depth: usize) -> Expr {
        let op = *self.rng.pick(&["<<", ">>"]);
        let (a, b) = (self.expr(depth), self.expr(depth));
        let ty = a.ty.promoted();
        let count = if self.raw() { format!("({} & 63)", b.text) } else { format!("({} & {})", b.text, ty.bits() - 1) };
        if op == "<<" && ty.is_signed() && !self.raw() {
            // What leaves a signed type is undefined: the bits are moved as those of the widest unsigned type.
            let moved = format!("(({})(({}){} << {count}))", ty.name(), Int::ULongLong.name(), a.text);
            return Expr { text: moved, ty };
        }
        Expr { text: format!("({} {op} {count})", a.text), ty }
    }

    fn unary(&mut self, depth: usize) -> Expr {
        let e = self.expr(depth);
        match self.rng.below(4) {
            0 => Expr { text: format!("(~{})", e.text), ty: e.ty.promoted() },
            1 => Expr { text: format!("(!{})", e.text), ty: Int::Int },
            2 => Expr { text: format!("(+{})", e.text), ty: e.ty.promoted() },
            _ if e.ty.promoted().is_signed() => {
                if self.raw() {
                    return unguarded(&format!("-{}", e.text), e.ty.promoted());
                }
                Expr { text: format!("(-(short){})", e.text), ty: Int::Int }
            }
            _ => Expr { text: format!("(-{})", e.text), ty: e.ty.promoted() },
        }
    }

    /// Less common forms: `sizeof`, literals that are objects, pointers compared and subtracted.
    fn curious(&mut self, depth: usize) -> Expr {
        let e = self.expr(depth);
        match self.rng.below(5) {
            0 => Expr { text: format!("sizeof({})", e.text), ty: Int::ULong },
            1 => Expr { text: format!("\"generated\"[{} & 7]", e.text), ty: Int::Char },
            2 => {
                let values: Vec<String> = (0..3).map(|_| self.expr(depth.min(1)).text).collect();
                Expr { text: format!("((short[]){{{}}})[{} & 1]", values.join(", "), e.text), ty: Int::Short }
            }
            3 => match (self.place(Use::Write), self.place(Use::Write)) {
                (Some((a, ta)), Some((b, tb))) if ta == tb => Expr { text: format!("(&{a} == &{b})"), ty: Int::Int },
                _ => e,
            },
            _ => match self.array() {
                Some((name, len)) => {
                    let (i, j) = (self.index(len), self.index(len));
                    Expr { text: format!("(&{name}[{i}] - &{name}[{j}])"), ty: Int::Long }
                }
                None => e,
            },
        }
    }

    /// An index into so many elements.
    fn index(&mut self, len: usize) -> String {
        // An index within an index is plain: otherwise the text could grow without end.
        let e = if self.in_index {
            self.plain()
        } else {
            self.in_index = true;
            let depth = usize::from(self.rng.chance(40));
            let e = self.expr(depth);
            self.in_index = false;
            e
        };
        if len.is_power_of_two() {
            format!("{} & {}", e.text, len - 1)
        } else if self.raw() {
            format!("{} & {}", e.text, len.next_power_of_two() - 1)
        } else {
            format!("(unsigned int){} % {len}", e.text)
        }
    }

    /// A variable that is a number, or a constant.
    fn plain(&mut self) -> Expr {
        let found: Vec<Expr> = self
            .vars
            .iter()
            .filter_map(|var| match var.shape {
                Shape::Int(ty) => Some(Expr { text: var.name.clone(), ty }),
                _ => None,
            })
            .collect();
        if found.is_empty() || self.rng.chance(30) { self.constant() } else { self.rng.pick(&found).clone() }
    }

    /// A one-dimensional array in scope.
    fn array(&mut self) -> Option<(String, usize)> {
        let found: Vec<(String, usize)> = self
            .vars
            .iter()
            .filter_map(|var| match &var.shape {
                Shape::Array(_, dims) if dims.len() == 1 => Some((var.name.clone(), dims[0])),
                _ => None,
            })
            .collect();
        (!found.is_empty()).then(|| self.rng.pick(&found).clone())
    }

    /// A number somewhere in a variable: its text, fit for `=` and `&`, and its type.
    pub(super) fn place(&mut self, purpose: Use) -> Option<(String, Int)> {
        let fits = |var: &&Var| {
            (purpose == Use::Read || var.writable) && (purpose != Use::Keep || (var.global && !is_pointer(&var.shape)))
        };
        let vars: Vec<Var> = self.vars.iter().filter(fits).cloned().collect();
        if vars.is_empty() {
            return None;
        }
        // Inner variables are more interesting than outer ones.
        let recent = vars.len().min(6);
        let var =
            if self.rng.chance(60) { &vars[vars.len() - 1 - self.rng.below(recent)] } else { self.rng.pick(&vars) };
        Some(self.descend(var.name.clone(), &var.shape))
    }

    fn descend(&mut self, text: String, shape: &Shape) -> (String, Int) {
        match shape {
            Shape::Int(ty) => (text, *ty),
            Shape::Array(ty, dims) => {
                if dims.len() == 1 && self.rng.chance(20) {
                    let index = self.index(dims[0]);
                    return (format!("(*({text} + ({index})))"), *ty);
                }
                let mut text = text;
                for &len in dims {
                    text += &format!("[{}]", self.index(len));
                }
                (text, *ty)
            }
            Shape::Struct(record) => self.member(&format!("{text}."), *record),
            Shape::StructArray(record, len) => {
                let index = self.index(*len);
                self.member(&format!("{text}[{index}]."), *record)
            }
            Shape::Pointer(ty) => (format!("(*{text})"), *ty),
            Shape::StructPointer(record) => self.member(&format!("{text}->"), *record),
        }
    }

    /// A number somewhere in a variable.
    pub(super) fn descend_into(&mut self, var: &Var) -> (String, Int) {
        self.descend(var.name.clone(), &var.shape)
    }

    /// A number somewhere in a struct; `prefix` names the struct and ends with `.` or `->`.
    pub(super) fn member(&mut self, prefix: &str, record: usize) -> (String, Int) {
        let fields = self.records[record].fields.clone();
        let (name, shape) = self.rng.pick(&fields);
        self.descend(format!("{prefix}{name}"), shape)
    }
}

/// Signed arithmetic that may overflow. A compiler that converts the result to a narrower type may
/// compute no more than the bits it needs, and then misses the overflow; a call keeps it from that.
fn unguarded(text: &str, ty: Int) -> Expr {
    let keep = match ty {
        Int::Long => "keep_long",
        Int::LongLong => "keep_long_long",
        _ => "keep_int",
    };
    Expr { text: format!("{keep}({text})"), ty }
}

/// Whether values of this type are addresses.
pub(super) fn is_pointer(shape: &Shape) -> bool {
    matches!(shape, Shape::Pointer(_) | Shape::StructPointer(_))
}
