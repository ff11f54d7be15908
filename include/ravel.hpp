/*
 * What a C++ program under test may ask of Ravel: ravel_check() with a lambda,
 *
 *     TEST(Queue, KeepsOrder) {
 *       ravel::check([&] { ... });
 *       ravel::check([&] { ... }, {.max_seconds = 10});
 *     }
 *
 * and, from C++17 on, ravel::linearizable() (ravel_linearizable.hpp).
 */
#ifndef RAVEL_HPP
#define RAVEL_HPP

#include "ravel.h"

namespace ravel {

/* These are of one file: how a test fails is what its framework has before this header. */
namespace {

template <class Function> void call(void *function) {
  (*static_cast<Function *>(function))();
}

/* NULL: no execution of the function has an error; see ravel_find(). */
template <class Function>
const char *find(Function function, ravel_options options = {}, const char *file = __builtin_FILE(),
                 unsigned line = __builtin_LINE()) {
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

} // namespace ravel

#if __cplusplus >= 201703L
#include "ravel_linearizable.hpp"
#else
namespace ravel {

template <class Object> struct linearizable {
  static_assert(sizeof(Object) == 0, "ravel::linearizable needs C++17: compile with -std=c++17");
};

} // namespace ravel
#endif

#endif
