use super::*;

fn session() -> Session {
    Session::new(Budget::unlimited())
}

#[test]
fn models_satisfy_the_clauses_and_the_assumptions() {
    let mut s = session();
    let [a, b, c] = [s.new_lit(), s.new_lit(), s.new_lit()];
    s.add_clause(&[a, b]);
    s.add_clause(&[!a, c]);
    assert_eq!(s.solve(&[!b]), Answer::Satisfiable);
    assert!(s.value(a) && !s.value(b) && s.value(c));
}
