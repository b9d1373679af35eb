// expect: violated
// property: null-dereference
// line: 14
// what: There is no second word.
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char line[8] = "one";
    if (__VERIFIER_nondet_bool())
        strcat(line, " two");
    strtok(line, " ");
    char *second = strtok(NULL, " ");
    return second[0] == 't';
}
