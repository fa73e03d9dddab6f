#!/usr/bin/env bash
# The documentation builds without a warning; every public symbol is documented and sorted
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command -v python3 > /dev/null || install_packages python3
command -v python3 > /dev/null || skip "python3 is not installed, and cannot be here"

# Only who asks for the plugin gets a dependency.
swift package show-dependencies --format flatlist > "$temporary/dependencies" 2> "$temporary/log" \
  || fail "the dependencies of the package cannot be shown"
if [[ -z "${INFUSION_DOCUMENTATION:-}" && -s "$temporary/dependencies" ]]; then
  fail "the package depends on $(paste -sd ' ' "$temporary/dependencies")"
fi

build debug
modules="$(products debug)/Modules"
target="$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')"

# document MODULE: converts its catalog into .build-documentation/MODULE.doccarchive.
document() {
  local graphs="$temporary/$1" archive=".build-documentation/$1.doccarchive"
  mkdir -p "$graphs" .build-documentation
  swift-symbolgraph-extract -module-name "$1" -I "$modules" -target "$target" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
    -output-dir "$graphs" || fail "the symbols of $1 cannot be read"
  docc convert "Sources/$1/$1.docc" --additional-symbol-graph-dir "$graphs" \
    --output-dir "$archive" --fallback-display-name "$1" --fallback-bundle-identifier "$1" \
    --transform-for-static-hosting --ide-console-output --warnings-as-errors \
    || fail "the documentation of $1 does not build"
  printf '%s: ' "$1"
  python3 "$fixtures/documentation/coverage.py" "$graphs" "$archive" \
    || fail "the documentation of $1 is not complete"
}

document Infusion
document InfusionTesting

if [[ -n "${INFUSION_DOCUMENTATION:-}" ]]; then
  log="$temporary/log"
  swift package --scratch-path .build-documentation/plugin generate-documentation \
    --target Infusion --target InfusionTesting --warnings-as-errors > "$log" 2>&1 || {
    tail -n 40 "$log"
    fail "swift-docc-plugin cannot build the documentation"
  }
  rm -f Package.resolved  # without the variable nothing is resolved
  printf 'swift-docc-plugin builds the documentation, too\n'
fi
