// expect: violated
// property: race
// line: 21
// what: A thread hands out the address of its variable and ends; the other one may use it before, or after.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

_Atomic(int *) where;
sem_t woken;

void *reader(void *unused) {
    int *it = where;
    if (it) (*it)++;
    return NULL;
}
void *owner(void *unused) {
    int mine = 1;
    where = &mine;
    sem_wait(&woken);
    return NULL;
}
void *waker(void *unused) {
    sem_post(&woken);
    return NULL;
}
int main(void) {
    pthread_t a, b, d;
    sem_init(&woken, 0, 0);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_create(&d, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(d, NULL);
    return 0;
}
