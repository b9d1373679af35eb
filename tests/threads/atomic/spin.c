// expect: safe
// what: A loop that only looks until another thread is done goes round as often as there is something new to see.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
int data;
void *writer(void *u) { data = 42; ready = 1; return NULL; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!ready);
    assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}
