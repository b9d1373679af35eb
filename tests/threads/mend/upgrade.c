// expect: violated
// property: deadlock
// line: 12
// what: Two readers that both want to write wait for each other.
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int cache;
static void *use(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&l);
  if (!cache) {
    pthread_rwlock_wrlock(&l);
    cache = 1;
    pthread_rwlock_unlock(&l);
  }
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) { pthread_t t, u; pthread_create(&t,0,use,0); pthread_create(&u,0,use,0); pthread_join(t,0); pthread_join(u,0); return 0; }
