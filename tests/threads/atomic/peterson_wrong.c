// expect: violated
// property: race
// line: 16
// what: The turn is given away before the wish is told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

void *first(void *unused) {
    turn = 1;
    wants[0] = 1;
    if (!wants[1] || turn == 0)
        inside++;
    wants[0] = 0;
    return NULL;
}
void *second(void *unused) {
    turn = 0;
    wants[1] = 1;
    if (!wants[0] || turn == 1)
        inside++;
    wants[1] = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
