// expect: safe
// what: Const variables are read by their addresses.
#include <assert.h>

static const int limits[3] = {1, 2, 3};
static const struct pair { int a, b; } both = {4, 5};

int main(void) {
    const int own = 6;
    int other = 7;
    *(int *)(const int *)&other = 8;
    assert(*&own == 6 && *limits == 1 && *(limits + 2) == 3 && (&both)->b == 5 && other == 8);
    return 0;
}
