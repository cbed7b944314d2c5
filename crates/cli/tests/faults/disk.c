/* A failing disk: loaded into a process by LD_PRELOAD, it makes calls on the files
 * games.sqlite* fail as the control file says, whose path is in AGON_FAULTS.
 *
 * Each line of the control file is CALL FAULT, where CALL is open, write, sync or truncate,
 * and FAULT is ENOSPC, EIO, EACCES, short (half of the bytes are written, and their number is
 * returned), torn (half of the bytes are written, and the call fails with EIO) or a delay in
 * milliseconds. The file is read at every call, so that faults can be switched on and off; a
 * missing or empty file means that the disk works.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum kind { NONE, FAIL, SHORT, TORN };

struct fault {
    enum kind kind;
    int error;
};

static int is_ours(const char *path) {
    const char *name = strrchr(path, '/');
    return strncmp(name ? name + 1 : path, "games.sqlite", 12) == 0;
}

static int is_our_file(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

/* The fault of a call at present, after its delay. */
static struct fault fault_of(const char *call) {
    struct fault fault = {NONE, 0};
    const char *control = getenv("AGON_FAULTS");
    char text[1024];
    if (!control) return fault;
    /* System calls, because the functions are those below. */
    int fd = syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return fault;
    ssize_t length = syscall(SYS_read, fd, text, sizeof text - 1);
    syscall(SYS_close, fd);
    text[length < 0 ? 0 : length] = 0;
    char *rest, *line;
    for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[32], what[32];
        if (sscanf(line, "%31s %31s", name, what) != 2 || strcmp(name, call) != 0) continue;
        long delay = strtol(what, NULL, 10);
        if (delay > 0) {
            struct timespec time = {delay / 1000, delay % 1000 * 1000000};
            nanosleep(&time, NULL);
        } else if (strcmp(what, "short") == 0) {
            fault.kind = SHORT;
        } else {
            fault.kind = strcmp(what, "torn") == 0 ? TORN : FAIL;
            fault.error = strcmp(what, "ENOSPC") == 0 ? ENOSPC
                        : strcmp(what, "EACCES") == 0 ? EACCES : EIO;
        }
    }
    return fault;
}

static struct fault fault_of_file(const char *call, int fd) {
    struct fault none = {NONE, 0};
    return is_our_file(fd) ? fault_of(call) : none;
}

/* How many bytes of a write are written; if none, the call fails with the error. */
static size_t allowed(struct fault fault, size_t count) {
    if (fault.kind == FAIL) return 0;
    return fault.kind == NONE ? count : (count + 1) / 2;
}

/* The result of a write of which only the allowed bytes were written. */
static ssize_t result(struct fault fault, ssize_t written) {
    if (fault.kind != TORN) return written;
    errno = fault.error;
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITE(name, offset_type)                                                           \
    ssize_t name(int fd, const void *bytes, size_t count, offset_type offset) {            \
        struct fault fault = fault_of_file("write", fd);                                   \
        size_t some = allowed(fault, count);                                               \
        if (fault.kind == FAIL) return errno = fault.error, -1;                            \
        return result(fault, REAL(name)(fd, bytes, some, offset));                         \
    }

WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t count) {
    struct fault fault = fault_of_file("write", fd);
    size_t some = allowed(fault, count);
    if (fault.kind == FAIL) return errno = fault.error, -1;
    return result(fault, REAL(write)(fd, bytes, some));
}

#define SYNC(name)                                                                         \
    int name(int fd) {                                                                     \
        struct fault fault = fault_of_file("sync", fd);                                    \
        return fault.kind == NONE ? REAL(name)(fd) : (errno = fault.error, -1);            \
    }

SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, length_type)                                                        \
    int name(int fd, length_type length) {                                                 \
        struct fault fault = fault_of_file("truncate", fd);                                \
        return fault.kind == NONE ? REAL(name)(fd, length) : (errno = fault.error, -1);    \
    }

TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define MODE                                                                               \
    mode_t mode = 0;                                                                       \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                   \
        va_list more;                                                                      \
        va_start(more, flags);                                                             \
        mode = va_arg(more, mode_t);                                                       \
        va_end(more);                                                                      \
    }                                                                                      \
    struct fault fault = {NONE, 0};                                                        \
    if (is_ours(path)) fault = fault_of("open");                                           \
    if (fault.kind != NONE) return errno = fault.error, -1;

#define OPEN(name)                                                                         \
    int name(const char *path, int flags, ...) {                                           \
        MODE return REAL(name)(path, flags, mode);                                         \
    }

#define OPENAT(name)                                                                       \
    int name(int folder, const char *path, int flags, ...) {                               \
        MODE return REAL(name)(folder, path, flags, mode);                                 \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
