// expect: safe
// what: A barrier that counts its rounds: who waits looks whether its own is over.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
int arrived, rounds;

void *work(void *unused) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&m);
        int mine = rounds;
        if (++arrived < 2) {
            while (rounds == mine) pthread_cond_wait(&all_there, &m);
        } else {
            arrived = 0;
            rounds++;
            pthread_cond_broadcast(&all_there);
        }
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    assert(rounds == 2);
    return 0;
}
