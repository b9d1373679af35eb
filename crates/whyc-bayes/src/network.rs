//! A network: which variable depends on which, and how.

/// A network. The first variables are directives, the others attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// How many of the variables are directives.
    pub n_directives: usize,
    /// How many values each variable has.
    pub sizes: Vec<usize>,
    /// What each variable depends on, in order.
    pub parents: Vec<Vec<usize>>,
    /// For each variable, the probability of each of its values for each combination of its parents' values: the value counts least.
    /// Directives have none: they are set.
    pub tables: Vec<Vec<f64>>,
}

impl Network {
    /// A network without edges.
    #[must_use]
    pub fn new(n_directives: usize, sizes: &[usize]) -> Self {
        let n = sizes.len();
        Self { n_directives, sizes: sizes.to_vec(), parents: vec![Vec::new(); n], tables: vec![Vec::new(); n] }
    }

    /// A variable with its parents: the order of a table.
    #[must_use]
    pub fn family(&self, variable: usize) -> Vec<usize> {
        self.parents[variable].iter().copied().chain([variable]).collect()
    }

    /// Leaves out that directives depend on something, and on each other: they are set from outside. The directives that no attribute
    /// depends on then play no role; the others are told.
    pub fn prune(&mut self) -> Vec<usize> {
        for directive in 0..self.n_directives {
            for from in std::mem::take(&mut self.parents[directive]) {
                // That the attribute goes with the directive stays known.
                if from >= self.n_directives && !self.parents[from].contains(&directive) && !self.leads(from, directive)
                {
                    self.parents[from].push(directive);
                    self.parents[from].sort_unstable();
                }
            }
        }
        (0..self.n_directives).filter(|it| self.parents.iter().any(|parents| parents.contains(it))).collect()
    }

    /// Whether one variable leads to another along edges.
    #[must_use]
    pub fn leads(&self, from: usize, to: usize) -> bool {
        let mut todo = vec![to];
        let mut known = vec![false; self.sizes.len()];
        while let Some(it) = todo.pop() {
            if it == from {
                return true;
            }
            if !std::mem::replace(&mut known[it], true) {
                todo.extend(&self.parents[it]);
            }
        }
        false
    }

    /// The number of edges.
    #[must_use]
    pub fn n_edges(&self) -> usize {
        self.parents.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_depend_on_nothing() {
        // D1 -> D2, D1 -> A1, A1 -> A2.
        let mut network = Network::new(2, &[2; 4]);
        (network.parents[1], network.parents[2], network.parents[3]) = (vec![0], vec![0], vec![2]);
        assert_eq!(network.prune(), [0], "nothing depends on the second directive any more");
        assert_eq!(network.parents, [vec![], vec![], vec![0], vec![2]]);
        // An edge from an attribute to a directive is turned round.
        let mut network = Network::new(1, &[2; 2]);
        network.parents[0] = vec![1];
        assert_eq!(network.prune(), [0]);
        assert_eq!(network.parents, [vec![], vec![0]]);
    }
}
