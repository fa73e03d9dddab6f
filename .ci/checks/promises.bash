#!/usr/bin/env bash
# Every promise of the pages on threads, preparing, releasing and testing names tests, which exist and run
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

articles=Sources/Infusion/Infusion.docc/Articles

# The tests that are not disabled, one Suite/function a line.
find Tests -name '*.swift' -exec awk -f "$fixtures/promises/tests.awk" {} + | sort -u \
  > "$temporary/tests"
[[ -s "$temporary/tests" ]] || fail "no test is found"

broken=0 promises=0 names=0 others=0

# compare PAGE: sees that each promise, which has a line and the names of its tests, names some that
# exist. A dash says that a sentence promises nothing.
compare() {
  local line tests test
  while read -r line tests; do
    if [[ "$tests" == - ]]; then
      others=$((others + 1))
      continue
    fi
    promises=$((promises + 1))
    if [[ -z "$tests" ]]; then
      printf '%s:%d: error: the promise names no test\n' "$1" "$line" >&2
      broken=$((broken + 1))
    fi
    for test in $tests; do
      names=$((names + 1))
      if ! grep -qxF -e "$test" "$temporary/tests"; then
        printf '%s:%d: error: there is no test %s, or it is disabled\n' "$1" "$line" "$test" >&2
        broken=$((broken + 1))
      fi
    done
  done < "$temporary/found"
}

# read_page PROGRAM PAGE: reads the promises of a page.
read_page() {
  awk -f "$fixtures/promises/$1.awk" "$articles/$2.md" > "$temporary/found" || broken=$((broken + 1))
  [[ -s "$temporary/found" ]] || fail "$2.md has no promises"
  compare "$articles/$2.md"
}

# Threads.md is a list of promises; each item shows its tests to the reader. The guides have them in
# comments, sentence by sentence.
read_page items Threads
read_page sentences Preparing
read_page sentences Releasing
read_page sentences Testing

if ((broken)); then fail "$broken mistakes on the pages"; fi
printf '%d promises name %d tests; %d sentences promise nothing\n' "$promises" "$names" "$others"
