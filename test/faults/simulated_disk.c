/*
 * Simulates a power cut for a server of many processes, by LD_PRELOAD. For every file under SIMULATED_DISK_FOLDER, the
 * folder SIMULATED_DISK_SYNCED holds the bytes as of its last sync, which are certainly on the disk. Writes are not
 * intercepted: the file itself has the bytes that the machine had in memory, and the test decides page by page which of
 * the two versions survives.
 *
 * Renames and removals are assumed to reach the disk at once, as journaling file systems order them. Shared memory and
 * sockets are in other folders. PostgreSQL maps no data file into memory and syncs its log by fdatasync
 * (wal_sync_method); a log opened with O_DSYNC would need more than this.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (256 * 1024)

static const char *folder, *copy;
static size_t folder_length;
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void prepare(void) {
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  /* Copied, because the server overwrites its environment with its process title. */
  if (getenv("SIMULATED_DISK_FOLDER")) folder = strdup(getenv("SIMULATED_DISK_FOLDER"));
  if (getenv("SIMULATED_DISK_SYNCED")) copy = strdup(getenv("SIMULATED_DISK_SYNCED"));
  folder_length = folder ? strlen(folder) : 0;
}

/* The path of a file's synced copy; returns 0 for files outside the folder. */
static int synced_path(const char *path, char *result) {
  if (!folder || !copy || strncmp(path, folder, folder_length) != 0) return 0;
  return snprintf(result, PATH_MAX, "%s%s", copy, path + folder_length) < PATH_MAX;
}

static int synced_path_of_file(int file, char *result) {
  char link[64], path[PATH_MAX];
  struct stat status;
  if (!folder || fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_nlink == 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return synced_path(path, result);
}

/* Names are relative to the server's data folder, its working directory. */
static int synced_path_of_name(const char *name, char *result) {
  char parent[PATH_MAX], full[PATH_MAX], path[PATH_MAX + NAME_MAX];
  if (!folder || strlen(name) >= sizeof parent) return 0;
  strcpy(parent, name);
  char *slash = strrchr(parent, '/');
  const char *last = slash ? name + (slash - parent) + 1 : name;
  if (slash) *slash = 0;
  if (!realpath(slash ? (*parent ? parent : "/") : ".", full)) return 0;
  snprintf(path, sizeof path, "%s/%s", full, last);
  return synced_path(path, result);
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
}

/* Copies before the sync: every copied byte was written before the sync ends, so the sync covers it. */
static void keep(int file) {
  char path[PATH_MAX], link[64];
  static __thread char piece[PIECE];
  struct stat status;
  if (!synced_path_of_file(file, path)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int from = open(link, O_RDONLY | O_CLOEXEC);
  int to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (to < 0) {
    make_folders(path);
    to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  }
  if (from >= 0 && to >= 0 && flock(to, LOCK_EX) == 0 && fstat(from, &status) == 0) {
    ftruncate(to, status.st_size);
    for (off_t at = 0; at < status.st_size;) {
      ssize_t got = pread(from, piece, sizeof piece, at);
      if (got <= 0 || pwrite(to, piece, (size_t)got, at) != got) break;
      at += got;
    }
  }
  if (from >= 0) close(from);
  if (to >= 0) close(to);
}

int fsync(int file) {
  keep(file);
  return real_fsync(file);
}

int fdatasync(int file) {
  keep(file);
  return real_fdatasync(file);
}

int rename(const char *from, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX];
  int ours = synced_path_of_name(from, old_path) && synced_path_of_name(to, new_path);
  int result = real_rename(from, to);
  if (result == 0 && ours && real_rename(old_path, new_path) != 0) real_unlink(new_path);
  return result;
}

int unlink(const char *name) {
  char path[PATH_MAX];
  int ours = synced_path_of_name(name, path);
  int result = real_unlink(name);
  if (result == 0 && ours) real_unlink(path);
  return result;
}
