// A thread that waits on a condition variable and could only wake up for no reason is not preempted
// when it is left; nor is one that waits for a message for a while.
// options: --keep-going --preemption-bound=0 --spurious
// expect: fail assertion
// errors: 2 (one for each)
#include <assert.h>
#include <pthread.h>
#include <ravel_mailbox.h>
#include <stdatomic.h>

atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int way;

static void *look(void *arg) {
  if (way == 0)
    assert(x != 1);
  else
    assert(x != 1 && "a message");
  pthread_cond_signal(&condition);
  return arg;
}

int main(void) {
  pthread_t other;
  struct ravel_message message;
  way = ravel_choose(2);
  x = 3;
  pthread_create(&other, NULL, look, NULL);
  pthread_mutex_lock(&mutex);
  x = 1;
  if (way == 0)
    pthread_cond_wait(&condition, &mutex);
  else
    ravel_receive_or_give_up(RAVEL_ANY, &message);
  x = 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
  return 0;
}
