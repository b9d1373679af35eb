// expect: violated
// property: assertion
// line: 22
// what: Two atomic operations are not one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *work(void *unused) {
    counter = counter + 1;
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
