//! A run as a table: cycles across, signals down. Every value is the one of the run; what does not matter is faint, or
//! has a `~` before it where there are no colours.

use unicode_width::UnicodeWidthStr;
use whyc_circuit::btor2::alias::is_invented;
use whyc_circuit::finding::{Bit, RunReport, Wave, WaveKind};

use crate::paint::{Paint, Role, visible};
use crate::words;

/// A name gets at most this part of the width.
const NAME_PART: usize = 3;
/// At most this many signals are shown unless all are asked for.
const MANY: usize = 30;
/// From so many cycles on in which nothing shown changes, one stands for all.
const FOLD: usize = 3;

/// The table; as many cycles side by side as fit, the others below. Ends with how many signals are not shown.
pub fn render(run: &RunReport, all: bool, width: usize, paint: Paint) -> String {
    let shown = shown(run, all);
    let n_left_out = run.waves.len() - shown.len() + run.n_waves_left_out;
    let table = Table::new(run, &shown, width, paint);
    let mut out = table.render(width);
    if n_left_out > 0 && !shown.is_empty() {
        let signals = words::count(n_left_out, "more signal");
        let note = if all { format!("  … {signals}\n") } else { format!("  … {signals} (--all shows them)\n") };
        out.push_str(&paint.apply(Role::Dim, note));
    }
    out
}

/// The signals that are shown: those of which something matters, and the state that changes. If that is too much,
/// signals that never change are left out, then those of which nothing matters, then the last ones.
fn shown(run: &RunReport, all: bool) -> Vec<&Wave> {
    if all {
        return run.waves.iter().collect();
    }
    let is_property = |wave: &Wave| wave.kind == WaveKind::Property;
    let moves = |wave: &Wave| wave.kind == WaveKind::State && wave.changes();
    // Nobody wrote a name that begins like this: it is there to make the others what they are.
    let is_added = |wave: &Wave| wave.kind != WaveKind::Input && is_invented(&wave.name);
    let is_kept = |wave: &&Wave| is_property(wave) || !is_added(wave) && (wave.is_relevant() || moves(wave));
    let mut kept: Vec<&Wave> = run.waves.iter().filter(is_kept).collect();
    if kept.len() > MANY {
        kept.retain(|wave| is_property(wave) || wave.changes());
    }
    if kept.len() > MANY {
        kept.retain(|wave| is_property(wave) || wave.is_relevant());
    }
    let n_properties = kept.iter().filter(|wave| wave.kind == WaveKind::Property).count();
    // They stand last.
    let n_others = kept.len() - n_properties;
    kept.drain(n_others.min(MANY.saturating_sub(n_properties))..n_others);
    kept
}

/// One column: a cycle, or several that are the same.
struct Column {
    head: String,
    cycle: usize,
    width: usize,
}

struct Table {
    names: Vec<String>,
    /// For each signal and cycle the text, and whether it matters.
    cells: Vec<Vec<(String, bool)>>,
    columns: Vec<Column>,
    paint: Paint,
}

impl Table {
    fn new(run: &RunReport, shown: &[&Wave], width: usize, paint: Paint) -> Self {
        let names = shown.iter().map(|wave| words::shorten(&visible(&wave.name), width / NAME_PART)).collect();
        let cells: Vec<Vec<(String, bool)>> =
            shown.iter().map(|wave| wave.cells.iter().map(|cell| text_of(wave, cell, paint)).collect()).collect();
        let n_cycles = cells.iter().map(Vec::len).max().unwrap_or(0);
        let is_same = |a: usize, b: usize| cells.iter().all(|row| row.get(a) == row.get(b));
        let mut columns = Vec::new();
        let mut cycle = 0;
        while cycle < n_cycles {
            let n_same = (cycle..n_cycles).take_while(|&other| is_same(cycle, other)).count();
            // The start of a loop and the cycle that closes it are always to be seen.
            let end = [run.loop_start, run.loop_start.map(|_| run.depth)].into_iter().flatten();
            let n_same = end.filter(|&end| end > cycle).map(|end| end - cycle).min().map_or(n_same, |n| n.min(n_same));
            let n_folded = if n_same >= FOLD { n_same } else { 1 };
            let head = match run.loop_start {
                Some(start) if cycle == run.depth => format!("={start}"),
                _ if n_folded > 1 => format!("{cycle}-{}", cycle + n_folded - 1),
                _ => cycle.to_string(),
            };
            let widest = cells.iter().filter_map(|row| row.get(cycle)).map(|(text, _)| text.width()).max().unwrap_or(1);
            columns.push(Column { width: widest.max(head.len()), head, cycle });
            cycle += n_folded;
        }
        Self { names, cells, columns, paint }
    }

