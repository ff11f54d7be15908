// Two threads take the locks of two files in different orders.
// expect: fail deadlock
// also:
// cflags: -DTRIES
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void *second(void *unused) {
  const int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
  flock(b, LOCK_EX);
#ifdef TRIES
  if (flock(a, LOCK_EX | LOCK_NB) != 0)
    assert(errno == EWOULDBLOCK);
#else
  flock(a, LOCK_EX);
#endif
  close(a);
  close(b);
  return unused;
}

int main(void) {
  pthread_t other;
  const int a = open("a", O_CREAT | O_RDWR, 0600), b = open("b", O_CREAT | O_RDWR, 0600);
  pthread_create(&other, NULL, second, NULL);
  flock(a, LOCK_EX);
  flock(b, LOCK_EX);
  close(a);
  close(b);
  pthread_join(other, NULL);
  unlink("a");
  unlink("b");
}
