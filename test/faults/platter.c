/*
 * What a power cut leaves of a server of many processes, by LD_PRELOAD. The folder PLATTER_COPY holds, for every file
 * under PLATTER_FOLDER, the bytes as of its last sync: what lies on the platter for certain. Writes need not be
 * watched, however they are made (pwrite, pwritev, vectored or not): a file's own bytes are what the machine had in
 * memory, and whoever cuts the power decides page by page which of the two survives.
 *
 * Names are taken to survive: a file renamed or removed is so on the platter at once, as journalling file systems
 * order it. Shared memory and sockets lie elsewhere. PostgreSQL maps no data file into memory, and syncs its log by
 * fdatasync (wal_sync_method); a log opened with O_DSYNC would need more than this.
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
  /* Copies: the server writes its title over the environment it was given. */
  if (getenv("PLATTER_FOLDER")) folder = strdup(getenv("PLATTER_FOLDER"));
  if (getenv("PLATTER_COPY")) copy = strdup(getenv("PLATTER_COPY"));
  folder_length = folder ? strlen(folder) : 0;
}

/* Where a file of the folder lies on the platter; 0 when it is none of ours. */
static int on_platter(const char *path, char *result) {
  if (!folder || !copy || strncmp(path, folder, folder_length) != 0) return 0;
  return snprintf(result, PATH_MAX, "%s%s", copy, path + folder_length) < PATH_MAX;
}

static int platter_of_file(int file, char *result) {
  char link[64], path[PATH_MAX];
  struct stat status;
  if (!folder || fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_nlink == 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return on_platter(path, result);
}

/* Names are given relative to the server's folder, which is where its processes stand. */
static int platter_of_name(const char *name, char *result) {
  char parent[PATH_MAX], full[PATH_MAX], path[PATH_MAX + NAME_MAX];
  if (!folder || strlen(name) >= sizeof parent) return 0;
  strcpy(parent, name);
  char *slash = strrchr(parent, '/');
  const char *last = slash ? name + (slash - parent) + 1 : name;
  if (slash) *slash = 0;
  if (!realpath(slash ? (*parent ? parent : "/") : ".", full)) return 0;
  snprintf(path, sizeof path, "%s/%s", full, last);
  return on_platter(path, result);
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
}

/* Taken before the sync itself: every byte copied was written before the sync ends, which is all it promises. */
static void keep(int file) {
  char path[PATH_MAX], link[64];
  static __thread char piece[PIECE];
  struct stat status;
  if (!platter_of_file(file, path)) return;
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
  char old_place[PATH_MAX], new_place[PATH_MAX];
  int ours = platter_of_name(from, old_place) && platter_of_name(to, new_place);
  int result = real_rename(from, to);
  if (result == 0 && ours && real_rename(old_place, new_place) != 0) real_unlink(new_place);
  return result;
}

int unlink(const char *name) {
  char place[PATH_MAX];
  int ours = platter_of_name(name, place);
  int result = real_unlink(name);
  if (result == 0 && ours) real_unlink(place);
  return result;
}
