// expect: violated
// property: assertion
// line: 20
// what: The main thread uses the data without waiting for it; a lock alone brings no order.
#include <assert.h>
#include <pthread.h>

int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *fill(void *unused) {
    pthread_mutex_lock(&m);
    data = 9;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    pthread_mutex_lock(&m);
    assert(data == 9);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
