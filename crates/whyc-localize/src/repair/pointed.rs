//! Numbers that a function is given the address of: `*length` is one of its variables, too.

use super::names::Path;
use super::types;
use super::variants::Function;

/// The numbers that the function's parameters point to, where it looks at one number there: `*p`, and never `p[i]`.
pub fn numbers(function: &Function<'_>, paths: &[Path]) -> Vec<Path> {
    let (text, names) = (function.text, function.names);
    let body = function.statements.all.last().map_or(0..0, |it| it.tokens.clone());
    let may_write = |name: &str| {
        let all = types::parameters(function).into_iter();
        let mut own = all.filter(|it| it.clone().last().is_some_and(|last| text.is(last, name)));
        own.any(|it| !it.clone().any(|at| text.is(at, "const")))
    };
    let is_one = |name: &str| {
        let mut uses = body.clone().filter(|&at| text.is(at, name));
        uses.all(|at| at > 0 && text.is(at - 1, "*") && !text.is(at + 1, "["))
            && body.clone().any(|at| text.is(at, name))
    };
    let number = |path: &Path| {
        let ty = names.element(path.ty).filter(|&ty| names.is_pointer(path.ty) && names.is_integer(ty))?;
        let is_ours = may_write(&path.text) && is_one(&path.text);
        is_ours.then(|| Path { text: format!("*{}", path.text), ty, is_assignable: true })
    };
    paths.iter().filter_map(number).collect()
}
