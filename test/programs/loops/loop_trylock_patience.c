// One call of trylock, in a loop that a patient thread repeats and an impatient one leaves.
// expect: pass
// compiler: gcc (which keeps the last result in a register: it tells whether a thread has failed)
// traces: 30 (a patient thread that comes second has failed while the first had the mutex, or not; one
// that comes third, while either had it, or not. If the impatient one gets the mutex: as the first
// 2 * 2 * 3, as the second 2 * 3, as the last 2 * 2. If not: 2 orders of the others, the second of
// them has failed or not, times in whose hands the impatient one found it: 2 * 2 * 2)
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
