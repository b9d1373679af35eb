//! Calls, and the arguments that fit them.

use super::Generator;
use super::expr::Use;
use super::model::{Context, Returns, Shape, Var};
use super::types::Int;

impl Generator {
    /// A call whose result is stored or mixed in, possibly one of two by the truth of the first.
    pub(super) fn call(&mut self, at: Context) {
        if self.rng.chance(30) && !self.tables.is_empty() {
            let table = self.rng.pick(&self.tables).clone();
            if self.cost + at.times * table.cost <= self.budget {
                self.cost += at.times * table.cost;
                let (which, argument) = (self.expr(1), self.expr(2));
                let text = format!(
                    "{}[(unsigned int){} % {}]((unsigned int){})",
                    table.name, which.text, table.len, argument.text
                );
                return self.line(&format!("mix({text});"));
            }
        }
        let affordable: Vec<usize> = (0..self.functions.len())
            .filter(|&f| self.cost + at.times * self.functions[f].cost <= self.budget)
            .collect();
        if affordable.is_empty() {
            return self.assignment();
        }
        let function = *self.rng.pick(&affordable);
        let text = self.call_text(function);
        self.cost += at.times * self.functions[function].cost;
        match self.functions[function].returns {
            Returns::Nothing => self.line(&format!("{text};")),
            Returns::Int(_) => match self.rng.below(4) {
                0 => {
                    let condition = self.expr(1).text;
                    self.line(&format!("mix({condition} ? (unsigned long long){text} : 7);"));
                }
                1 => {
                    let (a, b) = (self.expr(1).text, self.expr(1).text);
                    self.line(&format!("mix({a} && {text} || {b});"));
                }
                2 => self.line(&format!("mix((unsigned long long){text});")),
                _ => match self.place(Use::Write) {
                    // The order between the call and what the place is made of is open: the place must not depend on it.
                    Some((place, _)) if place.chars().all(|c| c.is_alphanumeric()) => {
                        self.line(&format!("{place} = {text};"));
                    }
                    _ => self.line(&format!("mix((unsigned long long){text});")),
                },
            },
            Returns::Struct(record) => match self.place_of_struct(record, Use::Write) {
                Some(place) if place.chars().all(|c| c.is_alphanumeric()) => self.line(&format!("{place} = {text};")),
                _ => {
                    let name = self.fresh("r");
                    self.line(&format!("struct {} {name} = {text};", self.records[record].name));
                    self.vars.push(Var { name, shape: Shape::Struct(record), writable: true, global: false });
                }
            },
        }
    }

    /// The text of a call; arguments have no side effects.
    pub(super) fn call_text(&mut self, function: usize) -> String {
        let callee = self.functions[function].clone();
        let mut arguments = Vec::new();
        for (i, shape) in callee.params.iter().enumerate() {
            arguments.push(match shape {
                Shape::Int(_) if i == 0 && callee.recursive => format!("{}", self.rng.below(4)),
                Shape::Int(_) => self.expr(2).text,
                Shape::Struct(record) => self.place_of_struct(*record, Use::Read).unwrap_or_else(|| {
                    let record = &self.records[*record].name;
                    format!("(struct {record}){{0}}")
                }),
                Shape::Pointer(ty) => self.address(*ty, Use::Write).unwrap_or_else(|| format!("&({}){{3}}", ty.name())),
                Shape::Array(..) | Shape::StructArray(..) | Shape::StructPointer(_) => {
                    unreachable!("no parameter should have such a type")
                }
            });
        }
        format!("{}({})", callee.name, arguments.join(", "))
    }

    /// The address of a number of exactly this type.
    pub(super) fn address(&mut self, ty: Int, purpose: Use) -> Option<String> {
        for _ in 0..12 {
            if let Some((place, found)) = self.place(purpose)
                && found == ty
            {
                return Some(format!("&{place}"));
            }
        }
        None
    }

    /// A variable or element that is such a struct.
    pub(super) fn place_of_struct(&mut self, record: usize, purpose: Use) -> Option<String> {
        let mut found = Vec::new();
        for var in &self.vars {
            if (purpose != Use::Read && !var.writable) || (purpose == Use::Keep && !var.global) {
                continue;
            }
            match &var.shape {
                Shape::Struct(r) if *r == record => found.push(var.name.clone()),
                Shape::StructArray(r, len) if *r == record => found.push(format!("{}[{}]", var.name, len - 1)),
                Shape::StructPointer(r) if *r == record && purpose != Use::Keep => {
                    found.push(format!("(*{})", var.name))
                }
                _ => {}
            }
        }
        (!found.is_empty()).then(|| self.rng.pick(&found).clone())
    }
}
