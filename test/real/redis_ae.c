/* Redis's event loop: two workers wake it up by a pipe, as its background threads do. It handles
 * what they have sent, and stops when it has both. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "ae.h"

void _serverPanic(const char *file, int line, const char *message, ...);
void _serverPanic(const char *file, int line, const char *message, ...) {
  (void)file, (void)line, (void)message;
  abort();
}

static int ends[2], sent, received;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  sent++;
  pthread_mutex_unlock(&mutex);
  assert(write(ends[1], "x", 1) == 1);
  return arg;
}

static void woken(aeEventLoop *loop, int number, void *data, int mask) {
  char bytes[16];
  (void)data, (void)mask;
  const ssize_t n = read(number, bytes, sizeof bytes);
  assert(n > 0);
  received += (int)n;
  pthread_mutex_lock(&mutex);
  assert(received <= sent);
  pthread_mutex_unlock(&mutex);
  if (received == 2)
    aeStop(loop);
}

int main(void) {
  pthread_t threads[2];
  assert(pipe(ends) == 0);
  aeEventLoop *const loop = aeCreateEventLoop(16);
  assert(aeCreateFileEvent(loop, ends[0], AE_READABLE, woken, NULL) == AE_OK);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  aeMain(loop);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  aeDeleteEventLoop(loop);
  return 0;
}
