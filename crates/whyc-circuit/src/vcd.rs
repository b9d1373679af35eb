//! A run as a value change dump (VCD, IEEE 1364) for waveform viewers.
//!
//! Two scopes have the same signals: `circuit` what they are, `matters` which of their bits are the same in every run
//! that agrees in what matters.

use std::fmt::Write as _;

use crate::finding::{Bit, Wave};

/// What is said of a bit in a scope.
type Said = fn(&Bit) -> bool;

/// The scopes.
const SCOPES: [(&str, Said); 2] = [("circuit", |bit| bit.value), ("matters", |bit| bit.relevant)];

/// The dump. A loop is told in a comment.
#[must_use]
pub fn write(waves: &[Wave], loop_start: Option<usize>) -> String {
    let n_cycles = waves.iter().map(|wave| wave.cells.len()).max().unwrap_or(0);
    let mut text = head(waves);
    if let Some(start) = loop_start {
        let _ = writeln!(text, "$comment after the last cycle comes cycle {start} again $end");
    }
    let mut shown: Vec<Option<String>> = vec![None; SCOPES.len() * waves.len()];
    for cycle in 0..n_cycles {
        let _ = writeln!(text, "#{cycle}");
        for (idx, shown) in shown.iter_mut().enumerate() {
            let (scope, wave) = (SCOPES[idx / waves.len()].1, &waves[idx % waves.len()]);
            let change = change(&wave.cells[cycle], width(wave), scope);
            if shown.as_ref() != Some(&change) {
                let _ = writeln!(text, "{change}{}", identifier(idx));
                *shown = Some(change);
            }
        }
    }
    let _ = writeln!(text, "#{n_cycles}");
    text
}

fn width(wave: &Wave) -> usize {
    wave.cells.iter().map(Vec::len).max().unwrap_or(1).max(1)
}

fn head(waves: &[Wave]) -> String {
    let mut text = String::from("$timescale 1 ns $end\n");
    for (at, (scope, _)) in SCOPES.iter().enumerate() {
        let _ = writeln!(text, "$scope module {scope} $end");
        for (idx, wave) in waves.iter().enumerate() {
            // A name must not contain blanks; everything else is the viewer's to show.
            let name = wave.name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c });
            let name: String = name.collect();
            let width = width(wave);
            let range = if width == 1 { String::new() } else { format!(" [{}:0]", width - 1) };
            let _ = writeln!(text, "$var wire {width} {} {name}{range} $end", identifier(at * waves.len() + idx));
        }
        text.push_str("$upscope $end\n");
    }
    text.push_str("$enddefinitions $end\n");
    text
}

/// A value, up to the identifier. What the run leaves open, after its last input, is `x`.
fn change(bits: &[Bit], width: usize, scope: Said) -> String {
    let digits: String = match bits {
        [] => "x".repeat(width),
        bits => bits.iter().rev().map(|bit| if scope(bit) { '1' } else { '0' }).collect(),
    };
    if width == 1 { digits } else { format!("b{digits} ") }
}

/// A short name of printable characters.
fn identifier(mut idx: usize) -> String {
    let mut text = String::new();
    loop {
        text.push((b'!' + (idx % 94) as u8) as char);
        idx /= 94;
        if idx == 0 {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::WaveKind;

    #[test]
    fn only_changes_are_dumped_and_values_are_concrete() {
        let bit = |value: bool, relevant: bool| Bit { value, relevant };
        let go = vec![vec![bit(true, false)], vec![bit(true, true)], Vec::new()];
        let count = [0, 1, 2].map(|n| vec![bit(n & 1 == 1, true), bit(n & 2 == 2, n == 2)]).to_vec();
        let waves = [
            Wave { name: "go".to_owned(), kind: WaveKind::Input, cells: go },
            Wave { name: "my count".to_owned(), kind: WaveKind::State, cells: count },
        ];
        let dump = write(&waves, Some(1));
        let (head, body) = dump.split_once("$enddefinitions $end\n").expect("there should be a body");
        assert!(
            head.contains("$scope module circuit $end\n$var wire 1 ! go $end\n$var wire 2 \" my_count [1:0] $end\n")
        );
        assert!(
            head.contains("$scope module matters $end\n$var wire 1 # go $end\n$var wire 2 $ my_count [1:0] $end\n")
        );
        let (comment, body) = body.split_once('\n').expect("there should be a comment");
        assert_eq!(comment, "$comment after the last cycle comes cycle 1 again $end");
        assert_eq!(body, "#0\n1!\nb00 \"\n0#\nb01 $\n#1\nb01 \"\n1#\n#2\nx!\nb10 \"\nx#\nb11 $\n#3\n");
    }
}
