//! Statements.

use super::Generator;
use super::expr::Use;
use super::model::{Context, Shape, Var};
use super::types::Int;

impl Generator {
    /// Statements up to the configured number, while the budget lasts.
    pub(super) fn block(&mut self, at: Context) {
        let scope = self.vars.len();
        if at.depth > 0 && self.rng.chance(30) {
            self.block_variable();
        }
        let n = self.rng.between(1, self.config.statements);
        for _ in 0..n {
            self.statement(at);
        }
        self.vars.truncate(scope);
    }

    /// A variable of an inner block. It may hide one of an outer block, of the same type.
    fn block_variable(&mut self) {
        let mut name = self.fresh("b");
        let mut ty = self.int();
        let outer = self.vars.iter().rev().find_map(|var| match var.shape {
            Shape::Int(ty) if var.writable && !var.global => Some((var.name.clone(), ty)),
            _ => None,
        });
        if let Some(outer) = outer
            && self.rng.chance(30)
        {
            (name, ty) = outer;
        }
        let value = self.constant();
        self.line(&format!("{} {name} = {};", ty.name(), value.text));
        self.vars.push(Var { name, shape: Shape::Int(ty), writable: true, global: false });
    }

    fn statement(&mut self, at: Context) {
        if self.cost + at.times > self.budget {
            return self.line(";");
        }
        self.cost += at.times;
        let nested = at.depth < self.config.depth;
        match self.rng.below(26) {
            0..=5 => self.assignment(),
            6..=8 => self.compound_assignment(),
            9 => self.increment(),
            10 | 11 => self.mix(),
            12 | 13 => self.call(at),
            14 => self.set_pointer(),
            15 => self.copy_struct(),
            16..=18 if nested => self.conditional(at),
            19..=21 if nested => self.iteration(at),
            22 if nested => self.switch(at),
            23 if nested => self.jump(at),
            24 if at.in_loop => {
                let condition = self.condition();
                let word = if self.rng.chance(50) { "continue" } else { "break" };
                self.line(&format!("if {condition}"));
                self.line(&format!("    {word};"));
            }
            _ => self.assignment(),
        }
    }

    pub(super) fn assignment(&mut self) {
        let Some((place, ty)) = self.place(Use::Write) else { return self.mix() };
        let value = self.expr(self.config.expression_depth);
        if self.rng.chance(10) {
            // The outer place is a variable of its own, so that the order of the two does not matter.
            let name = self.fresh("c");
            self.line(&format!("{} {name};", ty.name()));
            self.line(&format!("{name} = {place} = {};", value.text));
            self.vars.push(Var { name, shape: Shape::Int(ty), writable: true, global: false });
        } else {
            self.line(&format!("{place} = {};", value.text));
        }
    }

    fn compound_assignment(&mut self) {
        let Some((place, ty)) = self.place(Use::Write) else { return self.mix() };
        let value = self.expr(self.config.expression_depth - 1);
        let text = match self.rng.below(5) {
            0 => format!("{place} {} {};", self.rng.pick(&["&=", "|=", "^="]), value.text),
            1 => {
                // A signed value that is moved to the left may leave its type.
                let ops: &[&str] = if ty.promoted().is_signed() && !self.raw() { &[">>="] } else { &["<<=", ">>="] };
                let op = *self.rng.pick(ops);
                format!("{place} {op} {} & {};", value.text, ty.promoted().bits() - 1)
            }
            2 => format!("{place} {} ({} & 15) + 1;", self.rng.pick(&["/=", "%="]), value.text),
            _ => {
                let op = *self.rng.pick(&["+=", "-=", "*="]);
                // Only where the result is not made narrower: see `unguarded`.
                if Int::common(ty, value.ty) == ty && self.raw() {
                    format!("{place} {op} {};", value.text)
                } else if ty.promoted().is_signed() && ty.bits() >= 32 {
                    // As wide as the arithmetic: it has to be made unsigned.
                    format!("{place} {op} ({}){};", Int::ULongLong.name(), value.text)
                } else {
                    format!("{place} {op} (unsigned int){};", value.text)
                }
            }
        };
        self.line(&text);
    }

    fn increment(&mut self) {
        let Some((place, ty)) = self.place(Use::Write) else { return self.mix() };
        // Narrow types are incremented as int and wrap when stored.
        if (ty.is_signed() && ty.bits() >= 32 && !self.raw()) || ty == Int::Bool {
            return self.line(&format!("{place} ^= 1;"));
        }
        let text = match self.rng.below(4) {
            0 => format!("{place}++;"),
            1 => format!("--{place};"),
            2 => format!("mix((unsigned long long){place}++);"),
            _ => format!("mix((unsigned long long)--{place});"),
        };
        self.line(&text);
    }

