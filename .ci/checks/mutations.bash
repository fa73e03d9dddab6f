#!/usr/bin/env bash
# Tests go red when the rule that they guard is broken; runs where INFUSION_MUTATIONS is set
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Every file of Tests/Mutations is a patch that breaks one rule. Its first line says what happens
# then. Each line "Red: TARGET.TESTS" names tests in the way of 'swift test --filter': they pass
# without the patch, and at least one of them fails with it. A line "Every: TARGET.TESTS" names tests
# with arguments, of which every single case fails.
[[ -n "${INFUSION_MUTATIONS:-}" ]] || skip "it builds once per mutation; INFUSION_MUTATIONS=1 runs it"

# A broken rule may leave a variable unused.
unset INFUSION_STRICT

copy="$temporary/package"
log="$temporary/tests.log"
shopt -s nullglob
patches=(Tests/Mutations/*.patch)
((${#patches[@]})) || fail "there is no mutation"

filters() { sed -nE 's/^(Red|Every): *//p' "$1"; }

build_tests() {
  swift build --package-path "$copy" --build-tests > "$temporary/build.log" 2>&1 && return
  grep 'error: ' "$temporary/build.log" >&2 || tail -n 40 "$temporary/build.log" >&2
  return 1
}

# A test that hangs has failed, too.
run_tests() {
  local limit=()
  if command -v timeout > /dev/null; then limit=(timeout --kill-after=10 300); fi
  "${limit[@]+"${limit[@]}"}" \
    swift test --package-path "$copy" --skip-build --filter "$1" > "$log" 2>&1
}

# The cases of the tests that have just run without an issue.
passed_cases() {
  comm -23 \
    <(sed -n 's/.* Test case passing \(.*\) to .* started\.$/\1/p' "$log" | sort -u) \
    <(sed -n 's/.* recorded an issue with \(.*\) at [^ ]*\.swift:.*/\1/p' "$log" | sort -u)
}

mkdir "$copy"
# A repository of its own takes patches whole or not at all, and takes them back.
git -C "$copy" init --quiet
git ls-files -z --cached --others --exclude-standard | tar -c --null -T - -f - | tar -x -C "$copy" -f -
# Test targets that no mutation names only cost time. Each stands on a line of its own.
named="$(for patch in "${patches[@]}"; do filters "$patch"; done | sed 's/\..*//' | sort -u)"
awk -v named="$named" '
  BEGIN { count = split(named, names, "\n") }
  /^ *\.testTarget\(name: "/ {
    kept = 0
    for (i = 1; i <= count; i++) if (index($0, "\"" names[i] "\"")) kept = 1
    if (!kept) next
  }
  { print }
' Package.swift > "$copy/Package.swift"

git -C "$copy" add --all

build_tests || fail "the tests do not build"
for patch in "${patches[@]}"; do
  [[ -n "$(filters "$patch")" ]] || fail "$patch names no tests"
  while read -r filter; do
    if ! run_tests "$filter" || ! grep -q 'Test run with [1-9]' "$log"; then
      fail "no tests pass for the filter $filter of $patch"
    fi
  done < <(filters "$patch")
done

unseen=()
for patch in "${patches[@]}"; do
  printf '%s: %s\n' "$(basename "$patch" .patch)" "$(head -n 1 "$patch")"
  if ! git -C "$copy" apply -C1 "$PWD/$patch"; then
    printf '  does not apply any more\n'
    unseen+=("$patch")
  elif ! build_tests; then
    printf '  does not build\n'
    unseen+=("$patch")
  else
    while read -r filter; do
      if run_tests "$filter"; then
        printf '  GREEN %s\n' "$filter"
        unseen+=("$patch")
      elif grep -qxF "Every: $filter" "$patch" && [[ -n "$(passed_cases)" ]]; then
        passed_cases | sed "s|^|  GREEN $filter with |"
        unseen+=("$patch")
      else
        printf '  red   %s\n' "$filter"
      fi
    done < <(filters "$patch")
  fi
  git -C "$copy" checkout --quiet -- .
done

if ((${#unseen[@]})); then fail "not seen by all of their tests: ${unseen[*]}"; fi
printf '%d mutations, all of them seen\n' ${#patches[@]}
