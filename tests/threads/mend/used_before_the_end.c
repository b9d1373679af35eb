// expect: violated
// property: race
// line: 9
// what: The end of the thread is waited for too late.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static int *buffer;
static void *fill(void *arg) { int n = *(int *)arg; for (int i = 0; i < n; i++) buffer[i] = i; return 0; }
int main(void) {
  int n = 3;
  pthread_t t;
  buffer = malloc(3 * sizeof *buffer);
  if (!buffer) return 1;
  pthread_create(&t, 0, fill, &n);
  int last = buffer[2];
  pthread_join(t, 0);
  assert(last == 2);
  free(buffer);
  return 0;
}
