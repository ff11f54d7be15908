// A loop looks under a lock at more memory than is noted of it: that another thread has had the
// lock and written there is enough to look again, and no deadlock.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: pass
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct message { char text[200]; } message;

static bool is_there(void) {
  struct message copy;
  pthread_mutex_lock(&mutex);
  memcpy(&copy, &message, sizeof copy);
  pthread_mutex_unlock(&mutex);
  return copy.text[150] == 'x';
}

static void *poll(void *unused) {
  while (!is_there())
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, poll, NULL);
  pthread_mutex_lock(&mutex);
  message.text[150] = 'x';
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
