#!/usr/bin/env bash
# Every numbered behavior has a test that runs, or a compile-fail case
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

own="$fixtures/conformance"
evidence="$temporary/evidence.txt"

# search FILE…, search_refusals FILE…: what tests and compile-fail cases say about numbers.
search() { awk -f "$own/tests.awk" "$@"; }
search_refusals() { awk -v refusals=1 -f "$own/tests.awk" "$@"; }

# A search that overlooks a disabled test would let everything pass: it is tried out first.
{
  search "$own/Sample.swift"
  search_refusals "$own/SampleRefusals.swift"
} | sed "s|$own/||" > "$temporary/sample.txt"
diff "$own/expected.txt" "$temporary/sample.txt" \
  || fail "the search for tests does not find in the samples what it should"

grep -q '\.testTarget(name: "ConformanceTests"' Package.swift \
  || fail "Package.swift has no target ConformanceTests"
{
  search $(find Tests/ConformanceTests -name '*.swift')
  search_refusals Tests/Diagnostics/MustNotCompile/*.swift
} > "$evidence"

awk -f "$own/count.awk" "$own/numbers.txt" "$evidence" \
  || fail "behaviors have no test that runs"
