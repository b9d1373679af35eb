/* A pool of four slots: taken slots are counted. */
#include <assert.h>
#define SLOTS 4
int nondet_int(void);
struct pool { int used[SLOTS]; int count; };
static int take(struct pool *p) {
    for (int i = 0; i < SLOTS; i++) {
        if (!p->used[i]) {
            p->used[i] = 1;
            p->count++;
            return i;
        }
    }
    return -1;
}
static void give(struct pool *p, int slot) {
    if (slot < 0 || slot >= SLOTS || !p->used[slot])
        return;
    p->used[slot] = 0;
    p->count--;
}
int main(void) {
    struct pool p = {{0}, 0};
    for (int step = 0; step < 5; step++) {
        int what = nondet_int();
        if (what < 0)
            take(&p);
        else
            give(&p, what);
    }
    int n = 0;
    for (int i = 0; i < SLOTS; i++)
        n += p.used[i];
    assert(n == p.count);
    return 0;
}
