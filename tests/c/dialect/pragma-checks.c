// expect: violated
// property: division-by-zero
// line: 17
// native: skip (gcc checks nothing)
// what: The text says which classes are checked where; what the preprocessor leaves out says nothing.
int main(void) {
    int n = 2147483647, zero = n - 2147483647;
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
    n = n + 1;
#ifdef NEVER
#pragma CPROVER check disable "div-by-zero"
#endif
#pragma CPROVER check push
#pragma CPROVER check disable "div-by-zero"
#pragma CPROVER check pop
    n = n / zero;
#pragma CPROVER check pop
    return n;
}
