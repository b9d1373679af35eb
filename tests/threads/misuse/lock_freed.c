// expect: violated
// property: use-after-free
// line: 13
// what: The memory of a lock goes while another thread may still come to it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

pthread_mutex_t *lock;
sem_t woken;

void *user(void *unused) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}
void *owner(void *unused) {
    sem_wait(&woken);
    free(lock);
    return NULL;
}
void *waker(void *unused) {
    sem_post(&woken);
    return NULL;
}
int main(void) {
    pthread_t a, b, d;
    sem_init(&woken, 0, 0);
    lock = malloc(sizeof *lock);
    if (!lock) return 0;
    pthread_mutex_init(lock, NULL);
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_create(&d, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(d, NULL);
    return 0;
}
