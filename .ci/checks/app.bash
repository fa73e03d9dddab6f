#!/usr/bin/env bash
# The app that an article builds compiles, runs, and passes its tests
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The check snippets compares the article with these sources.
package=Examples/Shelf
options=(--package-path "$package" --scratch-path "$PWD/.build-shelf")

swift build "${options[@]}" --build-tests > "$temporary/build.log" 2>&1 || {
  tail -n 40 "$temporary/build.log" >&2
  fail "$package does not build"
}

"$(swift build "${options[@]}" --show-bin-path)/shelf" > "$temporary/printed" \
  || fail "the app does not run"
matches "$temporary/printed" "$fixtures/app/printed.txt"

tests swift test "${options[@]}" --skip-build
