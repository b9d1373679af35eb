// expect: safe
// options: --no-check race
// what: Without the check of races, both outcomes of a lost update are allowed for.
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *unused) {
    counter++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 1 || counter == 2);
    return 0;
}
