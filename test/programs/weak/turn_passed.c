// Two threads pass a turn to each other for ever: a state comes again, under every model. With a
// bound they come to their end.
// options: --memory=c11
// algorithms: optimal
// expect: fail nontermination
// also: --memory=tso
// algorithms: optimal
// expect: fail nontermination
// also: --memory=pso
// algorithms: optimal
// expect: fail nontermination
// also: --algorithm=graph
// algorithms: optimal
// expect: fail nontermination
// also: --memory=c11 --cflags=-DROUNDS=100
// algorithms: optimal
// expect: pass
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *player(void *argument) {
  const int mine = argument ? 1 : 0;
#ifdef ROUNDS
  for (int i = 0; i < ROUNDS; i++) {
#else
  for (;;) {
#endif
    while (atomic_load_explicit(&turn, memory_order_acquire) != mine)
      ;
    atomic_store_explicit(&turn, 1 - mine, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, player, &thread);
  player(NULL);
  pthread_join(thread, NULL);
  return 0;
}
