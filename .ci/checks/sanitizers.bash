#!/usr/bin/env bash
# The concurrency, fault and model tests pass under the thread and the address sanitizer
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The first race ends the run.
export TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
# A leak is an error too; those of the test runner are listed.
export LSAN_OPTIONS="suppressions=$PWD/$fixtures/sanitizers/leaks.txt:print_suppressions=0"

# Repetitions are scaled down to what fits the time of a check; set it to 10 or more for a long run.
export INFUSION_TEST_SCALE="${INFUSION_TEST_SCALE:-0.5}"
export INFUSION_TEST_PATIENCE="${INFUSION_TEST_PATIENCE:-3600}"

# expect_noticed SANITIZER PROGRAM: a program with a mistake in it has to fail, or the runs below
# would prove nothing.
expect_noticed() {
  swiftc -swift-version 6 -parse-as-library -sanitize="$1" "$fixtures/sanitizers/$2.swift" \
    -o "$temporary/$2" 2> "$temporary/$2.log" || fail "$2.swift does not compile"
  if "$temporary/$2" > "$temporary/$2.log" 2>&1; then
    fail "the $1 sanitizer does not notice the mistake in $2.swift"
  fi
}

expect_noticed thread Race
expect_noticed address UseAfterFree

# Everything that threads meet in; INFUSION_SANITIZE_ALL=1 takes in every test of the package.
selection=(--filter 'ConcurrencyTests|FaultInjectionTests|ModelTests|Rule10OnceOnlyTests')
if [[ -n "${INFUSION_SANITIZE_ALL:-}" ]]; then selection=(); fi

# A sanitizer that has found something ends the process with a status of its own.
for sanitizer in thread address; do
  printf '%s: ' "$sanitizer"
  tests swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" \
    ${selection[@]+"${selection[@]}"}
done
