//! How a link is put: what the user wrote, and what it did.

use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, Origin};
use whyc_ir::property::Property;
use whyc_ir::types::{Type, TypeId};
use whyc_unroll::step::{ObjectRoot, Unrolling, part_name};

use super::choose::Link;
use super::losses::loss;
use super::stays::Stay;
use crate::dynamic::{Graph, Happening, Moment, MomentId, Part, Read, Root, Went};
use crate::failure::{Look, failure};
use crate::finding::{ChainLink, LinkKind};
use crate::show;

/// Puts links into words.
pub struct Teller<'a> {
    pub analysis: &'a Analysis,
    pub unrolling: &'a Unrolling,
    pub graph: &'a Graph,
    pub property: &'a Property,
}

impl Teller<'_> {
    /// A link in words.
    pub fn tell(&self, link: &Link) -> ChainLink {
        let program = &*self.analysis.program;
        let moment = &self.graph.moments[link.moment];
        let is_end = self.graph.end == Some(link.moment);
        let (kind, note) = if is_end { (LinkKind::Failure, failure(&self.look()).text) } else { self.happened(link) };
        let written = |span| program.sources.text(span).trim().trim_end_matches(';').to_owned();
        let function = match link.place.function == program.start {
            true => String::new(),
            false => program.functions[link.place.function].name.clone(),
        };
        let span = match (&moment.what, self.body(moment).map(|body| &body.instrs[moment.at.instr].kind)) {
            (Happening::Branch { .. }, Some(InstrKind::Branch { cond, .. })) if link.place.moment == link.moment => {
                self.body(moment).map_or(link.place.span, |body| body.exprs[*cond].span)
            }
            _ => link.place.span,
        };
        let note = match loss(program, self.graph, link.moment).filter(|_| !is_end && !self.is_in_model(moment)) {
            Some(loss) if note.is_empty() => loss.text,
            Some(loss) => format!("{note}; {}", loss.text),
            None => note,
        };
        let note = match &link.stays {
            Some(stay) => self.with_stay(note, stay, link.moment),
            None => note,
        };
        let note = match link.leads_to.and_then(|to| Some((to, self.span_of(to)?))) {
            Some((to, span)) => {
                let line = program.sources.line(span);
                match self.graph.moments[to].what {
                    Happening::Free { .. } => format!("frees the memory (line {line})"),
                    _ => format!("comes to line {line}"),
                }
            }
            None => note,
        };
        let note = match link.falls_to.and_then(|next| self.span_of(next)) {
            Some(next) => {
                let goes_on = format!("goes on into the next case (line {})", program.sources.line(next));
                if note.is_empty() { goes_on } else { format!("{note}; {goes_on}") }
            }
            None => note,
        };
        let helps = matches!(link.went, Some(Went::Well | Went::Instead | Went::Past));
        let mut text = written(span);
        // What initialises a part of something does not say which.
        if let (LinkKind::Assign, Some(name)) = (kind, moment.wrote.and_then(|part| self.name(part)))
            && link.place.moment == link.moment
            && !text.contains(['=', '(', '+', '-'])
        {
            text = format!("{name} = {text}");
        }
        ChainLink { kind, text, note, span, function, matters: helps, told: link.told }
    }

    fn body(&self, moment: &Moment) -> Option<&Body> {
        self.analysis.program.functions[moment.at.function].body.as_ref()
    }

    fn is_in_model(&self, moment: &Moment) -> bool {
        let function = &self.analysis.program.functions[moment.at.function];
        function.origin == Origin::Whyc && moment.at.function != self.analysis.program.start
    }

    /// Whether the user called the function that a moment is in.
    fn is_called_by_user(&self, moment: &Moment) -> bool {
        let call = self.graph.activations.get(moment.at.activation as usize).and_then(|activation| activation.call);
        call.is_some_and(|call| !self.is_in_model(&self.graph.moments[call]))
    }

    /// Whether what a moment wrote is something that the user can name: what models keep to themselves is not.
    fn is_users(&self, moment: &Moment) -> bool {
        let program = &*self.analysis.program;
        match moment.wrote.map(|part| part.root) {
            Some(Root::Local(activation, _)) => {
                let function = self.graph.activations.get(activation as usize).map(|activation| activation.function);
                function.is_some_and(|function| program.functions[function].origin == Origin::User)
            }
            Some(Root::Global(global)) => !program.globals[global].name.starts_with("__whyc"),
            Some(Root::Block(_)) => true,
            None => false,
        }
    }

    /// The property over time that sees a step here: what is written is a variable that whyc added for it.
    fn seen_by(&self, moment: &Moment) -> Option<&str> {
        let Some(Root::Global(global)) = moment.wrote.map(|part| part.root) else { return None };
        let name = &self.analysis.program.globals[global].name;
        name.strip_prefix("__whyc state of ").or_else(|| name.strip_prefix("__whyc step of "))
    }

    fn happened(&self, link: &Link) -> (LinkKind, String) {
        let moment = &self.graph.moments[link.moment];
        let is_inside = self.is_in_model(moment);
        match moment.what {
            Happening::Branch { .. } | Happening::Switch if is_inside => (LinkKind::Call, self.library(link)),
            Happening::Return if is_inside && !self.is_called_by_user(moment) => (LinkKind::Call, self.library(link)),
            Happening::Write | Happening::Parameter { .. } if is_inside && !self.is_users(moment) => {
                (LinkKind::Call, self.library(link))
            }
            Happening::Branch { cond } => (LinkKind::Decision, self.decided(link.moment, cond)),
            Happening::Switch => (LinkKind::Decision, self.switched(link.moment)),
            Happening::Input => (LinkKind::Input, self.got(moment)),
            Happening::Write => match self.seen_by(moment) {
                Some(property) => (LinkKind::Assign, format!("is a step of `{property}`")),
                None => (LinkKind::Assign, self.became(link.moment)),
            },
            Happening::Parameter { .. } => (LinkKind::Call, self.got(moment)),
            Happening::Call { .. } => (LinkKind::Call, String::new()),
            Happening::Return => (LinkKind::Return, self.returned(link.moment)),
            Happening::Declare(local) => {
                let whole = self.analysis.program.functions[moment.at.function].locals[local].name.clone();
                let name = self.unset(link.moment).unwrap_or(whole);
                (LinkKind::Declaration, format!("{name} has no value yet"))
            }
            Happening::Allocate { size, number } => {
                let bytes = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
                let told = match (number, self.unset(link.moment)) {
                    (None, _) => "fails".to_owned(),
                    (Some(_), None) => format!("allocates {bytes}"),
                    (Some(_), Some(name)) => format!("allocates {bytes}; {name} is read and nobody sets it before"),
                };
                (LinkKind::Allocation, told)
            }
            Happening::Free { .. } => (LinkKind::Free, "frees the memory".to_owned()),
            Happening::Output => (LinkKind::Call, String::new()),
            Happening::Assume | Happening::Check | Happening::Nothing => (LinkKind::Decision, String::new()),
        }
    }

    /// What is read of a variable or block as it was when it began, unless that is zero.
    fn unset(&self, since: MomentId) -> Option<String> {
        if !self.is_unset(since) {
            return None;
        }
        let later = self.graph.moments.iter_enumerated().skip_while(|(id, _)| *id <= since);
        let mut reads = later.flat_map(|(id, _)| self.graph.reads_of(id));
        let is_block = matches!(self.graph.moments[since].what, Happening::Allocate { .. });
        let is_inside =
            |read: &&Read| read.writers[..] == [since] && (!is_block || matches!(read.part.root, Root::Block(_)));
        let read = reads.find(is_inside)?;
        self.name(read.part)
    }

    /// Whether a moment gives something no value: what is in it is anything.
    fn is_unset(&self, id: MomentId) -> bool {
        let moment = &self.graph.moments[id];
        let kind = self.body(moment).map(|body| &body.instrs[moment.at.instr].kind);
        match moment.what {
            Happening::Declare(_) => true,
            Happening::Allocate { .. } => {
                matches!(kind, Some(InstrKind::Block(BlockOp::Allocate { zeroed: false, .. })))
            }
            _ => false,
        }
    }

    /// What a call of the library came to: what its result was put into, or else what it was given.
    fn library(&self, link: &Link) -> String {
        let call = &self.graph.moments[link.place.moment];
        let later = self.graph.moments.iter().skip(link.place.moment.0 as usize + 1);
        let mut inside = later.take_while(|moment| moment.at.activation >= call.at.activation);
        let result = inside.find(|moment| moment.at == call.at && moment.what == Happening::Write);
        if let Some(told) = result.map(|moment| self.got(moment)).filter(|told| !told.is_empty()) {
            return told.replacen(" is ", " becomes ", 1);
        }
        let Some(body) = self.body(call) else { return String::new() };
        let InstrKind::Call { args, .. } = &body.instrs[call.at.instr].kind else { return String::new() };
        let given = args.iter().filter_map(|&arg| {
            let e = &body.exprs[arg];
            let is_number = matches!(self.analysis.program.types.get(e.ty), Type::Int(_) | Type::Enum(_));
            let text = self.analysis.program.sources.text(e.span).trim();
            let value = self.value(e.ty, self.graph.value_at(link.place.moment, arg)?);
            (is_number && !text.is_empty() && text != value).then(|| format!("{text} is {value}"))
        });
        given.collect::<Vec<_>>().join(", ")
    }

    /// ` … and motor stays true (since line 33)`
    fn with_stay(&self, note: String, stay: &Stay, at: MomentId) -> String {
        let (Some(name), Some(ty)) = (self.name(stay.part), self.type_of(stay.part)) else { return note };
        let span = self.span_of(stay.since);
        let sources = &self.analysis.program.sources;
        let here = self.span_of(at).map(|here| here.file);
        let since = span.map(|span| match here == Some(span.file) {
            true => format!(" (since line {})", sources.line(span)),
            false => format!(" (since line {} of {})", sources.line(span), sources.file(span.file).name),
        });
        let (value, since) = (self.value(ty, stay.value), since.unwrap_or_default());
        let text = match self.is_unset(stay.since) {
            true => format!("{name} has no value yet{since}, and holds {value}"),
            false => format!("{name} stays {value}{since}"),
        };
        if note.is_empty() { text } else { format!("{note}; {text}") }
    }

    /// Where the user sees a moment.
    fn span_of(&self, id: MomentId) -> Option<Span> {
        let moment = &self.graph.moments[id];
        if self.is_in_model(moment) {
            let call = self.graph.activations.get(moment.at.activation as usize)?.call?;
            return self.span_of(call);
        }
        self.body(moment).map(|body| body.instrs[moment.at.instr].span)
    }

    fn decided(&self, id: MomentId, cond: bool) -> String {
        let moment = &self.graph.moments[id];
        let mut text = if cond { "is true" } else { "is false" }.to_owned();
        if let Some(body) = self.body(moment)
            && let InstrKind::Branch { cond, .. } = body.instrs[moment.at.instr].kind
        {
            text.push_str(&self.operands(id, body, cond, None));
        }
        text
    }

    fn switched(&self, id: MomentId) -> String {
        let moment = &self.graph.moments[id];
        let Some(body) = self.body(moment) else { return String::new() };
        let InstrKind::Switch { mut value, .. } = body.instrs[moment.at.instr].kind else { return String::new() };
        // What is promoted goes by its own type: constants of an enumeration have names.
        while let ExprKind::Cast(inner) = body.exprs[value].kind
            && self.graph.value_at(id, inner).is_some()
        {
            value = inner;
        }
        let bits = self.graph.value_at(id, value).or(moment.value);
        bits.map_or_else(String::new, |bits| format!("is {}", self.value(body.exprs[value].ty, bits)))
    }

    /// `x is now 5`
    fn got(&self, moment: &Moment) -> String {
        match (
            moment.wrote.and_then(|part| self.name(part)),
            moment.wrote.and_then(|part| self.type_of(part)),
            moment.value,
        ) {
            (Some(name), Some(ty), Some(bits)) => {
                format!("{name}{} is {}", self.whose(moment), self.value(ty, bits))
            }
            _ => String::new(),
        }
    }

    /// ` of main` for a variable of another function whose name means something else here.
    fn whose(&self, moment: &Moment) -> String {
        let Some(Root::Local(activation, local)) = moment.wrote.map(|part| part.root) else { return String::new() };
        let functions = &self.analysis.program.functions;
        let Some(owner) = self.graph.activations.get(activation as usize).map(|activation| activation.function) else {
            return String::new();
        };
        let is_other = activation != moment.at.activation && !matches!(moment.what, Happening::Parameter { .. });
        let name = &functions[owner].locals[local].name;
        let ty = functions[owner].locals[local].ty;
        let here = &functions[moment.at.function].locals;
        let means_another = here.iter().any(|local| local.name == *name && local.ty == ty);
        if is_other && means_another { format!(" of {}", functions[owner].name) } else { String::new() }
    }

    fn became(&self, id: MomentId) -> String {
        let moment = &self.graph.moments[id];
        let mut text = self.got(moment).replacen(" is ", " becomes ", 1);
        if let Some(body) = self.body(moment).filter(|_| !self.is_in_model(moment))
            && let InstrKind::Assign { value, .. } = body.instrs[moment.at.instr].kind
        {
            let own = moment.wrote.and_then(|part| self.name(part));
            if let (true, Some(bits)) = (text.is_empty(), moment.value) {
                text = format!("is {}", self.value(body.exprs[value].ty, bits));
            }
            // A record has no value that a line could tell.
            if text.is_empty() {
                text = own.as_ref().map_or_else(|| "is a copy".to_owned(), |name| format!("{name} becomes a copy"));
            }
            // What a call gave has been said.
            let written = self.analysis.program.sources.text(body.exprs[value].span).trim();
            if !(super::helps::is_copy(body, value) && written.ends_with(')')) {
                text.push_str(&self.operands(id, body, value, own.as_deref()));
            }
        }
        text
    }

    fn returned(&self, id: MomentId) -> String {
        let moment = &self.graph.moments[id];
        let program = &*self.analysis.program;
        let ty = program.functions[moment.at.function].ret;
        let mut text = moment.value.map_or_else(String::new, |bits| format!("gives {}", self.value(ty, bits)));
        if let Some(body) = self.body(moment)
            && let InstrKind::Return(Some(value)) = body.instrs[moment.at.instr].kind
            && !super::helps::is_copy(body, value)
        {
            text.push_str(&self.operands(id, body, value, None));
        }
        text
    }

    /// ` (i = 3, n = 4)`: what an expression was made of.
    fn operands(&self, id: MomentId, body: &Body, of: ExprId, not: Option<&str>) -> String {
        let shown = self.look().operands(id, body, of, not.as_slice());
        if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(", ")) }
    }

    fn look(&self) -> Look<'_> {
        let Teller { analysis, unrolling, graph, property } = *self;
        Look { analysis, unrolling, graph, property }
    }

    fn value(&self, ty: TypeId, bits: u128) -> String {
        show::value(&self.analysis.program, self.unrolling, ty, bits)
    }

    /// What a person calls a part of storage.
    fn name(&self, part: Part) -> Option<String> {
        let program = &*self.analysis.program;
        let bits = u32::try_from(part.bits).unwrap_or(u32::MAX);
        let (name, ty) = match part.root {
            Root::Local(activation, local) => {
                let function = self.graph.activations.get(activation as usize)?.function;
                let local = &program.functions[function].locals[local];
                (local.name.clone(), local.ty)
            }
            Root::Global(global) => (program.globals[global].name.clone(), program.globals[global].ty),
            Root::Block(number) => {
                let object = self.unrolling.objects.get(number as usize)?;
                return Some(self.unrolling.object_part_name(program, object.root, part.offset_bits, bits));
            }
        };
        let name = part_name(program, name, Some(ty), part.offset_bits, bits);
        Some(name).filter(|name| !name.is_empty())
    }

    /// The type of a part of storage, if it is a scalar.
    fn type_of(&self, part: Part) -> Option<TypeId> {
        let program = &*self.analysis.program;
        let whole = match part.root {
            Root::Local(activation, local) => {
                let function = self.graph.activations.get(activation as usize)?.function;
                program.functions[function].locals[local].ty
            }
            Root::Global(global) => program.globals[global].ty,
            Root::Block(number) => match self.unrolling.objects.get(number as usize)?.root {
                ObjectRoot::Block(block) => self.unrolling.blocks[block].ty?,
                _ => return None,
            },
        };
        let size = program.types.size_of(whole).filter(|&size| size > 0)? * 8;
        let leaves = whyc_ir::layout::leaves(&program.types, whole);
        let at = part.offset_bits % size;
        leaves.iter().find(|leaf| leaf.offset_bits == at && u64::from(leaf.bits) == part.bits).map(|leaf| leaf.ty)
    }
}
