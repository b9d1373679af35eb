// expect: violated
// property: race
// line: 13
// what: Bit-fields beside each other are one place in memory.
#include <pthread.h>
#include <stddef.h>

struct {
    unsigned a : 4, b : 4;
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
