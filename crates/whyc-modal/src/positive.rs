//! Formulas in which only labels are negated, with names resolved: what is evaluated.
//!
//! To know where a formula is false, its negation is brought into this form: steps of which one must be there become steps of which each may
//! be, least fixpoints become greatest ones.

use whyc_base::ids::{Id, IdVec};
use whyc_base::{names, typed_id};

use crate::formula::{Action, Formula, Kind, VarId, Which};
use crate::mistake::Mistake;
use crate::read::quoted;
use crate::system::{ActionId, StateId, System};

typed_id! {
    /// A part of a formula.
    pub struct NodeId("n");
}

typed_id! {
    /// A fixpoint of a formula.
    pub struct FixId("x");
}

/// A part of a formula.
#[derive(Clone, Debug)]
pub enum Node {
    /// What holds in exactly these states, whatever the steps.
    Set(IdVec<StateId, bool>),
    /// Both.
    And(NodeId, NodeId),
    /// Either.
    Or(NodeId, NodeId),
    /// After a step, by an action or by any.
    Next(Which, Option<ActionId>, NodeId),
    /// A fixpoint.
    Fixpoint(FixId),
    /// The variable of a fixpoint.
    Variable(FixId),
}

/// A fixpoint.
#[derive(Clone, Debug)]
pub struct Fix {
    /// Which one.
    pub kind: Kind,
    /// Of what.
    pub body: NodeId,
    /// The fixpoints that begin anew whenever this one is evaluated: itself and those of its kind inside that depend on variables around, if
    /// the next fixpoint around is of the other kind. All others may go on from where they were (Emerson and Lei).
    pub resets: Vec<FixId>,
}

/// A formula.
#[derive(Clone, Debug)]
pub struct Positive {
    /// Its parts.
    pub nodes: IdVec<NodeId, Node>,
    /// Its fixpoints.
    pub fixpoints: IdVec<FixId, Fix>,
    /// All of it.
    pub root: NodeId,
}

/// Whether a formula or its negation is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The formula.
    Plain,
    /// Its negation.
    Negated,
}

impl Sign {
    fn flipped(self) -> Self {
        match self {
            Sign::Plain => Sign::Negated,
            Sign::Negated => Sign::Plain,
        }
    }

    fn holds(self, value: bool) -> bool {
        match self {
            Sign::Plain => value,
            Sign::Negated => !value,
        }
    }
}

/// A formula, or its negation, in this form.
///
/// # Errors
/// If it names what the system does not have, or a variable stands under an odd number of negations.
pub fn positive(formula: &Formula, system: &System, sign: Sign) -> Result<Positive, Mistake> {
    let mut maker = Maker { system, nodes: IdVec::new(), fixpoints: IdVec::new(), scope: Vec::new() };
    let root = maker.make(formula, sign)?;
    Ok(Positive { nodes: maker.nodes, fixpoints: maker.fixpoints, root })
}

struct Bound {
    id: Option<VarId>,
    fix: FixId,
    sign: Sign,
}

struct Maker<'a> {
    system: &'a System,
    nodes: IdVec<NodeId, Node>,
    fixpoints: IdVec<FixId, Fix>,
    scope: Vec<Bound>,
}

