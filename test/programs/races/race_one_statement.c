// The read and the write of `n += 1` race with those of another thread: one defect, one error. A
// race of another line with it is another one.
// options: --keep-going
// expect: fail data-race
// at: ADD
// errors: 1
// also: --keep-going
// args: reads
// expect: fail data-race
// errors: 2
#include <pthread.h>
#include <stddef.h>

static int n;

static void *add(void *arg) {
  n += 1; /* ADD */
  return arg;
}

static void *look(void *arg) {
  static volatile int seen;
  seen = n;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t first, second, third;
  (void)argv;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  if (argc > 1) {
    pthread_create(&third, NULL, look, NULL);
    pthread_join(third, NULL);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
