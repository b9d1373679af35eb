// expect: safe
// what: Readers read together, a writer writes alone.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    assert(seen == data);
    pthread_rwlock_unlock(&lock);
    return NULL;
}
void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    data++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
