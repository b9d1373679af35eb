// expect: violated
// property: assertion
// line: 18
// what: What is announced is written only afterwards.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;
static void *writer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); value = 42; pthread_mutex_unlock(&m);
  return 0;
}
static void *reader(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (ready) assert(value == 42);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) { pthread_t t, u; pthread_create(&t, 0, writer, 0); pthread_create(&u, 0, reader, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
