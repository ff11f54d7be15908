// Michael and Scott's queue. With -DTAIL_FIRST a new node becomes the tail before it is linked to
// the one before it: a queue to which a value was added completely looks empty. With -DSTORE_HEAD
// dequeue stores the head instead of comparing and swapping it. With -DLOCK_FREE it is checked for
// that, too; a queue that does not help a slow thread to move the tail (-DNO_HELP) must wait.
// expect: pass
// also: --cflags=-DTAIL_FIRST
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DSTORE_HEAD
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DLOCK_FREE
// algorithms: optimal
// expect: pass
// also: '--cflags=-DLOCK_FREE -DNO_HELP'
// algorithms: optimal
// expect: fail assertion
// message: not lock-free: enqueue\(1\) has not returned within 40 steps: enqueue\(1\) \| enqueue\(1\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct node {
  long value;
  struct node *_Atomic next;
};

struct queue {
  struct node *_Atomic head, *_Atomic tail;
};

static struct node *new_node(long value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  return node;
}

static void *make_queue(void) {
  struct queue *queue = malloc(sizeof *queue);
  struct node *first = new_node(0);
  atomic_init(&queue->head, first);
  atomic_init(&queue->tail, first);
  return queue;
}

static long enqueue(void *object, long value) {
  struct queue *queue = object;
  struct node *node = new_node(value);
#ifdef TAIL_FIRST
  struct node *before = atomic_exchange(&queue->tail, node);
  atomic_store(&before->next, node);
#else
  for (;;) {
    struct node *tail = atomic_load(&queue->tail), *next = atomic_load(&tail->next);
    if (next) {
#ifndef NO_HELP
      atomic_compare_exchange_strong(&queue->tail, &tail, next);
#endif
    } else if (atomic_compare_exchange_strong(&tail->next, &next, node)) {
      atomic_compare_exchange_strong(&queue->tail, &tail, node);
      break;
    }
  }
#endif
  return 0;
}

static long dequeue(void *object, long none) {
  struct queue *queue = object;
  (void)none;
  for (;;) {
    struct node *head = atomic_load(&queue->head), *next = atomic_load(&head->next);
    if (!next)
      return -1;
    const long value = next->value;
#ifdef STORE_HEAD
    atomic_store(&queue->head, next);
    return value;
#else
    struct node *tail = atomic_load(&queue->tail);
    if (head == tail)
      atomic_compare_exchange_strong(&queue->tail, &tail, next);
    if (atomic_compare_exchange_strong(&queue->head, &head, next))
      return value;
#endif
  }
}

static const struct ravel_operation operations[] = {{"enqueue", enqueue, .arg = {1, 2}},
                                                    {"dequeue", dequeue}};

#ifdef LOCK_FREE
enum { PROGRESS = RAVEL_LOCK_FREE };
#else
enum { PROGRESS = RAVEL_ANY_PROGRESS };
#endif

int main(void) {
  return ravel_linearizable(
      make_queue, free, operations, 2,
      (struct ravel_scenario){.progress = (enum ravel_progress)PROGRESS, .steps = 20});
}
