// Two tellers move money between two accounts. Every access to a balance is under its lock, so
// there is no data race; and if you run the program, the books balance, nearly every time.
//
// But a teller reads a balance, gives the lock back, and writes the new balance later. If the
// other teller is at work in between, money appears or disappears:
//
//     ravel check examples/bank.c
//
// shows the schedule. Compare bank_fixed.c.
//
// expect: fail assertion
// at: money
// preemptions: 1 (a teller between reading a balance and writing it)
// switches: 2 (first teller, second teller, first teller)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static int get_balance(struct account *account) {
  pthread_mutex_lock(&account->lock);
  int balance = account->balance;
  pthread_mutex_unlock(&account->lock);
  return balance;
}

static void set_balance(struct account *account, int balance) {
  pthread_mutex_lock(&account->lock);
  account->balance = balance;
  pthread_mutex_unlock(&account->lock);
}

static void transfer(struct account *from, struct account *to, int amount) {
  int balance = get_balance(from);
  if (balance < amount)
    return;
  set_balance(from, balance - amount);
  set_balance(to, get_balance(to) + amount);
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
  assert(alice.balance + bob.balance == 200); /* money */
  return 0;
}
