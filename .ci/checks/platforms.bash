#!/usr/bin/env bash
# The branches for other platforms compile, against declarations of the functions that they call
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "the declarations have the types that Swift has on Linux"

# declare_module FOLDER NAME FILE…: makes a module that declares the functions.
declare_module() {
  local folder="$1" name="$2"
  mkdir -p "$folder"
  swiftc -parse-as-library -module-name "$name" -emit-module \
    -emit-module-path "$folder/$name.swiftmodule" "${@:3}"
}

declarations="$fixtures/platforms"
common=("$declarations/CFunctions.swift" "$declarations/Threads.swift")
declare_module "$temporary/Darwin" Darwin "${common[@]}" "$declarations/"{Mutex,Darwin}.swift
declare_module "$temporary/Android" Android "${common[@]}" "$declarations/"{Mutex,Linux}.swift
declare_module "$temporary/Musl" Musl "${common[@]}" "$declarations/"{UnionMutex,Linux}.swift
declare_module "$temporary/Windows" WinSDK "$declarations/WinSDK.swift"
declare_module "$temporary/Windows" ucrt "$declarations/CFunctions.swift"

# Where a module of that name can be imported, its branches are compiled. The features are those of
# Package.swift.
features=()
while read -r feature; do features+=(-enable-upcoming-feature "$feature"); done < <(
  sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift
)
mapfile -t sources < <(find Sources/Infusion -name '*.swift')
compile() {
  local platform="$1" log="$temporary/$1.log"
  swiftc -typecheck -swift-version 6 -I "$temporary/$platform" -module-name Infusion \
    -package-name infusion -strict-memory-safety "${features[@]}" "${sources[@]}" \
    > "$log" 2>&1 || { cat "$log" && fail "$platform does not compile"; }

  local warnings
  warnings="$(grep 'warning: ' "$log" | grep '^/\|^Sources' || true)"
  [[ -z "$warnings" ]] || { printf '%s\n' "$warnings" && fail "$platform compiles with warnings"; }
  printf '%s compiles\n' "$platform"
}

jobs=()
for platform in Darwin Android Musl Windows; do
  (compile "$platform") &
  jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job"; done
