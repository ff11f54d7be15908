// A node is published before its value is set, and never is: who reads it finds what malloc left.
// expect: pass
// warning: heap memory is read at .*unwritten_read.c:20 that nobody has written
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) head;

static void *reader(void *arg) {
  struct node *first = head;
  if (!first)
    return arg;
  if (first->value == 3)
    puts("three");
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct node *node = malloc(sizeof *node);
  node->next = 0;
  head = node;
  pthread_join(thread, 0);
  free(node);
}
