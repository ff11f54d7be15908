/* A bounded buffer as a monitor: one mutex, and a condition variable for each thing to wait for. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WAKE_TAKER
#define WAKE_TAKER pthread_cond_signal(&not_empty)
#define WAKE_PUTTER pthread_cond_signal(&not_full)
#define NOT_EMPTY not_empty
#define NOT_FULL not_full
#endif
#ifndef WHILE
#define WHILE while
#endif

enum { ROOM = 1 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int count, items[ROOM + 1];

static void put(int item) {
  pthread_mutex_lock(&mutex);
  WHILE(count == ROOM)
  pthread_cond_wait(&NOT_FULL, &mutex);
  assert(count < ROOM); /* BUG */
  items[count++] = item;
  WAKE_TAKER;
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  WHILE(count == 0)
  pthread_cond_wait(&NOT_EMPTY, &mutex);
  assert(count > 0); /* BUG */
  int item = items[--count];
  WAKE_PUTTER;
  pthread_mutex_unlock(&mutex);
  return item;
}

static void *putter(void *item) {
  put(*(int *)item);
  return NULL;
}

static void *taker(void *sum) {
  *(int *)sum += take();
  return NULL;
}

int main(void) {
  static int numbers[] = {1, 2}, sums[2];
  pthread_t putters[2], takers[2];
  (void)not_full;
  for (int i = 0; i < 2; i++)
    pthread_create(&takers[i], NULL, taker, &sums[i]);
  for (int i = 0; i < 2; i++)
    pthread_create(&putters[i], NULL, putter, &numbers[i]);
  for (int i = 0; i < 2; i++) {
    pthread_join(putters[i], NULL);
    pthread_join(takers[i], NULL);
  }
  assert(count == 0 && sums[0] + sums[1] == 3);
  return 0;
}
