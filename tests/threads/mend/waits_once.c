// expect: violated
// property: assertion
// line: 23
// what: Whoever is woken does not look again.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;
static void *producer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (items == 0)
    pthread_cond_wait(&ready, &m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t c, d, p, q;
  pthread_create(&c, 0, consumer, 0);
  pthread_create(&p, 0, producer, 0);
  pthread_join(c, 0);
  pthread_join(p, 0);
  return 0;
}
