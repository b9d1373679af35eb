// expect: violated
// property: race
// line: 11
// what: The lock is taken after the place was chosen.
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, lines[4];
static void add(int x) {
  int at = n;
  pthread_mutex_lock(&m);
  lines[at] = x;
  n = at + 1;
  pthread_mutex_unlock(&m);
}
static void *one(void *arg) { add(*(int *)arg); return 0; }
int main(void) { pthread_t t[2]; int x[2] = {1, 2};
 for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, one, &x[i]);
 for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
 assert(n == 2); printf("%d\n", lines[0]); return 0; }
