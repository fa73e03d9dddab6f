#!/usr/bin/env bash
# A million changes leave memory flat, and millions of operations are right; set INFUSION_SOAK
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ -n "${INFUSION_SOAK:-}" ]] || skip "it takes long; INFUSION_SOAK=1 runs it"

export INFUSION_TEST_SCALE="${INFUSION_TEST_SCALE:-500}"
export INFUSION_TEST_PATIENCE="${INFUSION_TEST_PATIENCE:-7200}"
export INFUSION_FUZZ_GRAPHS="${INFUSION_FUZZ_GRAPHS:-1000000}"
tests swift test --configuration release \
  --filter 'FlatMemoryConcurrencyTests|FaultInjectionTests|ModelTests|DifferentialTests'

# What the tests have counted.
grep -E '^soak: |^fuzz: |operations: |faults' "$temporary/tests.log"
