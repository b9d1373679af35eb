//! Numbers take the places of enumerators, and `int` that of the enumeration.

use tree_sitter::Node;

use super::inline::uses;
use crate::syntax::{File, fields, named};
use crate::text::{Change, Edit};

/// For an enumeration with its list: all of it at once, and each enumerator on its own.
pub fn changes(files: &[File<'_>], file: &File<'_>, node: Node<'_>) -> Vec<Change> {
    let Some(values) = values(file, node) else { return Vec::new() };
    let here = node.byte_range();
    let is_outside = |edit: &Edit| edit.file != file.number || !here.contains(&edit.range.start);
    let places = |(name, value): &(&str, i64)| -> Change {
        let all = uses(files, name, "identifier", &value.to_string()).into_iter();
        all.filter(is_outside).collect()
    };
    let each: Vec<Change> = values.iter().map(places).filter(|edits| !edits.is_empty()).collect();
    let mut whole: Change = each.concat();
    let after = node.next_sibling().filter(|next| next.kind() == ";");
    // An item of its own goes with its semicolon.
    whole.push(match after.filter(|_| node.parent().is_some_and(|it| it.kind() == "translation_unit")) {
        Some(end) => file.replace(here.start..end.end_byte(), ""),
        None => file.replace(here.clone(), "int"),
    });
    if let Some(tag) = node.child_by_field_name("name") {
        whole.extend(tagged(files, file.says(tag)));
    }
    [whole].into_iter().chain(each).collect()
}

/// The enumerators and their values; nothing if one of them is no plain number.
fn values<'t>(file: &File<'t>, node: Node<'_>) -> Option<Vec<(&'t str, i64)>> {
    let body = node.child_by_field_name("body")?;
    let (mut found, mut next) = (Vec::new(), 0i64);
    for it in named(body).into_iter().filter(|it| it.kind() == "enumerator") {
        if let [value] = fields(it, "value")[..] {
            next = file.says(value).parse().ok()?;
        }
        found.push((file.says(it.child_by_field_name("name")?), next));
        next = next.checked_add(1)?;
    }
    Some(found)
}

/// `enum TAG` without its list becomes `int`.
fn tagged(files: &[File<'_>], tag: &str) -> Vec<Edit> {
    let of = |file: &File<'_>| -> Vec<Edit> {
        let is_it = |node: &Node<'_>| {
            let name = node.child_by_field_name("name").map(|name| file.says(name));
            node.kind() == "enum_specifier" && node.child_by_field_name("body").is_none() && name == Some(tag)
        };
        file.nodes().into_iter().filter(is_it).map(|node| file.replace(node.byte_range(), "int")).collect()
    };
    files.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Text, changed};

    #[test]
    fn an_enumeration_becomes_numbers() {
        let text = "enum way { UP, DOWN = 5, LEFT };\nenum way way = LEFT;\nint f(enum way it) { return it == DOWN ? UP : 9; }\n";
        let file = [File::new(0, text).expect("a parser")];
        let node = file[0].nodes().into_iter().find(|it| it.kind() == "enum_specifier").expect("an enumeration");
        let made = |change: &Change| changed(&[Text::new("a.c", text)], [change]).remove(0).text;
        let all = changes(&file, &file[0], node);
        assert_eq!(made(&all[0]), "\nint way = 6;\nint f(int it) { return it == 5 ? 0 : 9; }\n");
        assert_eq!(all.len(), 4);
        assert!(made(&all[3]).contains("enum way way = 6;"), "{}", made(&all[3]));
        let odd = "enum way { UP = 1 << 3 };\n";
        let file = [File::new(0, odd).expect("a parser")];
        let node = file[0].nodes().into_iter().find(|it| it.kind() == "enum_specifier").expect("an enumeration");
        assert!(changes(&file, &file[0], node).is_empty());
    }
}
