// A compare-and-swap loop in assembly, in two threads: who is first, and whether the other one has
// loaded before that. Whether the instruction writes depends on what it finds, also in an execution
// graph. With -DLOST main loads what the other thread has stored, and needs one round.
// algorithms: optimal
// expect: pass
// traces: 4 (who is first, and whether the other has loaded before that)
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 4
// also: --memory=tso
// algorithms: optimal
// expect: pass
// traces: 4
// also: --algorithm=graph
// algorithms: optimal
// cflags: -DLOST
// expect: fail assertion
// also: --memory=c11
// algorithms: optimal
// cflags: -DLOST
// expect: fail assertion
#include <assert.h>
#include <pthread.h>

int largest;

static int loaded, rounds;

static void offer(int number, int *first, int *tries) {
  int old, wanted;
  unsigned char done;
  __asm__ volatile("movl %1, %0" : "=r"(old) : "m"(largest));
  *first = old;
  do {
    wanted = old > number ? old : number;
    ++*tries;
    __asm__ volatile("lock cmpxchgl %3, %1\n\tsete %2"
                     : "+a"(old), "+m"(largest), "=q"(done)
                     : "r"(wanted)
                     : "memory");
  } while (!done);
}

static void *other(void *unused) {
  int first, tries = 0;
  offer(3, &first, &tries);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  offer(2, &loaded, &rounds);
  pthread_join(thread, NULL);
#ifdef LOST
  assert(!(loaded == 3 && rounds == 1));
#endif
}
