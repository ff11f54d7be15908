/* Two threads with connections of their own insert into one database, each in a transaction. */
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

static int busy;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *statement) {
  sqlite3 *database;
  assert(sqlite3_open("two.db", &database) == SQLITE_OK);
  const int result = sqlite3_exec(database, statement, NULL, NULL, NULL);
  assert(result == SQLITE_OK || result == SQLITE_BUSY);
  pthread_mutex_lock(&mutex);
  busy += result == SQLITE_BUSY;
  pthread_mutex_unlock(&mutex);
  sqlite3_close(database);
  return NULL;
}

static int count(void *n, int columns, char **values, char **names) {
  (void)columns, (void)values, (void)names;
  ++*(int *)n;
  return 0;
}

int main(void) {
  sqlite3 *database;
  pthread_t worker;
  int rows = 0;
  assert(sqlite3_open("two.db", &database) == SQLITE_OK);
  assert(sqlite3_exec(database, "create table t (n)", NULL, NULL, NULL) == SQLITE_OK);
  pthread_create(&worker, NULL, insert, "insert into t values (1)");
  insert("insert into t values (2)");
  pthread_join(worker, NULL);
  assert(sqlite3_exec(database, "select n from t", count, &rows, NULL) == SQLITE_OK);
  assert(rows + busy == 2);
  sqlite3_close(database);
  return 0;
}
