// expect: safe
// what: Who has the smaller ticket goes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next, serving;
int counter;
void *work(void *unused) {
    int mine = atomic_fetch_add(&next, 1);
    if (serving == mine) {
        counter++;
        atomic_fetch_add(&serving, 1);
    }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 1 || counter == 2);
    return 0;
}
