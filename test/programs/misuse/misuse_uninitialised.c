// A mutex in a block from malloc that was never initialised.
// expect: fail lock-misuse
// at: BUG
// message: not been initialised
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t mutex;
  int length;
};

int main(void) {
  struct queue *queue = malloc(sizeof *queue);
  queue->length = 0;
  pthread_mutex_lock(&queue->mutex); /* BUG */
  queue->length++;
  pthread_mutex_unlock(&queue->mutex);
  free(queue);
  return 0;
}
