// expect: violated
// property: assertion
// line: 22
// what: Who tries to get a lock may see that it is held.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *holder(void *unused) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    int busy = pthread_mutex_trylock(&m);
    assert(!busy);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
