// select() waits for one of two pipes, or until there is room in a third one, which there is.
// expect: pass
// traces: 3 (both pipes: it finds the one, the other, or both)
// also:
// cflags: -DROOM
// expect: pass
// traces: 4 (it does not wait: it finds none, the one, the other, or both)
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int a[2], b[2], c[2];

static void *write_to(void *pipe) {
  assert(write(((int *)pipe)[1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  assert(pipe(a) == 0 && pipe(b) == 0 && pipe(c) == 0);
  pthread_t one, two;
  pthread_create(&one, NULL, write_to, a);
  pthread_create(&two, NULL, write_to, b);
  fd_set reads, writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(a[0], &reads);
  FD_SET(b[0], &reads);
#ifdef ROOM
  FD_SET(c[1], &writes);
#endif
  const int n = select(c[1] + 1, &reads, &writes, NULL, NULL);
  assert(n == !!FD_ISSET(a[0], &reads) + !!FD_ISSET(b[0], &reads) + !!FD_ISSET(c[1], &writes));
  assert(n > 0);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
