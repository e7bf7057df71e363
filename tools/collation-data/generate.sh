#!/bin/sh
# Compiles all collation data; see src/main.rs.
set -e
for step in root rules tailorings; do
    cargo run --quiet --release -p collation-data -- $step "$@"
done
