#!/usr/bin/env bash
# What must compile does, what must not is refused, and every usual mistake is answered
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# A file may ask for compiler options in its first line: // swiftc: -default-isolation MainActor
options() { sed -n '1s|^// swiftc: *||p' "$1"; }

# Past type checking too: data races show only in the intermediate language.
compile() { client "$modules" $(options "$1") "${@:2}" -emit-sil "$1" -o /dev/null; }

build debug
modules="$(products debug)/Modules"
accepted=0 refused=0 broken=()

for file in Tests/Diagnostics/MustCompile/*.swift; do
  if compile "$file" -warnings-as-errors; then
    accepted=$((accepted + 1))
  else
    broken+=("$file")
  fi
done

for file in Tests/Diagnostics/MustNotCompile/*.swift; do
  if ! grep -q '// expected-error' "$file"; then
    printf '%s: error: no error is expected\n' "$file" >&2
    broken+=("$file")
  elif compile "$file" -Xfrontend -verify -Xfrontend -verify-ignore-unrelated; then
    refused=$((refused + 1))
  else
    broken+=("$file")
  fi
done

command -v python3 > /dev/null || install_packages python3
if command -v python3 > /dev/null; then
  objects_of Infusion debug
  python3 "$fixtures/diagnostics/mistakes.py" Tests/Diagnostics/Mistakes.md "$temporary" "$modules" \
    "${objects[@]}" || broken+=(Tests/Diagnostics/Mistakes.md)
fi

if ((${#broken[@]})); then fail "not as expected: ${broken[*]}"; fi
if ((accepted == 0 || refused == 0)); then fail "nothing was compiled"; fi
printf '%d files compile, %d are refused\n' "$accepted" "$refused"
