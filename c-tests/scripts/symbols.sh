#!/bin/sh
# symbols.sh LIST LIBRARY: the library exports exactly the symbols of the list, and only unic_* ones.
list=$1
library=$2
found=$(nm -D --defined-only "$library") || exit 1
found=$(printf '%s\n' "$found" | awk '{ print $NF }' | LC_ALL=C sort)
status=0
for name in $found; do
    case $name in unic_*) ;; *) echo "exported but not ours: $name" && status=1 ;; esac
    grep -qx "$name" "$list" || { echo "exported but not listed: $name" && status=1; }
done
for name in $(cat "$list"); do
    printf '%s\n' "$found" | grep -qx "$name" || { echo "listed but not exported: $name" && status=1; }
done
LC_ALL=C sort -c "$list" || status=1
[ "$status" -eq 0 ] || echo "help: a new call is added to $list; a removed one is a break of the ABI"
exit $status
