// expect: safe
// what: Each thread has variables of its own whose addresses are taken.
#include <assert.h>
#include <pthread.h>
struct job { int a, b; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
static void fill(struct job *j, int n) { j->a = n; j->b = n * 2; }
void *work(void *arg) {
    struct job j;
    fill(&j, *(int *)arg);
    pthread_mutex_lock(&m);
    total += j.a + j.b;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t t[2]; int n[2] = {1, 2};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &n[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(total == 9);
    return 0;
}
