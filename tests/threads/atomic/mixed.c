// expect: violated
// property: race
// line: 15
// what: One thread adds atomically, the other one does not.
#include <assert.h>
#include <pthread.h>

int counter;

void *first(void *unused) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return NULL;
}
void *second(void *unused) {
    counter++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
