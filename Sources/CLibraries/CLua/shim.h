#pragma once
// One call of a script, from its text to its result.
//
// Lua reports errors with longjmp(), which must not jump over a Swift frame: Swift's locals would
// not be released. Nearly every function of Lua's C API can raise an error, if only for want of
// memory. So Swift calls none of them. It calls soundbox_lua_perform(), which
//
//  - outside of lua_pcall() calls only functions that the manual marks as never raising ("–" in
//    section 4.6),
//  - does everything else in soundbox_lua_body(), inside lua_pcall(),
//  - never calls back: allocator, hook and library functions are in these headers, so that between
//    lua_pcall() and any error there are frames of C only,
//  - exchanges values as bytes: C reads those that Swift has written, and the other way round.
//
// Nothing here owns memory across an error, except what the run owns, which soundbox_lua_perform()
// frees or hands over. Without a panic function, Lua aborts rather than jumps, should an error ever
// be raised unprotected.
#include "budget.h"
#include "sandbox.h"
#include "values.h"

/// What to run. The pointers are borrowed for the length of the call.
typedef struct {
  const char *source;
  size_t source_size;
  /// The script's name, after a '='.
  const char *name;
  /// The function's name and its arguments, as soundbox_lua_read_value() reads them; empty to run
  /// the top level alone.
  const char *arguments;
  size_t arguments_size;
  /// The number of arguments, without the name.
  int argument_count;
  soundbox_lua_limits limits;
} soundbox_lua_request;

/// What came of it.
typedef struct {
  /// LUA_OK, another status of Lua's, or one of SOUNDBOX_LUA_….
  int code;
  /// The result as soundbox_lua_write_value() writes it, or the text of the error; for free().
  char *bytes;
  size_t size;
  /// The memory that was not returned, in bytes: 0 unless Lua leaks.
  size_t leaked;
} soundbox_lua_outcome;

/// Runs inside lua_pcall(): loads the script, runs its top level, and calls the function.
static inline int soundbox_lua_body(lua_State *L) {
  const soundbox_lua_request *request = lua_touserdata(L, 1);
  soundbox_lua_run *run = soundbox_lua_run_of(L);
  soundbox_lua_install_sandbox(L);
  // "t": no precompiled chunks, which could crash the interpreter.
  if (luaL_loadbufferx(L, request->source, request->source_size, request->name, "t") != LUA_OK) {
    run->code = LUA_ERRSYNTAX;
    return lua_error(L);
  }
  lua_call(L, 0, 0);
  if (request->arguments_size == 0) return 0;

  const char *next = request->arguments;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  soundbox_lua_read_value(L, &next);
  if (lua_rawget(L, -2) != LUA_TFUNCTION) {
    run->code = SOUNDBOX_LUA_MISSING;
    return luaL_error(L, "there is no such function");
  }
  luaL_checkstack(L, request->argument_count, "too many arguments");
  for (int index = 0; index < request->argument_count; index++) soundbox_lua_read_value(L, &next);
  lua_call(L, request->argument_count, 1);
  soundbox_lua_write_value(L, run, 0);
  return 0;
}

/// Copies the error on the top of the stack to the output; raises nothing.
///
/// lua_tolstring() allocates only to convert a number, so it is called for strings only.
static inline void soundbox_lua_copy_error(lua_State *L, soundbox_lua_run *run) {
  size_t size = 0;
  const char *text;
  char description[64];
  if (lua_type(L, -1) == LUA_TSTRING) {
    text = lua_tolstring(L, -1, &size);
    if (size > SOUNDBOX_LUA_LONGEST_ERROR) {
      size = SOUNDBOX_LUA_LONGEST_ERROR;
      while (size > 0 && (text[size] & 0xC0) == 0x80) size--;  // not inside a character of UTF-8
    }
  } else {
    text = description;
    size = (size_t)snprintf(description, sizeof description,
        "the script raised an error that is a %s value",
                            lua_typename(L, lua_type(L, -1)));
  }
  run->output.size = 0;
  soundbox_lua_append(&run->output, text, size);
}

/// Runs a request in a state of its own, so that nothing is left of it for the next one.
static inline soundbox_lua_outcome soundbox_lua_perform(const soundbox_lua_request *request) {
  soundbox_lua_run run = {.limits = request->limits, .values_left = request->limits.values};
  soundbox_lua_outcome outcome = {.code = LUA_ERRMEM};
  run.processor_time_end = soundbox_lua_processor_time() + request->limits.processor_time;
  lua_State *L = lua_newstate(soundbox_lua_allocate, &run);
  if (L == NULL) return outcome;
  run.state = L;
  int64_t work = request->limits.work;
  run.step = work < SOUNDBOX_LUA_STEP ? (int)work + 1 : SOUNDBOX_LUA_STEP;
  lua_sethook(L, soundbox_lua_hook, LUA_MASKCOUNT, run.step);
  // A function without upvalues and a light userdata take no memory; the stack has room for 20
  // values.
  lua_pushcfunction(L, soundbox_lua_body);
  lua_pushlightuserdata(L, (void *)request);
  int status = lua_pcall(L, 1, 0, 0);
  if (status != LUA_OK) soundbox_lua_copy_error(L, &run);
  if (status == LUA_OK && run.is_exhausted) {
    // The last instruction used the rest up: as much an error as one instruction earlier.
    status = LUA_ERRRUN;
    run.output.size = 0;
    soundbox_lua_append(&run.output, SOUNDBOX_LUA_TOO_LONG, strlen(SOUNDBOX_LUA_TOO_LONG));
  }
  run.state = NULL;
  lua_close(L);

  if (status == LUA_OK) outcome.code = LUA_OK;
  else if (status == LUA_ERRMEM || run.output.failed) outcome.code = LUA_ERRMEM;
  else if (run.is_exhausted) outcome.code = SOUNDBOX_LUA_EXHAUSTED;
  else if (status == LUA_ERRRUN && run.code != 0) outcome.code = run.code;
  else outcome.code = status;
  outcome.bytes = run.output.bytes;
  outcome.size = run.output.size;
  outcome.leaked = run.used;
  return outcome;
}
