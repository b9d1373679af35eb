//! A change in words, and what would stand at its place: in Verilog, in a line of BTOR2, or as a gate.

use crate::btor2::model::{Kind, Model, Operand};
use crate::btor2::ops::Op;
use crate::gates;
use crate::mend::{Change, What};
use crate::origin::{Language, Origin, Place};

/// A change in words, and what would stand at the place, if that can be said; none if it speaks of something that has no name.
pub(super) fn told(
    model: &Model,
    origin: &Origin,
    conditions: &[(usize, &Place)],
    place: &Place,
    change: &Change,
) -> Option<(String, Option<String>)> {
    let &node = change.nodes.first()?;
    let Kind::Apply(op, operands) = &model.nodes[node].kind else { return None };
    let text = place.text.trim();
    let written = |node: usize| {
        let condition = conditions.iter().find(|(it, _)| *it == node).map(|(_, place)| *place);
        let text = condition.or_else(|| origin.place(model.nodes[node].line))?.text.trim();
        Some(match origin.language {
            Language::Gates => gates::target(text).to_owned(),
            // A node is known by its number.
            Language::Btor2 => model.nodes[node].id.to_string(),
            Language::Verilog => text.to_owned(),
        })
    };
    let number = |node: usize| match &model.nodes[node].kind {
        Kind::Const(value) => Some(value.to_string()),
        Kind::Input | Kind::State | Kind::Apply(..) => None,
    };
    let own = |node: usize| name(model, node).or_else(|| written(node)).or_else(|| number(node));
    if origin.language == Language::Gates {
        let new = gates::changed(text, (*op, change.nodes.len()), &change.what, &own)?;
        return Some((format!("`{new}`"), Some(new)));
    }
    let (what, new) = told_as_verilog((*op, operands.as_slice()), text, change, model, &own)?;
    // In a line of BTOR2, numbers are those of nodes.
    Some(match origin.language {
        Language::Btor2 => (what, btor2_line(model, text, change)),
        Language::Verilog | Language::Gates => (what, new),
    })
}

/// A line of BTOR2 after a change, if it needs no other line.
fn btor2_line(model: &Model, text: &str, change: &Change) -> Option<String> {
    let [node] = change.nodes[..] else { return None };
    // `ID OP SORT OPERAND…`
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let operand = |at: usize| at + 3;
    match &change.what {
        What::Operator(op) => words.get_mut(1)?.replace_range(.., op.name()),
        What::Exchanged(a, b) if operand(*a.max(b)) < words.len() => words.swap(operand(*a), operand(*b)),
        What::Negated(at) => {
            let word = words.get_mut(operand(*at))?;
            *word = word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned);
        }
        What::Signal { operand: at, other } if model.nodes[*other].line < model.nodes[node].line => {
            *words.get_mut(operand(*at))? = model.nodes[*other].id.to_string();
        }
        What::Exchanged(..)
        | What::Signal { .. }
        | What::Constant { .. }
        | What::Joined { .. }
        | What::Compared { .. } => return None,
    }
    Some(words.join(" "))
}

/// The same in the words of Verilog.
fn told_as_verilog(
    (op, operands): (Op, &[Operand]),
    text: &str,
    change: &Change,
    model: &Model,
    own: &dyn Fn(usize) -> Option<String>,
) -> Option<(String, Option<String>)> {
    Some(match &change.what {
        What::Operator(other) => (format!("`{}` for `{}`", sign(*other), sign(op)), operator(text, op, *other)),
        What::Exchanged(1, 2) if op == Op::Ite => ("both branches exchanged".to_owned(), None),
        What::Exchanged(..) => ("the operands exchanged".to_owned(), None),
        What::Negated(0) if op == Op::Ite => ("the condition negated".to_owned(), Some(format!("!({text})"))),
        What::Negated(at) => (format!("`{}` negated", own(operands[*at].node)?), None),
        What::Signal { operand, other } => {
            let (old, new) = (own(operands[*operand].node)?, own(*other)?);
            (format!("`{new}` for `{old}`"), with_word(text, &old, &new))
        }
        What::Constant { operand, value } => {
            let old = match &model.nodes[operands[*operand].node].kind {
                Kind::Const(old) => old.to_string(),
                Kind::Input | Kind::State | Kind::Apply(..) => String::new(),
            };
            (format!("{value} for {old}"), with_word(text, &old, &value.to_string()))
        }
        What::Joined { sign, with } => {
            let other = own(with.node)?;
            let other = match (is_plain(&other), with.negated) {
                (true, false) => other,
                (true, true) => format!("!{other}"),
                (false, false) => format!("({other})"),
                (false, true) => format!("!({other})"),
            };
            joined(text, *sign, &other)
        }
        What::Compared { sign, word, is_zero } => {
            let word = own(*word).filter(|it| is_plain(it))?;
            joined(text, *sign, &format!("{word} {} 0", if *is_zero { "==" } else { "!=" }))
        }
    })
}

