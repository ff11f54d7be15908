// A mutex is made by its function in one thread and wiped by memset in another.
// expect: fail data-race
// message: initialisation.* races with|races with initialisation
// also:
// args: destroy
// expect: fail data-race
// message: destruction.* races with|races with initialisation or destruction
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex;

static void *wiper(void *arg) {
  memset(&mutex, 0, sizeof mutex);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, wiper, NULL);
  if (argc > 1)
    pthread_mutex_destroy(&mutex);
  else
    pthread_mutex_init(&mutex, NULL);
  pthread_join(thread, NULL);
  return 0;
}
