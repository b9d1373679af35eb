//! Properties as text, with as few parentheses as the [parser](crate::parse) needs.

use std::fmt;

use crate::syntax::{Expr, Kind, Overlap, Sere, SereKind, Strength};

/// How tightly an operator holds what stands beside it; the more, the tighter.
fn tightness(expr: &Expr) -> u8 {
    match &expr.kind {
        Kind::Abort(..) => 0,
        Kind::Implies(..) | Kind::Iff(..) | Kind::Suffix(..) => 1,
        Kind::Or(..) => 2,
        Kind::And(..) => 3,
        Kind::Until(..) | Kind::Release(..) => 4,
        Kind::Not(_) | Kind::Next(..) | Kind::Finally(_) | Kind::Globally(_) => 7,
        Kind::Const(_) | Kind::Atom(_) | Kind::Sequence(..) => 8,
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = |f: &mut fmt::Formatter<'_>, least: u8, part: &Expr| {
            if tightness(part) < least { write!(f, "({part})") } else { write!(f, "{part}") }
        };
        let between = |f: &mut fmt::Formatter<'_>, left: (u8, &Expr), sign: &str, right: (u8, &Expr)| {
            at_least(f, left.0, left.1)?;
            write!(f, " {sign} ")?;
            at_least(f, right.0, right.1)
        };
        let before = |f: &mut fmt::Formatter<'_>, sign: &str, part: &Expr| {
            f.write_str(sign)?;
            at_least(f, 7, part)
        };
        match &self.kind {
            Kind::Const(value) => write!(f, "{value}"),
            Kind::Atom(atom) => write!(f, "{atom}"),
            Kind::Not(a) => match &a.kind {
                // `!{r}` would be read as the negation of a Boolean in a sequence.
                Kind::Atom(crate::atom::Atom::Compare(..)) => write!(f, "!({a})"),
                _ => before(f, "!", a),
            },
            Kind::Finally(a) => before(f, "F ", a),
            Kind::Globally(a) => before(f, "G ", a),
            Kind::Next(strength, n, a) => {
                f.write_str(if *strength == Strength::Strong { "X!" } else { "X" })?;
                if *n != 1 {
                    write!(f, "[{n}]")?;
                }
                before(f, " ", a)
            }
            Kind::And(a, b) => between(f, (3, a), "&&", (4, b)),
            Kind::Or(a, b) => between(f, (2, a), "||", (3, b)),
            Kind::Implies(a, b) => between(f, (2, a), "->", (1, b)),
            Kind::Iff(a, b) => between(f, (2, a), "<->", (1, b)),
            Kind::Until(Strength::Strong, a, b) => between(f, (5, a), "U", (4, b)),
            Kind::Until(Strength::Weak, a, b) => between(f, (5, a), "W", (4, b)),
            Kind::Release(Strength::Strong, a, b) => between(f, (5, a), "M", (4, b)),
            Kind::Release(Strength::Weak, a, b) => between(f, (5, a), "R", (4, b)),
            Kind::Abort(a, b) => between(f, (0, a), "abort", (2, b)),
            Kind::Sequence(Strength::Weak, sere) => write!(f, "{{{sere}}}"),
            Kind::Sequence(Strength::Strong, sere) => write!(f, "{{{sere}}}!"),
            Kind::Suffix(overlap, sere, body) => {
                let sign = match overlap {
                    Overlap::Last => "|->",
                    Overlap::After => "|=>",
                };
                match &sere.kind {
                    SereKind::Step(expr) if tightness(expr) >= 2 => write!(f, "{expr} {sign} ")?,
                    _ => write!(f, "{{{sere}}} {sign} ")?,
                }
                at_least(f, 1, body)
            }
        }
    }
}

fn is_step(sere: &Sere) -> bool {
    matches!(sere.kind, SereKind::Step(_))
}

fn sere_tightness(sere: &Sere) -> u8 {
    match &sere.kind {
        SereKind::Cat(..) => 0,
        SereKind::Fuse(..) => 1,
        SereKind::Or(..) => 2,
        SereKind::And(..) => 3,
        SereKind::Repeat(..) | SereKind::Goto(..) => 8,
        SereKind::Step(expr) => match tightness(expr) {
            // What looks like an operator on sequences is put in parentheses, so that it stays a Boolean.
            0..=3 => 2,
            _ => 7,
        },
    }
}

impl fmt::Display for Sere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = |f: &mut fmt::Formatter<'_>, least: u8, part: &Sere| match &part.kind {
            SereKind::Step(expr) if least > 0 && tightness(expr) < 4 => write!(f, "({expr})"),
            _ if sere_tightness(part) < least => write!(f, "{{{part}}}"),
            _ => write!(f, "{part}"),
        };
        let between = |f: &mut fmt::Formatter<'_>, left: (u8, &Sere), sign: &str, right: (u8, &Sere)| {
            at_least(f, left.0, left.1)?;
            f.write_str(sign)?;
            at_least(f, right.0, right.1)
        };
        match &self.kind {
            SereKind::Step(expr) if tightness(expr) < 2 => write!(f, "({expr})"),
            SereKind::Step(expr) => write!(f, "{expr}"),
            SereKind::Cat(a, b) => between(f, (0, a), "; ", (1, b)),
            SereKind::Fuse(a, b) => between(f, (1, a), " : ", (2, b)),
            // Of two Booleans that would be a Boolean.
            SereKind::Or(a, b) if is_step(a) && is_step(b) => write!(f, "{{{a}}} | {{{b}}}"),
            SereKind::And(a, b) if is_step(a) && is_step(b) => write!(f, "{{{a}}} && {{{b}}}"),
            SereKind::Or(a, b) => between(f, (2, a), " | ", (3, b)),
            SereKind::And(a, b) => between(f, (3, a), " && ", (4, b)),
            SereKind::Repeat(a, least, most) => {
                match &a.kind {
                    SereKind::Step(expr) if matches!(expr.kind, Kind::Const(true)) => f.write_str("true")?,
                    SereKind::Step(expr) if tightness(expr) == 8 => write!(f, "{expr}")?,
                    SereKind::Step(expr) => write!(f, "({expr})")?,
                    _ => write!(f, "{{{a}}}")?,
                }
                match (least, most) {
                    (0, None) => f.write_str("[*]"),
                    (1, None) => f.write_str("[+]"),
                    (least, None) => write!(f, "[*{least}:$]"),
                    (least, Some(most)) if least == most => write!(f, "[*{least}]"),
                    (least, Some(most)) => write!(f, "[*{least}:{most}]"),
                }
            }
            SereKind::Goto(expr, least, most) => {
                if tightness(expr) == 8 {
                    write!(f, "{expr}")?;
                } else {
                    write!(f, "({expr})")?;
                }
                match (least, most) {
                    (1, 1) => f.write_str("[->]"),
                    (least, most) if least == most => write!(f, "[->{least}]"),
                    (least, most) => write!(f, "[->{least}:{most}]"),
                }
            }
        }
    }
}
