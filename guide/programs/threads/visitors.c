#include <assert.h>
#include <pthread.h>

int visitors;

void *door(void *unused) {
    int now = visitors;
    visitors = now + 1;
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
