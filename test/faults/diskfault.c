/*
 * A failing disk for one process, by LD_PRELOAD. Calls on files under DISKFAULT_FOLDER fail with DISKFAULT_ERRNO
 *   - at the DISKFAULT_AT-th call named DISKFAULT_CALL (pwrite64, fdatasync, ftruncate64, open64), and ever after; or
 *   - for as long as the file DISKFAULT_SWITCH exists (writes only): a disk that is full until somebody tidies up.
 * DISKFAULT_ERRNO=0 is the control: the call does nothing and claims success.
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
#include <unistd.h>

static const char *folder, *named, *switch_file;
static long fail_at = -1;
static int error;
static atomic_long calls;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_open)(const char *, int, ...);

__attribute__((constructor)) static void prepare(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_open = dlsym(RTLD_NEXT, "open64");
  folder = getenv("DISKFAULT_FOLDER");
  named = getenv("DISKFAULT_CALL");
  switch_file = getenv("DISKFAULT_SWITCH");
  if (getenv("DISKFAULT_AT")) fail_at = atol(getenv("DISKFAULT_AT"));
  if (getenv("DISKFAULT_ERRNO")) error = atoi(getenv("DISKFAULT_ERRNO"));
}

static int is_ours(const char *path) {
  return folder && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}

static int is_watched(int file) {
  char link[64], path[4096];
  if (!folder) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int fails(const char *call) {
  if (switch_file) return strcmp(call, "pwrite64") == 0 && access(switch_file, F_OK) == 0;
  if (!named || strcmp(call, named) != 0) return 0;
  return atomic_fetch_add(&calls, 1) + 1 >= fail_at;
}

static int broken(void) {
  errno = error;
  return error == 0 ? 0 : -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset) {
  if (is_watched(file) && fails("pwrite64")) return error == 0 ? (ssize_t)length : broken();
  return real_pwrite(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}

int fdatasync(int file) { return is_watched(file) && fails("fdatasync") ? broken() : real_fdatasync(file); }
int fsync(int file) { return is_watched(file) && fails("fdatasync") ? broken() : real_fsync(file); }

int ftruncate64(int file, off_t length) {
  return is_watched(file) && fails("ftruncate64") ? broken() : real_ftruncate(file, length);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (error != 0 && is_ours(path) && fails("open64")) return broken();
  return real_open(path, flags, mode);
}
