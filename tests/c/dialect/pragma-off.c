// expect: unknown
// native: skip (gcc checks nothing)
// what: What an access does that is not checked and leads nowhere is not modelled.
int main(void) {
    int a[2] = {1, 2}, i = 7;
#pragma CPROVER check disable "bounds"
#pragma CPROVER check disable "pointer"
    a[i] = 3;
    return 0;
}
