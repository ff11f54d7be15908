/*
 * In place of libstdc++'s header of this name, like atomic_wait.h. Whether what is waited for comes
 * in time is a matter of when it is the thread's turn: it looks once, or its time is over.
 */
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H

#include <bits/atomic_wait.h>

#if !defined _GLIBCXX_RELEASE || _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_timed_wait.h>
#else
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#pragma GCC system_header

#if __has_include(<bits/this_thread_sleep.h>)
#include <bits/chrono.h>
#include <bits/this_thread_sleep.h>
#else
#include <thread>
#endif

namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(const _Tp *, _Pred __pred,
                                 const chrono::time_point<_Clock, _Dur> &__time) noexcept {
  if (__pred())
    return true;
  this_thread::sleep_until(__time);
  return false;
}

template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(const _Tp *, _Pred __pred,
                               const chrono::duration<_Rep, _Period> &__time) noexcept {
  if (__pred())
    return true;
  this_thread::sleep_for(__time);
  return false;
}

template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(const _Tp *__address, _Tp &&__old, _ValFn &&__value,
                                   const chrono::time_point<_Clock, _Dur> &__time) noexcept {
  auto __differs = [&] { return __value() != __old; };
  return std::__atomic_wait_address_until(__address, __differs, __time);
}

template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(const _Tp *__address, _Tp &&__old, _ValFn &&__value,
                                 const chrono::duration<_Rep, _Period> &__time) noexcept {
  auto __differs = [&] { return __value() != __old; };
  return std::__atomic_wait_address_for(__address, __differs, __time);
}

template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__count, _Pred __pred,
                                      const chrono::time_point<_Clock, _Dur> &__time) noexcept {
  return std::__atomic_wait_address_until(__count, __pred, __time);
}

template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__count, _Pred __pred,
                                    const chrono::duration<_Rep, _Period> &__time) noexcept {
  return std::__atomic_wait_address_for(__count, __pred, __time);
}

_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif
#endif
