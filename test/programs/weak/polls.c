// A thread polls an object until another thread has done something: an iteration that does not get
// it only looks, and one that takes a lock and lets go of it leaves nothing. The search ends.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: t 1
// expect: pass
// traces: 2 (who has the lock first)
// also: --memory=tso --algorithm=graph
// algorithms: optimal
// args: t 1
// expect: pass
// traces: 2 (the same)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: w 1
// expect: pass
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: l 1
// expect: pass
// traces: 1 (it leaves the loop when the other has had the lock)
// also: --algorithm=graph
// algorithms: optimal
// args: l 1
// expect: pass
// traces: 1 (the same)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: v 1
// expect: pass
// traces: 1 (it leaves the loop when the other has posted)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: f 1
// expect: pass
// traces: 1 (the same; the flag stays as it is)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: c 1
// expect: pass
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: j 1
// expect: pass
// also: --memory=pso
// algorithms: optimal
// args: o 1
// expect: pass
// traces: 1 (it leaves the loop when the other has stored)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: t 2
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: w 2
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: l 2
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: f 2
// expect: fail deadlock
// also: --memory=pso
// algorithms: optimal
// args: o 2
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: s 1
// expect: fail assertion
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: b 2
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// args: x 2
// expect: fail deadlock
// also: --memory=tso --algorithm=graph
// algorithms: optimal
// args: x 1
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static atomic_int flag;
static volatile int turn;
static int counter;
static pthread_t other, thread;
static int seen; /* that an iteration had the lock */
static char how;
static int wanted; /* the other thread does it once: if it is to be twice, the loop has no end */

static int value_of(sem_t *of) {
  int value = 0;
  sem_getvalue(of, &value);
  return value;
}

static int counter_under_lock(void) {
  pthread_mutex_lock(&mutex);
  const int now = counter;
  pthread_mutex_unlock(&mutex);
  return now;
}

static void poll_trylock(void) {
  while (pthread_mutex_trylock(&mutex))
    ;
  pthread_mutex_unlock(&mutex);
}

static void poll_trywait(void) {
  for (int i = 0; i < wanted; i++)
    while (sem_trywait(&semaphore))
      ;
}

static void poll_counter(void) {
  while (counter_under_lock() < wanted)
    ;
}

static void poll_value(void) {
  while (value_of(&semaphore) < wanted)
    ;
}

static void poll_value_and_flag(void) {
  while (value_of(&semaphore) < wanted && !atomic_load_explicit(&flag, memory_order_relaxed))
    ;
}

static void poll_cancellation(void) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    pthread_testcancel();
}

static void poll_end(void) {
  while (pthread_tryjoin_np(other, NULL))
    ;
}

static void poll_exchange(void) { /* it stores what is there; nobody lets go of the lock */
  while (atomic_exchange_explicit(&flag, 1, memory_order_acquire))
    ;
  if (wanted == 1)
    atomic_store_explicit(&flag, 0, memory_order_release);
}

static void poll_volatile(void) {
  while (turn < wanted)
    ;
}

static void *poll(void *unused) {
  switch (how) {
  case 't':
    poll_trylock();
    break;
  case 'w':
    poll_trywait();
    break;
  case 'b':
  case 'l':
  case 's':
    poll_counter();
    break;
  case 'v':
    poll_value();
    break;
  case 'f':
    poll_value_and_flag();
    break;
  case 'c':
    poll_cancellation();
    break;
  case 'j':
    poll_end();
    break;
  case 'o':
    poll_volatile();
    break;
  case 'x':
    poll_exchange();
    break;
  }
  return unused;
}

static void count(void) {
  counter++;
  pthread_mutex_unlock(&mutex);
}

static void do_it(void) {
  switch (how) {
  case 't':
    pthread_mutex_lock(&mutex);
    if (wanted == 1)
      pthread_mutex_unlock(&mutex);
    break;
  case 'l':
    pthread_mutex_lock(&mutex);
    count();
    break;
  case 's':
    seen = pthread_mutex_trylock(&mutex) != 0;
    if (seen)
      pthread_mutex_lock(&mutex);
    count();
    break;
  case 'w':
  case 'v':
  case 'f':
    sem_post(&semaphore);
    break;
  case 'c':
    pthread_cancel(thread);
    break;
  case 'o':
    turn = 1;
    break;
  case 'b':
    pthread_mutex_lock(&mutex);
    count();
    poll_counter(); /* both of them poll */
    break;
  case 'x':
    poll_exchange();
    break;
  }
}

static void *nothing(void *unused) {
  return unused;
}

int main(int argc, char **argv) {
  assert(argc == 3);
  how = argv[1][0];
  wanted = argv[2][0] - '0';
  sem_init(&semaphore, 0, 0);
  pthread_create(&other, NULL, nothing, NULL);
  pthread_create(&thread, NULL, poll, NULL);
  do_it();
  pthread_join(thread, NULL);
  if (how != 'j')
    pthread_join(other, NULL);
  assert(!seen);
}
