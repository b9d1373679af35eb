// expect: safe
// what: Threads get numbers as their arguments, and give numbers back.
#include <assert.h>
#include <pthread.h>

void *twice(void *n) {
    return (void *)((long)n * 2);
}
int main(void) {
    pthread_t a, b;
    void *x = NULL, *y = NULL;
    pthread_create(&a, NULL, twice, (void *)3);
    pthread_create(&b, NULL, twice, (void *)4);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert((long)x + (long)y == 14);
    return 0;
}
