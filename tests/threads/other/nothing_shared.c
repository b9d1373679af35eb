// expect: safe
// what: Threads that share nothing are followed one after the other.
#include <assert.h>
#include <pthread.h>


void *work(void *unused) {
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += i;
    assert(sum == 10);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
