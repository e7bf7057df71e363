#!/bin/sh
# must-fail.sh TEXT COMMAND...: the command must fail, and say TEXT. A check is shown to be active that way.
text=$1
shift
if ! command -v "$1" >/dev/null; then
    echo "$1 is not there"
    echo "help: apt-get install $(basename "$1")"
    exit 1
fi
output=$("$@" 2>&1)
status=$?
printf '%s\n' "$output"
if [ "$status" -eq 0 ]; then
    echo "FAIL: it was to fail, and did not"
    exit 1
fi
case $output in
*"$text"*) ;;
*)
    echo "FAIL: it failed, but without saying: $text"
    exit 1
    ;;
esac
