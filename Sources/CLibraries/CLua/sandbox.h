#pragma once
// What a script can reach: a list of functions of Lua's own libraries, each behind a guard that
// counts its work, and replacements for those that differ from run to run, tell addresses, or
// escape the limits. All of them may raise, and run inside lua_pcall().
#include "budget.h"
#include "order.h"
#include "pattern.h"

/// Calls the library function in the first upvalue with the arguments on the stack.
///
/// It runs in the guard's frame; none of the guarded functions has upvalues of its own.
static inline int soundbox_lua_forward(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// Guards a function that takes about the same time for all arguments.
static inline int soundbox_lua_guard(lua_State *L) {
  soundbox_lua_spend(L, 2);
  return soundbox_lua_forward(L);
}

/// Guards a function that reads its strings.
static inline int soundbox_lua_guard_text(lua_State *L) {
  int64_t size = 0;
  for (int index = lua_gettop(L); index > 0; index--) {
    if (lua_type(L, index) == LUA_TSTRING) size += (int64_t)lua_rawlen(L, index);
  }
  soundbox_lua_spend(L, 2 + size / SOUNDBOX_LUA_BYTES_PER_INSTRUCTION);
  return soundbox_lua_forward(L);
}

/// Guards `string.rep`, which loops as often as it is told if there is nothing to repeat.
static inline int soundbox_lua_guard_rep(lua_State *L) {
  size_t size, separator = 0;
  luaL_checklstring(L, 1, &size);
  luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator);
  if (size + separator == 0) {
    lua_settop(L, 1);
    return 1;
  }
  return soundbox_lua_guard(L);
}

/// Checks that an argument is a table whose length is not made up, so that C loops over real
/// elements only.
static inline int64_t soundbox_lua_check_length(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (luaL_getmetafield(L, index, "__len") != LUA_TNIL) {
    luaL_argerror(L, index, "its metatable has a __len");
  }
  return (int64_t)lua_rawlen(L, index);
}

/// Guards a function that goes through all elements of a table.
static inline int soundbox_lua_guard_list(lua_State *L) {
  soundbox_lua_spend(L, 2 + soundbox_lua_check_length(L, 1));
  return soundbox_lua_forward(L);
}

/// Guards `table.insert`, which moves elements if it is given a position.
static inline int soundbox_lua_guard_insert(lua_State *L) {
  int64_t length = soundbox_lua_check_length(L, 1);
  soundbox_lua_spend(L, lua_gettop(L) > 2 ? 2 + length : 2);
  return soundbox_lua_forward(L);
}

/// Guards `table.remove`, likewise.
static inline int soundbox_lua_guard_remove(lua_State *L) {
  int64_t length = soundbox_lua_check_length(L, 1);
  soundbox_lua_spend(L, lua_gettop(L) > 1 ? 2 + length : 2);
  return soundbox_lua_forward(L);
}

static inline void soundbox_lua_spend_range(lua_State *L, lua_Integer first, lua_Integer last) {
  uint64_t count = last < first ? 0 : (uint64_t)last - (uint64_t)first;
  soundbox_lua_spend(L, count > INT64_MAX / 2 ? INT64_MAX / 2 : 2 + (int64_t)count);
}

/// Guards `table.move`, which goes through a range that need not exist.
static inline int soundbox_lua_guard_move(lua_State *L) {
  soundbox_lua_spend_range(L, luaL_checkinteger(L, 2), luaL_checkinteger(L, 3));
  return soundbox_lua_forward(L);
}

/// Guards `table.unpack`, which goes through a range, too.
static inline int soundbox_lua_guard_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_optinteger(L, 3, (lua_Integer)soundbox_lua_check_length(L, 1));
  soundbox_lua_spend_range(L, first, last);
  return soundbox_lua_forward(L);
}

/// Pushes a value as text, as `tostring` does, but without addresses.
static inline void soundbox_lua_push_text(lua_State *L, int index) {
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: luaL_tolstring(L, index, NULL); return;
    default: lua_pushstring(L, luaL_typename(L, index)); return;
  }
}

/// Replaces `tostring`.
static inline int soundbox_lua_tostring(lua_State *L) {
  soundbox_lua_spend(L, 2);
  luaL_checkany(L, 1);
  soundbox_lua_push_text(L, 1);
  return 1;
}

