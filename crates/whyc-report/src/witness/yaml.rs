//! As much YAML as a witness needs: maps, lists, quoted strings and numbers, in block style.

/// A value.
pub enum Yaml {
    Text(String),
    Number(u64),
    List(Vec<Yaml>),
    /// Keys in this order; those that YAML would read as something else are quoted.
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    /// A string.
    pub fn text(text: impl Into<String>) -> Self {
        Yaml::Text(text.into())
    }

    /// A map with fixed keys.
    pub fn map<const N: usize>(entries: [(&str, Yaml); N]) -> Self {
        Yaml::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The document; ends with a line end.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    /// Writes the value after a key or dash; what stands on lines of its own is indented by `indent`.
    fn write(&self, out: &mut String, indent: usize) {
        match self {
            Yaml::Text(text) => out.push_str(&format!("{}\n", quoted(text))),
            Yaml::Number(number) => out.push_str(&format!("{number}\n")),
            Yaml::List(items) if items.is_empty() => out.push_str("[]\n"),
            Yaml::Map(entries) if entries.is_empty() => out.push_str("{}\n"),
            Yaml::List(items) => {
                for (k, item) in items.iter().enumerate() {
                    pad(out, indent, k);
                    out.push_str("- ");
                    item.write(out, indent + 2);
                }
            }
            Yaml::Map(entries) => {
                for (k, (key, value)) in entries.iter().enumerate() {
                    pad(out, indent, k);
                    out.push_str(&format!("{}:", as_key(key)));
                    match value {
                        Yaml::Map(inner) if !inner.is_empty() => {
                            out.push_str(&format!("\n{}", " ".repeat(indent + 2)));
                            value.write(out, indent + 2);
                        }
                        Yaml::List(inner) if !inner.is_empty() => {
                            out.push_str(&format!("\n{}", " ".repeat(indent)));
                            value.write(out, indent);
                        }
                        Yaml::Text(_) | Yaml::Number(_) | Yaml::List(_) | Yaml::Map(_) => {
                            out.push(' ');
                            value.write(out, indent);
                        }
                    }
                }
            }
        }
    }
}

/// The first entry stands where its parent put it.
fn pad(out: &mut String, indent: usize, k: usize) {
    if k > 0 {
        out.push_str(&" ".repeat(indent));
    }
}

fn as_key(key: &str) -> String {
    let is_plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if is_plain { key.to_owned() } else { quoted(key) }
}

/// A double-quoted string: the escapes are those of JSON, which YAML has too.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_maps_nest() {
        let list = Yaml::List(vec![
            Yaml::map([("a", Yaml::Number(1)), ("b", Yaml::map([("c d.c", Yaml::text("\"x\"\\\n"))]))]),
            Yaml::map([("e", Yaml::List(vec![Yaml::text("f"), Yaml::List(Vec::new())]))]),
        ]);
        let expected = "- a: 1\n  b:\n    \"c d.c\": \"\\\"x\\\"\\\\\\n\"\n- e:\n  - \"f\"\n  - []\n";
        assert_eq!(list.print(), expected);
    }
}
