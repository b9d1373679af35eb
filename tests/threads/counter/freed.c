// expect: violated
// property: race
// line: 13
// what: One thread frees what another one still uses.
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>

int *shared;

void *first(void *unused) {
    *shared = 3;
    return NULL;
}
void *second(void *unused) {
    free(shared);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    shared = malloc(sizeof *shared);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
