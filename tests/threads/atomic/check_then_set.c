// expect: violated
// property: assertion
// line: 25
// what: Between looking and setting, the other thread may do the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner, wins;

void *work(void *unused) {
    if (owner == 0) {
        owner = 1;
        atomic_fetch_add(&wins, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(wins == 1);
    return 0;
}
