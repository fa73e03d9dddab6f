#!/usr/bin/env bash
# A program that imports Infusion alone does not link Foundation
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

folder="$fixtures/linkage"
build release
products="$(products release)"

# The objects of the sources that there are; older ones may lie beside them.
objects=()
while IFS= read -r object; do objects+=("$object"); done < <(
  sed -n 's/.*"object": "\(.*\)".*/\1/p' "$products/Infusion.build/output-file-map.json" |
    grep -v '/Infusion.o$'
)

# link NAME: links the fixture of that name, sees it run, and lists what it loads in $loaded.
loaded="$temporary/loaded"
link() {
  client "$products/Modules" -O "$folder/$1.swift" "${objects[@]}" -o "$temporary/$1"
  "$temporary/$1" || fail "the program made of $folder/$1.swift does not run"
  if command -v ldd > /dev/null; then
    ldd "$temporary/$1" > "$loaded"
  else
    otool -L "$temporary/$1" > "$loaded"
  fi
}

link Control
grep -q Foundation "$loaded" || fail "the control imports Foundation, but it does not show"

link Client
if grep Foundation "$loaded"; then fail "Infusion links Foundation"; fi
sed -n 's/^[[:space:]]*\([^ ]*[sS]wift[^ ]*\).*/\1/p' "$loaded"
