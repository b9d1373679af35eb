// expect: safe
// what: Each way out of a block cleans up, the last variable first, and after the returned value is settled.
#include <assert.h>

#define AUTO(f) __attribute__((__cleanup__(f)))

static int log_of_ends;
static int total;

static void ended(int *p) {
    log_of_ends = log_of_ends * 10 + *p;
}

static void add(const int *p) {
    total += *p;
}

static int early(int n) {
    AUTO(ended) int a = 1;
    int b AUTO(ended) = 2;
    if (n > 0)
        return a + b + log_of_ends;
    b = 7;
    return b;
}

static void clear(int *p) {
    *p = 0;
}

static int settled(void) {
    int x AUTO(clear) = 4;
    return x;
}

static void by_goto(int n) {
    {
        AUTO(add) int a = 100;
        if (n)
            goto out;
        total += a;
    }
    total += 1;
out:;
    int again = 0;
back:;
    AUTO(add) int c = 1000;
    if (again++ < 1)
        goto back;
}

int main(void) {
    assert(early(1) == 3 && log_of_ends == 21);
    log_of_ends = 0;
    assert(early(0) == 7 && log_of_ends == 71);
    assert(settled() == 4);
    for (int i = 0; i < 4; i++) {
        AUTO(add) int x = i;
        if (i == 1)
            continue;
        if (i == 3)
            break;
        total += 10;
    }
    assert(total == 26);
    total = 0;
    by_goto(1);
    assert(total == 2100);
    switch (total) {
    case 2100: {
        AUTO(add) int y = 1;
        break;
    }
    }
    assert(total == 2101);
    int z = ({
        AUTO(add) int y = 5;
        y * 2;
    });
    assert(z == 10 && total == 2106);
    return 0;
}
