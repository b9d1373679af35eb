// expect: violated
// property: race
// line: 10
// what: All threads are given the address of the loop variable, which goes on.
#include <assert.h>
#include <pthread.h>

int sum;
void *work(void *at) {
    int mine = *(int *)at;
    sum = mine;
    return NULL;
}
int main(void) {
    pthread_t t;
    int i = 1;
    pthread_create(&t, NULL, work, &i);
    i = 2;
    pthread_join(t, NULL);
    return 0;
}
