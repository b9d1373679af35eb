// expect: violated
// property: thread-misuse
// line: 15
// what: A thread is joined twice.
#include <assert.h>
#include <pthread.h>

void *work(void *unused) {
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(t, NULL);
    return 0;
}
