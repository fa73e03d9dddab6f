#!/usr/bin/env bash
# Every promise of the page on threads names tests, and all of those exist and run
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

page=Sources/Infusion/Infusion.docc/Articles/Threads.md

# The tests that are not disabled, one Suite/function a line.
find Tests -name '*.swift' -exec awk -f "$fixtures/promises/tests.awk" {} + | sort -u \
  > "$temporary/tests"
[[ -s "$temporary/tests" ]] || fail "no test is found"

# Each item of the page, with the line that it begins at and the tests that it names.
awk -f "$fixtures/promises/items.awk" "$page" > "$temporary/items"
[[ -s "$temporary/items" ]] || fail "$page has no promises"

broken=0 promises=0 names=0
while read -r line tests; do
  promises=$((promises + 1))
  if [[ -z "$tests" ]]; then
    printf '%s:%d: error: the promise names no test\n' "$page" "$line" >&2
    broken=$((broken + 1))
  fi
  for test in $tests; do
    names=$((names + 1))
    if ! grep -qxF "$test" "$temporary/tests"; then
      printf '%s:%d: error: there is no test %s, or it is disabled\n' "$page" "$line" "$test" >&2
      broken=$((broken + 1))
    fi
  done
done < "$temporary/items"

if ((broken)); then fail "$broken mistakes on the page"; fi
printf '%d promises name %d tests\n' "$promises" "$names"
