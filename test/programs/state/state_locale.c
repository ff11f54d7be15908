// The locale belongs to all threads.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static void *set(void *arg) {
  setlocale(LC_ALL, arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  pthread_create(&a, NULL, set, "C");
  pthread_create(&b, NULL, set, "C.UTF-8");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(strcmp(setlocale(LC_ALL, NULL), "C.UTF-8") == 0); /* BUG */
  return 0;
}
