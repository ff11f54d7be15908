/*
 * Before libstdc++'s header of this name: std::fill, std::copy and std::move of bytes. The original
 * uses __builtin_memset and __builtin_memmove, of which gcc makes instructions that nobody is told
 * of. Here they are calls of the C library.
 */
#ifndef RAVEL_CXX_STL_ALGOBASE_H
#define RAVEL_CXX_STL_ALGOBASE_H
#pragma GCC system_header

#if __cplusplus >= 201103L
extern "C" void *memmove(void *, const void *, __SIZE_TYPE__) noexcept(true);
extern "C" void *memset(void *, int, __SIZE_TYPE__) noexcept(true);
#else
extern "C" void *memmove(void *, const void *, __SIZE_TYPE__) throw();
extern "C" void *memset(void *, int, __SIZE_TYPE__) throw();
#endif

#pragma push_macro("__builtin_memmove")
#pragma push_macro("__builtin_memset")
#undef __builtin_memmove
#undef __builtin_memset
#define __builtin_memmove ::memmove
#define __builtin_memset ::memset
#include_next <bits/stl_algobase.h>
#pragma pop_macro("__builtin_memmove")
#pragma pop_macro("__builtin_memset")

#endif
