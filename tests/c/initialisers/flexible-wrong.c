// expect: violated
// property: out-of-object
// line: 9
// native: skip (what follows it is not watched)
// what: And no longer.
struct s { int n; char d[]; };
struct s x = { 2, { 'a', 'b', 'c', 'd' } };
int main(void) {
    return x.d[4];
}
