#!/usr/bin/env bash
# The observers for swift-log and swift-metrics build and pass their tests; their page compiles
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

package=Examples/ObserverAdapters
page="$package/README.md"

command="$(awk '/^```console/ { getline; print; exit }' "$page")"
[[ "$command" == "swift test --package-path $package" ]] || fail "$page does not say how to test"
tests $command

# The resolved version matters to this build only.
if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
  git check-ignore --quiet "$package/Package.resolved" \
    || fail "$package/Package.resolved is not ignored"
fi

modules="$(swift build --package-path "$package" --show-bin-path)/Modules"
awk -v prefix="$temporary/page" -f "$fixtures/snippets.awk" "$page"
for file in "$temporary/page".*.swift; do
  client "$modules" -suppress-warnings -emit-sil "$file" -o /dev/null \
    || fail "the snippets of $page do not compile"
done
