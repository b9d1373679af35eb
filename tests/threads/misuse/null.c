// expect: violated
// property: null-dereference
// line: 10
// what: There is no lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t *m;
int main(void) {
    pthread_mutex_lock(m);
    return 0;
}
