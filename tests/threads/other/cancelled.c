// expect: unknown
// what: Cancellation is not modelled.
#include <assert.h>
#include <pthread.h>

void *work(void *unused) {
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
