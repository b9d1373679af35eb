// expect: violated
// property: race
// line: 14
// what: The flag is set before the data is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *first(void *unused) {
    atomic_store(&flag, 1);
    data = 42;
    return NULL;
}
void *second(void *unused) {
    if (atomic_load(&flag))
        assert(data == 42);
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
