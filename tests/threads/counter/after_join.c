// expect: safe
// what: What is read after the threads were joined is read by one thread alone.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    x = 1;
    return NULL;
}
void *second(void *unused) {
    y = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x + y == 3);
    return 0;
}
