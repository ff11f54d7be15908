/*
 * ravel_linearizable.h for C++, with types and lambdas:
 *
 *     int main() {
 *       return ravel::linearizable<Stack>(
 *           {{"push", [](Stack &stack, long value) { stack.push(value); }, {1, 3}},
 *            {"pop", &Stack::pop}},
 *           {.threads = 2, .operations = 2});
 *     }
 */
#ifndef RAVEL_LINEARIZABLE_HPP
#define RAVEL_LINEARIZABLE_HPP

#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <type_traits>

#include "ravel.h"
#include "ravel_linearizable.h"

namespace ravel {

namespace inside {

template <class Object, class Function>
using result = typename std::conditional_t<std::is_invocable_v<Function &, Object &, long>,
                                           std::invoke_result<Function &, Object &, long>,
                                           std::invoke_result<Function &, Object &>>::type;

/* How a result of this type is compared: as a number, as a pointer, or by its bytes. */
template <class Result>
constexpr bool is_number =
    std::is_void_v<Result> || std::is_integral_v<Result> || std::is_enum_v<Result>;

} // namespace inside

/* What an operation does: anything that can be called with the object, and with an argument or
 * without one. */
template <class Object> class action {
  alignas(std::max_align_t) unsigned char function[32];
  void (*invoke)(unsigned char *function, Object &object, long argument, void *result);

  template <class Function>
  static void call(unsigned char *function, Object &object, long argument, void *result) {
    using Result = inside::result<Object, Function>;
    Function &f = *reinterpret_cast<Function *>(function);
    const auto made = [&]() -> Result {
      if constexpr (std::is_invocable_v<Function &, Object &, long>)
        return std::invoke(f, object, argument);
      else
        return std::invoke(f, object);
    };
    if constexpr (std::is_void_v<Result>) {
      made();
      *static_cast<long *>(result) = 0;
    } else if constexpr (inside::is_number<Result>) {
      *static_cast<long *>(result) = static_cast<long>(made());
    } else {
      const auto found = made();
      std::memcpy(result, &found, sizeof found);
    }
  }

public:
  std::size_t bytes = 0; /* of a result; 0: it is a number or a pointer */
  bool pointer = false;

  action() = default;
  template <class Function,
            class = std::enable_if_t<!std::is_same_v<std::decay_t<Function>, action>>>
  action(Function f) : invoke(call<Function>) {
    using Result = inside::result<Object, Function>;
    static_assert(sizeof f <= sizeof function && std::is_trivially_copyable_v<Function>,
                  "an operation captures too much: capture references, or nothing");
    pointer = std::is_pointer_v<Result>;
    if constexpr (!inside::is_number<Result> && !std::is_pointer_v<Result>) {
      static_assert(std::has_unique_object_representations_v<Result> &&
                        sizeof(Result) <= RAVEL_MAX_RESULT,
                    "the result of an operation is a number, a pointer, or at most 64 bytes that "
                    "can be compared: make a number of it");
      bytes = sizeof(Result);
    }
    std::memcpy(function, &f, sizeof f);
  }

  void operator()(Object &object, long argument, void *result) {
    invoke(function, object, argument, result);
  }
};

template <class Object> struct operation {
  const char *name;
  action<Object> function;
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
  bool one_by_one = false;
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
  to.one_by_one = from.one_by_one;
  to.model = model;
  return to;
}

/* Each operation has a C function of its own, which finds it by its number. */
enum { most_operations = 16 };
template <class Object> struct table {
  static inline operation<Object> operations[most_operations];
  template <int number> static void fill(void *object, long argument, void *result) {
    operations[number].function(*static_cast<Object *>(object), argument, result);
  }
  template <int number> static long call(void *object, long argument) {
    long result;
    fill<number>(object, argument, &result);
    return result;
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
  static constexpr void (*fills[])(void *, long,
                                   void *) = {table<Object>::template fill<numbers>...};
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
    to[n].fill = all_calls<Object>::fills[n];
    to[n].bytes = one.function.bytes;
    to[n].pointer = one.function.pointer;
    to[n].arg = one.arg;
    to[n].may_block = one.may_block;
    to[n].thread = one.thread;
    to[n].print = one.print;
    n++;
  }
  return n;
}

/* Of a program that makes several checks, only this one is made, of one scenario. */
struct chosen {
  int check = 0; /* its number, from 1; 0: all are made */
  const char *scenario = nullptr;
};
inline chosen the_chosen;

} // namespace inside

/* An object is made by its default constructor. */
template <class Object>
int linearizable(std::initializer_list<operation<Object>> operations, scenario which = {},
                 const ravel_model *model = nullptr, const char *file = __builtin_FILE(),
                 unsigned line = __builtin_LINE()) {
  static ravel_operation list[inside::most_operations];
  const int n = inside::fill(operations, list);
  if (inside::the_chosen.check)
    which.only = inside::the_chosen.scenario;
  if (inside::the_chosen.check && inside::the_chosen.check != ravel_checks + 1) {
    ravel_checks++;
    return 0;
  }
  return ravel_check_object(inside::table<Object>::make, inside::table<Object>::destroy, list, n,
                            inside::plain(which, model), {file, line, nullptr, nullptr});
}

/* One scenario of one check that a program makes, which is kept as a test. */
template <class Main> int only(int check, const char *scenario, Main main, int argc, char **argv) {
  inside::the_chosen = {check, scenario};
  if constexpr (std::is_invocable_v<Main, int, char **>)
    return main(argc, argv);
  else
    return main();
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
