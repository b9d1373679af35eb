//! Scopes and variables, as trees that a client opens part by part.

use serde_json::{Value, json};
use whyc_debug::finding::InputReport;
use whyc_ir::program::LocalKind;
use whyc_ir::types::{Type, TypeId};

use super::debuggee::Debuggee;
use super::eval::{Found, What};
use super::matters::MARK;
use super::protocol::{Fault, Which};
use super::view::Place;
use super::{eval, memory, view};

/// A client that asks for everything gets no more parts than this.
const MANY: u64 = 1000;

/// Something that a client can open, until the run goes on.
#[derive(Clone, Debug)]
pub enum Handle {
    /// The variables of a call.
    Locals(u32),
    /// The globals that it can name.
    Globals(u32),
    /// What came from outside.
    Inputs,
    /// What the explanation names.
    Matters(u32),
    /// The parts of a place, which this expression names in that call.
    Parts(u32, Place, String),
    /// So many places one behind the other.
    Row(u32, Place, u64, String),
}

/// What can be opened.
#[derive(Debug, Default)]
pub struct Handles {
    all: Vec<Handle>,
}

impl Handles {
    /// Forgets all: the run has gone on.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// The number of something that can be opened.
    pub fn add(&mut self, handle: Handle) -> i64 {
        self.all.push(handle);
        self.all.len() as i64
    }

    /// What a number stands for.
    pub fn get(&self, reference: i64) -> Result<Handle, Fault> {
        let at = usize::try_from(reference).ok().and_then(|at| at.checked_sub(1));
        let found = at.and_then(|at| self.all.get(at)).cloned();
        found.ok_or_else(|| Fault(format!("there is no variable with the reference {reference}, or no longer")))
    }
}

/// A variable before it is told.
struct Shown {
    name: String,
    value: String,
    ty: String,
    expression: Option<String>,
    place: Option<Place>,
}

impl Debuggee {
    /// The scopes of a call.
    pub fn scopes(&self, handles: &mut Handles, activation: u32) -> Value {
        let scope = |name: &str, hint: &str, reference: i64, expensive: bool| json!({"name": name, "presentationHint": hint, "variablesReference": reference, "expensive": expensive});
        json!([
            scope("Locals", "locals", handles.add(Handle::Locals(activation)), false),
            scope("What matters", "matters", handles.add(Handle::Matters(activation)), false),
            scope("Inputs", "inputs", handles.add(Handle::Inputs), false),
            scope("Globals", "globals", handles.add(Handle::Globals(activation)), false),
        ])
    }

    /// The variables in something that can be opened.
    pub fn variables(&mut self, handles: &mut Handles, handle: &Handle, start: u64, count: u64) -> Vec<Value> {
        let count = if count == 0 { MANY } else { count };
        let (activation, shown) = match handle {
            Handle::Locals(activation) => (*activation, self.locals(*activation)),
            Handle::Globals(activation) => (*activation, self.globals(*activation)),
            Handle::Inputs => return self.inputs(),
            Handle::Matters(activation) => return self.what_matters(handles, *activation),
            Handle::Parts(activation, place, whole) => (*activation, self.parts(*place, whole, start, count)),
            Handle::Row(activation, first, n, whole) => {
                (*activation, self.row(*first, (*n).min(start.saturating_add(count)), start, whole))
            }
        };
        shown.into_iter().map(|it| self.told(handles, activation, it)).collect()
    }

    /// A variable as a client gets it.
    fn told(&self, handles: &mut Handles, activation: u32, shown: Shown) -> Value {
        let mut variable = json!({"name": shown.name, "value": shown.value, "type": shown.ty, "variablesReference": 0});
        if let Some(expression) = &shown.expression {
            variable["evaluateName"] = json!(expression);
            if self.matters.is_named(expression, &self.function_name(activation)) {
                variable["value"] = json!(format!("{}{MARK}", shown.value));
                variable["presentationHint"] = json!({"attributes": ["matters"]});
            }
        }
        if let Some(place) = shown.place {
            self.locatable(place, &mut variable);
            let whole = shown.expression.unwrap_or_default();
            self.openable(handles, activation, place, whole, &mut variable);
        }
        variable
    }

    /// Says where the bytes are that a client may want to see: of a pointer, what it points to.
    fn locatable(&self, place: Place, variable: &mut Value) {
        let place = match self.types.get(place.ty) {
            Type::Pointer(_) => self.behind(place).map(|(first, _)| first),
            _ => Some(place),
        };
        if let Some(reference) = place.and_then(memory::reference) {
            variable["memoryReference"] = json!(reference);
        }
    }

    /// Says what can be opened of a place.
    fn openable(&self, handles: &mut Handles, activation: u32, place: Place, whole: String, variable: &mut Value) {
        let n = self.n_children(place);
        if n == 0 {
            return;
        }
        let kind = match self.types.get(place.ty) {
            Type::Record(_) => "namedVariables",
            _ => "indexedVariables",
        };
        // One thing behind a pointer is opened at once.
        if let (Type::Pointer(_), Some((first, 1))) = (self.types.get(place.ty), self.behind(place))
            && let Type::Record(_) = self.types.get(first.ty)
        {
            let inner = view::How::Deref.of(&whole);
            variable["namedVariables"] = json!(self.n_children(first));
            variable["variablesReference"] = json!(handles.add(Handle::Parts(activation, first, inner)));
            return;
        }
        variable[kind] = json!(n);
        variable["variablesReference"] = json!(handles.add(Handle::Parts(activation, place, whole)));
    }

