//! The regions as a drawing: a panel for each location, the first variable to the right, the second upwards. Only drawings round numbers.

use std::fmt::Write as _;

use num_traits::{ToPrimitive, Zero};
use whyc_base::ids::Id;
use whyc_modal::system::StateId;
use whyc_modal::truth::Truth;

use crate::answer::Answer;
use crate::automaton::{Automaton, LocationId};
use crate::number::Number;
use crate::polyhedron::Convex;

/// The side of a panel, and what is left free around it.
const SIDE: f64 = 320.0;
const MARGIN: f64 = 46.0;

type Point = (f64, f64);

/// What is seen of one variable.
#[derive(Clone, Copy)]
struct Window {
    low: f64,
    high: f64,
}

/// The regions of an automaton with one or two variables; nothing for more.
#[must_use]
pub fn svg(automaton: &Automaton, answer: &Answer) -> Option<String> {
    let n = automaton.variables.len();
    if n == 0 || n > 2 {
        return None;
    }
    let windows: Vec<Window> = (0..n).map(|it| window(answer, it)).collect();
    let height = if n == 2 { SIDE } else { 90.0 };
    let (panel, all) = (SIDE + 2.0 * MARGIN, automaton.locations.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Regions, by location: 1 true, 0 false, ? unknown</title>\n",
        panel * all,
        height + 2.0 * MARGIN
    );
    for (location, it) in automaton.locations.iter_enumerated() {
        let left = panel * location.index() as f64 + MARGIN;
        let drawing = Panel { automaton, answer, location, windows: &windows, left, height };
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
            MARGIN - 14.0,
            escaped(&it.name)
        );
        drawing.regions(&mut svg);
        drawing.axes(&mut svg);
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// Names are letters, digits and `_`; but what goes into markup goes through here.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn float(number: &Number) -> f64 {
    number.to_f64().unwrap_or(0.0)
}

/// So that all bounds of single variables are seen, and something around them.
fn window(answer: &Answer, variable: usize) -> Window {
    let mut bounds: Vec<f64> = Vec::new();
    for it in answer.classes.iter().flat_map(|it| &it.region).flat_map(Convex::constraints) {
        let is_alone = it.coefficients.iter().enumerate().all(|(k, it)| (k == variable) != it.is_zero());
        if is_alone {
            bounds.push(float(&(-&it.constant / &it.coefficients[variable])));
        }
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
    height: f64,
}

impl Panel<'_> {
    fn place(&self, point: Point) -> Point {
        let x = &self.windows[0];
        let y = self.windows.get(1).copied().unwrap_or(Window { low: 0.0, high: 1.0 });
        let right = (point.0 - x.low) / (x.high - x.low) * SIDE;
        let up = (point.1 - y.low) / (y.high - y.low) * self.height;
        (self.left + right, MARGIN + self.height - up)
    }

    fn regions(&self, svg: &mut String) {
        // Thin regions last, so that they are seen.
        let mut shapes: Vec<(bool, String)> = Vec::new();
        for (k, class) in self.answer.classes.iter().enumerate().filter(|(_, it)| it.location == self.location) {
            let id = StateId::from_index(k);
            let (fill, sign) = match self.answer.evaluation.values[id] {
                Truth::True => ("#b7dfc0", "1"),
                Truth::False => ("#f0b9b4", "0"),
                Truth::Unknown => ("#e4e0cf", "?"),
            };
            let mut label = format!("{} {sign}", self.answer.system.name(id));
            for piece in &class.region {
                let corners: Vec<Point> = self.corners(piece).into_iter().map(|it| self.place(it)).collect();
                let Some(middle) = middle(&corners) else { continue };
                let is_thin = area(&corners) < 1.0;
                let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                let (stroke, width) = if is_thin { (dark(sign), 5) } else { ("#555", 1) };
                let shape = format!(
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>\n\
                     <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                    points.join(" "),
                    middle.0,
                    middle.1 - above(&corners),
                    escaped(&label)
                );
                label.clear();
                shapes.push((is_thin, shape));
            }
        }
        shapes.sort_by_key(|it| it.0);
        svg.extend(shapes.into_iter().map(|it| it.1));
    }

    fn axes(&self, svg: &mut String) {
        let (bottom, right) = (MARGIN + self.height, self.left + SIDE);
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{MARGIN:.1}\" width=\"{SIDE:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"#555\"/>",
            self.left, self.height
        );
        let x = &self.windows[0];
        let name = escaped(&self.automaton.variables[0]);
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", self.left, bottom + 15.0, x.low);
        let _ = writeln!(
            svg,
            "<text x=\"{right:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name} {}</text>",
            bottom + 15.0,
            x.high
        );
        if let (Some(y), Some(name)) = (self.windows.get(1), self.automaton.variables.get(1)) {
            let at = self.left - 4.0;
            let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{bottom:.1}\" text-anchor=\"end\">{}</text>", y.low);
            let _ =
                writeln!(svg, "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>", MARGIN + 10.0, y.high);
            let _ = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                MARGIN + 26.0,
                escaped(name)
            );
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

/// How far above its middle the name of a region stands: beside what is thin, and higher still beside a single point.
fn above(corners: &[Point]) -> f64 {
    let extent = |of: fn(&Point) -> f64| {
        let (low, high) =
            corners.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        high - low
    };
    match (extent(|it| it.0) < 1.0, extent(|it| it.1) < 1.0) {
        (true, true) => 21.0,
        (false, true) => 7.0,
        (true, false) | (false, false) => 0.0,
    }
}

fn dark(sign: &str) -> &'static str {
    match sign {
        "1" => "#2f7d43",
        "0" => "#b3372c",
        _ => "#8a8153",
    }
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
