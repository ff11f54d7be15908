/* Readers and writers by a monitor: many may read, or one may write. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;
static int readers, writers;
static int data[2];

static void *reader(void *arg) {
  pthread_mutex_lock(&mutex);
  while (writers)
    pthread_cond_wait(&free_again, &mutex);
  readers++;
  pthread_mutex_unlock(&mutex);
  assert(data[0] == data[1]);
  pthread_mutex_lock(&mutex);
  if (--readers == 0)
    pthread_cond_broadcast(&free_again);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *writer(void *arg) {
  pthread_mutex_lock(&mutex);
  while (writers MAY_WRITE)
    pthread_cond_wait(&free_again, &mutex);
  writers++;
  pthread_mutex_unlock(&mutex);
  data[0]++;
  data[1]++;
  pthread_mutex_lock(&mutex);
  writers--;
  pthread_cond_broadcast(&free_again);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