    fn render(&self, width: usize) -> String {
        let name_width = self.names.iter().map(|name| name.width()).max().unwrap_or(0);
        let mut out = String::new();
        let mut rest = self.columns.as_slice();
        while !rest.is_empty() {
            let mut used = 2 + name_width + 1;
            let fits = |column: &&Column| {
                used += 1 + column.width;
                used <= width
            };
            let (block, more) = rest.split_at(rest.iter().take_while(fits).count().max(1));
            if !out.is_empty() {
                out.push('\n');
            }
            let heads: Vec<String> = block.iter().map(|it| format!("{:>1$}", it.head, it.width)).collect();
            let head = format!("  {:name_width$}  {}", "", heads.join(" "));
            out.push_str(&format!("{}\n", self.paint.apply(Role::Frame, head)));
            for (name, row) in self.names.iter().zip(&self.cells) {
                let padding = " ".repeat(name_width - name.width());
                let line: String = block.iter().map(|column| self.cell(row.get(column.cycle), column.width)).collect();
                out.push_str(format!("  {name}{padding} {line}").trim_end());
                out.push('\n');
            }
            rest = more;
        }
        out
    }

    /// A blank and the value, to the right.
    fn cell(&self, cell: Option<&(String, bool)>, width: usize) -> String {
        let Some((text, matters)) = cell else { return " ".repeat(width + 1) };
        let padded = format!(" {text:>width$}");
        if *matters { padded } else { self.paint.apply(Role::Dim, padded) }
    }
}

/// A value as it is shown, and whether some of it matters. What the property looks at always does.
fn text_of(wave: &Wave, bits: &[Bit], paint: Paint) -> (String, bool) {
    let matters = wave.kind == WaveKind::Property || bits.iter().any(|bit| bit.relevant);
    let mark = if matters || paint.color || bits.is_empty() { "" } else { "~" };
    (format!("{mark}{}", concrete(bits)), matters)
}

/// A value, whether it matters or not.
pub fn concrete(bits: &[Bit]) -> String {
    let known: Vec<Bit> = bits.iter().map(|bit| Bit { relevant: true, ..*bit }).collect();
    if bits.is_empty() { String::new() } else { value(&known) }
}

/// The bits of a value, the most significant first.
pub fn digits(bits: &[Bit]) -> String {
    let digit = |bit: &Bit| match (bit.relevant, bit.value) {
        (false, _) => '-',
        (true, true) => '1',
        (true, false) => '0',
    };
    bits.iter().rev().map(digit).collect()
}

/// A value: hexadecimal if every digit matters as a whole or not at all, binary elsewhere.
pub fn value(bits: &[Bit]) -> String {
    if bits.iter().all(|bit| !bit.relevant) {
        return "-".to_owned();
    }
    if bits.len() == 1 {
        return digits(bits);
    }
    let is_whole = |nibble: &[Bit]| nibble.iter().all(|bit| bit.relevant) || nibble.iter().all(|bit| !bit.relevant);
    if !bits.chunks(4).all(is_whole) {
        return format!("0b{}", digits(bits));
    }
    let nibble = |bits: &[Bit]| {
        let number = bits.iter().rev().fold(0, |number, bit| number << 1 | u32::from(bit.value));
        bits.iter().all(|bit| bit.relevant).then(|| char::from_digit(number, 16)).flatten().unwrap_or('-')
    };
    let digits: String = bits.chunks(4).rev().map(nibble).collect();
    format!("0x{digits}")
}
