#!/bin/sh
# coverage.sh LIST FILE...: each call of the list is made in one of the files, which try its arguments.
list=$1
shift
status=0
for name in $(cat "$list"); do
    grep -q "$name(" "$@" || { echo "no arguments are tried on $name" && status=1; }
done
[ "$status" -eq 0 ] || echo "help: NULL, 0, huge, out of range, misaligned: add it to arguments.c"
exit $status
