// expect: violated
// property: assertion
// line: 30
// what: Two pieces of data change under two locks, one after the other; a reader may come in between.
#include <assert.h>
#include <pthread.h>

int data1, data2;
pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *unused) {
    pthread_mutex_lock(&lock1);
    data1 = 1;
    pthread_mutex_unlock(&lock1);
    pthread_mutex_lock(&lock2);
    data2 = data1 + 1;
    pthread_mutex_unlock(&lock2);
    return NULL;
}
void *reader(void *unused) {
    pthread_mutex_lock(&lock1);
    if (data1 == 0) {
        pthread_mutex_unlock(&lock1);
        return NULL;
    }
    int t1 = data1;
    pthread_mutex_unlock(&lock1);
    pthread_mutex_lock(&lock2);
    int t2 = data2;
    pthread_mutex_unlock(&lock2);
    assert(t2 == t1 + 1);
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
