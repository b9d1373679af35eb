//! The regions as a picture: a panel for each location, the first variable to the right, the second upwards; and a run through them. Only pictures
//! round numbers. How it looks is up to whoever draws it.

use num_traits::{ToPrimitive, Zero};
use whyc_base::ids::Id;
use whyc_modal::system::StateId;
use whyc_modal::truth::Truth;

use crate::answer::Answer;
use crate::automaton::{Automaton, LocationId};
use crate::number::Number;
use crate::polyhedron::{self, Convex};
use crate::run::{By, Stop};

/// The side of a panel, what is left free around it, and how many stand beside each other.
const SIDE: f64 = 320.0;
const MARGIN: f64 = 46.0;
const ACROSS: usize = 3;
/// The height of a panel with one variable.
const FLAT: f64 = 90.0;
/// The most regions of a location that are all named.
const ROOM: usize = 9;

/// A point of a picture, whose y axis points down.
pub type Point = (f64, f64);

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is seen, the lowest first.
    pub marks: Vec<Mark>,
}

/// Something in a picture.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A piece of a region.
    Piece {
        /// Its corners.
        corners: Vec<Point>,
        /// What is known there.
        value: Truth,
        /// Whether it is a line or a point.
        is_thin: bool,
        /// What it is.
        title: String,
    },
    /// A line of a frame.
    Frame(Vec<Point>),
    /// What a run does.
    Path(Vec<Point>),
    /// A word, centred or not.
    Word {
        /// Where it stands.
        at: Point,
        /// What it says.
        text: String,
        /// Where the place is in it.
        anchor: Anchor,
    },
}

/// Which end of a word stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The first.
    Start,
    /// The middle.
    Middle,
    /// The last.
    End,
}

/// What is seen of one variable.
#[derive(Clone, Copy)]
struct Window {
    low: f64,
    high: f64,
}

/// The regions of an automaton with one or two variables; nothing for more.
#[must_use]
pub fn picture(automaton: &Automaton, answer: &Answer) -> Option<Picture> {
    let n = automaton.variables.len();
    if n == 0 || n > 2 {
        return None;
    }
    let windows: Vec<Window> = (0..n).map(|it| window(answer, it)).collect();
    let height = if n == 2 { SIDE } else { FLAT };
    let (panel, row) = (SIDE + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let n_locations = automaton.locations.len();
    let mut marks = Vec::new();
    for (location, it) in automaton.locations.iter_enumerated() {
        let left = panel * (location.index() % ACROSS) as f64 + MARGIN;
        let top = row * (location.index() / ACROSS) as f64 + MARGIN;
        let drawing = Panel { automaton, answer, location, windows: &windows, left, top, height };
        marks.push(Mark::Word { at: (left, top - 14.0), text: it.name.clone(), anchor: Anchor::Start });
        drawing.regions(&mut marks);
        drawing.axes(&mut marks);
        drawing.run(&mut marks);
    }
    Some(Picture {
        width: panel * n_locations.min(ACROSS) as f64,
        height: row * n_locations.div_ceil(ACROSS) as f64,
        marks,
    })
}

fn float(number: &Number) -> f64 {
    number.to_f64().unwrap_or(0.0)
}

/// So that all bounds of single variables and the run are seen, and something around them.
fn window(answer: &Answer, variable: usize) -> Window {
    let mut bounds: Vec<f64> = Vec::new();
    for it in answer.classes.iter().flat_map(|it| &it.region).flat_map(Convex::constraints) {
        let is_alone = it.coefficients.iter().enumerate().all(|(k, it)| (k == variable) != it.is_zero());
        if is_alone {
            bounds.push(float(&(-&it.constant / &it.coefficients[variable])));
        }
    }
    if let Some(run) = &answer.run {
        let stops = std::iter::once(&run.start).chain(run.steps.iter().map(|(_, it)| it));
        bounds.extend(stops.map(|it| float(&it.point[variable])));
    }
    let low = bounds.iter().copied().reduce(f64::min).unwrap_or(0.0);
    let high = bounds.iter().copied().reduce(f64::max).unwrap_or(1.0);
    let around = if high > low { (high - low) * 0.25 } else { 1.0 };
    let short = |it: f64| (it * 100.0).round() / 100.0;
    Window { low: short(low - around), high: short(high + around) }
}

struct Panel<'a> {
    automaton: &'a Automaton,
    answer: &'a Answer,
    location: LocationId,
    windows: &'a [Window],
    left: f64,
    top: f64,
    height: f64,
}

