#!/usr/bin/env bash
# In a release build, a property named in 'requiring' is stored as by hand, without its key path
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

folder="$fixtures/direct-stores"
sil="$temporary/sil"
write='swift_(set|modify)AtReferenceWritableKeyPath'

# optimize NAME: compiles the fixture of that name to the intermediate language, in $sil.
optimize() { client "$modules" -O -emit-sil "$folder/$1.swift" -o "$sil"; }

build release
modules="$(products release)/Modules"

optimize Control
grep -qE "$write" "$sil" || fail "a write through a key path does not show: $write has another name"

optimize Client
if grep -qE "$write" "$sil"; then
  awk -v write="$write" '
    /^\/\/ / && !/^\/\/ (Isolation|%)/ { name = $0 }
    $0 ~ write && name != "" { print name; name = "" }
  ' "$sil"
  fail "these functions of the client still write through a key path"
fi

# That none is left means little unless the setters are there, each with its property.
awk '
  /^\/\/ / && !/^\/\/ (Isolation|%)/ { setter = /specialized write/ }
  setter && /ref_element_addr|class_method/ && match($0, /#[A-Za-z]+\.[a-z]+/) {
    print substr($0, RSTART, RLENGTH)
  }
' "$sil" | sort -u > "$temporary/stored"
for property in $(grep -oE '\\\.[a-z]+' "$folder/Client.swift" | tr -d '\\.'); do
  grep -q "\.$property\$" "$temporary/stored" || fail "nothing stores '$property'"
done

# A store whose access to the property Swift need not record takes half as long.
if awk '
  /^\/\/ / && !/^\/\/ (Isolation|%)/ { setter = /specialized write/ }
  setter && /begin_access/ && !/no_nested_conflict/ { print; found = 1 }
  END { exit !found }
' "$sil"; then
  fail "the release of the old value is still within these accesses; see SlotList+Literals.swift"
fi
printf '%d properties are stored directly\n' "$(wc -l < "$temporary/stored")"
