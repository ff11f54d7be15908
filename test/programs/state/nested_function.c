// A nested function, an extension of gcc, whose address is given away has code on the stack.
// expect: pass
// traces: 1
// compiler: gcc (clang has no nested functions)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int main(void) {
  atomic_int n = 1;
  pthread_t other;
  void *doubles(void *unused) {
    int seen = atomic_load(&n);
    atomic_store(&n, seen * 2);
    return unused;
  }
  pthread_create(&other, NULL, doubles, NULL);
  pthread_join(other, NULL);
  doubles(NULL);
  assert(n == 4);
}
