// A thread makes one operation, and then waits for ever in a loop that calls a function with room
// on the stack that it does not use. What is left there when the operation is recorded does not
// decide when the loop is recognised: the deadlock replays.
// args: choose
// cflags: -O0
// options: --no-scout
// algorithms: optimal source dpor sleep
// expect: fail deadlock
// at: LOOP
// also:
// args: unlock
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: broadcast
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: post
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: join
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: add
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: fence
// cflags: -O0
// options: --no-scout
// expect: fail deadlock
// at: LOOP
// also:
// args: initialise
// cflags: -O0 -DUNUSED=256
// options: --no-scout --reset=memory
// expect: fail deadlock
// at: LOOP
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "ravel.h"

#ifndef UNUSED
#define UNUSED 704 /* between what a recording leaves and what the loop does */
#endif

static atomic_int never, counter;
static int plain;
static const char *what;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex;
static sem_t semaphore;

static void *ends(void *unused) {
  return unused;
}

static void operation(void) {
  volatile char unused[UNUSED];
  pthread_t thread;
  (void)unused;
  switch (what[0]) {
  case 'c':
    (void)ravel_choose(2);
    break;
  case 'u':
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    break;
  case 'b':
    pthread_cond_broadcast(&condition);
    break;
  case 'p':
    sem_post(&semaphore);
    break;
  case 'j':
    pthread_create(&thread, NULL, ends, NULL);
    pthread_join(thread, NULL);
    break;
  case 'a':
    atomic_fetch_add(&counter, 1);
    break;
  case 'f':
    atomic_thread_fence(memory_order_seq_cst);
    break;
  case 'i':
    pthread_mutex_init(&mutex, NULL);
    break;
  }
}

__attribute__((noinline)) static int look(const atomic_int *at) {
  volatile char unused[4096];
  (void)unused;
  return atomic_load(at); /* LOOP */
}

static void *waits(void *unused) {
  operation();
  while (look(&never) == 0 && plain == 0)
    ;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  what = argc > 1 ? argv[1] : "";
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
