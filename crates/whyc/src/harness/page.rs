//! The machine of some cases on a page: drawn, its steps as a table, the way that fails.

use std::collections::{BTreeMap, BTreeSet};

use whyc_harness::cases::machine::Machine;
use whyc_harness::tell::{self, Checked, Made};
use whyc_report::html::plain::{self, Anchor, Drawing, Plain, Section, Shape, Tone};

/// Machines of more states are not drawn: nobody could follow their lines.
const MOST_DRAWN: usize = 60;
/// How far states stand from each other, and how large they are.
const COLUMN: f64 = 150.0;
const ROW: f64 = 110.0;
const RADIUS: f64 = 20.0;
const MARGIN: f64 = 70.0;

/// A point.
type Point = (f64, f64);

/// The page; ends with a line end.
pub fn render(made: &Made, name: &str) -> String {
    let (verdict, tone, headline) = match &made.checked {
        None => ("machine", Tone::Open, format!("a machine of {} cases", made.n_cases)),
        Some(Checked::Holds) => ("safe", Tone::Good, "every way through the machine goes well".to_owned()),
        Some(Checked::Fails { property, .. }) => {
            ("violated", Tone::Bad, format!("`{property}` fails on a way that no case goes"))
        }
        Some(Checked::Unknown(why)) => ("unknown", Tone::Open, why.clone()),
    };
    let failing: BTreeSet<usize> = match &made.checked {
        Some(Checked::Fails { edges, .. }) => edges.iter().copied().collect(),
        None | Some(Checked::Holds | Checked::Unknown(_)) => BTreeSet::new(),
    };
    let machine = &made.machine;
    let mut sections = Vec::new();
    if let Some(Checked::Fails { case, .. }) = &made.checked {
        let title = "The way that fails".to_owned();
        sections.push(Section { title, text: case.clone(), ..Section::default() });
    }
    let lines = match (machine.n_states() > MOST_DRAWN, failing.is_empty()) {
        (true, _) => vec![format!("It has {} states: too many to be drawn.", machine.n_states())],
        (false, true) => vec!["Numbers at the arrows are those of the steps below.".to_owned()],
        (false, false) => vec![
            "Numbers at the arrows are those of the steps below; the way that fails goes along thick arrows."
                .to_owned(),
        ],
    };
    let drawing = (machine.n_states() <= MOST_DRAWN).then(|| drawn(machine, &failing));
    sections.push(Section { title: "The machine".to_owned(), lines, drawing, ..Section::default() });
    let rows = machine.steps.iter().enumerate().map(|(k, (from, action, to))| {
        vec![k.to_string(), named(machine, *from), action.text.clone(), named(machine, *to)]
    });
    sections.push(Section {
        title: "Its steps".to_owned(),
        head: ["step", "from", "what is done", "to"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        ..Section::default()
    });
    let title = "How it was made".to_owned();
    sections.push(Section {
        title,
        text: tell::machine_text(&Made { checked: None, ..made.clone() }),
        ..Section::default()
    });
    plain::render(&Plain { command: "harness", files: vec![name.to_owned()], verdict, tone, headline, sections })
}

/// A state by its number and its labels.
fn named(machine: &Machine, state: usize) -> String {
    let labels: Vec<&str> = machine.labels[state].iter().map(String::as_str).collect();
    if labels.is_empty() { state.to_string() } else { format!("{state} {}", labels.join(" ")) }
}

/// Where states stand: in columns by how many steps they are from the start.
fn places(machine: &Machine) -> Vec<Point> {
    let mut depth: Vec<Option<usize>> = vec![None; machine.n_states()];
    let mut level: Vec<usize> = machine.starts.iter().copied().collect();
    let mut deep = 0;
    while !level.is_empty() {
        level.iter().for_each(|&state| depth[state] = Some(deep));
        let next = machine.steps.iter().filter(|(from, _, _)| level.contains(from)).map(|(_, _, to)| *to);
        let next: BTreeSet<usize> = next.filter(|&to| depth[to].is_none()).collect();
        level = next.into_iter().collect();
        deep += 1;
    }
    let mut columns: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (state, depth) in depth.iter().enumerate() {
        columns.entry(depth.unwrap_or(deep)).or_default().push(state);
    }
    let highest = columns.values().map(Vec::len).max().unwrap_or(1);
    let mut found = vec![(0.0, 0.0); machine.n_states()];
    for (column, (_, states)) in columns.iter().enumerate() {
        let above = (highest - states.len()) as f64 * ROW / 2.0;
        for (row, &state) in states.iter().enumerate() {
            found[state] = (MARGIN + column as f64 * COLUMN, MARGIN + above + row as f64 * ROW);
        }
    }
    found
}

fn drawn(machine: &Machine, failing: &BTreeSet<usize>) -> Drawing {
    let places = places(machine);
    let mut shapes = Vec::new();
    // Steps between the same states share an arrow.
    let mut arrows: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (k, (from, _, to)) in machine.steps.iter().enumerate() {
        arrows.entry((*from, *to)).or_default().push(k);
    }
    for (&(from, to), steps) in &arrows {
        let width = if steps.iter().any(|step| failing.contains(step)) { 3.0 } else { 1.2 };
        let points = if from == to { circle(places[from]) } else { curve(places[from], places[to]) };
        shapes.extend(arrow(&points, width));
        let numbers: Vec<String> = steps.iter().map(usize::to_string).collect();
        let Some(&(x, y)) = points.get(points.len() / 2) else { continue };
        shapes.push(Shape::Caption { at: (x, y - 5.0), text: numbers.join(", "), anchor: Anchor::Middle });
    }
    for (state, &(x, y)) in places.iter().enumerate() {
        let corner = |k: usize| {
            let angle = (k as f64 + 0.5) * std::f64::consts::FRAC_PI_4;
            (x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
        };
        let width = if machine.starts.contains(&state) { 3.0 } else { 1.2 };
        let title = named(machine, state);
        shapes.push(Shape::Field { corners: (0..8).map(corner).collect(), tone: Tone::Open, width, title });
        shapes.push(Shape::Caption { at: (x, y + 4.0), text: state.to_string(), anchor: Anchor::Middle });
        let labels: Vec<&str> = machine.labels[state].iter().map(String::as_str).collect();
        let at = (x, y + RADIUS + 14.0);
        shapes.push(Shape::Caption { at, text: labels.join(" "), anchor: Anchor::Middle });
    }
    let far = |of: fn(&Point) -> f64| places.iter().map(of).fold(0.0, f64::max) + MARGIN;
    let label = format!("{} states and {} steps", machine.n_states(), machine.steps.len());
    Drawing { width: far(|it| it.0), height: far(|it| it.1), label, shapes }
}

/// From the edge of one state to that of another, bent to the left, so that there and back are two lines.
fn curve(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    // What goes far goes around what stands between.
    let bend = 14.0 + length / 8.0;
    let middle = ((from.0 + to.0) / 2.0 + dy / length * bend, (from.1 + to.1) / 2.0 - dx / length * bend);
    let at = |t: f64| {
        let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
        (mix(from.0, middle.0, to.0), mix(from.1, middle.1, to.1))
    };
    let is_out = |point: &Point, of: Point| (point.0 - of.0).hypot(point.1 - of.1) >= RADIUS + 1.0;
    let all = (0..=40).map(|k| at(f64::from(k) / 40.0));
    all.filter(|point| is_out(point, from) && is_out(point, to)).collect()
}

/// From a state to itself.
fn circle((x, y): Point) -> Vec<Point> {
    let at = |k: u32| {
        // Beginning and ending at the edge of the state, above it.
        let angle = std::f64::consts::PI * (0.75 + 1.5 * f64::from(k) / 24.0);
        (x + 13.0 * angle.cos(), y - RADIUS - 11.0 + 13.0 * angle.sin())
    };
    (0..=24).map(at).collect()
}

/// A line with a head at its end.
fn arrow(points: &[Point], width: f64) -> Vec<Shape> {
    let [.., before, end] = points else { return Vec::new() };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(0.01);
    let (dx, dy) = (dx / length * 9.0, dy / length * 9.0);
    let back = (end.0 - dx, end.1 - dy);
    let corners = vec![*end, (back.0 + dy * 0.45, back.1 - dx * 0.45), (back.0 - dy * 0.45, back.1 + dx * 0.45)];
    let line = Shape::Line { points: points.to_vec(), width };
    vec![line, Shape::Area { corners, shade: 1.0, title: String::new() }]
}
