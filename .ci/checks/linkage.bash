#!/usr/bin/env bash
# A program that imports Infusion alone links neither Foundation nor a testing library
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

folder="$fixtures/linkage"
build release
products="$(products release)"
objects_of Infusion release

# link NAME: links the fixture of that name, sees it run, and lists what it loads in $loaded.
loaded="$temporary/loaded"
link() {
  client "$products/Modules" -O "$folder/$1.swift" "${objects[@]}" -o "$temporary/$1"
  "$temporary/$1" || fail "the program made of $folder/$1.swift does not run"
  loaded_by "$temporary/$1" > "$loaded"
}

link Control
grep -q Foundation "$loaded" || fail "the control imports Foundation, but it does not show"

link Client
if grep -E 'Foundation|Testing|XCTest' "$loaded"; then fail "Infusion links more than it may"; fi
sed -n 's/^[[:space:]]*\([^ ]*[sS]wift[^ ]*\).*/\1/p' "$loaded"
