// A thread ends by pthread_exit() deep in its calls, while another one may still read what it was
// lent: a variable of a function that never returns.
// expect: fail data-race
#include <pthread.h>

static int seen;

static void *look(void *arg) {
  seen = *(int *)arg;
  return 0;
}

static pthread_t reader;

__attribute__((noinline)) static void leave(void) {
  int local = 7;
  pthread_create(&reader, 0, look, &local);
  pthread_exit(0);
}

static void *run(void *arg) {
  leave();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  pthread_join(reader, 0);
  return seen != 7;
}
