// expect: violated
// property: assertion
// line: 9
// what: The main thread ends by itself; the other one goes on, and fails.
#include <assert.h>
#include <pthread.h>

void *work(void *unused) {
    assert(0);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}
