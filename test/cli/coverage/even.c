/* Three threads add two to a counter, twice each, by a load and a store: it is never odd, and often
 * less than twelve. The search is long enough for several workers. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *increase(void *arg) {
  for (int i = 0; i < 2; i++) {
    const int value = n;
    if (value % 2)
      n = 0; /* lines: 0 */
    n = value + 2;
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, increase, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  if (n == 4)
    return 0; /* lines: 1 */
  if (n == 12)
    return 0; /* lines: 1 */
  if (n > 12)
    return 1; /* lines: 0 */
  return 0;   /* lines: 1 */
}
