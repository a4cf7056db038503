/*
 * A failing disk for one process, by LD_PRELOAD. Calls of the kind DISKFAULT_CALL (write, sync, truncate, open, rename)
 * on files whose path begins with DISKFAULT_FOLDER fail with DISKFAULT_ERRNO
 *   - from call number DISKFAULT_AT on, each time, or with DISKFAULT_EVERY=k only every k-th time; or
 *   - only writes, while the file DISKFAULT_FULL exists: a disk that is full until space is freed.
 * DISKFAULT_ERRNO=0 is the control: the call does nothing and reports success.
 * While the file DISKFAULT_STALL exists, none of these calls returns.
 *
 * SQLite's shared-memory index (-shm) is excluded, because it is memory and rebuilt from the log at every start.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder, *named, *full, *stall;
static long fail_at = 1, every = 1;
static int error;
static atomic_long calls;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_fallocate)(int, off_t, off_t);
static int (*real_open)(const char *, int, ...);
static int (*real_rename)(const char *, const char *);

/* Copied, because PostgreSQL overwrites its environment with its process title. */
static const char *setting(const char *name) { return getenv(name) ? strdup(getenv(name)) : NULL; }

__attribute__((constructor)) static void prepare(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwritev = dlsym(RTLD_NEXT, "pwritev64");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fallocate = dlsym(RTLD_NEXT, "posix_fallocate64");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_rename = dlsym(RTLD_NEXT, "rename");
  folder = setting("DISKFAULT_FOLDER");
  named = setting("DISKFAULT_CALL");
  full = setting("DISKFAULT_FULL");
  stall = setting("DISKFAULT_STALL");
  if (getenv("DISKFAULT_AT")) fail_at = atol(getenv("DISKFAULT_AT"));
  if (getenv("DISKFAULT_EVERY")) every = atol(getenv("DISKFAULT_EVERY"));
  if (getenv("DISKFAULT_ERRNO")) error = atoi(getenv("DISKFAULT_ERRNO"));
}

static int is_ours(const char *path) {
  return folder && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}

static int is_watched(int file) {
  char link[64], path[4096];
  struct stat status;
  if (!folder || fstat(file, &status) || !S_ISREG(status.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int fails(const char *call) {
  while (stall && access(stall, F_OK) == 0) usleep(10 * 1000);
  if (full) return strcmp(call, "write") == 0 && access(full, F_OK) == 0;
  if (!named || strcmp(call, named) != 0) return 0;
  long call_number = atomic_fetch_add(&calls, 1) + 1;
  return call_number >= fail_at && (call_number - fail_at) % every == 0;
}

static int broken(void) {
  errno = error;
  return error == 0 ? 0 : -1;
}

static ssize_t total(const struct iovec *pieces, int count) {
  ssize_t length = 0;
  for (int i = 0; i < count; i++) length += (ssize_t)pieces[i].iov_len;
  return length;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset) {
  if (is_watched(file) && fails("write")) return error == 0 ? (ssize_t)length : broken();
  return real_pwrite(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (!real_write) prepare();
  if (is_watched(file) && fails("write")) return error == 0 ? (ssize_t)length : broken();
  return real_write(file, bytes, length);
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
  if (!real_writev) prepare();
  if (is_watched(file) && fails("write")) return error == 0 ? total(pieces, count) : broken();
  return real_writev(file, pieces, count);
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off_t offset) {
  if (is_watched(file) && fails("write")) return error == 0 ? total(pieces, count) : broken();
  return real_pwritev(file, pieces, count, offset);
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
  return pwritev64(file, pieces, count, offset);
}

int fdatasync(int file) { return is_watched(file) && fails("sync") ? broken() : real_fdatasync(file); }
int fsync(int file) { return is_watched(file) && fails("sync") ? broken() : real_fsync(file); }

int ftruncate64(int file, off_t length) {
  return is_watched(file) && fails("truncate") ? broken() : real_ftruncate(file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int posix_fallocate64(int file, off_t offset, off_t length) {
  if (is_watched(file) && fails("write")) return error;
  return real_fallocate(file, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) { return posix_fallocate64(file, offset, length); }

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!real_open) prepare();
  if (error != 0 && is_ours(path) && fails("open")) return broken();
  return real_open(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open64(path, flags, mode);
}

int rename(const char *from, const char *to) {
  return is_ours(to) && fails("rename") ? broken() : real_rename(from, to);
}
