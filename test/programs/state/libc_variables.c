// A thread reads a variable of libc that another one's call sets: `environ` and setenv(),
// `timezone` and tzset(), `optind` and getopt(). Nothing orders the two. Calls alone are no race.
// algorithms: optimal source
// expect: fail data-race
// message: write of 8 bytes races with read
// also:
// cflags: -DTIME_ZONE
// algorithms: optimal
// expect: fail data-race
// also:
// cflags: -DOPTIONS
// algorithms: optimal
// expect: fail data-race
// also: --races=interleave
// cflags: -DTIME_ZONE
// algorithms: optimal
// expect: pass
// not_covered: the program accesses the variable (__)?timezone of the C library
// also:
// cflags: -DTIME_ZONE -DORDERED
// algorithms: optimal
// expect: pass
// also:
// cflags: -DCALLS
// algorithms: optimal
// expect: pass
#define _GNU_SOURCE
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

long seen; /* not static: stores to it have to stay */
static char *words[] = {"program", "-a", NULL};

static void *reads(void *unused) {
#ifdef TIME_ZONE
  seen = timezone;
#elif defined OPTIONS
  seen = optind;
#elif defined CALLS
  setenv("NAME", "other", 1);
  tzset();
#else
  seen = environ != NULL;
#endif
  return unused;
}

static void *calls(void *unused) {
#ifdef OPTIONS
  getopt(2, words, "a");
#else
  setenv("NAME", "value", 1);
  tzset();
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  (void)words;
  seen = timezone + optind + (environ != NULL); /* before the threads: ordered */
  pthread_create(&threads[0], NULL, reads, NULL);
#ifdef ORDERED
  pthread_join(threads[0], NULL);
  pthread_create(&threads[1], NULL, calls, NULL);
#else
  pthread_create(&threads[1], NULL, calls, NULL);
  pthread_join(threads[0], NULL);
#endif
  pthread_join(threads[1], NULL);
  return 0;
}
