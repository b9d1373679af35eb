//! What is said of properties elsewhere in a module: its default clock and reset, and properties with names.

use std::ops::Range;

/// What is known in one module.
#[derive(Debug, Default)]
pub struct Context {
    /// Where the module stands.
    range: Range<usize>,
    /// The edge that is meant where none is said.
    pub clock: Option<String>,
    /// What disables what says nothing of that.
    pub disable: Option<String>,
    properties: Vec<(String, String)>,
}

impl Context {
    /// What a property of this name says.
    pub fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, body)| body.as_str())
    }
}

/// The contexts of all modules, and where they are declared.
pub fn all(code: &str) -> (Vec<Context>, Vec<Range<usize>>) {
    let (mut contexts, mut declared) = (Vec::new(), Vec::new());
    for start in words(code, "module", 0..code.len()) {
        let end = words(code, "endmodule", start..code.len()).next().unwrap_or(code.len());
        let mut context = Context { range: start..end, ..Context::default() };
        for at in words(code, "default", start..end) {
            if let Some(length) = default(&code[at..end], &mut context) {
                declared.push(at..at + length);
            }
        }
        for at in words(code, "property", start..end) {
            if let Some((length, name, body)) = named(&code[at..end]) {
                context.properties.push((name, body));
                declared.push(at..at + length);
            }
        }
        contexts.push(context);
    }
    (contexts, declared)
}

/// The context of a place.
pub fn at(contexts: &[Context], place: usize) -> &Context {
    const NONE: &Context = &Context { range: 0..0, clock: None, disable: None, properties: Vec::new() };
    contexts.iter().find(|it| it.range.contains(&place)).unwrap_or(NONE)
}

/// The text with blanks where something is declared, byte for byte.
pub fn without(text: &str, declared: &[Range<usize>]) -> String {
    let is_declared = |at: usize| declared.iter().any(|range| range.contains(&at));
    let blank =
        |(at, c): (usize, char)| if is_declared(at) && c != '\n' { " ".repeat(c.len_utf8()) } else { c.to_string() };
    if declared.is_empty() { text.to_owned() } else { text.char_indices().map(blank).collect() }
}

/// Where a word stands.
fn words<'t>(code: &'t str, word: &'t str, range: Range<usize>) -> impl Iterator<Item = usize> + 't {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let start = range.start;
    code[range]
        .match_indices(word)
        .map(move |(at, _)| start + at)
        .filter(move |&at| !code[..at].ends_with(is_part) && !code[at + word.len()..].starts_with(is_part))
}

/// `default clocking @(posedge clk); endclocking` or `default disable iff (rst);`; how long it is.
fn default(code: &str, context: &mut Context) -> Option<usize> {
    let rest = code.strip_prefix("default")?.trim_start();
    if let Some(rest) = rest.strip_prefix("clocking") {
        // It may have a name.
        let (_, clock) = rest.split_once('@')?;
        let (edge, rest) = super::group(clock.trim_start())?;
        let rest = rest.trim_start().strip_prefix(';')?.trim_start().strip_prefix("endclocking")?;
        context.clock = Some(edge.trim().to_owned());
        return Some(code.len() - rest.len());
    }
    let rest = rest.strip_prefix("disable")?.trim_start().strip_prefix("iff")?.trim_start();
    // The parentheses are not needed here.
    let (guard, behind) = rest.split_once(';')?;
    let guard = super::group(guard).filter(|(_, rest)| rest.trim().is_empty()).map_or(guard, |(inside, _)| inside);
    context.disable = Some(guard.trim().to_owned());
    Some(code.len() - behind.len())
}

/// `property NAME; … endproperty`: how long it is, the name and what it says.
fn named(code: &str) -> Option<(usize, String, String)> {
    const END: &str = "endproperty";
    let rest = code.strip_prefix("property")?;
    let (name, rest) = rest.split_once(';')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let end = rest.find(END).filter(|_| is_name)?;
    let body = rest[..end].trim();
    let body = body.strip_suffix(';').unwrap_or(body);
    Some((code.len() - rest.len() + end + END.len(), name.to_owned(), body.trim().to_owned()))
}
