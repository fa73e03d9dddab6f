#!/usr/bin/env bash
# A package of its own tests with InfusionTesting, in debug and release; its program does not link it
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

package="$fixtures/testing"
places="$package/Tests/ShopTests/ShopTests.swift"
log="$temporary/log"
options=(--package-path "$package" --scratch-path "$PWD/.build-testing")

# says TEXT: the tests that fail have said so.
says() { grep -qF -- "$1" "$log" || fail "the tests that fail do not say '$1'"; }

# says_at NUMBER TEXT: and at the location of that number of the comment '// here'.
says_at() {
  local line
  line="$(grep -n '// here' "$places" | sed -n "$1s/:.*//p")"
  says "recorded an issue at ShopTests.swift:$line:"
  says "$2"
}

for configuration in debug release; do
  printf '%s:\n' "$configuration"
  swift build "${options[@]}" --configuration "$configuration" --build-tests > "$log" 2>&1 || {
    tail -n 40 "$log"
    fail "the package does not build (configuration: $configuration)"
  }
  program="$(swift build "${options[@]}" --configuration "$configuration" --show-bin-path)/shop-program"
  [[ "$("$program")" == open ]] || fail "the program does not run"
  if loaded_by "$program" | grep -E 'Foundation|Testing|XCTest'; then
    fail "a program that depends on Infusion alone links more"
  fi

  tests swift test "${options[@]}" --configuration "$configuration" --skip-build \
    --skip MistakenTests
  for line in 'Executed 1 test,' 'Test run with 2 tests'; do
    grep -qF "$line" "$temporary/tests.log" || fail "'$line' is missing from what the tests print"
  done
  if swift test "${options[@]}" --configuration "$configuration" --skip-build \
    --filter MistakenTests > "$log" 2>&1; then
    fail "a test passes although its injector cannot be made"
  fi
  says_at 1 "[Infusion/missingBinding] Nothing provides 'String', which 'Shop' requires."
  says 'The injector of the test could not be created.'
  says_at 2 "• Bind it in a module: binder.bind(String.self).to { … }"
  if grep -qF 'the body of the test runs' "$log"; then fail "a test runs without its injector"; fi
done
