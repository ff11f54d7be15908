// A plain variable on main's stack, written by main and by a thread.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>

static void *thread(void *arg) {
  int *local = arg;
  *local = 1; /* RACE */
  return NULL;
}

int main(void) {
  int local = 0;
  pthread_t a;
  pthread_create(&a, NULL, thread, &local);
  local = 2; /* RACE */
  pthread_join(a, NULL);
  return local == 0;
}
