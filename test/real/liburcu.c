// liburcu's queue with wait-free enqueue (wfcqueue) and its lock-free stack (lfstack). Nodes are
// not reclaimed. Its dequeue, which waits for an enqueue that is not complete, sleeps now and then:
// it only goes on here.
#define _LGPL_SOURCE
#define CDS_WFCQ_WAIT_SLEEP(milliseconds) ((void)0)
#include <ravel_linearizable.h>
#include <urcu/lfstack.h>
#include <urcu/wfcqueue.h>

struct in_queue {
  struct cds_wfcq_node node;
  long value;
};

struct queue {
  struct cds_wfcq_head head;
  struct cds_wfcq_tail tail;
};

static void *make_queue(void) {
  struct queue *queue = malloc(sizeof *queue);
  cds_wfcq_init(&queue->head, &queue->tail);
  return queue;
}

static long enqueue(void *object, long value) {
  struct queue *queue = object;
  struct in_queue *new = malloc(sizeof *new);
  new->value = value;
  cds_wfcq_node_init(&new->node);
  return cds_wfcq_enqueue(&queue->head, &queue->tail, &new->node);
}

static long dequeue(void *object, long none) {
  struct queue *queue = object;
  (void)none;
  struct cds_wfcq_node *node = cds_wfcq_dequeue_blocking(&queue->head, &queue->tail);
  return node ? caa_container_of(node, struct in_queue, node)->value : -1;
}

struct in_stack {
  struct cds_lfs_node node;
  long value;
};

static void *make_stack(void) {
  struct cds_lfs_stack *stack = malloc(sizeof *stack);
  cds_lfs_init(stack);
  return stack;
}

static long push(void *stack, long value) {
  struct in_stack *new = malloc(sizeof *new);
  new->value = value;
  cds_lfs_node_init(&new->node);
  return cds_lfs_push((struct cds_lfs_stack *)stack, &new->node);
}

static long pop(void *stack, long none) {
  (void)none;
  struct cds_lfs_node *node = cds_lfs_pop_blocking(stack);
  return node ? caa_container_of(node, struct in_stack, node)->value : -1;
}

static const struct ravel_operation of_queue[] = {{"enqueue", enqueue, .arg = {1, 2}},
                                                  {"dequeue", dequeue}};
static const struct ravel_operation of_stack[] = {{"push", push, .arg = {1, 2}}, {"pop", pop}};

int main(void) {
  if (STACK)
    return ravel_linearizable(make_stack, free, of_stack, 2, (struct ravel_scenario){0});
  return ravel_linearizable(make_queue, free, of_queue, 2, (struct ravel_scenario){0});
}
