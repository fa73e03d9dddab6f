#define _GNU_SOURCE
#include "WorkCounts.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#if !defined(SANITIZED) && defined(__GLIBC__)
#define COUNTS_MEMORY 1
#endif

static _Thread_local WorkCount count;

WorkCount workCount(void) { return count; }

// MARK: - Locks

#ifndef SANITIZED

// Without optimization, too: every retain of a test passes through here.
#define ALWAYS_INLINE __attribute__((always_inline)) inline

// find_NAME(): the function of that name that this program would call if it did not define it.
#define NEXT(result, name, ...)                                                                    \
  static result (*_Atomic next_##name)(__VA_ARGS__);                                               \
  static ALWAYS_INLINE result (*find_##name(void))(__VA_ARGS__) {                                  \
    result (*found)(__VA_ARGS__) = atomic_load_explicit(&next_##name, memory_order_relaxed);       \
    if (!found) {                                                                                  \
      *(void **)&found = dlsym(RTLD_NEXT, #name);                                                  \
      if (!found) abort();                                                                         \
      atomic_store_explicit(&next_##name, found, memory_order_relaxed);                            \
    }                                                                                              \
    return found;                                                                                  \
  }

#define COUNT_LOCK(name, type)                                                                     \
  NEXT(int, name, type *)                                                                          \
  int name(type *lock) {                                                                           \
    count.locks++;                                                                                 \
    return find_##name()(lock);                                                                    \
  }

COUNT_LOCK(pthread_mutex_lock, pthread_mutex_t)
COUNT_LOCK(pthread_mutex_trylock, pthread_mutex_t)
COUNT_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
COUNT_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)

bool workCountsLocks(void) { return true; }

#else

bool workCountsLocks(void) { return false; }

#endif

// MARK: - Memory

#ifdef COUNTS_MEMORY

#include <errno.h>
#include <malloc.h>

// The C library's own names for the functions that are defined here.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count.allocatedBytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count.allocatedBytes += number * size;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count.allocatedBytes += size;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count.allocatedBytes += size;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count.allocatedBytes += size;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

NEXT(void *, memmove, void *, const void *, size_t)
NEXT(void *, memcpy, void *, const void *, size_t)

void *memmove(void *target, const void *source, size_t size) {
  count.movedBytes += size;
  return find_memmove()(target, source, size);
}

void *memcpy(void *target, const void *source, size_t size) {
  count.movedBytes += size;
  return find_memcpy()(target, source, size);
}

// Swift's runtime expects that these keep all registers that its own functions keep.
#define PRESERVING __attribute__((preserve_most))

NEXT(void *, swift_retain, void *)
NEXT(void *, swift_retain_n, void *, uint32_t)

PRESERVING void *swift_retain(void *object) {
  count.retains++;
  return find_swift_retain()(object);
}

PRESERVING void *swift_retain_n(void *object, uint32_t number) {
  count.retains += number;
  return find_swift_retain_n()(object, number);
}

bool workCountsMemory(void) { return true; }

#else

bool workCountsMemory(void) { return false; }

#endif

#if defined(__GLIBC__)
#include <malloc.h>

uint64_t heapBytesInUse(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#elif defined(__APPLE__)
#include <malloc/malloc.h>

uint64_t heapBytesInUse(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}
#else
uint64_t heapBytesInUse(void) { return 0; }
#endif
