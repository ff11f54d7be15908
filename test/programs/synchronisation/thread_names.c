// Threads that the program names are shown by these names; a thread can read its own.
// expect: fail deadlock
// at: WAIT
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  char name[16], tiny[3];
  assert(pthread_setname_np(pthread_self(), "writer of logs") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "writer of logs") == 0);
  assert(pthread_getname_np(pthread_self(), tiny, sizeof tiny) == ERANGE);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* WAIT */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* WAIT */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(thread, NULL);
  return 0;
}
