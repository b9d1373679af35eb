// expect: violated
// property: deadlock
// line: 12
// what: Who reads under a lock cannot take the same lock for writing.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    if (value == 0 && pthread_rwlock_wrlock(&lock) == 0) {
        value = 1;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
