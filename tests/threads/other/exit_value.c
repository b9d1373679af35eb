// expect: safe
// what: A thread that ends early gives its value back.
#include <assert.h>
#include <pthread.h>

void *work(void *unused) {
    pthread_exit((void *)5);
}
int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &result);
    assert((long)result == 5);
    return 0;
}
