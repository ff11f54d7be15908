// Two threads wait, there is a signal, a third one waits, there is another signal: one of the three
// is left, and it may be any. The program objects to the one that its argument names.
// expect: pass
// also:
// args: 0
// expect: fail assertion
// at: LEFT
// also:
// args: 1
// expect: fail assertion
// at: LEFT
// also:
// args: 2
// expect: fail assertion
// at: LEFT
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int waiting, woken[N];
static sem_t third, done;

static void *wait(void *arg) {
  const intptr_t i = (intptr_t)arg;
  if (i == 2)
    sem_wait(&third);
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&cond, &mutex);
  woken[i] = 1;
  pthread_mutex_unlock(&mutex);
  sem_post(&done);
  return arg;
}

static void signal_to(int n) {
  ravel_await(waiting == n);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv) {
  pthread_t threads[N];
  sem_init(&third, 0, 0);
  sem_init(&done, 0, 0);
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, wait, (void *)i);
  signal_to(2);
  sem_post(&third);
  signal_to(3);
  sem_wait(&done);
  sem_wait(&done);
  assert(woken[0] + woken[1] + woken[2] == 2);
  if (argc > 1)
    assert(woken[atoi(argv[1])]); /* LEFT */
  return 0;
}
