// A list that is dropped is one leak, of its first node: the others go with it. A ring too.
// expect: fail leak
// options: --leaks --keep-going
// at: HEAD
// message: 1 block of 16 bytes is never freed
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
};

static struct node *volatile head, *volatile ring;

static struct node *node(struct node *next, long value) {
  struct node *made = malloc(sizeof *made);
  made->next = next;
  made->value = value;
  return made;
}

int main(void) {
  struct node *last = node(NULL, 1);
  head = malloc(sizeof *head); /* HEAD */
  head->next = node(last, 2);
  head->value = 3;
  ring = malloc(sizeof *ring); /* HEAD */
  ring->next = node(ring, 4);
  last = NULL;
  head = ring = last;
  return 0;
}
