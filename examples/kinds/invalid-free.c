// free() or realloc() gets a pointer that no allocation returned: into the middle of a
// block, to a variable, or to nothing of the heap at all.
//
// What to do:
// Keep the pointer that malloc returned beside the one that moves, and free that one.
// If several threads move it, they need a lock, or an index instead.
//
// expect: fail invalid-free
// at: here
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  text++; /* the next letter */
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *closer(void *unused) {
  pthread_mutex_lock(&lock);
  free(text); /* here */
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  text = calloc(8, 1);
  pthread_create(&a, NULL, closer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
