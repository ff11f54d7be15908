// One call of trylock, in a loop that a patient thread repeats and an impatient one leaves.
// expect: pass
// traces: 10 (a patient thread waits as for a lock: what a trylock that fails leaves behind is dead.
// If the impatient one gets the mutex: six orders. If not: two orders of the others, times in whose
// hands it found the mutex)
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static __attribute__((noinline)) int get(bool patient) {
  while (pthread_mutex_trylock(&mutex) != 0)
    if (!patient)
      return EBUSY;
  return 0;
}

static void *thread(void *patient) {
  if (get(patient != NULL) == 0) {
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, i < 2 ? &mutex : NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return counter != 2 && counter != 3;
}
