//! x
use whyc_check::{Analysis, Prover, Unbounded};
use whyc_session::Request;
fn main() {
    for file in std::env::args().skip(1) {
        let request = Request::files([&file]);
        let Ok(compiled) = whyc_c::compile(&request.inputs, &request.reading) else {
            println!("refused {file}");
            continue;
        };
        let mut deciding = request.deciding.clone();
        deciding.budget = deciding.budget.clone().with_timeout(std::time::Duration::from_secs(10));
        let budget = deciding.budget.clone();
        let Ok(analysis) = Analysis::new(compiled.program, deciding) else {
            println!("no {file}");
            continue;
        };
        let user: Vec<_> = analysis
            .loops
            .all()
            .ids()
            .filter(|&id| {
                !analysis.loops.all()[id].name.contains("bytes")
                    && analysis.program.functions[analysis.loops.all()[id].function].origin
                        == whyc_ir::program::Origin::User
            })
            .collect();
        for cut in [user.clone(), user.iter().copied().take(1).collect()] {
            let question = Unbounded {
                program: &analysis.program,
                properties: &analysis.properties,
                asked: &analysis.asked,
                loops: &analysis.loops,
                bounds: analysis.bounds(),
                cut: &cut,
                arith: request.deciding.arith,
                budget: &budget,
            };
            let proof = whyc_prove::Induction.prove(&question);
            println!(
                "{} {file} {:?}",
                if proof.is_some() { "PROVED" } else { "no" },
                proof.map(|p| p.invariants.iter().map(|i| i.text.clone()).collect::<Vec<_>>())
            );
        }
    }
}
