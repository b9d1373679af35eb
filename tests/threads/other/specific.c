// expect: safe
// what: Every thread has a value of its own under one key.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int x, y;

void *work(void *mine) {
    pthread_setspecific(key, mine);
    assert(pthread_getspecific(key) == mine);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, work, &x);
    pthread_create(&b, NULL, work, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
