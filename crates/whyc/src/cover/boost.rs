//! `whyc cover --boost`: random runs, weighed.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use whyc_cover::Coverage;
use whyc_cover::boost::{Steering, Wanted, boost};
use whyc_ir::property::PropertyTable;
use whyc_sample::dist::Distribution;
use whyc_sample::program::Sampled;
use whyc_sample::site::{Given, Said, Sites, in_comments};
use whyc_session::Session;

use crate::cli::{Boost, Cover};

/// Makes runs; what is wanted is all but how.
pub fn run(args: &Cover, how: Boost, session: &mut Session, mut wanted: Wanted) -> anyhow::Result<Coverage> {
    if args.runs == 0 {
        bail!("--runs: at least one");
    }
    wanted.steering = match how {
        Boost::Learnt => Steering::Learnt,
        Boost::Random => Steering::Random,
        Boost::Plain => Steering::Plain,
    };
    let program = Arc::clone(session.program());
    let properties = PropertyTable::clone(session.properties().0);
    let asked = session.properties().1.to_vec();
    let mut given = in_comments(&program.sources).map_err(|wrong| anyhow!("{}", wrong.message))?;
    for (name, text) in &args.dist {
        let dist = Distribution::read(text).map_err(|wrong| anyhow!("--dist {name}: {wrong}"))?;
        given.push(Given { name: name.clone(), dist, said: Said::Option });
    }
    let sites = Sites::of(&program, &given).map_err(|wrong| anyhow!("--dist: {}", wrong.message))?;
    let sampled = Sampled::new(&program, (&properties, &asked), sites, args.boost_seed, args.steps);
    let budget = session.request().deciding.budget.clone();
    Ok(session.explore(|analysis, tell| boost(&sampled, &properties, &analysis.loops, wanted, &budget, tell)))
}
