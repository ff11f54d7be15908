// Double-checked locking with a plain pointer: the first look races with the initialisation.
// expect: fail data-race
// at: RACE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct config {
  int port;
};

static struct config storage;
static struct config *config;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  if (config) /* RACE */
    return config;
  pthread_mutex_lock(&mutex);
  if (!config) {
    storage.port = 80;
    config = &storage; /* RACE */
  }
  pthread_mutex_unlock(&mutex);
  return config;
}

static void *user(void *arg) {
  assert(get()->port == 80);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
