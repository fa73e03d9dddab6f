#!/usr/bin/env bash
# The branches for other platforms compile, against declarations of the functions that they call
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "the declarations have the types that Swift has on Linux"

# Swift's interfaces for Linux, too, say which version of macOS has each declaration. So the oldest macOS
# that Package.swift allows compiles against them, without Objective-C.
macos="$(sed -n 's/.*\.macOS(\.v\([0-9]*\)).*/\1.0/p' Package.swift)"
machine="$(uname -m)"
architecture="${machine/aarch64/arm64}"
target="$architecture-apple-macos$macos"
resources="$temporary/resources"
mkdir -p "$resources/macosx"
installed="$(dirname "$(dirname "$(realpath "$(command -v swiftc)")")")/lib/swift"
ln -s "$installed/shims" "$installed/clang" "$resources"
for module in Swift _Concurrency _StringProcessing _Builtin_float SwiftOnoneSupport Synchronization; do
  mkdir "$resources/macosx/$module.swiftmodule"
  # An interface omits the bodies that '@backDeployed' needs.
  sed -E "s/@backDeployed\(before:[^)]*\)//
    /^import Glibc/d
    1,5s/-target [^ ]*/-target $target/
    1,5s/-library-level api|-target-min-inlining-version min//g" \
    "$installed/linux/$module.swiftmodule/$machine-unknown-linux-gnu.swiftinterface" \
    > "$resources/macosx/$module.swiftmodule/$architecture-apple-macos.swiftinterface"
done
# A function of Linux that the mutex of its interface calls.
printf '@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32\n' \
  >> "$resources/macosx/Synchronization.swiftmodule/$architecture-apple-macos.swiftinterface"
macos_options=(
  -target "$target" -sdk / -resource-dir "$resources" -module-cache-path "$temporary/modules"
  -Xfrontend -disable-objc-interop
)

# declare_module FOLDER NAME OPTION… FILE…: makes a module that declares the functions.
declare_module() {
  local folder="$1" name="$2"
  mkdir -p "$folder"
  swiftc -parse-as-library -module-name "$name" -emit-module \
    -emit-module-path "$folder/$name.swiftmodule" "${@:3}"
}

declarations="$fixtures/platforms"
common=("$declarations/CFunctions.swift" "$declarations/Threads.swift")
declare_module "$temporary/macOS" Darwin "${macos_options[@]}" \
  "${common[@]}" "$declarations/"{Mutex,Darwin}.swift
declare_module "$temporary/Android" Android "${common[@]}" "$declarations/"{Mutex,Linux}.swift
declare_module "$temporary/Musl" Musl "${common[@]}" "$declarations/"{UnionMutex,Linux}.swift

# Where the declared module can be imported, its branches are compiled. The features are those of
# Package.swift.
features=()
while read -r feature; do features+=(-enable-upcoming-feature "$feature"); done < <(
  sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift
)
mapfile -t sources < <(find Sources/Infusion -name '*.swift')
library=(
  -wmo -swift-version 6 -module-name Infusion -package-name infusion -strict-memory-safety
  "${features[@]}" "${sources[@]}"
)
compile() {
  local platform="$1" log="$temporary/$1.log" options=()
  if [[ "$platform" == macOS ]]; then options=("${macos_options[@]}"); fi
  swiftc "${options[@]}" -typecheck -I "$temporary/$platform" "${library[@]}" > "$log" 2>&1 \
    || { cat "$log" && fail "$platform does not compile"; }

  local warnings
  warnings="$(grep 'warning: ' "$log" | grep '^/\|^Sources' || true)"
  [[ -z "$warnings" ]] || { printf '%s\n' "$warnings" && fail "$platform compiles with warnings"; }
  printf '%s compiles\n' "$platform"
}

jobs=()
for platform in macOS Android Musl; do
  (compile "$platform") &
  jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job"; done

# For a framework in binary form, the compiler restricts what clients inline, and nothing else.
swiftc -emit-module -emit-module-path "$temporary/Infusion.swiftmodule" -enable-library-evolution \
  -Xfrontend -experimental-skip-non-inlinable-function-bodies "${library[@]}" \
  || fail "the library does not compile with library evolution"
printf 'so does a framework in binary form\n'
