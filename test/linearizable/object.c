// Objects made up by the oracle: registers and a lock, and operations that are sequences of steps.
// Each has five arguments: the scenario; how it is checked, in letters (1: one by one, s:
// sequential consistency, m: the object's bytes are a model of it, M: so are its calls, b: results
// are bytes, p: results are pointers, n: no operation may block; w, l, o and a number: progress
// within so many steps); and its three operations, f, g and h. In place of one scenario there may
// be numbers, which say which ones there are: "# threads operations initial final random
// random_threads random_operations seed", and of each operation its first and last argument and its
// thread. One of several objects is chosen. As each is a check of its own, no history of one is
// taken for a history of another.
#include <pthread.h>
#include <ravel_linearizable.h>

enum { OPERATIONS = 3, REGISTERS = 3, ARGUMENTS = 2 + OPERATIONS, MOST_OBJECTS = 40 };

struct object {
  long registers[REGISTERS], spin;
  pthread_mutex_t lock;
};

// What reads the text of a program: none of it is the object's.
#define READER static __attribute__((noinline, no_sanitize("thread")))

static char **arguments;

// Of all objects, one after the other: "K3 L0 S1+1 A0+2 C1+1 W2 U3 X4 V1 Y4"; with memory orders,
// which are r(elaxed), a(cquire), l (release), h (both) and s(equentially consistent): "L0:a
// S1+1:l"
READER const char *program(int n) {
  return arguments[n / OPERATIONS * ARGUMENTS + 2 + n % OPERATIONS];
}

static void *make_object(void) {
  return calloc(1, sizeof(struct object));
}

