#!/usr/bin/env bash
# The benchmarks build, and no line of them needs more instructions, allocations or bytes than before
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "allocations and instructions are counted on Linux only"

if ! command -v valgrind > /dev/null || ! command -v objcopy > /dev/null; then
  install_packages valgrind binutils
  command -v valgrind > /dev/null || skip "valgrind is not installed, and cannot be here"
fi

Tests/Benchmarks/baseline

# The warm way of 'requiring' looks nothing up at run time. That no name of such a function shows
# means something where one does: the plain list of an open class writes through key paths.
forbidden='swift_dynamicCast|swift_conformsToProtocol|swift_getGenericMetadata|swift_getTypeByMangledName|AtReferenceWritableKeyPath'
Tests/Benchmarks/instructions --dumps "$temporary/dumps" inject4 inject4-open > "$temporary/inject4.txt"
looked_up() { grep -oE "\(([0-9]+)\) [^ ]*($forbidden)[^ ]*" "$temporary/dumps/callgrind.out.$1-infusion"; }
looked_up inject4-open-key-paths > /dev/null || fail "a write through a key path does not show in the counts"
if looked_up inject4-requiring; then fail "inject4 with 'requiring' looks something up at run time"; fi
printf "inject4 with 'requiring' looks nothing up at run time\n"