impl Panel<'_> {
    fn place(&self, point: Point) -> Point {
        let x = &self.windows[0];
        let y = self.windows.get(1).copied().unwrap_or(Window { low: 0.0, high: 1.0 });
        let right = (point.0 - x.low) / (x.high - x.low) * SIDE;
        let up = (point.1 - y.low) / (y.high - y.low) * self.height;
        (self.left + right, self.top + self.height - up)
    }

    fn regions(&self, marks: &mut Vec<Mark>) {
        // Thin regions last, so that they are seen; words above all.
        let (mut wide, mut thin, mut words) = (Vec::new(), Vec::new(), Vec::new());
        // Where there are many, only those are named on which there is room.
        let is_roomy = self.answer.classes.iter().filter(|it| it.location == self.location).count() <= ROOM;
        for (k, class) in self.answer.classes.iter().enumerate().filter(|(_, it)| it.location == self.location) {
            let id = StateId::from_index(k);
            let value = self.answer.evaluation.values[id];
            let sign = match value {
                Truth::True => "✓",
                Truth::False => "✗",
                Truth::Unknown => "?",
            };
            let name = self.answer.system.name(id);
            let region = polyhedron::text(&class.region, &self.automaton.variables);
            let title = format!("{name}: {value} ({region})");
            let mut is_named = false;
            for piece in &class.region {
                let corners: Vec<Point> = self.corners(piece).into_iter().map(|it| self.place(it)).collect();
                let Some(middle) = middle(&corners) else { continue };
                let is_thin = area(&corners) < 1.0;
                let word = format!("{name} {sign}");
                if !is_named && (is_roomy || fits(&corners, &word)) {
                    let at = (middle.0, middle.1 - above(&corners, self.height));
                    words.push(Mark::Word { at, text: word, anchor: Anchor::Middle });
                    is_named = true;
                }
                let mark = Mark::Piece { corners, value, is_thin, title: title.clone() };
                if is_thin { thin.push(mark) } else { wide.push(mark) }
            }
        }
        marks.extend(wide.into_iter().chain(thin).chain(words));
    }

    fn axes(&self, marks: &mut Vec<Mark>) {
        let (bottom, right) = (self.top + self.height, self.left + SIDE);
        let (left, top) = (self.left, self.top);
        marks.push(Mark::Frame(vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]));
        let mut word = |at: Point, text: String, anchor: Anchor| marks.push(Mark::Word { at, text, anchor });
        let x = &self.windows[0];
        word((left, bottom + 15.0), x.low.to_string(), Anchor::Start);
        word((left + SIDE / 2.0, bottom + 15.0), self.automaton.variables[0].clone(), Anchor::Middle);
        word((right, bottom + 15.0), x.high.to_string(), Anchor::End);
        if let (Some(y), Some(name)) = (self.windows.get(1), self.automaton.variables.get(1)) {
            let at = left - 4.0;
            word((at, bottom), y.low.to_string(), Anchor::End);
            word((at, top + 10.0), y.high.to_string(), Anchor::End);
            word((at, top + self.height / 2.0), name.clone(), Anchor::End);
        }
    }

    /// The delays of the run that are spent here, and a small cross where it comes in.
    fn run(&self, marks: &mut Vec<Mark>) {
        let Some(run) = &self.answer.run else { return };
        let place = |it: &Stop| self.place((float(&it.point[0]), it.point.get(1).map_or(0.2, float)));
        let mut at = &run.start;
        let mut cross = |it: &Stop| {
            if it.location == self.location {
                let (x, y) = place(it);
                marks.push(Mark::Path(vec![(x - 4.0, y - 4.0), (x + 4.0, y + 4.0)]));
                marks.push(Mark::Path(vec![(x - 4.0, y + 4.0), (x + 4.0, y - 4.0)]));
            }
        };
        cross(at);
        run.steps.iter().filter(|(by, _)| matches!(by, By::Jump(_))).for_each(|(_, it)| cross(it));
        for (by, to) in &run.steps {
            if matches!(by, By::Delay(_)) && at.location == self.location {
                marks.push(Mark::Path(vec![place(at), place(to)]));
            }
            at = to;
        }
    }

    /// What is seen of a polyhedron: the window, cut by one constraint after the other.
    fn corners(&self, piece: &Convex) -> Vec<Point> {
        let x = &self.windows[0];
        let y = self.windows.get(1).copied().unwrap_or(Window { low: 0.0, high: 1.0 });
        let mut corners = vec![(x.low, y.low), (x.high, y.low), (x.high, y.high), (x.low, y.high)];
        for it in piece.constraints() {
            let a = float(&it.coefficients[0]);
            let b = it.coefficients.get(1).map_or(0.0, float);
            let c = float(&it.constant);
            corners = cut(&corners, |(x, y)| a * x + b * y + c);
        }
        corners
    }
}

/// How far above its middle the name of a region stands: beside what is thin, higher still beside a single point, and at the upper end of an upright
/// line in a flat panel.
fn above(corners: &[Point], height: f64) -> f64 {
    match (extent(corners, |it| it.0) < 1.0, extent(corners, |it| it.1) < 1.0) {
        (true, true) => 21.0,
        (false, true) => 7.0,
        (true, false) if height == FLAT => FLAT / 2.0 - 12.0,
        (true, false) | (false, false) => 0.0,
    }
}

fn extent(corners: &[Point], of: fn(&Point) -> f64) -> f64 {
    let (low, high) = corners.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
    high - low
}

/// Whether a word has room on a region, roughly.
fn fits(corners: &[Point], word: &str) -> bool {
    area(corners) > 40.0 * 7.0 * word.chars().count() as f64
        && extent(corners, |it| it.0) > 7.0 * word.chars().count() as f64
}

/// The part of a polygon where something is not negative, but for what rounding makes of zero.
fn cut(corners: &[Point], side: impl Fn(Point) -> f64) -> Vec<Point> {
    const ZERO: f64 = 1e-9;
    let mut kept = Vec::new();
    for (k, &here) in corners.iter().enumerate() {
        let next = corners[(k + 1) % corners.len()];
        let (a, b) = (side(here), side(next));
        if a >= -ZERO {
            kept.push(here);
        }
        if (a > ZERO && b < -ZERO) || (a < -ZERO && b > ZERO) {
            let t = a / (a - b);
            kept.push((here.0 + t * (next.0 - here.0), here.1 + t * (next.1 - here.1)));
        }
    }
    kept
}

fn middle(corners: &[Point]) -> Option<Point> {
    let n = corners.len() as f64;
    let sum = corners.iter().copied().reduce(|a, b| (a.0 + b.0, a.1 + b.1))?;
    Some((sum.0 / n, sum.1 / n))
}

fn area(corners: &[Point]) -> f64 {
    let next = |k: usize| corners[(k + 1) % corners.len()];
    let twice: f64 = corners.iter().enumerate().map(|(k, it)| it.0 * next(k).1 - next(k).0 * it.1).sum();
    twice.abs() / 2.0
}
