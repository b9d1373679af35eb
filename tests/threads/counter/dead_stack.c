// expect: violated
// property: use-after-scope
// line: 10
// what: The thread still runs when the variable that it was given is gone.
#include <assert.h>
#include <pthread.h>

pthread_t t;
void *work(void *at) {
    *(int *)at = 1;
    return NULL;
}
void start(void) {
    int local = 0;
    pthread_create(&t, NULL, work, &local);
}
int main(void) {
    start();
    pthread_join(t, NULL);
    return 0;
}
