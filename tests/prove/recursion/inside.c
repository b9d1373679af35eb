// expect: safe
// what: What holds within every call, because of how the function is called.
#include <assert.h>
int nondet_int(void);
static int table_index(int depth, int choice) {
    assert(depth >= 0);
    assert(choice >= 0 && choice <= 3);
    if (depth == 0)
        return choice;
    return table_index(depth - 1, nondet_int() ? choice : 3 - choice);
}
int main(void) {
    int table[4] = {0};
    int depth = nondet_int(), choice = nondet_int();
    if (depth < 0 || choice < 0 || choice > 3)
        return 0;
    return table[table_index(depth, choice)];
}
