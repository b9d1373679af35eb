//! What may be lacking where things are linked: a neighbour that is not told, a pointer that still leads to what is given back.

use super::names::Path;
use super::variants::Function;

/// At most this many pointers are followed one link further, and so many statements are made of that.
const MANY_POINTERS: usize = 6;
const MANY_STATEMENTS: usize = 120;
/// What it costs to change a neighbour, and to ask first whether there is one.
const NEIGHBOUR: u32 = 19;
const ASKED: u32 = 1;
/// What it costs to forget what is given back.
const FORGOTTEN: u32 = 18;

/// Statements that change what a link leads to: `p->next->before = p;`, `p->next->delay -= p->delay;`, and the same where there is
/// such a neighbour.
pub fn neighbours(function: &Function<'_>, paths: &[Path]) -> Vec<(String, u32)> {
    let names = function.names;
    let mut found: Vec<(String, u32)> = Vec::new();
    let is_linked = |path: &&Path| names.pointed_fields(path.ty).iter().any(|(_, ty)| *ty == path.ty);
    for path in paths.iter().filter(is_linked).take(MANY_POINTERS) {
        let name = &path.text;
        let fields = names.pointed_fields(path.ty);
        for (link, _) in fields.iter().filter(|(_, ty)| *ty == path.ty) {
            let through = format!("{name}->{link}");
            let mut changes: Vec<String> = Vec::new();
            for (field, ty) in &fields {
                if *ty == path.ty {
                    let others =
                        paths.iter().filter(|it| it.ty == *ty && it.text != through).map(|it| it.text.as_str());
                    changes.extend(others.chain(["NULL"]).map(|value| format!("{through}->{field} = {value};")));
                } else if names.is_integer(*ty) {
                    changes.extend(["-=", "+="].map(|sign| format!("{through}->{field} {sign} {name}->{field};")));
                }
            }
            for change in changes {
                found.push((format!("if ({through} != NULL)\n    {change}"), NEIGHBOUR + ASKED));
                found.push((change, NEIGHBOUR));
            }
        }
    }
    found.truncate(MANY_STATEMENTS);
    found
}

/// Before `free(p)`: `if (q == p) q = NULL;` for pointers that may lead there, too.
pub fn forgotten(function: &Function<'_>, freeing: &str, paths: &[Path]) -> Vec<(String, u32)> {
    let given = freeing.trim().strip_prefix("free(").and_then(|rest| rest.strip_suffix(");")).map(str::trim);
    let Some(path) = given.and_then(|given| paths.iter().find(|it| it.text == given)) else { return Vec::new() };
    let is_other = |it: &&Path| it.is_assignable && it.text != path.text && function.names.fit(it.ty, path.ty);
    let others = paths.iter().filter(|it| function.names.is_pointer(it.ty)).filter(is_other);
    let forget = |it: &Path| (format!("if ({} == {})\n    {} = NULL;", it.text, path.text, it.text), FORGOTTEN);
    others.map(forget).take(MANY_STATEMENTS).collect()
}
