/* A ring of three entries keeps the last three. */
#include <assert.h>
#define SIZE 3
int nondet_int(void);
struct ring { int data[SIZE]; int next, n; };
static void put(struct ring *r, int value) {
    r->data[r->next] = value;
    r->next = (r->next + 1) % SIZE;
    if (r->n < SIZE) r->n++;
}
static int get(const struct ring *r, int back) {
    return r->data[(r->next - back + SIZE) % SIZE];
}
int main(void) {
    struct ring r = {{0}, 0, 0};
    int all[5];
    for (int i = 0; i < 5; i++) {
        all[i] = nondet_int();
        put(&r, all[i]);
        for (int back = 1; back <= r.n; back++)
            assert(get(&r, back) == all[i + 1 - back]);
    }
    return 0;
}
