// gcc makes instructions of memset() and its like where they are called by other names. Each is a
// write that races with main's, or goes to memory that was freed.
// expect: fail data-race
// also:
// cflags: -O2 -D_FORTIFY_SOURCE=2
// expect: fail data-race
// also:
// cflags: -O2 -Wp,-D_FORTIFY_SOURCE=2
// expect: fail data-race
// also:
// cflags: -DCLEAR=__builtin_memset
// expect: fail data-race
// also:
// cflags: -DBZERO
// expect: fail data-race
// also:
// cflags: -DFREED -O2 -D_FORTIFY_SOURCE=2
// expect: fail use-after-free
// compiler: gcc (clang drops the store at -O1 and above)
// also:
// cflags: -DFREED -DBZERO
// expect: fail use-after-free
// compiler: gcc (clang drops the store at -O1 and above)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef BZERO
#define CLEAR(at, byte, n) bzero(at, n)
#endif
#ifndef CLEAR
#define CLEAR memset /* or __builtin_memset */
#endif

char text[64]; /* which others may read */

static void *clear(void *arg) {
  CLEAR(text, 0, 12);
  return arg;
}

int main(void) {
#ifdef FREED
  char *block = malloc(12);
  free(block);
  CLEAR(block, 0, 12);
#else
  pthread_t thread;
  pthread_create(&thread, NULL, clear, NULL);
  text[0] = 1;
  pthread_join(thread, NULL);
#endif
}
