/*
 * Simulates a power cut for one process, by LD_PRELOAD: unsynced writes may be lost.
 *
 * Every write to a file under POWERCUT_FOLDER is recorded with the bytes it replaced until that file is synced. At write
 * number POWERCUT_AT the process reverts a random choice of the unsynced writes, newest first, and exits.
 * POWERCUT_LIE=1 is a disk that ignores syncs: the control that must lose data.
 *
 * POWERCUT_FAIL_SYNC=n is a disk whose n-th sync fails once. As on Linux, the pages of the failed sync then count as
 * clean: no later sync writes them to the disk unless they are written again.
 *
 * SQLite's shared-memory index (-shm) is excluded, because it is rebuilt from the log at every start.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct written {
  dev_t device;
  ino_t inode;
  int file;
  off_t offset;
  size_t length;
  off_t size_before;
  char *before;
  size_t before_length;
  int forgotten;
  struct written *older;
};

static struct written *newest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static long cut_at = -1, writes, fail_sync = -1, syncs;
static int lies;
static unsigned seed = 1;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void prepare(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  folder = getenv("POWERCUT_FOLDER");
  if (getenv("POWERCUT_AT")) cut_at = atol(getenv("POWERCUT_AT"));
  if (getenv("POWERCUT_SEED")) seed = (unsigned)atoi(getenv("POWERCUT_SEED"));
  if (getenv("POWERCUT_FAIL_SYNC")) fail_sync = atol(getenv("POWERCUT_FAIL_SYNC"));
  lies = getenv("POWERCUT_LIE") != NULL;
}

static int is_watched(int file, struct stat *status) {
  char link[64], path[4096];
  if (!folder || fstat(file, status) || !S_ISREG(status->st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}

static void take_back(const struct written *entry) {
  struct stat now;
  if (entry->before_length) real_pwrite(entry->file, entry->before, entry->before_length, entry->offset);
  if (entry->offset + (off_t)entry->length <= entry->size_before || fstat(entry->file, &now)) return;
  off_t grown_from = entry->offset > entry->size_before ? entry->offset : entry->size_before;
  off_t end = entry->offset + (off_t)entry->length;
  if (end >= now.st_size) {
    real_ftruncate(entry->file, grown_from);
  } else {
    char *zeros = calloc(1, (size_t)(end - grown_from));
    real_pwrite(entry->file, zeros, (size_t)(end - grown_from), grown_from);
  }
}

static void cut(void) {
  int lost = 0, kept = 0;
  for (struct written *entry = newest; entry; entry = entry->older) {
    if (!entry->forgotten && rand_r(&seed) % 2) {
      kept++;
    } else {
      take_back(entry);
      lost++;
    }
  }
  char line[120];
  int length = snprintf(line, sizeof line, "power cut at write %ld: %d lost, %d kept\n", writes, lost, kept);
  real_write(2, line, (size_t)length);
  _exit(137);
}

static void drop(struct written **at) {
  struct written *entry = *at;
  *at = entry->older;
  close(entry->file);
  free(entry->before);
  free(entry);
}

static int is_of(const struct written *entry, const struct stat *status) {
  return entry->inode == status->st_ino && entry->device == status->st_dev;
}

/* Pages of a failed sync are dirty again once they are written again. */
static void recall(const struct stat *status, off_t offset, size_t length) {
  for (struct written **at = &newest; *at;) {
    const struct written *entry = *at;
    int overlaps = entry->offset < offset + (off_t)length && offset < entry->offset + (off_t)entry->length;
    if (entry->forgotten && is_of(entry, status) && overlaps) drop(at);
    else at = &(*at)->older;
  }
}

static void remember(int file, const struct stat *status, off_t offset, size_t length) {
  if (cut_at >= 0 && writes >= cut_at) cut();
  writes++;
  recall(status, offset, length);
  struct written *entry = calloc(1, sizeof *entry);
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  entry->file = open(link, O_RDWR | O_CLOEXEC);
  entry->device = status->st_dev;
  entry->inode = status->st_ino;
  entry->offset = offset;
  entry->length = length;
  entry->size_before = status->st_size;
  if (offset < status->st_size) {
    size_t there = (size_t)(status->st_size - offset);
    entry->before_length = there < length ? there : length;
    entry->before = malloc(entry->before_length);
    if (pread64(entry->file, entry->before, entry->before_length, offset) < 0) entry->before_length = 0;
  }
  entry->older = newest;
  newest = entry;
}

static void make_safe(const struct stat *status) {
  for (struct written **at = &newest; *at;) {
    if (is_of(*at, status) && !(*at)->forgotten) drop(at);
    else at = &(*at)->older;
  }
}

static void forget(const struct stat *status) {
  for (struct written *entry = newest; entry; entry = entry->older)
    if (is_of(entry, status)) entry->forgotten = 1;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset) {
  struct stat status;
  if (!is_watched(file, &status)) return real_pwrite(file, bytes, length, offset);
  pthread_mutex_lock(&lock);
  fstat(file, &status);
  remember(file, &status, offset, length);
  ssize_t result = real_pwrite(file, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return pwrite64(file, bytes, length, offset);
}

ssize_t write(int file, const void *bytes, size_t length) {
  struct stat status;
  if (!real_write) prepare();
  if (!is_watched(file, &status)) return real_write(file, bytes, length);
  pthread_mutex_lock(&lock);
  fstat(file, &status);
  int appends = fcntl(file, F_GETFL) & O_APPEND;
  remember(file, &status, appends ? status.st_size : lseek(file, 0, SEEK_CUR), length);
  ssize_t result = real_write(file, bytes, length);
  pthread_mutex_unlock(&lock);
  return result;
}

static int sync_with(int (*real)(int), int file) {
  struct stat status;
  if (!is_watched(file, &status)) return real(file);
  pthread_mutex_lock(&lock);
  int result = 0;
  if (++syncs == fail_sync) {
    forget(&status);
    errno = EIO;
    result = -1;
  } else if (!lies) {
    result = real(file);
    if (result == 0) make_safe(&status);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) { return sync_with(real_fsync, file); }
int fdatasync(int file) { return sync_with(real_fdatasync, file); }
