#pragma once
#include <sqlite3.h>

// Swift cannot call what takes any number of arguments.
static inline int soundbox_sqlite_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
