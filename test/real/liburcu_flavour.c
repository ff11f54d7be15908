/* A reader of what RCU protects, and a writer that replaces it and frees the old one when no reader
 * can have it any more. */
#define URCU_API_MAP
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#if FLAVOUR == 1
#include <urcu/urcu-mb.h>
#elif FLAVOUR == 2
#include <urcu/urcu-memb.h>
#elif FLAVOUR == 3
#include <urcu/urcu-bp.h>
#else
#include <urcu/urcu-signal.h>
#endif

static int *value;

static void *reads(void *unused) {
  rcu_register_thread();
  rcu_read_lock();
  const int *const seen = rcu_dereference(value);
  assert(*seen == 1 || *seen == 2);
  rcu_read_unlock();
  rcu_unregister_thread();
  return unused;
}

static int *new_value(int n) {
  int *const made = malloc(sizeof *made);
  *made = n;
  return made;
}

int main(void) {
  pthread_t reader;
  value = new_value(1);
  pthread_create(&reader, NULL, reads, NULL);
  int *const old = value;
  rcu_assign_pointer(value, new_value(2));
  synchronize_rcu();
  free(old);
  pthread_join(reader, NULL);
  free(value);
  return 0;
}
