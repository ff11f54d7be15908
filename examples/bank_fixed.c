// The bank of bank.c, repaired: a teller holds the locks of both accounts during a transfer. Both
// are taken in one fixed order, or two tellers could each hold one and wait for the other.
//
//     ravel check examples/bank_fixed.c
//
// tries every order of the tellers' steps and finds nothing wrong. Let `lock_both` take the lock of
// `a` first whatever the numbers are, and see what it finds then.
//
// expect: pass
// traces: 2 (one teller first, or the other)
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int number;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 2, 100};

static void lock_both(struct account *a, struct account *b) {
  bool in_order = a->number < b->number;
  pthread_mutex_lock(in_order ? &a->lock : &b->lock);
  pthread_mutex_lock(in_order ? &b->lock : &a->lock);
}

static void unlock_both(struct account *a, struct account *b) {
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&b->lock);
}

static void transfer(struct account *from, struct account *to, int amount) {
  lock_both(from, to);
  if (from->balance >= amount) {
    from->balance -= amount;
    to->balance += amount;
  }
  unlock_both(from, to);
}

static void *first_teller(void *unused) {
  transfer(&alice, &bob, 30);
  return unused;
}

static void *second_teller(void *unused) {
  transfer(&bob, &alice, 50);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, first_teller, NULL);
  pthread_create(&second, NULL, second_teller, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(alice.balance + bob.balance == 200);
  return 0;
}