    /// The name of the function of a call.
    pub fn function_name(&self, activation: u32) -> String {
        let function = self.tape.activations.get(activation as usize).map(|it| it.function);
        function.map_or_else(String::new, |function| self.program.functions[function].name.clone())
    }

    fn shown(&self, name: String, place: Place, expression: Option<String>) -> Shown {
        Shown { name, value: self.show(place), ty: self.types.name(place.ty), expression, place: Some(place) }
    }

    fn locals(&self, activation: u32) -> Vec<Shown> {
        let Some(function) = self.tape.activations.get(activation as usize).map(|it| it.function) else {
            return Vec::new();
        };
        let infos = &self.program.functions[function].locals;
        let locals = self.tape.locals(activation);
        let named = locals
            .iter()
            .filter(|(local, _)| infos[*local].kind != LocalKind::Temporary && !infos[*local].name.is_empty());
        let named: Vec<_> = named.collect();
        let show = |(k, &&(local, slot)): (usize, &&(whyc_ir::program::LocalId, whyc_debug::tape::SlotId))| {
            let info = &infos[local];
            // An inner one of the same name hides it: no expression names it.
            let is_hidden = named[k + 1..].iter().any(|(other, _)| infos[*other].name == info.name);
            let place = Place::whole(slot, info.ty);
            match is_hidden {
                true => {
                    let line = self.program.sources.line(info.span);
                    self.shown(format!("{} (of line {line})", info.name), place, None)
                }
                false => self.shown(info.name.clone(), place, Some(info.name.clone())),
            }
        };
        named.iter().enumerate().map(show).collect()
    }

    fn globals(&self, activation: u32) -> Vec<Shown> {
        let function = self.tape.activations.get(activation as usize).map(|it| it.function);
        let globals = eval::globals(self, function);
        let show = |id| {
            let global = &self.program.globals[id];
            let slot = self.tape.state().global(id)?;
            // A compound literal has no name that an expression could have.
            let is_name = global.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let expression = is_name.then(|| global.name.clone());
            Some(self.shown(global.name.clone(), Place::whole(slot, global.ty), expression))
        };
        globals.filter_map(show).collect()
    }

    fn parts(&self, place: Place, whole: &str, start: u64, count: u64) -> Vec<Shown> {
        let parts = self.children(place, start, count).into_iter();
        let expression = |how: &view::How| (!whole.is_empty()).then(|| how.of(whole));
        parts.map(|part| self.shown(part.name, part.place, expression(&part.how))).collect()
    }

    fn row(&self, first: Place, end: u64, start: u64, whole: &str) -> Vec<Shown> {
        let stride = self.types.size_of(first.ty).unwrap_or(0);
        let at = |k: u64| Place { offset_bits: first.offset_bits + k * stride * 8, ..first };
        let how = |k: u64| view::How::Behind(format!("[{k}]")).of(whole);
        (start..end).map(|k| self.shown(format!("[{k}]"), at(k), Some(how(k)))).collect()
    }

    fn inputs(&self) -> Vec<Value> {
        let inputs: &[InputReport] = match (self.which, &self.finding.counterexample, &self.finding.explanation) {
            (Which::Failing, Some(run), _) => &run.inputs,
            (Which::Passing, _, Some(explanation)) => &explanation.inputs,
            _ => &[],
        };
        let told = inputs.iter().map(|input| {
            let mark = if self.which == Which::Failing && input.relevant { MARK } else { "" };
            let name = format!("{} (line {})", input.name, self.finding.sources.line(input.span));
            json!({"name": name, "value": format!("{}{mark}", input.value), "type": input.ty, "variablesReference": 0})
        });
        told.collect()
    }

    fn what_matters(&mut self, handles: &mut Handles, activation: u32) -> Vec<Value> {
        let function = self.function_name(activation);
        let here = |it: &&super::matters::Named| it.function.as_deref().is_none_or(|known| known == function);
        let names: Vec<String> = self.matters.named.iter().filter(here).map(|it| it.name.clone()).collect();
        let mut told = Vec::new();
        for name in names {
            // What has no value here is not told here.
            if let Ok(found) = self.evaluate(&name, Some(activation)) {
                let mut variable = self.told_found(handles, activation, found, &name);
                variable["name"] = json!(name);
                told.push(variable);
            }
        }
        for link in &self.matters.chain {
            let mark = if link.matters { MARK } else { "" };
            let value = format!("{}{mark}", link.sentence);
            told.push(json!({"name": format!("line {}", link.line), "value": value, "variablesReference": 0}));
        }
        told
    }

    /// What an expression stands for, as a client gets it: `value`, `type` and what can be opened.
    pub fn told_found(&self, handles: &mut Handles, activation: u32, found: Found, text: &str) -> Value {
        let ty: TypeId = match found {
            Found::Place(place) => place.ty,
            Found::Value(value) => value.ty,
        };
        let value = self.show_found(found);
        let mut told = json!({
            "value": value, "type": self.types.name(ty), "variablesReference": 0, "evaluateName": text,
        });
        match found {
            Found::Place(place) => {
                self.locatable(place, &mut told);
                self.openable(handles, activation, place, text.to_owned(), &mut told);
            }
            Found::Value(value) => {
                if let (What::Pointer(to), Some(pointee)) = (value.what, self.types.pointee(value.ty))
                    && let Some((first, n)) = self.pointed(pointee, to)
                {
                    told["indexedVariables"] = json!(n);
                    told["variablesReference"] = json!(handles.add(Handle::Row(activation, first, n, text.to_owned())));
                }
            }
        }
        told
    }
}
