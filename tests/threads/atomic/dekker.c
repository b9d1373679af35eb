// expect: safe
// what: Each tells its wish before it looks at the other one's: at most one goes in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants1, wants2;
int inside;

void *first(void *unused) {
    wants1 = 1;
    if (!wants2)
        inside++;
    return NULL;
}
void *second(void *unused) {
    wants2 = 1;
    if (!wants1)
        inside++;
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
