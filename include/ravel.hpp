/*
 * What a C++ program under test may ask of Ravel: ravel_check() with a lambda,
 *
 *     TEST(Queue, KeepsOrder) {
 *       ravel::check([&] { ... });
 *       ravel::check([&] { ... }, {.max_seconds = 10});
 *     }
 *
 * and ravel_linearizable.h with types and lambdas:
 *
 *     int main() {
 *       return ravel::linearizable<Stack>(
 *           {{"push", [](Stack &stack, long value) { stack.push(value); return 0L; }, {1, 3}},
 *            {"pop", [](Stack &stack, long) { return stack.pop(); }}},
 *           {.threads = 2, .operations = 2});
 *     }
 */
#ifndef RAVEL_HPP
#define RAVEL_HPP

#include <cstddef>
#include <initializer_list>

#include "ravel.h"
#include "ravel_linearizable.h"

namespace ravel {

/* These are of one file: how a test fails is what its framework has before this header. */
namespace {

template <class Function> void call(void *function) {
  (*static_cast<Function *>(function))();
}

/* NULL: no execution of the function has an error; see ravel_find(). */
template <class Function>
const char *find(Function function, ravel_options options = {},
                 const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  RAVEL_WATCH;
  return ravel_find_at({file, line}, call<Function>, &function, options);
}

/* The test fails where one has; see ravel_check(). */
template <class Function>
void check(Function function, ravel_options options = {}, const char *file = __builtin_FILE(),
           unsigned line = __builtin_LINE()) {
  if (const char *const report = find(function, options, file, line))
    RAVEL_FAIL(file, line, report);
}

} // namespace

template <class Object> struct operation {
  const char *name;
  long (*function)(Object &object, long argument);
  ravel_range arg{0, 0};
  bool may_block = false;
  int thread = 0;
  void (*print)(char *text, std::size_t size, long result) = nullptr;
};

/* As struct ravel_scenario, of which the rest is for C. */
struct scenario {
  int threads = 2, operations = 2;
  int initial = 0, final = 0;
  int random = 0, random_threads = 0, random_operations = 0;
  unsigned long seed = 0;
  const char *only = nullptr;
  ravel_condition condition = RAVEL_LINEARIZABLE;
  ravel_progress progress = RAVEL_ANY_PROGRESS;
  int steps = 0;
};

namespace inside {

inline ravel_scenario plain(const scenario &from, const ravel_model *model) {
  ravel_scenario to{};
  to.threads = from.threads;
  to.operations = from.operations;
  to.initial = from.initial;
  to.final = from.final;
  to.random = from.random;
  to.random_threads = from.random_threads;
  to.random_operations = from.random_operations;
  to.seed = from.seed;
  to.only = from.only;
  to.condition = from.condition;
  to.progress = from.progress;
  to.steps = from.steps;
  to.model = model;
  return to;
}

/* Each operation has a C function of its own, which finds it by its number. */
enum { most_operations = 16 };
template <class Object> struct table {
  static inline operation<Object> operations[most_operations];
  template <int number> static long call(void *object, long argument) {
    return operations[number].function(*static_cast<Object *>(object), argument);
  }
  static void *make() {
    return new Object();
  }
  static void destroy(void *object) {
    delete static_cast<Object *>(object);
  }
};

template <class Object, int... numbers> struct calls {
  static constexpr long (*list[])(void *, long) = {table<Object>::template call<numbers>...};
};
template <class Object>
using all_calls = calls<Object, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>;

template <class Object>
int fill(std::initializer_list<operation<Object>> from, ravel_operation *to) {
  int n = 0;
  for (const operation<Object> &one : from) {
    if (n == most_operations)
      ravel_refuse("more than 16 operations");
    table<Object>::operations[n] = one;
    to[n] = ravel_operation{};
    to[n].name = one.name;
    to[n].function = all_calls<Object>::list[n];
    to[n].arg = one.arg;
    to[n].may_block = one.may_block;
    to[n].thread = one.thread;
    to[n].print = one.print;
    n++;
  }
  return n;
}

} // namespace inside

/* An object is made by its default constructor. */
template <class Object>
int linearizable(std::initializer_list<operation<Object>> operations, const scenario &which = {},
                 const ravel_model *model = nullptr, const char *file = __builtin_FILE(),
                 unsigned line = __builtin_LINE()) {
  static ravel_operation list[inside::most_operations];
  const int n = inside::fill(operations, list);
  return ravel_check_object(inside::table<Object>::make, inside::table<Object>::destroy, list, n,
                            inside::plain(which, model), {file, line, nullptr, nullptr});
}

/* A simpler object, with the same operations, that says what results are right. */
template <class Model>
const ravel_model *model(std::initializer_list<operation<Model>> operations) {
  static ravel_operation list[inside::most_operations];
  static ravel_model model = {inside::table<Model>::make, inside::table<Model>::destroy, list, 0};
  inside::fill(operations, list);
  return &model;
}

} // namespace ravel

#endif
