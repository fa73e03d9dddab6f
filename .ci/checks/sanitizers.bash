#!/usr/bin/env bash
# The concurrency tests pass under the thread and the address sanitizer
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

suites='[A-Za-z]*ConcurrencyTests'
grep -rqE "(struct|class|actor|enum|extension) $suites" Tests --include='*.swift' ||
  skip "no suite is called …ConcurrencyTests"

# The thread sanitizer takes a contended Mutex for a race; a pthread mutex it understands.
export INFUSION_PTHREAD_LOCK=1
export TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
# A leak is an error too; those of the test runner are listed.
export LSAN_OPTIONS="suppressions=$PWD/$fixtures/sanitizers/leaks.txt:print_suppressions=0"

for sanitizer in thread address; do
  printf '%s: ' "$sanitizer"
  tests swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --filter ConcurrencyTests
done
