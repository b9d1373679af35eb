// expect: safe
// what: A copy of a literal may be changed; a literal may be read.
#include <assert.h>

int main(void) {
    const char *literal = "whyc";
    char name[] = "whyc";
    name[0] = 'W';
    assert(name[0] == 'W' && literal[0] == 'w');
    return 0;
}
