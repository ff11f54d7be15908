# Libraries that were not compiled by ravel cc, with locks of their own.
cat >"$scratch/lock.c" <<'END'
#include <linux/futex.h>
#include <sys/syscall.h>
static void futex(int *at, int operation, int value) {
#ifdef __x86_64__
  long result;
  register long forever __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(at), "S"(operation), "d"(value), "r"(forever)
                   : "rcx", "r11", "memory");
#else
  register long number __asm__("x8") = SYS_futex, x0 __asm__("x0") = (long)at,
                x1 __asm__("x1") = operation, x2 __asm__("x2") = value, x3 __asm__("x3") = 0;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(number), "r"(x1), "r"(x2), "r"(x3) : "memory");
#endif
}
void lib_lock(int *lock) {
  int none = 0;
  if (__atomic_compare_exchange_n(lock, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE))
    futex(lock, FUTEX_WAIT_PRIVATE, 2);
}
void lib_unlock(int *lock) {
  if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
    futex(lock, FUTEX_WAKE_PRIVATE, 1);
}
END
cat >"$scratch/locker.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void lib_lock(int *lock);
void lib_unlock(int *lock);
static int lock, n;
static _Atomic int inside;
static void *work(void *arg) {
  lib_lock(&lock);
  int before = inside++;
  assert(before == 0);
  inside--;
  n++;
#ifndef FORGETS
  lib_unlock(&lock);
#endif
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(n == 2);
  return 0;
}
END

begin "futexes by an instruction of a library are answered: threads that wait for each other go on"
cp "$scratch/lock.c" "$scratch/locker.c" .
$CC -O1 -shared -fPIC -o liblock.so lock.c || wrong "it does not compile"
run 0 "$RAVEL" cc -g locker.c -L. -llock -Wl,-rpath,"$PWD" -o locker
run 0 "$RAVEL" check --races=interleave ./locker --json r.json
field verdict pass r.json
prints "not covered  the library liblock.so, which was not compiled by ravel cc$"
end

begin "a wait by such an instruction that nobody ends is a deadlock"
cp "$scratch/lock.c" "$scratch/locker.c" .
$CC -O1 -c lock.c || wrong "it does not compile"
run 0 "$RAVEL" cc -g -DFORGETS locker.c lock.o -o locker
run 1 "$RAVEL" check --races=interleave ./locker
prints "^deadlock: "
run 1 "$RAVEL" replay locker.trace.json
end

begin "a data race that such a library may order says so, in words and in JSON"
cp "$scratch/lock.c" "$scratch/locker.c" .
$CC -O1 -shared -fPIC -o liblock.so lock.c || wrong "it does not compile"
run 0 "$RAVEL" cc -g locker.c -L. -llock -Wl,-rpath,"$PWD" -o locker
run 1 "$RAVEL" check ./locker --json r.json
prints "; but atomic instructions of liblock.so, which was not compiled by ravel cc, are not seen: if they order the two, this is no race$"
grep -q '"order": ".*liblock.so' r.json || wrong "the JSON does not say so"
$CC -O1 -c lock.c || wrong "it does not compile"
run 0 "$RAVEL" cc -g locker.c lock.o -o locker
run 1 "$RAVEL" check ./locker
prints "; but atomic instructions of lock.c, which was not"
run 0 "$RAVEL" cc -g locker.c lock.c -o locker
run 0 "$RAVEL" check ./locker
end

begin "a data race in a program without such libraries has no doubt"
cat >race.c <<'END'
#include <pthread.h>
static int n;
static void *work(void *arg) { n++; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  n++;
  pthread_join(a, NULL);
  return 0;
}
END
run 1 "$RAVEL" check race.c
prints "nothing orders the two: neither holds a lock, and main has not joined T1$"
end

begin "a library that spins until another thread is done is named, and no endless loop"
cat >spin.c <<'END'
#include <stdatomic.h>
static atomic_int held;
void acquire(void) { while (atomic_exchange(&held, 1)); }
void release(void) { atomic_store(&held, 0); }
END
cat >spinner.c <<'END'
#include <pthread.h>
void acquire(void);
void release(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  acquire();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  release();
  return arg;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
  pthread_join(other, NULL);
}
END
$CC -O1 -shared -fPIC -o libspin.so spin.c || wrong "it does not compile"
run 0 "$RAVEL" cc -g spinner.c -L. -lspin -Wl,-rpath,"$PWD" -o spinner
run 2 "$RAVEL" check --step-seconds=1 ./spinner
prints "seconds in libspin.so, which was not compiled by ravel cc: if it waits there for another thread"
end
