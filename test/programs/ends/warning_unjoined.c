// Threads that nobody joins or detaches: a warning for each place that creates them.
// expect: pass
// warning: warning_unjoined.c:15 is neither joined nor detached
// warnings: 2
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *arg) {
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; i++)
    pthread_create(&thread, NULL, nothing, NULL);
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
