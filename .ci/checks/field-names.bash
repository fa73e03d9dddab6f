#!/usr/bin/env bash
# Objects are injected, and errors printed, in a program that is compiled without the names of fields
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

build debug
objects_of Infusion debug
client "$(products debug)/Modules" -Xfrontend -disable-reflection-names \
  "$fixtures/field-names/Client.swift" "${objects[@]}" -o "$temporary/client"
for metadata in read unread; do
  INFUSION_METADATA="$metadata" "$temporary/client" \
    || fail "the program without names does not run when metadata is $metadata"
done
