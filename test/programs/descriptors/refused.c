// What a call cannot do changes nothing: two threads that look for a byte in an empty pipe, or try
// a lock that somebody else holds, come in one order. Main writes the byte, or unlocks: before
// both, after both, or between them.
// expect: pass
// traces: 5 (before both, 2: who gets the byte; after both, 1; between them, 2)
// interleavings: 6 (of three calls)
// also:
// cflags: -DNOBODY
// expect: pass
// traces: 1 (both find nothing)
// interleavings: 2 (who is first)
// also:
// cflags: -DSOCKET
// expect: pass
// traces: 5 (as with a pipe)
// also:
// cflags: -DLOCK
// expect: pass
// traces: 5 (as with a byte)
// interleavings: 6 (of three calls)
// also:
// cflags: -DCONVERTED
// expect: pass
// traces: 2 (who tries to convert its lock first loses it, and the other one succeeds)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], files[3], succeeded[2];

static void *tries(void *of) {
  const int i = *(int *)of;
#if defined(LOCK) || defined(CONVERTED)
  succeeded[i] = flock(files[i], LOCK_EX | LOCK_NB) == 0;
#elif defined(SOCKET)
  char byte;
  succeeded[i] = recv(ends[0], &byte, 1, MSG_DONTWAIT) == 1;
#else
  char byte;
  succeeded[i] = read(ends[0], &byte, 1) == 1;
#endif
  return NULL;
}

static void begins(void) {
#ifdef SOCKET
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
#else
  assert(pipe2(ends, O_NONBLOCK) == 0);
#endif
  for (int i = 0; i < 3; i++)
    files[i] = open("locked", O_CREAT | O_RDWR, 0600);
#ifdef LOCK
  assert(flock(files[2], LOCK_EX) == 0);
#elif defined(CONVERTED)
  assert(flock(files[0], LOCK_SH) == 0 && flock(files[1], LOCK_SH) == 0);
#endif
}

static void allows(void) {
#ifdef LOCK
  assert(flock(files[2], LOCK_UN) == 0);
#elif !defined(NOBODY) && !defined(CONVERTED)
  assert(write(ends[1], "x", 1) == 1);
#endif
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  begins();
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, tries, &numbers[i]);
  allows();
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
#ifdef CONVERTED
  assert(succeeded[0] + succeeded[1] == 1);
#else
  assert(succeeded[0] + succeeded[1] <= 1);
#endif
  unlink("locked");
}
