/*
 * Preloaded under the C programs (LD_PRELOAD): ends the process with status 97 when our library calls what it must not
 * reach: the environment, the locale, output, the ends of a process. Calls by others pass through.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void say(const char *text) {
    syscall(SYS_write, 2, text, strlen(text));
}

/* Ends the process if `caller` is in a library of this project. */
static void guard(const char *function, void *caller) {
    Dl_info info;
    if (!dladdr(caller, &info) || !info.dli_fname || !strstr(info.dli_fname, "libunic_analysis")) return;
    say("interposer: our library called ");
    say(function);
    say("\n");
    syscall(SYS_exit_group, 97);
}

#define GUARD(function) guard(#function, __builtin_return_address(0))
#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

void abort(void) {
    GUARD(abort);
    NEXT(abort)();
    __builtin_unreachable();
}

void exit(int status) {
    GUARD(exit);
    NEXT(exit)(status);
    __builtin_unreachable();
}

void _exit(int status) {
    GUARD(_exit);
    NEXT(_exit)(status);
    __builtin_unreachable();
}

int raise(int number) {
    GUARD(raise);
    return ((int (*)(int))dlsym(RTLD_NEXT, "raise"))(number);
}

char *getenv(const char *name) {
    GUARD(getenv);
    return NEXT(getenv)(name);
}

char *secure_getenv(const char *name) {
    GUARD(secure_getenv);
    return NEXT(secure_getenv)(name);
}

char *setlocale(int category, const char *locale) {
    GUARD(setlocale);
    return NEXT(setlocale)(category, locale);
}

int system(const char *command) {
    GUARD(system);
    return NEXT(system)(command);
}

ssize_t write(int file, const void *data, size_t length) {
    GUARD(write);
    return NEXT(write)(file, data, length);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    GUARD(writev);
    return NEXT(writev)(file, parts, count);
}

int puts(const char *text) {
    GUARD(puts);
    return NEXT(puts)(text);
}

int fputs(const char *text, FILE *file) {
    GUARD(fputs);
    return NEXT(fputs)(text, file);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
    GUARD(fwrite);
    return NEXT(fwrite)(data, size, count, file);
}

int vfprintf(FILE *file, const char *format, va_list arguments) {
    GUARD(vfprintf);
    return NEXT(vfprintf)(file, format, arguments);
}

int printf(const char *format, ...) {
    GUARD(printf);
    va_list arguments;
    va_start(arguments, format);
    int written = NEXT(vfprintf)(stdout, format, arguments);
    va_end(arguments);
    return written;
}
