// expect: violated
// property: race
// line: 12
// what: Two threads add to a counter and nothing keeps them apart.
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *unused) {
    int now = counter;
    counter = now + 1;
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
