#!/usr/bin/env bash
# Calls without observers allocate nothing for them
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "allocations are counted on Linux only"

folder="$fixtures/observers"
counting=Tests/Benchmarks/Sources/Counting
build release
products="$(products release)"
objects_of Infusion release

# The allocator that counts, which the benchmarks use as well.
clang -O2 -I "$counting/include" -c "$counting/Allocations.c" -o "$temporary/Allocations.o"
client "$products/Modules" -O -import-objc-header "$counting/include/Counting.h" \
  "$folder/Client.swift" "${objects[@]}" "$temporary/Allocations.o" -o "$temporary/client"
"$temporary/client" || fail "something is allocated for observers that are not there"
