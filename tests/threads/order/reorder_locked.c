// expect: safe
// what: Both writes happen under the lock under which the checker looks.
#include <assert.h>
#include <pthread.h>

int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *set(void *unused) {
    pthread_mutex_lock(&m);
    a = 1;
    b = -1;
    pthread_mutex_unlock(&m);
    return NULL;
}
void *check(void *unused) {
    pthread_mutex_lock(&m);
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t s, c;
    pthread_create(&s, NULL, set, NULL);
    pthread_create(&c, NULL, check, NULL);
    pthread_join(s, NULL);
    pthread_join(c, NULL);
    return 0;
}
