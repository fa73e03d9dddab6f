#!/usr/bin/env bash
# Library, example and tests build without a warning
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

log="$temporary/log"
if ! swift build --build-tests > "$log" 2>&1; then
  cat "$log"
  fail "the package does not build"
fi

# The compiler's warnings are errors by now; the package manager's own are not.
if grep 'warning: ' "$log"; then fail "the build warns"; fi
tail -n 1 "$log"
