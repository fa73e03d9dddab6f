#!/usr/bin/env bash
# The benchmarks build, and no line of them needs more instructions or allocations than before
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "allocations and instructions are counted on Linux only"

# privileged COMMAND…: as root, where that is needed and can be had without a question.
privileged() {
  if [[ "$(id -u)" -eq 0 ]]; then "$@"; else sudo -n "$@"; fi
}

if ! command -v valgrind > /dev/null || ! command -v objcopy > /dev/null; then
  if command -v apt-get > /dev/null; then
    {
      privileged apt-get update && privileged apt-get install --yes valgrind binutils
    } > "$temporary/install.log" 2>&1 || tail -n 5 "$temporary/install.log" >&2
  fi
  command -v valgrind > /dev/null || skip "valgrind is not installed, and cannot be here"
fi

Tests/Benchmarks/baseline
