#!/usr/bin/env bash
# The tests pass when everything is optimized, with more rounds and deeper chains: the longer lane
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Ten times what 'swift test' repeats, chains of 100,000 objects.
export INFUSION_TEST_SCALE="${INFUSION_TEST_SCALE:-10}"

tests swift test --configuration release
