// expect: violated
// property: bounds
// line: 11
// what: The result of snprintf is used as an index.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char line[6];
    int n = snprintf(line, sizeof line, "%d", __VERIFIER_nondet_int());
    line[n] = '\n';
    return 0;
}
