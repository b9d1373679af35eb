use proptest::prelude::*;

use super::*;

/// A program that goes round two diamonds in either order, and may fail after each: error 10, end 11.
fn two_diamonds() -> Graph {
    Graph::new(
        12,
        &[
            (1, 2),
            (1, 6),
            (2, 3),
            (2, 4),
            (3, 5),
            (4, 5),
            (6, 7),
            (6, 8),
            (7, 9),
            (8, 9),
            (5, 10),
            (5, 11),
            (5, 6),
            (9, 10),
            (9, 11),
            (9, 2),
        ],
    )
}

fn set(blocks: &[Block]) -> BTreeSet<Block> {
    blocks.iter().copied().collect()
}

#[test]
fn the_example_of_the_paper_is_cut_as_it_says() {
    let graph = two_diamonds();
    let reachable = graph.reachable(1, 7);
    assert_eq!(reachable[4], set(&[2, 6, 10, 11]));
    assert_eq!(reachable[3], set(&[5, 9]));
    let n_paths = |depth| graph.complete(1, 10, depth, &[]).map_or(0, |tunnel| graph.n_paths(&tunnel));
    let by_depth: Vec<u128> = (0..=10).map(n_paths).collect();
    assert_eq!(by_depth, [0, 0, 0, 0, 4, 0, 0, 8, 0, 0, 16]);
    let all = graph.complete(1, 10, 7, &[]).expect("the error is there after 7 steps");
    let [first, second] = graph.cut(&all, 3).expect("there are two blocks after 3 steps");
    let sets = |all: &[&[Block]]| Tunnel(all.iter().map(|blocks| set(blocks)).collect());
    assert_eq!(first, sets(&[&[1], &[2], &[3, 4], &[5], &[6], &[7, 8], &[9], &[10]]));
    assert_eq!(second, sets(&[&[1], &[6], &[7, 8], &[9], &[2], &[3, 4], &[5], &[10]]));
    assert_eq!((graph.n_paths(&first), graph.n_paths(&second)), (4, 4));
    // A narrow place nearest to the middle is where it would be cut by itself.
    assert_eq!(graph.partition(1, 10, 7, 4, 2), [first, second]);
}

/// All paths of so many steps, one by one.
fn paths(graph: &Graph, source: Block, error: Block, depth: usize) -> Vec<Vec<Block>> {
    let mut paths = vec![vec![source]];
    for _ in 0..depth {
        let mut longer = Vec::new();
        for path in &paths {
            let last = path[path.len() - 1];
            longer.extend(graph.next[last].iter().map(|&to| [&path[..], &[to]].concat()));
        }
        paths = longer;
    }
    paths.retain(|path| path.last() == Some(&error));
    paths
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_path_is_in_exactly_one_part(
        n in 2usize..7, edges in prop::collection::vec((0usize..7, 0usize..7), 1..14),
        depth in 1usize..7, small in 0usize..12, most in 1usize..9,
    ) {
        let edges: Vec<(Block, Block)> = edges.iter().map(|&(a, b)| (a % n, b % n)).collect();
        let graph = Graph::new(n, &edges);
        let parts = graph.partition(0, n - 1, depth, small, most);
        let all = paths(&graph, 0, n - 1, depth);
        for path in &all {
            prop_assert_eq!(parts.iter().filter(|part| part.contains(path)).count(), 1, "{:?} in {:?}", path, &parts);
        }
        let counted: u128 = parts.iter().map(|part| graph.n_paths(part)).sum();
        prop_assert_eq!(counted, all.len() as u128);
        prop_assert!(parts.len() <= most);
        for part in &parts {
            prop_assert!(part.0.iter().all(|blocks| !blocks.is_empty()), "a part should have a path: {:?}", part);
        }
        prop_assert_eq!(parts, graph.partition(0, n - 1, depth, small, most));
    }
}
