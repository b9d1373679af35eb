//! Runs whose inputs are arguments and standard input alone: a test of those needs no C.

use whyc_debug::replay::ReplayScript;

use super::{entry, input_text};

/// What a program is given from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    /// The arguments after the program's name.
    pub args: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
}

/// What a run takes, if arguments of up to `arg_len` characters and standard input are all of it.
#[must_use]
pub fn plain(script: &ReplayScript, arg_len: usize) -> Option<Plain> {
    let is_plain_block = |block: &whyc_debug::replay::ReplayBlock| !block.fails && block.content.is_empty();
    let is_plain = script.inputs.is_empty()
        && script.objects.iter().all(|object| object.content.is_empty())
        && script.externals.is_empty()
        && script.writes.is_empty()
        && script.stubs.is_empty()
        && script.obstacles.is_empty()
        && script.entry.name == "main"
        && script.blocks.iter().all(is_plain_block);
    if !is_plain {
        return None;
    }
    let (mut args, mut readers) = (Vec::new(), Vec::new());
    for call in &script.library {
        if call.function == entry::ARGUMENTS {
            let bits: Vec<u128> = call.inputs.iter().map(|input| input.value.bits).collect();
            let n = bits.first().map_or(0, |&count| (count as usize).saturating_sub(1));
            for word in bits.get(1..)?.chunks(arg_len.max(1)).take(n) {
                let bytes: Vec<u8> = word.iter().map(|&c| c as u8).take_while(|&c| c != 0).collect();
                args.push(String::from_utf8(bytes).ok()?);
            }
        } else if input_text::reads_stdin(call) {
            readers.push(call);
        } else {
            return None;
        }
    }
    // A word with a line end would end the line of words.
    if args.iter().any(|word| word.contains(['\n', '\r'])) {
        return None;
    }
    Some(Plain { args, stdin: input_text::text(&readers).ok()? })
}
