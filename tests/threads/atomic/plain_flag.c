// expect: violated
// property: race
// line: 13
// what: A flag that is not atomic publishes nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data, flag;

void *first(void *unused) {
    data = 42;
    flag = 1;
    return NULL;
}
void *second(void *unused) {
    if (flag)
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
