// expect: violated
// property: race
// line: 21
// what: The semaphore starts with one: nobody waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t done;
int data;
void *work(void *unused) {
    data = 3;
    sem_post(&done);
    return NULL;
}
int main(void) {
    pthread_t t;
    sem_init(&done, 0, 1);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&done);
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
