/* Two threads increase a counter by a load and a store. Of the four traces two are one thread after
 * the other, and in two an increment is lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int n;

static int never(int value) {
  return value + 1; /* lines: 0 */
}

static void *increase(void *arg) {
  const int value = n;
  if (value)
    atomic_thread_fence(memory_order_seq_cst); /* lines: 2, the second thread of each order */
  n = value + 1;                               /* lines: 8 */
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  (void)argv;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increase, NULL); /* lines: 8 */
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  if (argc > 5)
    return never(argc);
  if (n == 1)
    exit(0); /* lines: 2 */
  return 0;  /* lines: 2 */
}
