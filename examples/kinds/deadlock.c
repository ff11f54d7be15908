// Some threads wait, and nothing that can still happen lets them go on. They wait for
// each other's locks, for a signal that came too early, or in a loop for a value that
// nobody will store. The report says who waits for what, and who holds it.
//
// What to do:
// A cycle of locks: take them in one order everywhere, or both at once (std::scoped_lock).
// A condition variable: change the condition under the mutex, and wait in a loop that
// tests it. A loop: find out who was to store the value, and why that did not happen.
//
// expect: fail deadlock
#include <pthread.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t journal = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&table);
  pthread_mutex_lock(&journal);
  pthread_mutex_unlock(&journal);
  pthread_mutex_unlock(&table);
  return unused;
}

static void *cleaner(void *unused) {
  pthread_mutex_lock(&journal);
  pthread_mutex_lock(&table); /* the other way round */
  pthread_mutex_unlock(&table);
  pthread_mutex_unlock(&journal);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, cleaner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
