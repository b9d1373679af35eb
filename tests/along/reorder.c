// Somebody who looks between two writes of others sees only one of them.
// along: 14, 20, 21 failing: found
// along: 14, 20 failing: found
// along: 21, 20: none after 1 other-order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int a, b;

static void *set(void *unused) {
    (void)unused;

    a = 1;
    b = -1;
    return 0;
}

static void *look(void *unused) {
    int first = a;
    int second = b;
    assert((first == 0 && second == 0) || (first == 1 && second == -1));
    return unused;
}

int main(void) {
    pthread_t s, t, l;
    pthread_create(&s, 0, set, 0);
    pthread_create(&t, 0, set, 0);
    pthread_create(&l, 0, look, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    pthread_join(l, 0);
    return 0;
}
