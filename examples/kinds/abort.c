// The program calls abort(): by itself, by an exception of C++ that nobody catches
// (then its type and text are shown), or because a sanitizer has found undefined
// behaviour.
//
// What to do:
// The place of the call is shown, with its stack. Treat it like a failed assertion:
// which operations of one thread did another one get in between? Here the lock is given
// back between the test and the withdrawal.
//
// expect: fail abort
// at: here
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static void *customer(void *unused) {
  pthread_mutex_lock(&lock);
  int left = tickets;
  pthread_mutex_unlock(&lock);
  if (left == 0)
    return unused;
  pthread_mutex_lock(&lock);
  if (--tickets < 0)
    abort(); /* here */
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, customer, NULL);
  pthread_create(&b, NULL, customer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
