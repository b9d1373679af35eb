/* The longest waiting one should be served: the comparison is the wrong way round. To add one somewhere would do, too, by chance. */
#include <assert.h>

#define PLACES 3

struct place { int who; int since; };
struct room { struct place place[PLACES]; int now; int n; };

extern int nondet_int(void);

static int longest(const struct room *r) {
    int found = 0;
    for (int i = 1; i < r->n; i++)
        if (r->place[i].since > r->place[found].since)
            found = i;
    return found;
}

static void enter(struct room *r, int who) {
    int at = r->n < PLACES ? r->n++ : longest(r);
    r->place[at].who = who;
    r->place[at].since = ++r->now;
}

static void again(struct room *r, int who) {
    for (int i = 0; i < r->n; i++)
        if (r->place[i].who == who)
            r->place[i].since = ++r->now;
}

static int is_there(const struct room *r, int who) {
    for (int i = 0; i < r->n; i++)
        if (r->place[i].who == who)
            return 1;
    return 0;
}

int main(void) {
    struct room r = {.n = 0};
    int a = nondet_int(), b = nondet_int(), c = nondet_int(), d = nondet_int();
    if (a == b || a == c || a == d || b == c || b == d || c == d)
        return 0;
    enter(&r, a);
    enter(&r, b);
    enter(&r, c);
    again(&r, a);
    enter(&r, d);
    assert(is_there(&r, a));
    assert(!is_there(&r, b));
    return 0;
}