/// Guards `string.format`: no '%p', and '%s' as by our `tostring`.
static inline int soundbox_lua_guard_format(lua_State *L) {
  static const char modifiers[] = "-+ #0123456789.";
  size_t size;
  const char *next = luaL_checklstring(L, 1, &size), *end = next + size;
  int argument = 1, count = lua_gettop(L);
  for (; next < end; next++) {
    if (*next != '%') continue;
    if (++next < end && *next == '%') continue;
    while (next < end && memchr(modifiers, *next, sizeof modifiers - 1) != NULL) next++;
    argument++;
    if (next == end || argument > count) break;
    if (*next == 'p') return luaL_error(L, "invalid conversion '%%p' to 'format'");
    if (*next == 's') {
      soundbox_lua_push_text(L, argument);
      lua_replace(L, argument);
    }
  }
  return soundbox_lua_guard_text(L);
}

/// Calls the function below `count` arguments; its results, or the error, take their place. Returns
/// whether it succeeded.
///
/// An error unwinds the stack, which takes the time of many instructions if it is deep.
static inline int soundbox_lua_try(lua_State *L, int count) {
  if (lua_pcall(L, count, LUA_MULTRET, 0) == LUA_OK) return 1;
  soundbox_lua_spend(L, 500);
  return 0;
}

/// Replaces `pcall`.
static inline int soundbox_lua_pcall(lua_State *L) {
  soundbox_lua_spend(L, 2);
  luaL_checkany(L, 1);
  int is_success = soundbox_lua_try(L, lua_gettop(L) - 1);
  luaL_checkstack(L, 1, "too many results");
  lua_pushboolean(L, is_success);
  lua_insert(L, 1);
  return lua_gettop(L);
}

/// Replaces `xpcall`: the handler runs after the error has unwound the stack.
///
/// Lua's own runs it where the error was raised. If that is our hook, the handler would run with
/// hooks off, without any limit.
static inline int soundbox_lua_xpcall(lua_State *L) {
  soundbox_lua_spend(L, 2);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 1);
  lua_copy(L, 2, 1);
  lua_replace(L, 2);  // handler, function, arguments
  int is_success = soundbox_lua_try(L, lua_gettop(L) - 2);
  if (!is_success) soundbox_lua_try(L, 1);  // handler, error
  luaL_checkstack(L, 1, "too many results");
  lua_pushboolean(L, is_success);
  if (is_success) lua_replace(L, 1);
  else lua_insert(L, 1);
  return lua_gettop(L);
}

/// Guards `setmetatable`: no `__gc`, as Lua runs finalizers with hooks off, without any limit.
///
/// Lua looks for `__gc` here only: a finalizer that is set later is never called.
static inline int soundbox_lua_guard_setmetatable(lua_State *L) {
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushstring(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) luaL_argerror(L, 2, "a metatable cannot have a __gc");
    lua_settop(L, -2);
  }
  return soundbox_lua_guard(L);
}

/// Copies what `names` lists from the table on the top of the stack to the one below it, functions
/// behind `guard`.
static inline void soundbox_lua_allow(lua_State *L, lua_CFunction guard, const char *const *names) {
  for (; *names != NULL; names++) {
    if (lua_getfield(L, -1, *names) == LUA_TFUNCTION) lua_pushcclosure(L, guard, 1);
    lua_setfield(L, -3, *names);
  }
}

/// Opens one of Lua's libraries: pushes an empty table, then the library.
static inline void soundbox_lua_open(lua_State *L, lua_CFunction opener) {
  lua_createtable(L, 0, 24);
  lua_pushcfunction(L, opener);
  lua_call(L, 0, 1);
}

static inline void soundbox_lua_replace_function(lua_State *L, const char *name, lua_CFunction
    function) {
  lua_pushcfunction(L, function);
  lua_setfield(L, -3, name);
}

