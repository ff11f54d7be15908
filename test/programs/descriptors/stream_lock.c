// flockfile() keeps a stream from one call to the next: other threads wait, also those that print
// by other functions, and what its holders do is ordered.
// expect: pass
// traces: 2 (who locks the stream first)
// also:
// cflags: -DPRINTS
// expect: pass
// traces: 2 (the other one prints before both lines, or after them)
// also:
// cflags: -DUNLOCKED
// expect: fail data-race
// also:
// cflags: -DDEADLOCK
// expect: fail deadlock
// message: thread
// also:
// cflags: -DTRIES
// expect: pass
// traces: 3 (the one who tries is first, in between or last)
// also:
// cflags: -DNOBODYS
// expect: fail lock-misuse
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *stream;
static int counter;

static void *others(void *arg) {
#if defined(PRINTS) || defined(DEADLOCK)
  fputs("between\n", stream);
#elif defined(TRIES)
  if (ftrylockfile(stream) == 0) {
    counter++;
    funlockfile(stream);
  }
#else
#ifndef UNLOCKED
  flockfile(stream);
#endif
  counter++;
  putc_unlocked('x', stream);
#ifndef UNLOCKED
  funlockfile(stream);
#endif
#endif
  return arg;
}

int main(void) {
  pthread_t other;
  stream = stdout;
#ifdef NOBODYS
  funlockfile(stream); /* BUG */
#endif
  pthread_create(&other, NULL, others, NULL);
  flockfile(stream);
  flockfile(stream); /* as often as it likes */
  counter++;
  fputs("first\n", stream);
  funlockfile(stream);
  fputs("second\n", stream);
#ifdef DEADLOCK
  pthread_join(other, NULL);
#endif
  funlockfile(stream);
#ifndef DEADLOCK
  pthread_join(other, NULL);
#endif
  assert(counter > 0);
}
