// expect: violated
// property: function-pointer
// line: 12
// native: skip (gcc passes whatever is there)
// what: A function in the old style is called with fewer arguments than it has parameters.
int twice(x, y)
int x, y;
{
    return x + y;
}
int main(void) {
    return twice(3);
}