/// Whether a text is one name.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A condition with another one.
fn joined(text: &str, sign: Op, other: &str) -> (String, Option<String>) {
    let text = if is_plain(text) { text.to_owned() } else { format!("({text})") };
    let sign = if sign == Op::And { "&&" } else { "||" };
    (format!("`{sign} {other}` is lacking"), Some(format!("{text} {sign} {other}")))
}

/// What a person calls a node.
fn name(model: &Model, node: usize) -> Option<String> {
    let is_own = |name: &&String| !name.starts_with('$');
    let own = model.nodes[node].name.as_ref().filter(is_own);
    let alias = || {
        model.nodes.iter().find_map(|it| match &it.kind {
            Kind::Apply(Op::Uext(0), operands) if operands[0].node == node && !operands[0].negated => {
                it.name.as_ref().filter(is_own)
            }
            _ => None,
        })
    };
    let output = || {
        let root = model.outputs.iter().find(|root| root.operand.node == node && !root.operand.negated)?;
        root.name.as_ref().filter(is_own)
    };
    own.or_else(alias).or_else(output).cloned()
}

/// The text with another name or number, if it has the old one just once.
fn with_word(text: &str, old: &str, new: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_word = |at: &usize| !text[..*at].ends_with(is_part) && !text[at + old.len()..].starts_with(is_part);
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).filter(is_word).collect();
    match places[..] {
        [at] if !old.is_empty() => Some(format!("{}{new}{}", &text[..at], &text[at + old.len()..])),
        _ => None,
    }
}

/// An operator as Verilog writes it.
fn sign(op: Op) -> &'static str {
    match op {
        Op::Ult | Op::Slt => "<",
        Op::Ulte | Op::Slte => "<=",
        Op::Ugt | Op::Sgt => ">",
        Op::Ugte | Op::Sgte => ">=",
        Op::Eq => "==",
        Op::Neq => "!=",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Xnor => "~^",
        Op::Add => "+",
        Op::Sub => "-",
        Op::Sll => "<<",
        Op::Srl => ">>",
        Op::Sra => ">>>",
        _ => "another operator",
    }
}

/// The text with another operator, if it has the old one just once.
fn operator(text: &str, old: Op, new: Op) -> Option<String> {
    // A truth is joined by `&&` where a word is joined by `&`.
    for (doubled, times) in [(true, 2), (false, 1)] {
        let is_truth = |op: Op| matches!(op, Op::And | Op::Or);
        if doubled && !(is_truth(old) && is_truth(new)) {
            continue;
        }
        let (from, to) = (sign(old).repeat(times), sign(new).repeat(times));
        let is_part = |at: usize| {
            let (before, after) = (&text[..at], &text[at + from.len()..]);
            before.ends_with(['<', '>', '=', '!', '&', '|']) || after.starts_with(['<', '>', '=', '&', '|'])
        };
        let places: Vec<usize> = text.match_indices(&from).map(|(at, _)| at).filter(|at| !is_part(*at)).collect();
        if let [at] = places[..] {
            return Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Budget;

    use super::*;

    #[test]
    fn lines_of_btor2_are_changed_by_their_words() {
        let text = "1 sort bitvec 1\n2 input 1 a\n3 input 1 b\n4 one 1\n5 and 1 4 -2\n6 bad 5\n";
        let model = crate::btor2::parse::parse(text.as_bytes(), &Budget::unlimited()).expect("it should be read");
        let node = model.nodes.iter().position(|it| it.id == 5).expect("it is there");
        let b = model.nodes.iter().position(|it| it.id == 3).expect("it is there");
        let changed = |what: What| btor2_line(&model, "5 and 1 4 -2", &Change { nodes: vec![node], what });
        assert_eq!(changed(What::Operator(Op::Or)).as_deref(), Some("5 or 1 4 -2"));
        assert_eq!(changed(What::Negated(1)).as_deref(), Some("5 and 1 4 2"));
        assert_eq!(changed(What::Exchanged(0, 1)).as_deref(), Some("5 and 1 -2 4"));
        assert_eq!(changed(What::Signal { operand: 1, other: b }).as_deref(), Some("5 and 1 4 3"));
        let constant = What::Constant { operand: 0, value: crate::btor2::number::Number::ZERO };
        assert_eq!(changed(constant), None);
    }

    #[test]
    fn operators_are_exchanged_where_they_stand_once() {
        assert_eq!(operator("a < b", Op::Ult, Op::Ulte).as_deref(), Some("a <= b"));
        assert_eq!(operator("a && b", Op::And, Op::Or).as_deref(), Some("a || b"));
        assert_eq!(operator("a & b", Op::And, Op::Or).as_deref(), Some("a | b"));
        assert_eq!(operator("a + b + c", Op::Add, Op::Sub), None);
        assert_eq!(operator("a <= b", Op::Ult, Op::Ugt), None);
        assert_eq!(with_word("count + n", "n", "m").as_deref(), Some("count + m"));
        assert_eq!((with_word("n + n", "n", "m"), with_word("counts", "count", "m")), (None, None));
    }
}
