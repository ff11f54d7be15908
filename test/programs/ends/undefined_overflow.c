// What -fsanitize=undefined finds in some schedule is an error, with its place.
// expect: fail abort
// at: OVERFLOW
// message: undefined behaviour: signed integer overflow
// cflags: -fsanitize=undefined
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int seen;
static int largest = INT_MAX;

static void *set(void *unused) {
  seen = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  largest += seen; /* OVERFLOW */
  pthread_join(thread, NULL);
}
