use std::time::{Duration, Instant};
use whyc_session::{Extent, Request, Session, Watch, Wish};
fn main() {
    let limit: u64 = std::env::var("LIMIT").ok().and_then(|t| t.parse().ok()).unwrap_or(20);
    for file in std::env::args().skip(1) {
        let start = Instant::now();
        let mut request = Request::files([&file]);
        request.deciding.budget = request.deciding.budget.clone().with_timeout(Duration::from_secs(limit));
        match Session::open(request, Watch::silent()) {
            Ok(mut session) => {
                let finding = session.answer(&Wish::Verdict, Extent::Asked);
                match finding {
                    Ok(finding) => println!(
                        "{:<14} {:6.2}s {} {:?}",
                        finding.head.verdict.name(),
                        start.elapsed().as_secs_f64(),
                        file,
                        finding.induction.map(|all| all.iter().map(|it| it.text.clone()).collect::<Vec<_>>())
                    ),
                    Err(_) => println!("refused {file}"),
                }
            }
            Err(_) => println!("refused {file}"),
        }
    }
}