    /// Folds a value into the checksum.
    pub(super) fn mix(&mut self) {
        let value = self.expr(self.config.expression_depth);
        self.line(&format!("mix((unsigned long long){});", value.text));
    }

    fn set_pointer(&mut self) {
        let pointers: Vec<Var> =
            self.vars.iter().filter(|var| super::expr::is_pointer(&var.shape) && var.writable).cloned().collect();
        if pointers.is_empty() {
            return self.assignment();
        }
        let pointer = self.rng.pick(&pointers).clone();
        // Only what lives as long as the function may be pointed to: locals of inner blocks are younger than any pointer.
        let purpose = Use::Keep;
        let target = match pointer.shape {
            Shape::Pointer(ty) => self.address(ty, purpose),
            Shape::StructPointer(record) => self.place_of_struct(record, purpose).map(|place| format!("&{place}")),
            Shape::Int(_) | Shape::Array(..) | Shape::Struct(_) | Shape::StructArray(..) => None,
        };
        match target {
            Some(target) => self.line(&format!("{} = {target};", pointer.name)),
            None => self.assignment(),
        }
    }

    fn copy_struct(&mut self) {
        if self.records.is_empty() {
            return self.assignment();
        }
        let record = self.rng.below(self.records.len());
        match (self.place_of_struct(record, Use::Write), self.place_of_struct(record, Use::Read)) {
            (Some(to), Some(from)) => self.line(&format!("{to} = {from};")),
            _ => self.assignment(),
        }
    }

    fn conditional(&mut self, at: Context) {
        let inner = Context { depth: at.depth + 1, ..at };
        let condition = self.condition();
        self.open(&format!("if {condition} {{"));
        self.block(inner);
        if self.rng.chance(50) {
            self.close("} else {");
            self.indent += 1;
            self.block(inner);
        }
        self.close("}");
    }

    fn iteration(&mut self, at: Context) {
        let rounds = self.rng.between(1, 5);
        let inner = Context { depth: at.depth + 1, times: at.times * rounds, in_loop: true };
        let counter = self.fresh("i");
        let ty = *self.rng.pick(&[Int::Int, Int::UInt, Int::UChar, Int::Long]);
        let name = ty.name();
        let visible = Var { name: counter.clone(), shape: Shape::Int(ty), writable: false, global: false };
        let scope = self.vars.len();
        match self.rng.below(3) {
            0 => {
                self.open(&format!("for ({name} {counter} = 0; {counter} < {rounds}; {counter}++) {{"));
                self.vars.push(visible);
                self.block(inner);
                self.close("}");
            }
            1 => {
                self.line(&format!("{name} {counter} = {rounds};"));
                self.open(&format!("while ({counter}-- > 0) {{"));
                self.vars.push(visible);
                self.block(inner);
                self.close("}");
            }
            _ => {
                self.line(&format!("{name} {counter} = 0;"));
                self.open("do {");
                self.vars.push(visible);
                self.block(inner);
                self.close(&format!("}} while (++{counter} < {rounds});"));
            }
        }
        self.vars.truncate(scope);
    }

    fn switch(&mut self, at: Context) {
        let inner = Context { depth: at.depth + 1, ..at };
        let value = self.expr(2);
        self.open(&format!("switch ({} & 3) {{", value.text));
        let labels = ["case 0:", "case 2:", "default:", "case 1:"];
        for label in labels {
            self.close(label);
            self.indent += 1;
            self.line("{");
            self.indent += 1;
            self.block(inner);
            self.close("}");
            if self.rng.chance(60) {
                self.line("break;");
            }
        }
        self.close("}");
    }

    /// A jump over some statements, or back to them a few times.
    fn jump(&mut self, at: Context) {
        let label = self.fresh("L");
        let inner = Context { depth: at.depth + 1, ..at };
        if self.rng.chance(50) {
            let condition = self.condition();
            self.line(&format!("if {condition}"));
            self.line(&format!("    goto {label};"));
            self.open("{");
            self.block(inner);
            self.close("}");
            self.line(&format!("{label}:;"));
        } else {
            let rounds = self.rng.between(1, 3);
            let counter = self.fresh("g");
            self.open("{");
            self.line(&format!("int {counter} = 0;"));
            self.line(&format!("{label}:;"));
            self.open("{");
            self.block(Context { times: at.times * rounds, ..inner });
            self.close("}");
            self.line(&format!("if (++{counter} < {rounds})"));
            self.line(&format!("    goto {label};"));
            self.close("}");
        }
    }
}
