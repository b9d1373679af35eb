//! Everything outside function bodies, and the bodies put together.

use super::Generator;
use super::expr::Use;
use super::model::{Record, Shape, Var};

impl Generator {
    /// The whole program.
    pub(super) fn program(&mut self, seed: u64) {
        self.prologue(seed);
        for _ in 0..self.rng.between(1, 3) {
            self.record();
        }
        self.tables_of_constants();
        if self.config.globals {
            for _ in 0..self.rng.between(3, 6) {
                let shape = self.shape();
                self.variable(shape, "g", "static ");
            }
            self.pointers("gp", "static ", Use::Keep);
        }
        for _ in 0..self.config.functions {
            self.function();
        }
        self.table_of_functions();
        if self.config.inputs == 0 {
            self.closed_main();
        } else {
            self.open_main();
        }
    }

    fn prologue(&mut self, seed: u64) {
        self.line(&format!("/* Generated from seed {seed}. */"));
        self.line("#ifdef NATIVE");
        self.line("#include <stdio.h>");
        self.line("#else");
        self.line("#include <assert.h>");
        self.line("#endif");
        if self.config.raw_percent > 0 {
            for (name, ty) in [("keep_int", "int"), ("keep_long", "long"), ("keep_long_long", "long long")] {
                self.line(&format!("static {ty} {name}({ty} value) {{ return value; }}"));
            }
        }
        self.line("static unsigned long long checksum = 1;");
        self.line("static void mix(unsigned long long value) {");
        // A product of two inputs is hard to reason about; a rotation costs nothing.
        self.line(match self.config.inputs {
            0 => "    checksum = (checksum ^ value) * 1099511628211ull + (checksum >> 47);",
            _ => "    checksum = (checksum << 5 | checksum >> 59) ^ value;",
        });
        self.line("}");
    }

    fn record(&mut self) {
        let name = self.fresh("s");
        let mut fields = Vec::new();
        self.open(&format!("struct {name} {{"));
        for i in 0..self.rng.between(2, 4) {
            let field = format!("m{i}");
            let shape = match self.rng.below(6) {
                0 => Shape::Array(self.int(), vec![self.rng.between(2, 4)]),
                1 if !self.records.is_empty() => Shape::Struct(self.rng.below(self.records.len())),
                _ => Shape::Int(self.int()),
            };
            let text = self.declarator(&shape, &field);
            self.line(&format!("{text};"));
            fields.push((field, shape));
        }
        self.close("};");
        self.records.push(Record { name, fields });
    }

    /// A type for a variable, pointers aside.
    pub(super) fn shape(&mut self) -> Shape {
        match self.rng.below(10) {
            0..=4 => Shape::Int(self.int()),
            5 | 6 => Shape::Array(self.int(), vec![self.rng.between(2, 6)]),
            7 => Shape::Array(self.int(), vec![self.rng.between(2, 3), self.rng.between(2, 4)]),
            8 => Shape::Struct(self.rng.below(self.records.len())),
            _ => Shape::StructArray(self.rng.below(self.records.len()), self.rng.between(2, 3)),
        }
    }

    /// A declaration without storage class, initialiser and semicolon.
    pub(super) fn declarator(&self, shape: &Shape, name: &str) -> String {
        match shape {
            Shape::Int(ty) => format!("{} {name}", ty.name()),
            Shape::Array(ty, dims) => {
                let dims: String = dims.iter().map(|len| format!("[{len}]")).collect();
                format!("{} {name}{dims}", ty.name())
            }
            Shape::Struct(record) => format!("struct {} {name}", self.records[*record].name),
            Shape::StructArray(record, len) => format!("struct {} {name}[{len}]", self.records[*record].name),
            Shape::Pointer(ty) => format!("{} *{name}", ty.name()),
            Shape::StructPointer(record) => format!("struct {} *{name}", self.records[*record].name),
        }
    }

    /// Declares an initialised variable.
    pub(super) fn variable(&mut self, shape: Shape, prefix: &str, storage: &str) {
        let name = self.fresh(prefix);
        let value = self.initialiser(&shape);
        let text = self.declarator(&shape, &name);
        self.line(&format!("{storage}{text} = {value};"));
        self.vars.push(Var { name, shape, writable: !storage.contains("const"), global: storage.contains("static") });
    }

    /// A constant initialiser, with designators and parts left out.
    pub(super) fn initialiser(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Int(_) => self.constant().text,
            Shape::Array(_, dims) if dims.len() == 1 => {
                let parts = (0..dims[0])
                    .map(|i| {
                        let value = self.constant().text;
                        self.designated(&format!("[{i}] = "), value)
                    })
                    .collect();
                self.braced(parts)
            }
            Shape::Array(ty, dims) => {
                let row = Shape::Array(*ty, dims[1..].to_vec());
                let parts = (0..dims[0]).map(|_| self.initialiser(&row)).collect();
                self.braced(parts)
            }
            Shape::Struct(record) => {
                let fields = self.records[*record].fields.clone();
                let parts = fields
                    .iter()
                    .map(|(name, shape)| {
                        let value = self.initialiser(shape);
                        self.designated(&format!(".{name} = "), value)
                    })
                    .collect();
                self.braced(parts)
            }
            Shape::StructArray(record, len) => {
                let parts = (0..*len).map(|_| self.initialiser(&Shape::Struct(*record))).collect();
                self.braced(parts)
            }
            Shape::Pointer(_) | Shape::StructPointer(_) => {
                unreachable!("pointers should be set where they are declared")
            }
        }
    }

    fn designated(&mut self, designator: &str, value: String) -> String {
        if self.rng.chance(20) { format!("{designator}{value}") } else { value }
    }

    /// The parts in braces; some of the last ones may be missing and are zero then.
    fn braced(&mut self, mut parts: Vec<String>) -> String {
        if self.rng.chance(25) {
            parts.truncate(self.rng.between(1, parts.len()));
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn tables_of_constants(&mut self) {
        for _ in 0..self.rng.between(1, 2) {
            let shape = match self.shape() {
                Shape::Int(ty) => Shape::Array(ty, vec![8]),
                other => other,
            };
            self.variable(shape, "k", "static const ");
        }
    }

    /// Pointers to what is in scope.
    pub(super) fn pointers(&mut self, prefix: &str, storage: &str, purpose: Use) {
        for _ in 0..2 {
            let (shape, target) = if self.rng.chance(30) {
                let record = self.rng.below(self.records.len());
                (Shape::StructPointer(record), self.place_of_struct(record, purpose).map(|place| format!("&{place}")))
            } else {
                let ty = self.int();
                (Shape::Pointer(ty), self.address(ty, purpose))
            };
            // An address in an initialiser of static storage has to be constant.
            if let Some(target) = target
                && (storage.is_empty() || target.chars().all(|c| c.is_alphanumeric() || "&[].".contains(c)))
            {
                let name = self.fresh(prefix);
                let text = self.declarator(&shape, &name);
                self.line(&format!("{storage}{text} = {target};"));
                self.vars.push(Var { name, shape, writable: true, global: !storage.is_empty() });
            }
        }
    }
}
