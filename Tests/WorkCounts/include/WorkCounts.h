#ifndef WORK_COUNTS_H
#define WORK_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

// What a thread does, counted exactly: tests compare counts where times would tell little.
//
// The test program defines the functions that are counted, so that its own calls, and those of the
// libraries that it loads, arrive here first. Every count is of the calling thread alone.

/// What the calling thread has done since it began.
typedef struct {
  /// Locks that it has asked for: mutexes and reader-writer locks, contended or not.
  uint64_t locks;
  /// Bytes that it has allocated, given back or not.
  uint64_t allocatedBytes;
  /// Bytes that it has copied or moved in one piece.
  uint64_t movedBytes;
  /// References to Swift objects that it has retained.
  uint64_t retains;
} WorkCount;

WorkCount workCount(void);

/// Whether locks are counted.
///
/// Not under a sanitizer, which puts its own functions in the same places.
bool workCountsLocks(void);

/// Whether bytes and retains are counted: as locks are, and only with the GNU C library.
bool workCountsMemory(void);

/// Bytes of the heap that are in use in the whole process; zero where that cannot be told.
uint64_t heapBytesInUse(void);

#endif