impl Maker<'_> {
    fn make(&mut self, formula: &Formula, sign: Sign) -> Result<NodeId, Mistake> {
        let node = match formula {
            Formula::Constant(value) => self.constant(sign.holds(*value)),
            Formula::Label(name, place) => self.label(name, place, sign)?,
            Formula::Variable(id, name, place) => {
                let Some(bound) = self.scope.iter().rev().find(|it| it.id == Some(*id)) else {
                    return Err(Mistake::new(
                        place.clone(),
                        format!("there is no fixpoint with the variable `{name}` around"),
                    ));
                };
                if bound.sign != sign {
                    let message =
                        format!("`{name}` stands under an odd number of negations here: then there may be no fixpoint");
                    return Err(Mistake::new(place.clone(), message));
                }
                Node::Variable(bound.fix)
            }
            Formula::Not(inner) => return self.make(inner, sign.flipped()),
            Formula::And(a, b) => {
                let (a, b) = (self.make(a, sign)?, self.make(b, sign)?);
                if sign == Sign::Plain { Node::And(a, b) } else { Node::Or(a, b) }
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.make(a, sign)?, self.make(b, sign)?);
                if sign == Sign::Plain { Node::Or(a, b) } else { Node::And(a, b) }
            }
            Formula::Next(which, action, inner) => {
                let action = self.action(action)?;
                let inner = self.make(inner, sign)?;
                Node::Next(self::which(*which, sign), action, inner)
            }
            Formula::Until(which, stay, goal) => self.until(*which, stay, goal, sign)?,
            Formula::Fixpoint(kind, id, _, body) => {
                let fix = self.open(Some(*id), *kind, sign);
                let body = self.make(body, sign)?;
                self.close(fix, body)
            }
        };
        Ok(self.nodes.push(node))
    }

    fn constant(&self, value: bool) -> Node {
        Node::Set(IdVec::filled(value, self.system.states().len()))
    }

    fn label(&self, name: &str, place: &std::ops::Range<usize>, sign: Sign) -> Result<Node, Mistake> {
        let labels = self.system.labels();
        if !labels.contains(name) {
            let known: Vec<&str> = labels.into_iter().collect();
            let hint =
                if known.is_empty() { "no state has labels".to_owned() } else { names::hint(name, &known, "labels") };
            return Err(Mistake::new(place.clone(), format!("no state has the label {}; {hint}", quoted(name))));
        }
        let has = |it| sign.holds(self.system.states()[it].labels.contains(name));
        Ok(Node::Set(crate::system::for_every_state(self.system, has)))
    }

    fn action(&self, action: &Action) -> Result<Option<ActionId>, Mistake> {
        let Action::Named(name, place) = action else { return Ok(None) };
        self.system.find_action(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> =
                self.system.actions().iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
            let hint = if known.is_empty() {
                "its steps have none: <> and [] mean all".to_owned()
            } else {
                names::hint(name, &known, "actions")
            };
            Mistake::new(place.clone(), format!("no step of the system is by `{name}`; {hint}"))
        })
    }

    /// `E(f U g)` is `mu Z. g | f & <>Z`; `A(f U g)` is `mu Z. g | f & <>true & []Z`: a run that cannot go on stays where it is, and does not get there.
    fn until(&mut self, which: Which, stay: &Formula, goal: &Formula, sign: Sign) -> Result<Node, Mistake> {
        let fix = self.open(None, Kind::Least, sign);
        let goal = self.make(goal, sign)?;
        let mut on = self.make(stay, sign)?;
        if which == Which::Every {
            let all = self.constant(sign.holds(true));
            let all = self.nodes.push(all);
            let more = self.nodes.push(Node::Next(self::which(Which::Some, sign), None, all));
            on = self.both(on, more, sign);
        }
        let again = self.nodes.push(Node::Variable(fix));
        let again = self.nodes.push(Node::Next(self::which(which, sign), None, again));
        on = self.both(on, again, sign);
        let body = self.nodes.push(if sign == Sign::Plain { Node::Or(goal, on) } else { Node::And(goal, on) });
        Ok(self.close(fix, body))
    }

    fn both(&mut self, a: NodeId, b: NodeId, sign: Sign) -> NodeId {
        self.nodes.push(if sign == Sign::Plain { Node::And(a, b) } else { Node::Or(a, b) })
    }

    fn open(&mut self, id: Option<VarId>, kind: Kind, sign: Sign) -> FixId {
        let kind = match (kind, sign) {
            (Kind::Least, Sign::Plain) | (Kind::Greatest, Sign::Negated) => Kind::Least,
            (Kind::Greatest, Sign::Plain) | (Kind::Least, Sign::Negated) => Kind::Greatest,
        };
        // The body is filled in when it is there.
        let fix = self.fixpoints.push(Fix { kind, body: NodeId(0), resets: Vec::new() });
        self.scope.push(Bound { id, fix, sign });
        fix
    }

    fn close(&mut self, fix: FixId, body: NodeId) -> Node {
        self.scope.pop();
        let around = self.scope.last().map(|it| self.fixpoints[it.fix].kind);
        let kind = self.fixpoints[fix].kind;
        let mut resets = Vec::new();
        if around.is_some_and(|it| it != kind) {
            // Fixpoints are numbered from outside to inside: those inside have larger numbers.
            let inside = (fix.index()..self.fixpoints.len()).map(FixId::from_index);
            resets.extend(inside.filter(|&it| self.fixpoints[it].kind == kind));
        }
        let it = &mut self.fixpoints[fix];
        it.body = body;
        it.resets = resets;
        Node::Fixpoint(fix)
    }
}

fn which(which: Which, sign: Sign) -> Which {
    match (which, sign) {
        (Which::Some, Sign::Plain) | (Which::Every, Sign::Negated) => Which::Some,
        (Which::Every, Sign::Plain) | (Which::Some, Sign::Negated) => Which::Every,
    }
}
