#!/bin/sh
# tool.sh TOOL COMMAND...: runs the command; a tool that is not there is a failure with a hint, never a skip.
if ! command -v "$1" >/dev/null; then
    echo "$1 is not there"
    echo "help: apt-get install $1"
    exit 1
fi
shift
exec "$@"
