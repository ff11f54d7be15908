/* A sorted linked list without locks: to remove a node, its link is marked first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int key;
  _Atomic uintptr_t next; /* the lowest bit: this node is being removed */
};

static struct node last = {.key = 100}, first = {.key = 0, .next = (uintptr_t)&last};

static bool is_marked(uintptr_t link) {
  return link & 1;
}

static struct node *node_of(uintptr_t link) {
  return (struct node *)(link & ~(uintptr_t)1);
}

/* The first node whose key is not smaller, and the one before it. Takes marked ones out on the way.
 */
static struct node *find(int key, struct node **before) {
again:
  *before = &first;
  struct node *node = node_of(atomic_load(&first.next));
  for (;;) {
    uintptr_t next = atomic_load(&node->next);
    if (is_marked(next)) {
      uintptr_t expected = (uintptr_t)node;
      if (!atomic_compare_exchange_strong(&(*before)->next, &expected, next & ~(uintptr_t)1))
        goto again;
      node = node_of(next);
    } else if (node->key >= key) {
      return node;
    } else {
      *before = node;
      node = node_of(next);
    }
  }
}

static bool insert(int key) {
  struct node *node = malloc(sizeof *node), *before;
  node->key = key;
  for (;;) {
    struct node *after = find(key, &before);
    if (after->key == key)
      return false;
    uintptr_t expected = (uintptr_t)after;
    atomic_init(&node->next, expected);
    if (atomic_compare_exchange_strong(&before->next, &expected, (uintptr_t)node))
      return true;
  }
}

static bool discard(int key) {
  struct node *before;
  for (;;) {
    struct node *node = find(key, &before);
    if (node->key != key)
      return false;
    uintptr_t next = atomic_load(&node->next), expected = (uintptr_t)node;
#ifndef UNMARKED
    if (is_marked(next) || !atomic_compare_exchange_strong(&node->next, &next, next | 1))
      continue;
#endif
    if (!atomic_compare_exchange_strong(&before->next, &expected, next))
      find(key, &before);
    return true;
  }
}

static bool contains(int key) {
  struct node *before;
  return find(key, &before)->key == key;
}

static void *inserter(void *arg) {
  insert(20);
  return arg;
}

static void *discarder(void *arg) {
  discard(10);
  return arg;
}

int main(void) {
  pthread_t a, b;
  insert(10);
  pthread_create(&a, NULL, inserter, NULL);
  pthread_create(&b, NULL, discarder, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!contains(10));
  assert(contains(20)); /* BUG */
  return 0;
}