// What a memory order allows must be known when it is compiled.
#define WITH_ORDER(order, call)                                                                    \
  switch (order) {                                                                                 \
  case 'r':                                                                                        \
    return call(__ATOMIC_RELAXED, __ATOMIC_RELAXED);                                               \
  case 'a':                                                                                        \
    return call(__ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);                                               \
  case 'l':                                                                                        \
    return call(__ATOMIC_RELEASE, __ATOMIC_RELAXED);                                               \
  case 'h':                                                                                        \
    return call(__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);                                               \
  default:                                                                                         \
    return call(__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                               \
  }

static __attribute__((noinline)) long load(long *r, char order) {
#define LOAD(success, failure) __atomic_load_n(r, failure)
  WITH_ORDER(order, LOAD)
}

static __attribute__((noinline)) long store(long *r, long value, char order) {
  switch (order) {
  case 'r':
    __atomic_store_n(r, value, __ATOMIC_RELAXED);
    break;
  case 'l':
    __atomic_store_n(r, value, __ATOMIC_RELEASE);
    break;
  default:
    __atomic_store_n(r, value, __ATOMIC_SEQ_CST);
  }
  return value;
}

static __attribute__((noinline)) long add(long *r, long value, char order) {
#define ADD(success, failure) __atomic_fetch_add(r, value, success)
  WITH_ORDER(order, ADD)
}

static __attribute__((noinline)) long swap(long *r, long expected, long value, char order) {
#define SWAP(success, failure) __atomic_compare_exchange_n(r, &expected, value, 0, success, failure)
  WITH_ORDER(order, SWAP)
}

static __attribute__((noinline)) long increase(long *r, long value) {
  long old = __atomic_load_n(r, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(r, &old, old + value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    ;
  return old;
}

static __attribute__((noinline)) void await(long *r) {
  ravel_await(__atomic_load_n(r, __ATOMIC_SEQ_CST) != 0);
}

static __attribute__((noinline)) void spin(long *r) {
  while (__atomic_load_n(r, __ATOMIC_SEQ_CST) == 0)
    ;
}

static __attribute__((noinline)) void take_spinlock(long *r) {
  while (__atomic_exchange_n(r, 1, __ATOMIC_SEQ_CST))
    ;
}

// One step: its kind, its register, what it adds, its memory order.
READER long take_step(struct object *object, const char *step, long local) {
  const int constant = step[2] == '+' ? step[3] - '0' : 0;
  const char *end = step + (step[2] == '+' ? 4 : 2);
  const char order = *end == ':' ? end[1] : 's';
  long *r = &object->registers[(step[1] - '0') % REGISTERS];
  switch (step[0]) {
  case 'L':
    return load(r, order);
  case 'S':
    store(r, local + constant, order);
    return local;
  case 'A':
    return add(r, constant, order);
  case 'C':
    return swap(r, local, constant, order);
  case 'R':
    return increase(r, constant);
  case 'K':
    pthread_mutex_lock(&object->lock);
    return local;
  case 'U':
    pthread_mutex_unlock(&object->lock);
    return local;
  case 'X':
    take_spinlock(&object->spin);
    return local;
  case 'Y':
    store(&object->spin, 0, 's');
    return local;
  case 'V':
    spin(r);
    return local;
  default:
    await(r);
    return local;
  }
}

READER long run(struct object *object, const char *step, long local) {
  while (*step) {
    local = take_step(object, step, local);
    while (*step && *step != ' ')
      step++;
    step += *step == ' ';
  }
  return local;
}

// How an object is checked.
READER const char *way(int object) {
  return arguments[object * ARGUMENTS + 1];
}

// A pointer is different for every object that is made. The numbers are low.
READER long result_of(char *object, int n, long local) {
  return strchr(way(n / OPERATIONS), 'p') && local ? (long)(object + local) : local;
}

// A result of bytes differs only in those that come after the size of a number.
enum { RESULT = 2 * sizeof(long) };

#define OPERATION(n)                                                                               \
  static long operation##n(void *object, long argument) {                                          \
    return result_of(object, n - 10, run(object, program(n - 10), argument));                      \
  }                                                                                                \
  static void fill##n(void *object, long argument, void *result) {                                 \
    const long local = run(object, program(n - 10), argument);                                     \
    memcpy((char *)result + RESULT - sizeof local, &local, sizeof local);                          \
  }
#define NAME(n) operation##n,
#define NAME_OF_FILL(n) fill##n,
#define TEN(what, n)                                                                               \
  what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7)          \
      what(n##8) what(n##9)
#define ALL(what)                                                                                  \
  TEN(what, 1)                                                                                     \
  TEN(what, 2)                                                                                     \
  TEN(what, 3)                                                                                     \
  TEN(what, 4)                                                                                     \
  TEN(what, 5)                                                                                     \
  TEN(what, 6)                                                                                     \
  TEN(what, 7)                                                                                     \
  TEN(what, 8) TEN(what, 9) TEN(what, 10) TEN(what, 11) TEN(what, 12)
ALL(OPERATION)
static long (*const functions[MOST_OBJECTS * OPERATIONS])(void *, long) = {ALL(NAME)};
static void (*const fills[MOST_OBJECTS * OPERATIONS])(void *, long, void *) = {ALL(NAME_OF_FILL)};

static const char conditions[] = ".olw";

// The condition of progress of an object; NULL: there is none.
READER const char *progress_of(int object) {
  const char condition = way(object)[way(object)[0] == '1'];
  return condition ? strchr(conditions, condition) : NULL;
}

// It waits for a register, or for a lock that one keeps which does.
READER int may_block(int n) {
  const int object = n / OPERATIONS;
  int waits = 0;
  for (int i = 0; i < OPERATIONS; i++)
    waits |= strpbrk(program(object * OPERATIONS + i), "WV") != NULL;
  return waits && strpbrk(program(n), "WVKX") && !progress_of(object) && !strchr(way(object), 'n');
}

static struct ravel_operation operations[MOST_OBJECTS * OPERATIONS];

// Operations with arguments 0 and 1, and one scenario.
READER struct ravel_scenario name_operations(int object) {
  static const char *const names[OPERATIONS] = {"f", "g", "h"};
  const int bytes = strchr(way(object), 'b') ? RESULT : 0,
            pointer = strchr(way(object), 'p') != NULL;
  for (int i = object * OPERATIONS; i < (object + 1) * OPERATIONS; i++)
    operations[i] =
        (struct ravel_operation){names[i % OPERATIONS],    functions[i],           .arg = {0, 1},
                                 .pointer = pointer,       .bytes = (size_t)bytes, .fill = fills[i],
                                 .may_block = may_block(i)};
  return (struct ravel_scenario){.only = arguments[object * ARGUMENTS]};
}

// Which scenarios there are, in numbers.
READER struct ravel_scenario read_scenarios(int object, const char *text) {
  enum { NUMBERS = 8 };
  int numbers[NUMBERS + 3 * OPERATIONS];
  char *at = (char *)text + 1;
  for (int i = 0; i < NUMBERS + 3 * OPERATIONS; i++)
    numbers[i] = (int)strtol(at, &at, 10);
  for (int i = 0; i < OPERATIONS; i++) {
    struct ravel_operation *operation = &operations[object * OPERATIONS + i];
    const int *own = numbers + NUMBERS + 3 * i;
    operation->arg = (struct ravel_range){own[0], own[1]};
    operation->thread = own[2];
  }
  return (struct ravel_scenario){.threads = numbers[0],
                                 .operations = numbers[1],
                                 .initial = numbers[2],
                                 .final = numbers[3],
                                 .random = numbers[4],
                                 .random_threads = numbers[5],
                                 .random_operations = numbers[6],
                                 .seed = (unsigned long)numbers[7]};
}

#ifdef QUIET
// In place of the runtime's: what is found wrong with histories that are checked together is not
// told. It counts as one scenario more.
void ravel_runtime_look_closer(const void *bytes, size_t size) {
  (void)bytes, (void)size;
  ravel_runtime_known(RAVEL_KNOWN_SCENARIO, &ravel_checks, sizeof ravel_checks, 1);
}
#endif

int main(int argc, char **argv) {
  const int objects = (argc - 1) / ARGUMENTS;
  if (objects < 1 || objects > MOST_OBJECTS || (argc - 1) % ARGUMENTS)
    return 2;
  arguments = argv + 1;
  const int object = objects == 1 ? 0 : (int)ravel_choose((unsigned)objects);
  const char *how = way(object), *progress = progress_of(object);
  struct ravel_scenario scenario = name_operations(object);
  const struct ravel_operation *own = operations + object * OPERATIONS;
  const struct ravel_model model = {make_object, free, own,
                                    strchr(how, 'm') ? sizeof(struct object) : 0};
  if (scenario.only[0] == '#')
    scenario = read_scenarios(object, scenario.only);
  scenario.one_by_one = how[0] == '1';
  scenario.progress = progress ? (enum ravel_progress)(progress - conditions) : RAVEL_ANY_PROGRESS;
  scenario.steps = progress ? atoi(how + 1 + (how[0] == '1')) : 0;
  scenario.model = strpbrk(how, "mM") ? &model : NULL;
  scenario.condition = strchr(how, 's') ? RAVEL_SEQUENTIALLY_CONSISTENT : RAVEL_LINEARIZABLE;
  ravel_checks = object;
  return ravel_linearizable(make_object, free, own, OPERATIONS, scenario);
}
