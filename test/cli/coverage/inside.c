/* A check of a function with four traces, twice, and the function by itself, twice. What runs by
 * itself loses nothing: the threads come one after the other. */
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>

static atomic_int n;

static void *increase(void *arg) {
  const int value = n;
  n = value + 1; /* lines: 20 */
  return arg;
}

static void two_threads(void *overlap) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, increase, NULL);
    if (!overlap)
      pthread_join(threads[i], NULL); /* lines: 4 */
  }
  for (int i = 0; i < 2 && overlap; i++)
    pthread_join(threads[i], NULL); /* lines: 16 */
  if (n % 2)
    n = 0; /* lines: 4 */
}

int main(void) {
  int overlap;
  two_threads(NULL);
  for (int i = 0; i < 2; i++)
    ravel_check(two_threads, &overlap); /* lines: 2 */
  two_threads(NULL);
  return 0; /* lines: 1 */
}
