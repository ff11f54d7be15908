// Two threads read a byte each through one descriptor: who is first gets the first byte.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;
static unsigned char bytes[2];

static void *get(void *byte) {
  const ssize_t n = read(file, byte, 1);
  assert(n == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  file = open("/proc/self/exe", O_RDONLY);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, get, &bytes[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  close(file);
  assert(bytes[0] == 0x7f); /* BUG */
  return 0;
}
