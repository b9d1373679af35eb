// expect: safe
// what: A static table with nested designators and pointers into other tables.
#include <assert.h>

static const int small[] = {1, 2}, large[] = {10, 20, 30};
static const struct { const int *data; int n; } sets[] = {
    [1] = {large, 3},
    [0] = {.n = sizeof small / sizeof small[0], .data = small},
};

int main(void) {
    int total = 0;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < sets[s].n; i++)
            total += sets[s].data[i];
    assert(total == 63);
    return 0;
}
