// stdio keeps buffers and locks of its own; they must survive the way back to the start.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int shared;

static void *thread(void *arg) {
  int place = atomic_fetch_add(&shared, 1);
  printf("thread %d came as number %d\n", (int)(uintptr_t)arg, place);
  fprintf(stderr, "%s\n", place ? "last" : "first");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  char line[40];
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return snprintf(line, sizeof line, "%d %s %.2f", 1, "x", 0.5) != 8;
}
