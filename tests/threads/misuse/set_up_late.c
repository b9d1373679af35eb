// expect: violated
// property: thread-misuse
// line: 11
// what: The thread may come to the semaphore before it is set up.
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *work(void *unused) {
    sem_wait(&s);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    sem_init(&s, 0, 1);
    pthread_join(t, NULL);
    return 0;
}
