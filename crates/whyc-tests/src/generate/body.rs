//! Function bodies and the two kinds of `main`.

use super::Generator;
use super::expr::Use;
use super::model::{Context, Function, Returns, Shape, Table, Var};
use super::types::Int;

impl Generator {
    /// The local variables of a function.
    fn locals(&mut self) {
        for _ in 0..self.rng.between(2, 4) {
            let shape = self.shape();
            let storage = if self.config.globals && self.rng.chance(15) { "static " } else { "" };
            self.variable(shape, "v", storage);
        }
        self.pointers("p", "", Use::Write);
    }

    pub(super) fn function(&mut self) {
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
    pub(super) fn table_of_functions(&mut self) {
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

    pub(super) fn closed_main(&mut self) {
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

    pub(super) fn open_main(&mut self) {
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
