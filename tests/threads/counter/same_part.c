// expect: violated
// property: race
// line: 10
// what: Both threads are given the same element.
#include <assert.h>
#include <pthread.h>

int parts[2];
void *work(void *at) {
    *(int *)at = 5;
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, &parts[1]);
    pthread_create(&b, NULL, work, &parts[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
