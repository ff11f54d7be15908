// A thread waits for either of two pipes: it finds the one, the other, or both.
// expect: pass
// traces: 3 (what it finds)
// not_covered: nothing
// also:
// cflags: -DFIRST
// expect: fail assertion
// at: BUG
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 3 (the same)
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];

static void *write_to(void *pipe) {
  assert(write(((int *)pipe)[1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  assert(pipe(a) == 0 && pipe(b) == 0);
  pthread_t one, two;
  pthread_create(&one, NULL, write_to, a);
  pthread_create(&two, NULL, write_to, b);
  struct pollfd list[] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  const int n = poll(list, 2, -1);
  assert(n == (list[0].revents == POLLIN) + (list[1].revents == POLLIN) && n > 0);
#ifdef FIRST
  assert(list[0].revents); /* BUG */
#endif
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
