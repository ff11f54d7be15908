// To open a pipe by its name waits until somebody opens the other end, and orders both.
// expect: pass
// traces: 4 (who comes first to open it; whether the byte is read before the other end is closed)
// interleavings: 7 (5 if the reader comes first, and then finds the other at any time; 2 if not)
// also:
// cflags: -DSTREAM
// expect: pass
// traces: 2 (who comes first: what is written comes when the stream is closed)
// also:
// cflags: -DNOBODY
// expect: fail deadlock
// at: BUG
// also:
// cflags: -DRACY
// expect: fail data-race
// also:
// cflags: -DNONBLOCKING
// expect: pass
// traces: 2 (the writer is too early, or not)
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int value, too_early;

static void *writer(void *arg) {
#ifdef NONBLOCKING
  const int end = open("named_pipe", O_WRONLY | O_NONBLOCK);
  too_early = end < 0;
  assert(end >= 0 || errno == ENXIO);
#elif defined(STREAM)
  FILE *const end = fopen("named_pipe", "w");
  value = 1;
  fputs("x\n", end);
  fclose(end);
#else
  value = 1;
  const int end = open("named_pipe", O_WRONLY);
#ifdef RACY
  value = 2;
#else
  assert(write(end, "x", 1) == 1);
#endif
  close(end);
#endif
  return arg;
}

static void reader(void) {
  char line[8];
#ifdef NONBLOCKING
  assert(open("named_pipe", O_RDONLY | O_NONBLOCK) >= 0);
#elif defined(STREAM)
  FILE *const end = fopen("named_pipe", "r");
  assert(fgets(line, sizeof line, end) && line[0] == 'x' && value == 1);
  assert(!fgets(line, sizeof line, end)); /* the writer has closed it */
#else
  const int end = open("named_pipe", O_RDONLY); /* BUG */
  assert(value >= 1);
#ifndef RACY
  assert(read(end, line, 8) == 1 && read(end, line, 8) == 0);
#endif
#endif
}

int main(void) {
  pthread_t other;
  assert(mkfifo("named_pipe", 0600) == 0);
#ifdef NOBODY
  reader();
#else
  pthread_create(&other, NULL, writer, NULL);
  reader();
  pthread_join(other, NULL);
#endif
  assert(unlink("named_pipe") == 0);
}
