#!/usr/bin/env bash
# The example with swift-service-lifecycle starts, stops gracefully, and its README compiles
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

example=Examples/ServiceLifecycle
options=(--package-path "$example" --scratch-path .build-service-lifecycle)

tests swift test "${options[@]}"

# Its snippets are those of the README: the same script turns them into a Swift file.
modules="$(swift build "${options[@]}" --show-bin-path)/Modules"
awk -v prefix="$temporary/README" -f "$fixtures/snippets.awk" "$example/README.md"
[[ -f "$temporary/README.page.swift" ]] || fail "$example/README.md has no Swift block"
client "$modules" -suppress-warnings -typecheck "$temporary/README.page.swift"
