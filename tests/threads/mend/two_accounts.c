// expect: violated
// property: assertion
// line: 27
// what: Each account is locked, but nothing is held over both of them.
#include <pthread.h>
#include <assert.h>
struct account { pthread_mutex_t lock; int balance; };
static struct account a = { PTHREAD_MUTEX_INITIALIZER, 10 };
static struct account b = { PTHREAD_MUTEX_INITIALIZER, 10 };
static void move(struct account *from, struct account *to, int n) {
  pthread_mutex_lock(&from->lock);
  from->balance -= n;
  pthread_mutex_unlock(&from->lock);
  pthread_mutex_lock(&to->lock);
  to->balance += n;
  pthread_mutex_unlock(&to->lock);
}
static void *mover(void *arg) { (void)arg; move(&a, &b, 3); return 0; }
static void *auditor(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a.lock);
  int x = a.balance;
  pthread_mutex_unlock(&a.lock);
  pthread_mutex_lock(&b.lock);
  int y = b.balance;
  pthread_mutex_unlock(&b.lock);
  assert(x + y == 20);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, mover, 0);
  pthread_create(&u, 0, auditor, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
