/* Loops that are known from lock-free algorithms. In each of them other threads make an attempt
 * fail several times, each time leaving other values; what differs must be dead somewhere in the
 * loop. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "hooks.h"

#define NOINLINE __attribute__((noinline))

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node nodes[64];
static unsigned used;
atomic_int counter, turn, serving, sequence, readers;
_Atomic(struct node *) top, head, tail;
int left, right;

static struct node *new_node(int value) {
  struct node *node = &nodes[used++ % 64];
  node->value = value;
  atomic_store(&node->next, NULL);
  return node;
}

static void add(unsigned operation) {
  if (operation < 8)
    counter += 3;
}

NOINLINE static void increment(void) {
  int v;
  do
    v = atomic_load(&counter);
  while (!atomic_compare_exchange_strong(&counter, &v, v + 1));
}

NOINLINE static void increment_weak(void) {
  int v = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &v, v + 1))
    v = atomic_load(&counter);
}

static void other_push(unsigned operation) {
  if (operation < 8) {
    struct node *node = new_node((int)operation);
    node->next = top;
    top = node;
  }
}

NOINLINE static void push(struct node *node) {
  struct node *old;
  do {
    old = atomic_load(&top);
    atomic_store_explicit(&node->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

NOINLINE static struct node *pop(void) {
  struct node *old, *next;
  do {
    old = atomic_load(&top);
    if (!old)
      return NULL;
    next = atomic_load(&old->next);
  } while (!atomic_compare_exchange_strong(&top, &old, next));
  return old;
}

static void other_enqueue(unsigned operation) {
  if (operation < 12) {
    struct node *node = new_node((int)operation), *last = tail;
    last->next = node;
    tail = node;
  }
}

NOINLINE static void enqueue(struct node *node) {
  for (;;) {
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (last != atomic_load(&tail))
      continue;
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
  }
}

static void other_dequeue(unsigned operation) {
  if (operation < 12) {
    other_enqueue(operation);
    head = head->next;
  }
}

NOINLINE static bool dequeue(int *value) {
  for (;;) {
    struct node *first = atomic_load(&head);
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (first != atomic_load(&head))
      continue;
    if (first == last) {
      if (!next)
        return false;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      *value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next))
        return true;
    }
  }
}

static void other_write(unsigned operation) {
  if (operation < 12) {
    sequence += 1 + operation % 2;
    left += 5;
    right += 7;
  } else {
    sequence &= ~1;
  }
}

NOINLINE static int read_both(void) {
  int before, a, b;
  do {
    do
      before = atomic_load(&sequence);
    while (before & 1);
    a = left;
    b = right;
  } while (atomic_load(&sequence) != before);
  return a + b;
}

static void other_readers(unsigned operation) {
  readers = operation < 8 ? -100 - (int)operation : 5;
}

NOINLINE static void read_lock(void) {
  while (atomic_fetch_sub(&readers, 1) <= 0) {
    atomic_fetch_add(&readers, 1);
    while (atomic_load(&readers) <= 0)
      if (atomic_load(&turn) > 1000)
        break;
  }
}

static void other_tickets(unsigned operation) {
  serving = operation < 8 ? (int)operation + 100 : turn - 1;
}

NOINLINE static void ticket_lock(void) {
  const int mine = atomic_fetch_add(&turn, 1);
  while (atomic_load(&serving) != mine)
    ;
}

NOINLINE static void test_and_set(atomic_int *lock) {
  for (;;) {
    if (atomic_load(lock) & 1)
      continue;
    int expected = atomic_load(lock) & ~1;
    if (atomic_compare_exchange_strong(lock, &expected, expected | 1))
      return;
  }
}

#define ROUNDS(name, interfere, call)                                                              \
  rounds_begin(name, interfere);                                                                   \
  call;                                                                                            \
  rounds_end()

int main(void) {
  int value = 0;
  head = tail = new_node(0);
  ROUNDS("increment", add, increment());
  ROUNDS("increment weak", add, increment_weak());
  ROUNDS("push", other_push, push(new_node(1)));
  ROUNDS("pop", other_push, pop());
  ROUNDS("enqueue", other_enqueue, enqueue(new_node(2)));
  ROUNDS("dequeue", other_dequeue, dequeue(&value));
  ROUNDS("sequence lock", other_write, read_both());
  ROUNDS("read lock", other_readers, read_lock());
  ROUNDS("ticket lock", other_tickets, ticket_lock());
  ROUNDS("test and set", add, test_and_set(&counter));
}
