// expect: safe
// what: A bit-field of no bits begins another place in memory.
#include <pthread.h>
#include <stddef.h>

struct {
    unsigned char a : 4, : 0, b : 4;
} flags;

void *work(void *unused) {
    flags.a = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    flags.b = 2;
    pthread_join(thread, NULL);
    return 0;
}
