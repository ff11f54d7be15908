// Mutexes that are set plainly before others get to know of them, and memory of one that is used
// for something else when everybody is done with it: no race.
// expect: pass
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex;

static void *user(void *arg) {
  pthread_mutex_t *mine = arg;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(mine);
  pthread_mutex_unlock(mine);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_mutex_t *shared = malloc(sizeof *shared);
  *shared = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  memset(&mutex, 0, sizeof mutex);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, user, shared);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  memset(shared, 1, sizeof *shared);
  free(shared);
  return 0;
}
