// expect: violated
// property: deadlock
// line: 9
// what: A thread waits for its own end.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_join(pthread_self(), NULL);
    return 0;
}
