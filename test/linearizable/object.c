// An object made up by the oracle: registers, and operations that are sequences of steps. The first
// argument is the scenario, the next one says how it is checked, in letters (1: one by one, s:
// sequential consistency, m: the object's bytes are a model of it; w, l, o and a number: progress
// within so many steps). The others are the operations.
#include <ravel_linearizable.h>
#include <stdatomic.h>

enum { OPERATIONS = 3, REGISTERS = 3 };

struct object {
  atomic_long registers[REGISTERS];
};

static char **programs; // "L0 S1+1 A0+2 C1+1 W2"

static void *make_object(void) {
  return calloc(1, sizeof(struct object));
}

static long run(struct object *object, const char *step, long argument) {
  long local = argument;
  while (*step) {
    atomic_long *r = &object->registers[step[1] - '0'];
    const long constant = step[2] == '+' ? step[3] - '0' : 0;
    switch (step[0]) {
    case 'L':
      local = atomic_load(r);
      break;
    case 'S':
      atomic_store(r, local + constant);
      break;
    case 'A':
      local = atomic_fetch_add(r, constant);
      break;
    case 'C':
      local = atomic_compare_exchange_strong(r, &local, constant);
      break;
    case 'R':
      local = atomic_load(r);
      while (!atomic_compare_exchange_strong(r, &local, local + constant))
        ;
      break;
    case 'W':
      ravel_await(atomic_load(r) != 0);
      break;
    }
    step += step[2] == '+' ? 4 : 2;
    step += *step == ' ';
  }
  return local;
}

#define OPERATION(n)                                                                               \
  static long operation##n(void *object, long argument) {                                          \
    return run(object, programs[n], argument);                                                     \
  }
OPERATION(0)
OPERATION(1)
OPERATION(2)

int main(int argc, char **argv) {
  static struct ravel_operation operations[OPERATIONS] = {
      {"f", operation0, .arg = {0, 1}},
      {"g", operation1, .arg = {0, 1}},
      {"h", operation2, .arg = {0, 1}},
  };
  if (argc != 3 + OPERATIONS)
    return 2;
  programs = argv + 3;
  const char *how = argv[2];
  static const char conditions[] = ".olw";
  const char *progress = strchr(conditions, how[0]);
  for (int i = 0; i < OPERATIONS; i++)
    operations[i].may_block = !progress && strchr(programs[i], 'W');
  const struct ravel_model model = {make_object, free, operations, sizeof(struct object)};
  return ravel_linearizable(
      make_object, free, operations, OPERATIONS,
      (struct ravel_scenario){
          .only = argv[1],
          .one_by_one = how[0] == '1',
          .progress = progress ? (enum ravel_progress)(progress - conditions) : RAVEL_ANY_PROGRESS,
          .steps = progress ? atoi(how + 1) : 0,
          .model = strchr(how, 'm') ? &model : NULL,
          .condition = strchr(how, 's') ? RAVEL_SEQUENTIALLY_CONSISTENT : RAVEL_LINEARIZABLE});
}
