// How many steps a thread makes is random: a step that was planned may be one of a thread that has
// ended. That is no crash.
// options: --reset=fork
// expect: unsupported
// message: not deterministic|was made before|now it is
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

atomic_int x; /* not static: clang would take it away */

static void *draws(void *arg) {
  unsigned char drawn;
  const int device = open("/proc/sys/kernel/random/uuid", O_RDONLY);
  if (device < 0 || read(device, &drawn, 1) != 1)
    return NULL;
  close(device);
  for (int i = 0; i < drawn % 5; i++)
    atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, draws, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
