// expect: violated
// property: overflow
// line: 11
// options: --no-check overflow
// native: skip (gcc checks nothing)
// what: A class that is switched off is checked where the text asks for it.
int main(void) {
    int n = 2147483647, m = n;
    m = m + 1;
#pragma CPROVER check enable "signed-overflow"
    n = n + 1;
    return n == m;
}
