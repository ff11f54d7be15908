// The program gets a signal that ends it, such as SIGSEGV for a bad pointer or SIGFPE
// for a division by zero; or a stack overflows.
//
// What to do:
// See in the interleaving which thread last changed what is used here. Load a shared
// value once and test that copy, as `name` should be here.
//
// expect: fail crash
// at: here
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static const char *_Atomic name = "ravel";

static void *rename_it(void *unused) {
  atomic_store(&name, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  volatile char first = 0;
  pthread_create(&thread, NULL, rename_it, NULL);
  if (atomic_load(&name))
    first = *atomic_load(&name); /* here */
  pthread_join(thread, NULL);
  return first == 'x';
}
