// A thread waits for a volatile variable to which another one also writes plainly. That is one data
// race; the thread waits all the same, and does not go round for ever because it has raced.
// options: --keep-going
// cflags: -O0
// expect: fail data-race
// at: RACE
// errors: 1
#include <pthread.h>
#include <stddef.h>

static volatile char flag;

static void *write_thrice(void *arg) {
  flag = 0;
  *(char *)&flag = 1; /* RACE */
  flag = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  int waited = 0;
  pthread_create(&thread, NULL, write_thrice, NULL);
  while (flag != 2) /* RACE */
    waited = 1;
  pthread_join(thread, NULL);
  return waited < 0;
}
