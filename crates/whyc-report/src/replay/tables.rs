//! The recorded values as C tables.

use std::fmt::Write as _;

use whyc_debug::replay::{Content, ReplayScript, WriteTarget};

use super::edits::Plan;

/// A value that a call gives has at least this many bytes of room.
const VALUE_BYTES: usize = 16;

/// `whyc_inputs`, `whyc_cells` and `whyc_fails`.
pub fn render(script: &ReplayScript, plan: &Plan) -> String {
    let widest = script.inputs.iter().filter_map(|input| input.content.keys().next_back()).max();
    let room = widest.map_or(VALUE_BYTES, |&last| VALUE_BYTES.max(last as usize + 1));
    let mut out = String::from("\n/* What calls give: the queue, then the bytes of the value. */\n");
    let _ = writeln!(
        out,
        "static const struct whyc_input {{\n    int site;\n    unsigned char bytes[{room}];\n}} whyc_inputs[] = {{"
    );
    for ((input, site), place) in script.inputs.iter().zip(&plan.sites).zip(&plan.input_places) {
        let bytes = value_bytes(&input.content);
        let shown = if input.shown.is_empty() { String::new() } else { format!(" = {}", input.shown) };
        let said = comment_text(&format!("{}{shown} ({place})", input.name));
        let _ = writeln!(out, "    {{{site}, {{{bytes}}}}}, /* {said} */");
    }
    out.push_str("    {-1, {0}},\n};\n\n");
    out.push_str(
        "/* What storage holds: the object, which of its lives, counted from 0, the byte, its value, which bits. */\n",
    );
    out.push_str("static const struct whyc_cell {\n    int id, turn;\n    unsigned long at;\n    unsigned char value, mask;\n} whyc_cells[] = {\n");
    for (turn, block) in script.blocks.iter().enumerate() {
        cells(&mut out, 0, turn, &block.content);
    }
    let mut turns = vec![0; plan.next_id];
    for (object, id) in script.objects.iter().zip(&plan.object_ids) {
        if let Some(id) = *id {
            cells(&mut out, id, turns[id], &object.content);
            turns[id] += 1;
        }
    }
    let ids = write_ids(script);
    let mut turns = vec![0; ids.len()];
    for write in &script.writes {
        if let Some(at) = ids.iter().position(|&(name, target)| name == write.function && *target == write.target) {
            cells(&mut out, plan.next_id + at, turns[at], &write.content);
            turns[at] += 1;
        }
    }
    out.push_str("    {-1, 0, 0, 0, 0},\n};\n\n");
    if !script.blocks.is_empty() {
        let fails: Vec<&str> = script.blocks.iter().map(|block| if block.fails { "1" } else { "0" }).collect();
        let _ = writeln!(
            out,
            "/* Which allocations fail. */\nstatic const unsigned char whyc_fails[] = {{{}}};",
            fails.join(", ")
        );
        let _ = writeln!(out, "#define WHYC_BLOCKS {}\n", script.blocks.len());
    } else {
        out.push_str("static const unsigned char whyc_fails[] = {0};\n#define WHYC_BLOCKS 0\n\n");
    }
    out
}

/// Where functions without body write; the numbers follow on `plan.next_id`.
pub fn write_ids(script: &ReplayScript) -> Vec<(&str, &WriteTarget)> {
    let mut ids: Vec<(&str, &WriteTarget)> = Vec::new();
    for write in &script.writes {
        let key = (write.function.as_str(), &write.target);
        if !ids.contains(&key) {
            ids.push(key);
        }
    }
    ids
}

fn cells(out: &mut String, id: usize, turn: usize, content: &Content) {
    for (at, (value, mask)) in content {
        let _ = writeln!(out, "    {{{id}, {turn}, {at}, {value:#x}, {mask:#x}}},");
    }
}

/// The bytes of a value, comma-separated; at least one.
pub fn value_bytes(content: &Content) -> String {
    let n = content.keys().next_back().map_or(1, |&last| last as usize + 1);
    let byte = |at: usize| content.get(&(at as u64)).map_or(0, |(value, _)| *value);
    let bytes: Vec<String> = (0..n).map(|at| format!("{}", byte(at))).collect();
    bytes.join(", ")
}

/// Text that does not end the comment it stands in, on one line.
pub fn comment_text(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").split_whitespace().collect::<Vec<_>>().join(" ")
}
