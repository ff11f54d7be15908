// Two threads take the lock of a file, each by an open file of its own (flock, or fcntl with
// F_OFD_SETLKW): it keeps them apart, and orders what they do. Two duplicates of one open file have
// the lock in common, and locks of fcntl that belong to the process keep nobody apart.
// expect: pass
// traces: 2 (who is first)
// interleavings: 2 (the second one waits until the first has unlocked)
// also:
// cflags: -DOPEN_FILE
// expect: pass
// traces: 2 (who is first)
// also:
// cflags: -DDUPLICATE
// expect: fail data-race
// also:
// cflags: -DPROCESS
// expect: fail data-race
// also:
// cflags: -DSHARED
// expect: fail data-race
// also: --preemption-bound=0
// cflags: -DSHARED
// expect: fail data-race
// also:
// cflags: -DCLOSES
// expect: pass
// traces: 2 (who is first)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2], counter;

static void lock(int file, short type) {
#if defined(OPEN_FILE) || defined(PROCESS)
  struct flock all = {.l_type = type, .l_whence = SEEK_SET};
#ifdef PROCESS
  assert(fcntl(file, F_SETLKW, &all) == 0);
#else
  assert(fcntl(file, F_OFD_SETLKW, &all) == 0);
#endif
#elif defined(SHARED)
  assert(flock(file, type == F_UNLCK ? LOCK_UN : LOCK_SH) == 0);
#elif defined(CLOSES)
  assert(type == F_UNLCK ? close(file) == 0 : flock(file, LOCK_EX) == 0);
#else
  assert(flock(file, type == F_UNLCK ? LOCK_UN : LOCK_EX) == 0);
#endif
}

static void *adds(void *file) {
  lock(*(int *)file, F_WRLCK);
  counter++;
  lock(*(int *)file, F_UNLCK);
  return NULL;
}

int main(void) {
  pthread_t other;
  files[0] = open("locked", O_CREAT | O_RDWR, 0600);
#ifdef DUPLICATE
  files[1] = dup(files[0]);
#else
  files[1] = open("locked", O_RDWR);
#endif
  pthread_create(&other, NULL, adds, &files[0]);
  adds(&files[1]);
  pthread_join(other, NULL);
  assert(counter == 2);
  unlink("locked");
}
