// Two threads: who comes first is asked as well.
// along: 19, 25: found
// along: 26, 19: none after 1 other-order
// along: 18, 24, 18: none after 2
// along: 24, 18, 20: found
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;
static int seen;

static void *fill(void *unused) {
    (void)unused;


    pthread_mutex_lock(&m);
    value = 7;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
static void *take(void *unused) { (void)unused; pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    seen = value;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, fill, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return seen == 7 ? 0 : 1;
}
