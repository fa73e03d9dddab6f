#ifndef WORK_COUNTS_H
#define WORK_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

// Exact counts of a thread's work. Tests compare them, because times would say little.
//
// The test program defines the counted functions, so that its own calls and those of the libraries
// that it loads arrive here first. Every count is that of the calling thread alone.

/// The work of the calling thread since it began.
typedef struct {
  /// Locks that it has requested: mutexes and reader-writer locks, contended or not.
  uint64_t locks;
  /// Bytes that it has allocated, freed or not.
  uint64_t allocatedBytes;
  /// Bytes that it has copied or moved as a block.
  uint64_t movedBytes;
  /// References to Swift objects that it has retained.
  uint64_t retains;
} WorkCount;

WorkCount workCount(void);

/// Whether locks are counted.
///
/// Not under a sanitizer, which defines the same functions itself.
bool workCountsLocks(void);

/// Whether bytes and retains are counted: where locks are, and only with the GNU C library.
bool workCountsMemory(void);

/// Bytes of the heap that the whole process uses; zero if they cannot be counted.
uint64_t heapBytesInUse(void);

#endif