static inline void soundbox_lua_install_string(lua_State *L) {
  static const char *const constant[] = {"byte", "char", "len", "packsize", "sub", NULL};
  static const char *const reading[] = {"lower", "pack", "reverse", "unpack", "upper", NULL};
  static const char *const rep[] = {"rep", NULL};
  static const char *const format[] = {"format", NULL};
  soundbox_lua_open(L, luaopen_string);
  soundbox_lua_allow(L, soundbox_lua_guard, constant);
  soundbox_lua_allow(L, soundbox_lua_guard_text, reading);
  soundbox_lua_allow(L, soundbox_lua_guard_rep, rep);
  soundbox_lua_allow(L, soundbox_lua_guard_format, format);
  soundbox_lua_replace_function(L, "find", soundbox_lua_find);
  soundbox_lua_replace_function(L, "gmatch", soundbox_lua_gmatch);
  soundbox_lua_replace_function(L, "gsub", soundbox_lua_gsub);
  soundbox_lua_replace_function(L, "match", soundbox_lua_match);
  lua_settop(L, -2);
  // Methods of strings come from our table, and `getmetatable("")` does not give their metatable
  // away.
  lua_pushstring(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_settop(L, -3);
}

static inline void soundbox_lua_install_table(lua_State *L) {
  static const char *const constant[] = {"pack", NULL};
  static const char *const list[] = {"concat", NULL};
  static const char *const unpacking[] = {"unpack", NULL};
  static const char *const insert[] = {"insert", NULL};
  static const char *const removal[] = {"remove", NULL};
  static const char *const move[] = {"move", NULL};
  soundbox_lua_open(L, luaopen_table);
  soundbox_lua_allow(L, soundbox_lua_guard, constant);
  soundbox_lua_allow(L, soundbox_lua_guard_list, list);
  soundbox_lua_allow(L, soundbox_lua_guard_unpack, unpacking);
  soundbox_lua_allow(L, soundbox_lua_guard_insert, insert);
  soundbox_lua_allow(L, soundbox_lua_guard_remove, removal);
  soundbox_lua_allow(L, soundbox_lua_guard_move, move);
  soundbox_lua_replace_function(L, "sort", soundbox_lua_sort);
  lua_settop(L, -2);
}

static inline void soundbox_lua_install_math(lua_State *L) {
  // Without `random` and `randomseed`.
  static const char *const names[] = {
      "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
      "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan",
      "tointeger", "type", "ult", NULL};
  soundbox_lua_open(L, luaopen_math);
  soundbox_lua_allow(L, soundbox_lua_guard, names);
  lua_settop(L, -2);
}

static inline void soundbox_lua_install_utf8(lua_State *L) {
  static const char *const constant[] = {"char", "charpattern", "codes", "offset", NULL};
  static const char *const reading[] = {"codepoint", "len", NULL};
  soundbox_lua_open(L, luaopen_utf8);
  soundbox_lua_allow(L, soundbox_lua_guard, constant);
  soundbox_lua_allow(L, soundbox_lua_guard_text, reading);
  lua_settop(L, -2);
}

/// Gives the script its globals, instead of those of Lua.
static inline void soundbox_lua_install_sandbox(lua_State *L) {
  static const char *const base[] = {
      "assert", "error", "getmetatable", "ipairs", "rawequal", "rawget", "rawlen", "rawset",
      "select", "type", NULL};
  static const char *const reading[] = {"tonumber", NULL};
  static const char *const metatable[] = {"setmetatable", NULL};
  soundbox_lua_open(L, luaopen_base);
  soundbox_lua_allow(L, soundbox_lua_guard, base);
  soundbox_lua_allow(L, soundbox_lua_guard_text, reading);
  soundbox_lua_allow(L, soundbox_lua_guard_setmetatable, metatable);
  soundbox_lua_replace_function(L, "next", soundbox_lua_next);
  soundbox_lua_replace_function(L, "pairs", soundbox_lua_pairs);
  soundbox_lua_replace_function(L, "pcall", soundbox_lua_pcall);
  soundbox_lua_replace_function(L, "tostring", soundbox_lua_tostring);
  soundbox_lua_replace_function(L, "xpcall", soundbox_lua_xpcall);
  lua_settop(L, -2);
  soundbox_lua_install_string(L);
  lua_setfield(L, -2, "string");
  soundbox_lua_install_table(L);
  lua_setfield(L, -2, "table");
  soundbox_lua_install_math(L);
  lua_setfield(L, -2, "math");
  soundbox_lua_install_utf8(L);
  lua_setfield(L, -2, "utf8");
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
