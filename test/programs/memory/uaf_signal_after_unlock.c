// A producer signals after it has unlocked: by then the consumer may have freed the queue.
// expect: fail data-race
// at: FREE
// also: --races=ignore
// expect: fail use-after-free
// at: SIGNAL
// also:
// cflags: -DRIGHT
// expect: pass
// also: --races=ignore
// cflags: -DRIGHT
// expect: pass
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  int ready;
};

static void *producer(void *arg) {
  struct queue *queue = arg;
  pthread_mutex_lock(&queue->mutex);
  queue->ready = 1;
#ifdef RIGHT
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->mutex);
#else
  pthread_mutex_unlock(&queue->mutex);
  pthread_cond_signal(&queue->filled); /* SIGNAL */
#endif
  return NULL;
}

static void *consumer(void *arg) {
  struct queue *queue = arg;
  pthread_mutex_lock(&queue->mutex);
  while (!queue->ready)
    pthread_cond_wait(&queue->filled, &queue->mutex);
  pthread_mutex_unlock(&queue->mutex);
  free(queue); /* FREE */
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct queue *queue = malloc(sizeof *queue);
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->filled, NULL);
  queue->ready = 0;
  pthread_create(&a, NULL, producer, queue);
  pthread_create(&b, NULL, consumer, queue);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
