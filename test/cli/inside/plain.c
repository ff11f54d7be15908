/* A plain program that checks itself: once right, twice wrong, with something before and after. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "ravel.h"

static atomic_int n;
static int before;

static void *lose(void *arg) {
  const int value = n;
  n = value + 1;
  return arg;
}

static void *add(void *arg) {
  n++;
  return arg;
}

static void two_threads(void *function) {
  pthread_t threads[2];
  void *(*const start)(void *) = *(void *(**)(void *))function;
  assert(before == 1 && n == 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, start, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  before = 2;
  assert(n == 2);
}

int main(void) {
  void *(*right)(void *) = add, *(*wrong)(void *) = lose;
  printf("before\n");
  before++;
  ravel_check(two_threads, &right);
  ravel_check(two_threads, &right, .max_seconds = 100, .more = "--algorithm source");
  assert(before == 1 && n == 0);
  const char *const report = ravel_find(two_threads, &wrong);
  printf("found: %.*s\n", (int)strcspn(report, "\n"), report);
  ravel_check(two_threads, &right, .max_executions = 1);
  printf("after\n");
  fflush(stdout);
  ravel_check(two_threads, &wrong);
  printf("never\n");
  return 0;
}
