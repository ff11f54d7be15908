// Each of two threads locks a mutex, tries to lock the other's, and gives up its own if it can't.
// In step they do so for ever.
// expect: fail nontermination
// options: --stateful
// algorithms: naive sleep dpor
// message: threads keep each other going: the state is that of 6 steps before
// also: --stateful --algorithm=static
// algorithms: source
// expect: fail nontermination
// message: threads keep each other going: the state is that of 6 steps before
// also: --stateful --algorithm=naive --void-iterations
// algorithms: naive
// expect: fail nontermination
// message: threads keep each other going: the state is that of 6 steps before
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *take_both(void *arg) {
  const int own = arg != NULL;
  pthread_mutex_lock(&mutex[own]);
  while (pthread_mutex_trylock(&mutex[!own]) != 0) {
    pthread_mutex_unlock(&mutex[own]);
    pthread_mutex_lock(&mutex[own]);
  }
  pthread_mutex_unlock(&mutex[!own]);
  pthread_mutex_unlock(&mutex[own]);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, take_both, NULL);
  pthread_create(&thread[1], NULL, take_both, mutex);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
