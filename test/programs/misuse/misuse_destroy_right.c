// Destroyed when nobody can use it any more, and made anew.
// expect: pass
// traces: 2 (who locks first)
// longest: 8 (two locks and unlocks, the destruction, the initialisation, one more lock and unlock)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  user(NULL);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_init(&mutex, NULL);
  user(NULL);
  return 0;
}
