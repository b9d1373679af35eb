/* A cache of one entry in front of a store. */
#include <assert.h>
#define N 3
int nondet_int(void);
static int store[N];
static int cached_key = -1, cached_value;
static int get(int key) {
    if (cached_key != key) {
        cached_key = key;
        cached_value = store[key];
    }
    return cached_value;
}
static void set(int key, int value) {
    store[key] = value;
    cached_key = -1;
}
int main(void) {
    int model[N] = {0};
    for (int i = 0; i < N; i++)
        store[i] = 0;
    cached_key = -1;
    for (int i = 0; i < 4; i++) {
        int key = nondet_int(), value = nondet_int();
        if (key < 0 || key >= N) return 0;
        if (nondet_int()) {
            set(key, value);
            model[key] = value;
        } else
            assert(get(key) == model[key]);
    }
    return 0;
}
