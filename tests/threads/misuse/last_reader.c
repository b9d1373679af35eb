// expect: violated
// property: thread-misuse
// line: 22
// what: The last reader gives back a lock that the first one took: a mutex belongs to who took it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, writing = PTHREAD_MUTEX_INITIALIZER;
int readers, value;

void *reader(void *unused) {
    pthread_mutex_lock(&m);
    readers++;
    if (readers == 1)
        pthread_mutex_lock(&writing);
    pthread_mutex_unlock(&m);
    int seen = value;
    assert(seen >= 0);
    pthread_mutex_lock(&m);
    readers--;
    if (readers == 0)
        pthread_mutex_unlock(&writing);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_mutex_lock(&writing);
    value = 1;
    pthread_mutex_unlock(&writing);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
