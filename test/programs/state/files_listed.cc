// Functions that list a directory ask the kernel, which knows the disk alone. Where the program has
// written a file (-DHOW), or one that it has written is gone again, they must not show another
// directory than the program has made: some see what is in memory, the others are told.
// cflags: -std=c++17 -DHOW=0
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=1
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=2
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=3
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=4
// algorithms: optimal
// expect: unsupported
// message: fts_open\(\), which does not see the files .* --files=real
// also:
// cflags: -std=c++17 -DHOW=5
// algorithms: optimal
// expect: unsupported
// message: getdents64\(\)
// also:
// cflags: -std=c++17 -DHOW=6
// algorithms: optimal
// expect: unsupported
// message: nftw\(\)
// also: --files=real
// cflags: -std=c++17 -DHOW=3
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=0 -DREMOVED
// algorithms: optimal
// expect: pass
// also:
// cflags: -std=c++17 -DHOW=0 -DBELOW
// algorithms: optimal
// expect: pass
#include <cassert>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int found;

static void see(const char *name) {
  const char *slash = strrchr(name, '/');
  found += strcmp(slash ? slash + 1 : name, "new.txt") == 0;
}

static int see_all(const char *name, const struct stat *, int, struct FTW *) {
  see(name);
  return 0;
}

static void list(const char *directory) {
  (void)see_all, (void)directory;
#if HOW == 0
  DIR *all = opendir(directory);
  while (const dirent *entry = readdir(all))
    see(entry->d_name);
  closedir(all);
#elif HOW == 1
  glob_t all;
  glob("*.txt", 0, nullptr, &all);
  for (size_t i = 0; i < all.gl_pathc; i++)
    see(all.gl_pathv[i]);
#elif HOW == 2
  DIR *all = fdopendir(open(directory, O_RDONLY | O_DIRECTORY));
  while (const dirent *entry = readdir(all))
    see(entry->d_name);
  closedir(all);
#elif HOW == 3
  for (const auto &entry : std::filesystem::directory_iterator(directory))
    see(entry.path().c_str());
#elif HOW == 4
  char name[] = ".", *names[] = {name, nullptr};
  FTS *all = fts_open(names, FTS_PHYSICAL, nullptr);
  while (const FTSENT *entry = fts_read(all))
    see(entry->fts_name);
  fts_close(all);
#elif HOW == 5
  char entries[4096];
  const ssize_t n = getdents64(open(directory, O_RDONLY | O_DIRECTORY), entries, sizeof entries);
  found = memmem(entries, (size_t)n, "new.txt", 8) != nullptr;
#elif HOW == 6
  nftw(directory, see_all, 4, 0);
#endif
}

static void *writes(void *name) {
  FILE *file = fopen((const char *)name, "w");
  fputs("hello", file);
  fclose(file);
  return nullptr;
}

int main() {
  pthread_t thread;
#ifdef BELOW
  char name[] = "directory/new.txt";
  mkdir("directory", 0777);
#else
  char name[] = "new.txt";
#endif
  pthread_create(&thread, nullptr, writes, name);
  pthread_join(thread, nullptr);
#ifdef REMOVED
  unlink(name);
#endif
  list(".");
#if defined REMOVED || defined BELOW
  assert(found == 0);
#else
  assert(found == 1);
#endif
  return 0;
}
