// Local variables that are lent to other threads, which have done with them when the functions
// return: of a function that waits, of its callers, and of main while it waits in a join or on a
// condition.
// expect: pass
#include <pthread.h>
#include <semaphore.h>

struct request {
  int value;
  sem_t done;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct request *pending;

static void *serve(void *arg) {
  int *total = arg;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (!pending)
      pthread_cond_wait(&changed, &m);
    struct request *mine = pending;
    pending = 0;
    pthread_mutex_unlock(&m);
    mine->value *= 2;
    *total += mine->value;
    sem_post(&mine->done);
  }
  return 0;
}

__attribute__((noinline)) static int ask(int value) {
  struct request request = {.value = value};
  sem_init(&request.done, 0, 0);
  pthread_mutex_lock(&m);
  pending = &request;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  sem_wait(&request.done);
  sem_destroy(&request.done);
  return request.value;
}

int main(void) {
  pthread_t thread;
  int total = 0;
  pthread_create(&thread, 0, serve, &total);
  const int sum = ask(1) + ask(2);
  pthread_join(thread, 0);
  return sum != 6 || total != 6;
}
