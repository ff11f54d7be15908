// Harris's ordered list as a set: a node is marked as removed before it is unlinked. With
// -DUNMARKED it is unlinked at once, and a node that is added behind it meanwhile is lost. With
// -DTWICE the mark is set without a look whether it was set before: two threads remove one value.
// expect: pass
// also: --cflags=-DUNMARKED
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DTWICE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: \[add\(1\)\] erase\(1\) \| erase\(1\)
#include <ravel_linearizable.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  long key;
  atomic_uintptr_t next; // the lowest bit: this node is removed
};

struct list {
  struct node head;
};

static struct node *pointer(uintptr_t link) {
  return (struct node *)(link & ~(uintptr_t)1);
}

static void *make_list(void) {
  return calloc(1, sizeof(struct list));
}

/* The first node that is not below the key, and the link to it; removed ones are unlinked. */
static struct node *find(struct list *list, long key, atomic_uintptr_t **link) {
  for (;;) {
    *link = &list->head.next;
    struct node *node = pointer(atomic_load(*link));
    while (node) {
      const uintptr_t next = atomic_load(&node->next);
      uintptr_t expected = (uintptr_t)node;
      if (next & 1) {
        if (!atomic_compare_exchange_strong(*link, &expected, next & ~(uintptr_t)1))
          break;
      } else if (node->key >= key) {
        return node;
      } else {
        *link = &node->next;
      }
      node = pointer(next);
    }
    if (!node)
      return NULL;
  }
}

static long add(void *object, long key) {
  struct node *node = malloc(sizeof *node);
  atomic_uintptr_t *link;
  node->key = key;
  for (;;) {
    struct node *after = find(object, key, &link);
    if (after && after->key == key)
      return 0;
    uintptr_t expected = (uintptr_t)after;
    atomic_init(&node->next, expected);
    if (atomic_compare_exchange_strong(link, &expected, (uintptr_t)node))
      return 1;
  }
}

static long erase(void *object, long key) {
  atomic_uintptr_t *link;
  for (;;) {
    struct node *node = find(object, key, &link);
    if (!node || node->key != key)
      return 0;
    uintptr_t next = atomic_load(&node->next), expected = (uintptr_t)node;
#if defined UNMARKED
    if (atomic_compare_exchange_strong(link, &expected, next))
      return 1;
#elif defined TWICE
    atomic_store(&node->next, next | 1);
    atomic_compare_exchange_strong(link, &expected, next & ~(uintptr_t)1);
    return 1;
#else
    if (next & 1 || !atomic_compare_exchange_strong(&node->next, &next, next | 1))
      continue;
    atomic_compare_exchange_strong(link, &expected, next);
    return 1;
#endif
  }
}

static long contains(void *object, long key) {
  const struct list *list = object;
  for (struct node *node = pointer(atomic_load(&list->head.next)); node;) {
    const uintptr_t next = atomic_load(&node->next);
    if (node->key == key)
      return !(next & 1);
    node = pointer(next);
  }
  return 0;
}

static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}},
                                                    {"erase", erase, .arg = {1, 2}},
                                                    {"contains", contains, .arg = {1, 2}}};

int main(void) {
  return ravel_linearizable(make_list, free, operations, 3,
                            (struct ravel_scenario){.operations = 1, .initial = 1, .final = 1});
}
