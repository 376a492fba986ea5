#pragma once
// The limits of one run: memory, and work.
//
// Work is counted in instructions of Lua's virtual machine. What C functions do for a script, and
// what allocations cost, counts as the instructions that would take about as long, since one
// instruction can copy megabytes. As the same script with the same arguments works as much each
// time, the limit depends on no clock; the processor time is a second net beneath it.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  // Codes beside those of Lua, of 1 to 5.
  SOUNDBOX_LUA_EXHAUSTED = 100,
  SOUNDBOX_LUA_MISSING = 101,
  SOUNDBOX_LUA_RESULT = 102,
  SOUNDBOX_LUA_ARGUMENTS = 103,

  /// The instructions between two looks at the limits, and at the processor time.
  SOUNDBOX_LUA_STEP = 1000,
  /// The bytes that are allocated or read in the time of one instruction.
  SOUNDBOX_LUA_BYTES_PER_INSTRUCTION = 64,
  /// The longest text of an error, in bytes.
  SOUNDBOX_LUA_LONGEST_ERROR = 1000,
};

#define SOUNDBOX_LUA_TOO_LONG "the script runs too long"

typedef struct {
  /// The memory, in bytes.
  size_t memory;
  /// The work, in instructions.
  int64_t work;
  /// The processor time of the thread, in nanoseconds.
  int64_t processor_time;
  /// How deep the tables of a result nest.
  int depth;
  /// How many values a result has.
  int values;
} soundbox_lua_limits;

/// Bytes for Swift, outside of Lua's memory.
typedef struct {
  char *bytes;
  size_t size;
  size_t capacity;
  /// Whether the process is out of memory.
  int failed;
} soundbox_lua_output;

typedef struct {
  soundbox_lua_limits limits;
  /// The state, once it exists.
  lua_State *state;
  size_t used;
  int64_t work;
  int64_t processor_time_end;
  /// The work since the last look at the processor time.
  int64_t unchecked;
  int step;
  /// Whether the work is used up; this never ends.
  int is_exhausted;
  /// What the error that is being raised is about; 0 for any other.
  int code;
  int values_left;
  soundbox_lua_output output;
} soundbox_lua_run;

static inline int64_t soundbox_lua_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int soundbox_lua_append(soundbox_lua_output *output, const void *bytes, size_t size) {
  if (size > output->capacity - output->size) {
    size_t capacity = output->size + size + output->capacity + 256;
    char *grown = realloc(output->bytes, capacity);
    if (grown == NULL) {
      output->failed = 1;
      return 0;
    }
    output->bytes = grown;
    output->capacity = capacity;
  }
  if (size > 0) memcpy(output->bytes + output->size, bytes, size);
  output->size += size;
  return 1;
}

static inline soundbox_lua_run *soundbox_lua_run_of(lua_State *L) {
  void *run;
  lua_getallocf(L, &run);
  return run;
}

static inline void soundbox_lua_hook(lua_State *L, lua_Debug *event);

/// Counts work; raises nothing.
///
/// Once the limit is passed, every further instruction enters the hook, which raises: a script that
/// catches the error with pcall() gets it again at its next instruction. lua_sethook() may be
/// called at any moment, even by a signal.
static inline void soundbox_lua_count(soundbox_lua_run *run, int64_t work) {
  run->unchecked += work;
  if (run->unchecked >= SOUNDBOX_LUA_STEP) {
    run->unchecked = 0;
    if (soundbox_lua_processor_time() > run->processor_time_end) work = INT64_MAX;
  }
  int64_t left = run->limits.work - run->work;
  run->work = work > left ? run->limits.work : run->work + work;
  if (work <= left || run->is_exhausted) return;
  run->is_exhausted = 1;
  if (run->state != NULL) lua_sethook(run->state, soundbox_lua_hook, LUA_MASKCOUNT, 1);
}

/// Raises the error of the limit; level 0 is the running function.
static inline int soundbox_lua_raise_exhausted(lua_State *L, int level) {
  luaL_where(L, level);
  lua_pushstring(L, SOUNDBOX_LUA_TOO_LONG);
  lua_concat(L, 2);
  return lua_error(L);
}

static inline void soundbox_lua_hook(lua_State *L, lua_Debug *event) {
  (void)event;
  soundbox_lua_run *run = soundbox_lua_run_of(L);
  if (!run->is_exhausted) soundbox_lua_count(run, run->step);
  if (run->is_exhausted) soundbox_lua_raise_exhausted(L, 0);
}

/// Counts the work of a C function, and raises if that is too much.
static inline void soundbox_lua_spend(lua_State *L, int64_t work) {
  soundbox_lua_run *run = soundbox_lua_run_of(L);
  soundbox_lua_count(run, work);
  if (run->is_exhausted) soundbox_lua_raise_exhausted(L, 1);
}

/// Allocates for Lua, a lua_Alloc. NULL lets Lua collect its garbage, try again, and raise "not
/// enough memory".
static inline void *soundbox_lua_allocate(void *context, void *block, size_t old, size_t new_size) {
  soundbox_lua_run *run = context;
  if (block == NULL) old = 0;  // Lua tells the type of the new object
  if (new_size == 0) {
    free(block);
    run->used -= old;
    return NULL;
  }
  if (new_size > old) {
    if (new_size - old > run->limits.memory - run->used) {
      // Each refusal makes Lua collect all garbage.
      soundbox_lua_count(run, run->limits.work / 100);
      return NULL;
    }
    soundbox_lua_count(run, (int64_t)(new_size / SOUNDBOX_LUA_BYTES_PER_INSTRUCTION));
  }
  // Lua relies on it that a block can always shrink.
  void *moved = realloc(block, new_size);
  if (moved == NULL && new_size > old) return NULL;
  if (moved == NULL) moved = block;
  run->used = run->used - old + new_size;
  return moved;
}
