// expect: safe
// what: The same under one lock.
#include <assert.h>
#include <pthread.h>

int data1, data2;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    data1 = 1;
    data2 = data1 + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}
void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    if (data1 != 0)
        assert(data2 == data1 + 1);
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
