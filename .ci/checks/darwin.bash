#!/usr/bin/env bash
# The branches for Apple's systems compile, against declarations of the functions that they call
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "Apple's systems compile these branches themselves"

swiftc -parse-as-library -module-name Darwin -emit-module \
  -emit-module-path "$temporary/Darwin.swiftmodule" "$fixtures/darwin/Darwin.swift"

# Where a module of that name can be imported, these branches are compiled. The features are those of
# Package.swift.
features=()
while read -r feature; do features+=(-enable-upcoming-feature "$feature"); done < <(
  sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift
)
mapfile -t sources < <(find Sources/Infusion -name '*.swift')
swiftc -typecheck -swift-version 6 -I "$temporary" -module-name Infusion -package-name infusion \
  -strict-memory-safety "${features[@]}" "${sources[@]}" > "$temporary/log" 2>&1 \
  || { cat "$temporary/log" && fail "they do not compile"; }

# Apple's mutex is no union, so nothing is unsafe about making one.
warnings="$(grep 'warning: ' "$temporary/log" | grep '^/\|^Sources' \
  | grep -v 'Lock.swift.*no unsafe operations' || true)"
[[ -z "$warnings" ]] || { printf '%s\n' "$warnings" && fail "they compile with warnings"; }
branches="$(grep -rl 'canImport(Darwin)' Sources/Infusion | wc -l)"
printf '%s files with a branch for Apple systems\n' "$branches"
