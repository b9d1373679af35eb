// expect: safe
// what: A static local keeps its value from call to call.
#include <assert.h>

static int next_id(void) {
    static int id = 100;
    return id++;
}

static int calls(void) {
    static int id;
    return ++id;
}

int main(void) {
    assert(next_id() == 100);
    assert(next_id() == 101);
    assert(calls() == 1 && calls() == 2);
    assert(next_id() == 102);
    return 0;
}
