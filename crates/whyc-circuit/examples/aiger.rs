//! Writes a circuit of any format as AIGER, for tools that read nothing else: `aiger FROM TO`.
#![allow(clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

use whyc_aig::aiger;
use whyc_circuit::file::Format;
use whyc_circuit::proof::certificate::model_circuit;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [from, to] => match export(Path::new(from), Path::new(to)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(reason) => {
                eprintln!("{from}: {reason}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: aiger FROM TO");
            ExitCode::FAILURE
        }
    }
}

fn export(from: &Path, to: &Path) -> Result<(), String> {
    let format = Format::of(from).ok_or("not a circuit")?;
    let bytes = std::fs::read(from).map_err(|error| error.to_string())?;
    let design = format.read(&bytes).map_err(|error| error.to_string())?;
    if design.has_large_arrays() {
        return Err("large arrays have no bits of their own".to_owned());
    }
    std::fs::write(to, aiger::write_binary(&model_circuit(&design.circuit))).map_err(|error| error.to_string())
}
