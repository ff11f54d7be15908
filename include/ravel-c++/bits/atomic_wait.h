/*
 * In place of libstdc++'s header of this name: how atomics wait and notify, and with them latches,
 * barriers and semaphores. The original looks several times before it sleeps, and counts who
 * waits; each of these looks would be an event. Here one call does it, with the same meaning.
 */
#ifndef _GLIBCXX_ATOMIC_WAIT_H

#include <bits/c++config.h>

#if !defined _GLIBCXX_RELEASE || _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_wait.h>
#else
#define _GLIBCXX_ATOMIC_WAIT_H 1
#pragma GCC system_header

#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <cerrno>
#include <climits>
#include <ext/numeric_traits.h>
#define RAVEL_IN_LIBRARY
#include <ravel.h>
#undef RAVEL_IN_LIBRARY

#define __cpp_lib_atomic_wait 201907L

extern "C" {
/* Sleeps if what is at the address is as expected. False: it is not, and there is no need to. */
int ravel_runtime_wait(const void *address, const void *expected, unsigned long size) noexcept;
void ravel_runtime_notify(const void *address, int all) noexcept;
}

namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

namespace __detail {
using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept {
  __gthread_yield();
}

inline void __thread_relax() noexcept {
}

template <typename _Pred> bool __atomic_spin(_Pred &__pred) noexcept {
  return __pred();
}
} // namespace __detail

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__address, _Tp __old, _ValFn) noexcept {
  while (ravel_runtime_wait(__address, &__old, sizeof __old))
    ;
}

/* For latches and barriers, which notify whenever they have to: it is enough to wait for what
 * they notify of. */
template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *, _Pred __pred) noexcept {
  ravel_await(__pred());
}

/* For semaphores: the predicate takes one if there is one. */
template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__count, _Pred __pred) noexcept {
  while (!__pred())
    ravel_await(__atomic_load_n(__count, __ATOMIC_ACQUIRE) > 0);
}

template <typename _Tp> void __atomic_notify_address(const _Tp *__address, bool __all) noexcept {
  ravel_runtime_notify(__address, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *, bool) noexcept {
}

_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif
#endif
