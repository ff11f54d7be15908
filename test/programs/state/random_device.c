// Bytes of the kernel's random device are others in each execution: a pass says so.
// expect: pass
// not_covered: what '/dev/urandom' holds
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *draws(void *arg) {
  unsigned char drawn;
  const int device = open("/dev/urandom", O_RDONLY);
  if (device < 0 || read(device, &drawn, 1) != 1)
    return NULL;
  close(device);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, draws, NULL);
  pthread_create(&b, NULL, draws, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
