// A plain C11 mutex that its holder locks again.
// expect: fail lock-misuse
// at: AGAIN
#include <threads.h>

static mtx_t mutex;

int main(void) {
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  mtx_lock(&mutex); /* AGAIN */
  return 0;
}
