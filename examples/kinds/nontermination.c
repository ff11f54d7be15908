// Threads keep each other going for ever: the program has come back to a state that it
// was in before, and each thread that could run has done so in between. This can go on
// again and again, whatever the scheduler does.
//
// Here each consumer that finds nothing takes its wakeup for one that was meant for the
// other, and passes it on. As nobody produces anything, they wake each other for ever.
//
// The same is said of a loop without any visible operation which comes back to the same
// registers and memory, if no other thread ends the program.
//
// A thread that waits in a loop for what nobody will change is a deadlock. A loop whose
// state is another one in each round may end some time: that is a long execution, and no
// error (ravel explain long-execution).
//
// What to do:
// Look at what each thread does in its rounds, at the end of the report. Somebody has to
// do something in them that is not undone by the others.
//
// expect: fail nontermination
// message: keep each other going
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *unused) {
  pthread_mutex_lock(&mutex);
  while (items == 0) {
    pthread_cond_signal(&changed); /* may be for the other one */
    pthread_cond_wait(&changed, &mutex);
  }
  items--;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
