// expect: violated
// property: assertion
// line: 33
// what: Who is about to wait still holds the lock, and somebody who only tries to get it may see that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
atomic_int failed;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return NULL;
}
void *other(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
    else failed = 1;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL); pthread_join(b, NULL); assert(!failed);
    return 0;
}
