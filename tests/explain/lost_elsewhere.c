// What is lost is asked about where the program ends, not where it was allocated.
#include <stdlib.h>

extern int nondet_int(void);

struct box {
    int *what;
};

static int *copy(int value) {
    int *made = malloc(sizeof *made);
    if (!made)
        exit(0);
    *made = value;
    return made;
}

static void put(struct box *box, int value) {
    if (box->what && *box->what == value)
        return;
    box->what = copy(value);
}

int main(void) {
    struct box box = { 0 };
    put(&box, 1);
    put(&box, nondet_int());
    free(box.what);
    return 0;
}
