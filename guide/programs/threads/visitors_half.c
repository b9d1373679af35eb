#include <assert.h>
#include <pthread.h>

int visitors;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *door(void *unused) {
    pthread_mutex_lock(&lock);
    int now = visitors;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    visitors = now + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t north, south;
    pthread_create(&north, NULL, door, NULL);
    pthread_create(&south, NULL, door, NULL);
    pthread_join(north, NULL);
    pthread_join(south, NULL);
    assert(visitors == 2);
    return 0;
}
