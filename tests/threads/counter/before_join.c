// expect: violated
// property: race
// line: 16
// what: The result is read before the thread that writes it is joined.
#include <assert.h>
#include <pthread.h>

int result;
void *work(void *unused) {
    result = 7;
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = result;
    pthread_join(t, NULL);
    assert(seen == 0 || seen == 7);
    return 0;
}
