// expect: violated
// property: race
// line: 15
// what: Two threads may draw the same ticket where to look and to count on are two operations.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
int balance;

void *work(void *unused) {
    unsigned mine = next;
    next = mine + 1;
    while (serving != mine) ;
    balance += 5;
    serving++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
