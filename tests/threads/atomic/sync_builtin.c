// expect: safe
// what: The older built-in functions are atomic as well.
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *unused) {
    __sync_fetch_and_add(&counter, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
