#!/usr/bin/env bash
# Objects are injected, and errors printed, in a program that is compiled without the names of fields
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

build debug
objects_of Infusion debug

# runs NAME OPTION: compiles the fixture of that name, and sees it run.
runs() {
  local metadata
  client "$(products debug)/Modules" -Xfrontend "$2" "$fixtures/field-names/$1.swift" \
    "${objects[@]}" -o "$temporary/$1"
  for metadata in read unread; do
    INFUSION_METADATA="$metadata" "$temporary/$1" \
      || fail "the program made of $1.swift does not run when metadata is $metadata"
  done
}

runs Client -disable-reflection-names
runs Undescribed -disable-reflection-metadata
