//! Everything outside function bodies, and the bodies put together.

use super::Generator;
use super::expr::Use;
use super::model::{Context, Function, Record, Returns, Shape, Table, Var};
use super::types::Int;

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
    fn shape(&mut self) -> Shape {
        match self.rng.below(10) {
            0..=4 => Shape::Int(self.int()),
            5 | 6 => Shape::Array(self.int(), vec![self.rng.between(2, 6)]),
            7 => Shape::Array(self.int(), vec![self.rng.between(2, 3), self.rng.between(2, 4)]),
            8 => Shape::Struct(self.rng.below(self.records.len())),
            _ => Shape::StructArray(self.rng.below(self.records.len()), self.rng.between(2, 3)),
        }
    }

    /// A declaration without storage class, initialiser and semicolon.
    fn declarator(&self, shape: &Shape, name: &str) -> String {
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
    fn variable(&mut self, shape: Shape, prefix: &str, storage: &str) {
        let name = self.fresh(prefix);
        let value = self.initialiser(&shape);
        let text = self.declarator(&shape, &name);
        self.line(&format!("{storage}{text} = {value};"));
        self.vars.push(Var { name, shape, writable: !storage.contains("const"), global: storage.contains("static") });
    }

    /// A constant initialiser, with designators and parts left out.
    fn initialiser(&mut self, shape: &Shape) -> String {
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
    fn pointers(&mut self, prefix: &str, storage: &str, purpose: Use) {
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

    /// The local variables of a function.
    fn locals(&mut self) {
        for _ in 0..self.rng.between(2, 4) {
            let shape = self.shape();
            let storage = if self.config.globals && self.rng.chance(15) { "static " } else { "" };
            self.variable(shape, "v", storage);
        }
        self.pointers("p", "", Use::Write);
    }

    fn function(&mut self) {
        let name = self.fresh("f");
        let scope = self.vars.len();
        let recursive = self.rng.chance(25);
        let returns = match self.rng.below(6) {
            0 => Returns::Nothing,
            1 => Returns::Struct(self.rng.below(self.records.len())),
            _ => Returns::Int(self.int()),
        };
        let mut params = Vec::new();
        let mut texts = Vec::new();
        if recursive {
            params.push(Shape::Int(Int::Int));
            texts.push("int depth".to_owned());
            self.vars.push(Var {
                name: "depth".to_owned(),
                shape: Shape::Int(Int::Int),
                writable: false,
                global: false,
            });
        }
        for _ in 0..self.rng.between(1, 3) {
            let shape = match self.rng.below(6) {
                0 => Shape::Struct(self.rng.below(self.records.len())),
                1 => Shape::Pointer(self.int()),
                _ => Shape::Int(self.int()),
            };
            let param = self.fresh("a");
            texts.push(self.declarator(&shape, &param));
            // A pointer parameter keeps its target: what it is set to might not outlive the caller's use of it.
            self.vars.push(Var { name: param, shape: shape.clone(), writable: true, global: false });
            params.push(shape);
        }
        let head = match returns {
            Returns::Nothing => "void".to_owned(),
            Returns::Int(ty) => ty.name().to_owned(),
            Returns::Struct(record) => format!("struct {}", self.records[record].name),
        };
        self.open(&format!("static {head} {name}({}) {{", texts.join(", ")));
        self.cost = 0;
        self.budget = self.config.cost / 8;
        self.locals();
        self.block(Context { depth: 0, times: 1, in_loop: false });
        if recursive {
            self.recurse(&name, &params, returns);
        }
        match returns {
            Returns::Nothing => {}
            Returns::Int(_) => {
                let value = self.expr(2).text;
                self.line(&format!("return {value};"));
            }
            Returns::Struct(record) => {
                let shape = Shape::Struct(record);
                let fallback = self.initialiser(&shape);
                let record_name = self.records[record].name.clone();
                let value = self.place_of_struct(record, Use::Read);
                self.line(&format!("return {};", value.unwrap_or(format!("(struct {record_name}){fallback}"))));
            }
        }
        self.close("}");
        self.vars.truncate(scope);
        let cost = (self.cost + 2) * if recursive { 4 } else { 1 };
        self.functions.push(Function { name, params, returns, recursive, cost });
    }

    fn recurse(&mut self, name: &str, params: &[Shape], returns: Returns) {
        let mut arguments = vec!["depth - 1".to_owned()];
        for (i, shape) in params.iter().enumerate().skip(1) {
            arguments.push(match shape {
                Shape::Int(_) => self.expr(1).text,
                // Its own parameters, in order, stand right after `depth`.
                _ => self.parameter(params.len(), i),
            });
        }
        let call = format!("{name}({})", arguments.join(", "));
        let text = if let Returns::Int(_) = returns {
            format!("mix((unsigned long long){call});")
        } else {
            format!("{call};")
        };
        self.line("if (depth > 0)");
        self.line(&format!("    {text}"));
    }

    /// The name of parameter `i` of the function under construction.
    fn parameter(&self, n_params: usize, i: usize) -> String {
        let depth = self.vars.iter().rposition(|var| var.name == "depth").unwrap_or(0);
        debug_assert!(i < n_params);
        self.vars[depth + i].name.clone()
    }

    /// Small functions of one type, to be called through a table.
    fn table_of_functions(&mut self) {
        let mut names = Vec::new();
        for _ in 0..3 {
            let (name, param) = (self.fresh("t"), self.fresh("a"));
            self.vars.push(Var { name: param.clone(), shape: Shape::Int(Int::UInt), writable: true, global: false });
            let value = self.expr(2).text;
            self.vars.pop();
            self.line(&format!("static unsigned int {name}(unsigned int {param}) {{ return {value}; }}"));
            names.push(name);
        }
        let table = self.fresh("table");
        self.line(&format!("static unsigned int (*const {table}[])(unsigned int) = {{{}}};", names.join(", ")));
        self.tables.push(Table { name: table, len: names.len(), cost: 2 });
    }

    fn closed_main(&mut self) {
        self.open("int main(void) {");
        self.cost = 0;
        self.budget = self.config.cost;
        self.locals();
        for _ in 0..2 {
            self.block(Context { depth: 0, times: 1, in_loop: false });
        }
        for function in 0..self.functions.len() {
            let text = self.call_text(function);
            self.line(&format!("{text};"));
        }
        for var in self.vars.clone() {
            let (place, _) = self.descend_into(&var);
            self.line(&format!("mix((unsigned long long){place});"));
        }
        self.out.push_str("#ifdef NATIVE\n");
        self.line("printf(\"%llu\\n\", checksum);");
        self.out.push_str("#else\n");
        self.line("assert(checksum == EXPECTED);");
        self.out.push_str("#endif\n");
        self.line("return 0;");
        self.close("}");
    }

    fn open_main(&mut self) {
        let names = &["x", "y"][..self.config.inputs];
        let params: Vec<String> = names.iter().map(|name| format!("unsigned char {name}")).collect();
        for name in names {
            self.vars.push(Var {
                name: (*name).to_owned(),
                shape: Shape::Int(Int::UChar),
                writable: false,
                global: false,
            });
        }
        self.open(&format!("static unsigned char run({}) {{", params.join(", ")));
        self.line("checksum = 0;");
        self.cost = 0;
        self.budget = self.config.cost;
        self.locals();
        self.block(Context { depth: 0, times: 1, in_loop: false });
        let value = self.expr(self.config.expression_depth).text;
        self.line(&format!("return {value} ^ checksum;"));
        self.close("}");
        self.out.push_str("#ifdef NATIVE\n");
        self.open("int main(void) {");
        self.line("static int hits[256];");
        let bounds = [256, if names.len() > 1 { 256 } else { 1 }];
        self.line(&format!("for (int x = 0; x < {}; x++)", bounds[0]));
        self.line(&format!("    for (int y = 0; y < {}; y++)", bounds[1]));
        self.line(&format!("        hits[run({})]++;", names.join(", ")));
        self.line("for (int i = 0; i < 256; i++)");
        self.line("    printf(\"%d\\n\", hits[i]);");
        self.line("return 0;");
        self.close("}");
        self.out.push_str("#else\n");
        self.line("unsigned char __VERIFIER_nondet_uchar(void);");
        self.open("int main(void) {");
        for name in names {
            self.line(&format!("unsigned char {name} = __VERIFIER_nondet_uchar();"));
        }
        self.line(&format!("unsigned char result = run({});", names.join(", ")));
        self.line("assert(result != EXCLUDED);");
        self.line("return 0;");
        self.close("}");
        self.out.push_str("#endif\n");
    }
}
