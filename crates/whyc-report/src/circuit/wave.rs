//! Waveforms: one drawing for each signal, cycles side by side.

use whyc_circuit::finding;

use super::table;
use crate::html::prose::Html;
use crate::words;

/// The width of the column of names; the style knows it too.
pub const NAMES: usize = 150;
/// The height of a drawing.
const HEIGHT: usize = 26;
/// Where a high and a low signal are.
const LEVELS: (usize, usize) = (5, 21);
/// A character of a value takes about so many tenths of a unit.
const CHARACTER: usize = 75;

/// A drawing that is not wider than this needs no scrolling on most screens.
const ROOM: usize = 700;

/// A signal, ready to be drawn.
pub struct Signal {
    /// Its name.
    pub name: String,
    /// Its values, cycle by cycle; `-` where the run leaves it open.
    pub values: Vec<String>,
    /// Where they matter.
    matters: Vec<bool>,
    /// Whether it is a single bit.
    is_bit: bool,
    /// Whether nothing of it matters.
    pub is_idle: bool,
}

impl Signal {
    /// The first cycles of a signal.
    pub fn new(wave: &finding::Wave, n_cycles: usize) -> Self {
        let cells = || wave.cells.iter().take(n_cycles);
        let shown = |cell: &Vec<finding::Bit>| if cell.is_empty() { "-".to_owned() } else { table::concrete(cell) };
        Self {
            name: words::one_line(&wave.name, 60),
            values: cells().map(shown).collect(),
            matters: cells().map(|cell| cell.iter().any(|bit| bit.relevant)).collect(),
            is_bit: wave.cells.iter().all(|cell| cell.len() <= 1),
            is_idle: !wave.is_relevant(),
        }
    }
}

/// A drawing with its name.
pub struct Wave {
    /// The name.
    pub name: String,
    /// The drawing.
    pub svg: Svg,
    /// What it shows, in words.
    pub words: String,
    /// Whether nothing of it matters.
    pub is_idle: bool,
}

/// A drawing: made of our own elements, and of text that went through [`Html`].
pub struct Svg(String);

impl std::fmt::Display for Svg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::filters::HtmlSafe for Svg {}

/// How wide a cycle is, so that every value fits; wider where there are few.
pub fn cycle_width(signals: &[Signal], n_cycles: usize) -> usize {
    let words = signals.iter().filter(|signal| !signal.is_bit);
    let longest = words.flat_map(|signal| &signal.values).map(|value| value.chars().count()).max().unwrap_or(0);
    let roomy = (ROOM / n_cycles.max(1)).clamp(34, 84);
    (longest * CHARACTER / 10 + 18).clamp(roomy, 400)
}

/// The numbers of the cycles.
pub fn cycles(n: usize, width: usize) -> Svg {
    let texts: String = (0..n).map(|k| format!("<text x=\"{}\" y=\"17\">{k}</text>", k * width + width / 2)).collect();
    Svg(format!("<svg class=\"cycles\" width=\"{}\" height=\"{HEIGHT}\" aria-hidden=\"true\">{texts}</svg>", n * width))
}

/// The drawing of a signal.
pub fn draw(signal: &Signal, width: usize) -> Wave {
    let shapes: String = (0..signal.values.len())
        .map(|k| {
            let shape = match (signal.values[k].as_str(), signal.is_bit) {
                ("-", _) => return dont_care(k, width, "-"),
                (value, true) => bit(signal, k, width, value == "1"),
                (value, false) => word(k, width, value),
            };
            // What does not matter is there, but behind.
            if signal.matters[k] { shape } else { format!("{}<g class=\"faint\">{shape}</g>", dont_care(k, width, "")) }
        })
        .collect();
    let svg = format!(
        "<svg class=\"wave\" width=\"{}\" height=\"{HEIGHT}\" aria-hidden=\"true\">{shapes}</svg>",
        signal.values.len() * width
    );
    let values: Vec<&str> = signal.values.iter().map(String::as_str).collect();
    Wave { name: signal.name.clone(), svg: Svg(svg), words: words::sequence(&values, 64), is_idle: signal.is_idle }
}

/// What does not matter is hatched; what is open has a dash.
fn dont_care(k: usize, width: usize, sign: &str) -> String {
    let (high, low) = LEVELS;
    format!(
        "<rect class=\"dc\" x=\"{}\" y=\"{high}\" width=\"{width}\" height=\"{}\"/><text class=\"dc\" x=\"{}\" y=\"17\">{sign}</text>",
        k * width,
        low - high,
        k * width + width / 2
    )
}

/// A level, with the edge that leads to it.
fn bit(signal: &Signal, k: usize, width: usize, is_high: bool) -> String {
    let (high, low) = LEVELS;
    let y = if is_high { high } else { low };
    let from = k * width;
    let before = k.checked_sub(1).and_then(|k| signal.values.get(k)).map(String::as_str);
    let start = match before {
        Some("1") if !is_high => format!("M{from} {high}V{low}"),
        Some("0") if is_high => format!("M{from} {low}V{high}"),
        _ => format!("M{from} {y}"),
    };
    let digit = if is_high { "1" } else { "0" };
    format!("<path d=\"{start}H{}\"/><text x=\"{}\" y=\"17\">{digit}</text>", from + width, from + width / 2)
}

/// A value between two edges.
fn word(k: usize, width: usize, value: &str) -> String {
    let (high, low) = LEVELS;
    let (from, to, middle) = (k * width, (k + 1) * width, (high + low) / 2);
    let (left, right) = (from + 4, to - 4);
    format!(
        "<path d=\"M{from} {middle}L{left} {high}H{right}L{to} {middle}L{right} {low}H{left}Z\"/><text x=\"{}\" y=\"17\">{}</text>",
        from + width / 2,
        Html::text(value)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(values: &[&str], is_bit: bool) -> Signal {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let values: Vec<String> = values;
        let matters = vec![true; values.len()];
        Signal { name: "s".to_owned(), values, matters, is_bit, is_idle: false }
    }

    #[test]
    fn edges_stand_where_the_value_changes() {
        let wave = draw(&signal(&["0", "1", "-", "1"], true), 40).svg.to_string();
        assert!(wave.contains("M0 21H40") && wave.contains("M40 21V5H80") && wave.contains("M120 5H160"), "{wave}");
        assert_eq!(wave.matches("class=\"dc\"").count(), 2, "a hatch and a dash: {wave}");
    }

    #[test]
    fn a_cycle_is_as_wide_as_its_widest_value() {
        assert_eq!(cycle_width(&[signal(&["0", "1"], true)], 50), 34);
        assert_eq!(cycle_width(&[signal(&["0x1", "0b1111-000"], false)], 50), 93);
        assert_eq!(cycle_width(&[signal(&["0", "1"], true)], 2), 84);
        assert!(draw(&signal(&["0b1--0"], false), 60).svg.to_string().contains(">0b1--0</text>"));
    }
}
