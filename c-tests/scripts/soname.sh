#!/bin/sh
# soname.sh NAME LIBRARY: the library's soname.
found=$(readelf -d "$2" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
[ "$found" = "$1" ] && exit 0
echo "soname: expected $1, found $found"
exit 1
