// expect: safe
// what: Nobody reads before everybody has written.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int x, y;

void *first(void *unused) {
    x = 1;
    pthread_barrier_wait(&barrier);
    assert(y == 2);
    return NULL;
}
void *second(void *unused) {
    y = 2;
    pthread_barrier_wait(&barrier);
    assert(x == 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
