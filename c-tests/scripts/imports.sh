#!/bin/sh
# imports.sh LIBRARY: nothing that prints, ends the process, runs programs or touches the locale is imported. What comes
# with Rust's own library (abort, getenv, write) is watched at run time by interposer.c.
imports=$(nm -D --undefined-only "$1") || exit 1
status=0
for name in $(printf '%s\n' "$imports" | awk '{ sub(/@.*/, "", $NF); print $NF }'); do
    case $name in
    printf | fprintf | sprintf | snprintf | dprintf | vprintf | vfprintf | vsprintf | vsnprintf | vdprintf | __*printf_chk | \
        puts | fputs | putc | fputc | putchar | fwrite | perror | exit | _exit | _Exit | quick_exit | setlocale | uselocale | \
        newlocale | system | popen | fork | vfork | execve | execvp | posix_spawn | posix_spawnp | kill | raise)
        echo "$1 imports $name" && status=1
        ;;
    esac
done
exit $status
