#!/usr/bin/env bash
# Conformances are found by records and by casts alike: of libraries loaded later, among many others
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ "$(uname -s)" == Linux ]] || skip "records are read on Linux only"

folder="$fixtures/first-use"
build release
modules="$(products release)/Modules"
objects_of Infusion release

# The library uses the host's Infusion, as a plug-in does.
host() {
  client "$modules" -O -module-name Host "$folder/Host.swift" "${objects[@]}" "${@:2}" -o "$1"
}
host "$temporary/host" -Xlinker --export-dynamic
client "$modules" -O -module-name Host -emit-module -emit-module-path "$temporary/Host.swiftmodule" \
  "$folder/Host.swift"
client "$modules" -O -I "$temporary" -module-name Library -emit-library "$folder/Library.swift" \
  -o "$temporary/library.so"

for metadata in read unread; do
  INFUSION_METADATA="$metadata" "$temporary/host" "$temporary/library.so" \
    || fail "a class is not injected when metadata is $metadata"
done
printf 'classes of a library loaded later are found, by records and by casts\n'

host "$temporary/static" -static-stdlib
"$temporary/static" || fail "a class is not injected where the standard library is static"
printf 'so are classes of a program with a static standard library\n'

cc -c "$folder/Records.s" -o "$temporary/records.o" 2> /dev/null \
  || clang -c "$folder/Records.s" -o "$temporary/records.o"
host "$temporary/many" "$temporary/records.o"
"$temporary/many" || fail "a class is not injected among 50,000 other conformances"
if command -v valgrind > /dev/null; then
  # instructions PROGRAM: what the program needs altogether, in instructions.
  instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" counted 2>&1 \
      | sed -n 's/.*Collected : //p'
  }
  more=$(($(instructions "$temporary/many") - $(instructions "$temporary/host")))
  printf '50,000 other conformances cost %d instructions\n' "$more"
  # One pass needs some 20 instructions a record; each further one would add as many.
  ((more < 50000 * 30)) || fail "that is more than one pass"
fi
