// expect: safe
// what: A function with such a name happens as a whole.
#include <assert.h>
#include <pthread.h>

int counter;

void __VERIFIER_atomic_add(void) {
    counter++;
}
void *work(void *unused) {
    __VERIFIER_atomic_add();
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
