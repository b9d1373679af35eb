//! What is measured of a whole run: the mean of a variable, its largest value, how often it is something; and what should hold of that.
//!
//! A variable is looked at each time it is set. `max(x)` is only told; `max(x) <= 5` is also a property, and a run in which it does not hold fails.

use whyc_base::names;
use whyc_ir::interp::Target;
use whyc_ir::program::{FunctionId, LocalKind, Origin, Program};
use whyc_ir::types::{Type, TypeId};

use crate::dist::{Kind, real};
use crate::site::kind_of;

/// Something to measure.
#[derive(Clone, Debug)]
pub struct Measure {
    /// As it was written.
    pub text: String,
    /// What is made of the values.
    how: How,
    /// Only values count that compare so.
    only: Option<(Order, f64)>,
    /// What should hold.
    pub bound: Option<(Order, f64)>,
    of: Variable,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Mean,
    Max,
    Min,
    Sum,
    Count,
    First,
    Last,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Global(whyc_ir::program::GlobalId),
    Local(FunctionId, whyc_ir::program::LocalId),
}

impl Order {
    /// Whether it holds.
    #[must_use]
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Order::Less => left < right,
            Order::AtMost => left <= right,
            Order::More => left > right,
            Order::AtLeast => left >= right,
            Order::Equal => left == right,
            Order::Unequal => left != right,
        }
    }
}

impl Measure {
    /// Reads `max(x)`, `mean(f.x) <= 3` or `count(x == 0) < 10`.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn read(text: &str, program: &Program) -> Result<Self, String> {
        let expected = || format!("`{text}`: expected such as 'max(x)', 'mean(f.x) <= 3' or 'count(x == 0) < 10'");
        let (name, rest) = text.split_once('(').ok_or_else(expected)?;
        let how = match name.trim() {
            "mean" => How::Mean,
            "max" => How::Max,
            "min" => How::Min,
            "sum" => How::Sum,
            "count" => How::Count,
            "first" => How::First,
            "last" => How::Last,
            other => return Err(format!("`{other}` is none of mean, max, min, sum, count, first and last")),
        };
        let (inside, outside) = rest.split_once(')').ok_or_else(expected)?;
        let (variable, only) = compared(inside).ok_or_else(expected)?;
        let (nothing, bound) = compared(outside).ok_or_else(expected)?;
        if !nothing.is_empty() {
            return Err(expected());
        }
        let (of, ty) = variable_named(program, variable)?;
        let kind = kind_of(&program.types, ty).ok_or_else(|| format!("`{variable}` holds no numbers"))?;
        Ok(Self { text: text.trim().to_owned(), how, only, bound, of, kind })
    }

    /// The function whose activations have the variable.
    pub(crate) fn function(&self) -> Option<FunctionId> {
        match self.of {
            Variable::Global(_) => None,
            Variable::Local(function, _) => Some(function),
        }
    }

    /// The value that is stored, if it is the variable, or an element of it, that is set; `owner` says whose a local is.
    pub(crate) fn value(&self, target: Target, bits: u64, value: u128, owner: impl Fn(u64) -> bool) -> Option<f64> {
        let is_it = match (self.of, target) {
            (Variable::Global(a), Target::Global(b)) => a == b,
            (Variable::Local(_, a), Target::Local { activation, local }) => a == local && owner(activation),
            (Variable::Global(_) | Variable::Local(..), _) => false,
        };
        let width = match self.kind.numbers {
            crate::dist::Numbers::Whole { bits: 1, .. } => 8,
            crate::dist::Numbers::Whole { bits, .. } => u64::from(bits),
            crate::dist::Numbers::Single => 32,
            crate::dist::Numbers::Double => 64,
        };
        (is_it && width == bits).then(|| self.kind.numbers.value(value))
    }
}

/// `NAME`, or `NAME < NUMBER`; nothing if it is neither.
fn compared(text: &str) -> Option<(&str, Option<(Order, f64)>)> {
    let signs = [
        ("<=", Order::AtMost),
        (">=", Order::AtLeast),
        ("==", Order::Equal),
        ("!=", Order::Unequal),
        ("<", Order::Less),
        (">", Order::More),
    ];
    for (sign, order) in signs {
        if let Some((left, right)) = text.split_once(sign) {
            return real(right.trim()).map(|number| (left.trim(), Some((order, number))));
        }
    }
    Some((text.trim(), None))
}

/// The variable with a name, and the type of it or of its elements.
fn variable_named(program: &Program, name: &str) -> Result<(Variable, TypeId), String> {
    let mut found: Vec<(String, Variable, TypeId)> = Vec::new();
    for (id, global) in program.globals.iter_enumerated() {
        found.push((global.name.clone(), Variable::Global(id), global.ty));
    }
    for (id, function) in program.functions.iter_enumerated().filter(|(_, it)| it.origin == Origin::User) {
        let variables = function.locals.iter_enumerated().filter(|(_, it)| it.kind != LocalKind::Temporary);
        found.extend(
            variables.map(|(local, it)| (format!("{}.{}", function.name, it.name), Variable::Local(id, local), it.ty)),
        );
    }
    let is_meant = |(known, of, _): &&(String, Variable, TypeId)| match of {
        Variable::Global(_) => known == name,
        Variable::Local(..) => known == name || known.rsplit('.').next() == Some(name),
    };
    let meant: Vec<_> = found.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [(_, of, ty)] => {
            let mut ty = *ty;
            while let Type::Array { element, .. } = program.types.get(ty) {
                ty = *element;
            }
            Ok((*of, ty))
        }
        [] => {
            let known: Vec<&str> = found.iter().map(|it| it.0.as_str()).collect();
            Err(format!("there is no variable `{name}`; {}", names::hint(name, &known, "variables")))
        }
        several => {
            let all: Vec<&str> = several.iter().map(|it| it.0.as_str()).collect();
            Err(format!("`{name}` may be {}", all.join(" or ")))
        }
    }
}

/// What was measured of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauge {
    n: u64,
    sum: f64,
    most: f64,
    least: f64,
    first: f64,
    last: f64,
}

impl Gauge {
    pub fn new() -> Self {
        Self { n: 0, sum: 0.0, most: f64::NEG_INFINITY, least: f64::INFINITY, first: f64::NAN, last: f64::NAN }
    }

    /// One more value.
    pub fn see(&mut self, measure: &Measure, value: f64) {
        if measure.only.is_some_and(|(order, bound)| !order.holds(value, bound)) {
            return;
        }
        if self.n == 0 {
            self.first = value;
        }
        self.n += 1;
        self.sum += value;
        self.most = self.most.max(value);
        self.least = self.least.min(value);
        self.last = value;
    }

    /// What it comes to; nothing if that has no meaning for a variable that was never set.
    pub fn result(&self, measure: &Measure) -> Option<f64> {
        match measure.how {
            How::Count => Some(self.n as f64),
            How::Sum => Some(self.sum),
            How::Mean | How::Max | How::Min | How::First | How::Last if self.n == 0 => None,
            How::Mean => Some(self.sum / self.n as f64),
            How::Max => Some(self.most),
            How::Min => Some(self.least),
            How::First => Some(self.first),
            How::Last => Some(self.last),
        }
    }
}
