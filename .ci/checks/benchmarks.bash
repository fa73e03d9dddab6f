#!/usr/bin/env bash
# The benchmarks build, and no line of them needs more instructions or allocations than before
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "allocations and instructions are counted on Linux only"

if ! command -v valgrind > /dev/null || ! command -v objcopy > /dev/null; then
  install_packages valgrind binutils
  command -v valgrind > /dev/null || skip "valgrind is not installed, and cannot be here"
fi

Tests/Benchmarks/baseline
