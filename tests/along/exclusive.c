// Behind a lock, two threads are never in one section.
// along: 13, 13: found
// along: 12, 12, 13, 13: found
// along: 14, 14, 15, 15: none after 3
// along: 14, 15, 14: found
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *unused) {
    int mine = unused != 0;
    pthread_mutex_lock(&m);
    n += mine;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, &n);
    pthread_create(&b, 0, work, &n);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return n;
}
