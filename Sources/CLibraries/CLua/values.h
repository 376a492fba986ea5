#pragma once
// Values as bytes: a tag, then what follows from it. Counts, sizes and integers are 8 bytes in the
// machine's order, as both sides are one process.
//
//   n t f        nil, true, false
//   s SIZE …     a string
//   l COUNT …    a list of values; for Lua only
//   o COUNT …    key and value in turn, the keys being strings; for Lua only
//   i INTEGER    an integer; from Lua only
//   d            a float; from Lua only
//   T … e        keys and values of a table in turn, in no order; from Lua only
//   x SIZE …     the name of any other type; from Lua only
#include "budget.h"

static inline size_t soundbox_lua_read_size(const char **next) {
  uint64_t size;
  memcpy(&size, *next, sizeof size);
  *next += sizeof size;
  return (size_t)size;
}

static inline void soundbox_lua_read_text(lua_State *L, const char **next) {
  size_t size = soundbox_lua_read_size(next);
  lua_pushlstring(L, *next, size);
  *next += size;
}

/// Pushes the value that begins at `next`; may raise. Swift has limited its depth.
static inline void soundbox_lua_read_value(lua_State *L, const char **next) {
  luaL_checkstack(L, 4, "the arguments nest too deep");
  size_t count;
  switch (*(*next)++) {
    case 't': lua_pushboolean(L, 1); return;
    case 'f': lua_pushboolean(L, 0); return;
    case 's': soundbox_lua_read_text(L, next); return;
    case 'l':
      count = soundbox_lua_read_size(next);
      lua_createtable(L, count > INT32_MAX ? 0 : (int)count, 0);
      for (size_t index = 1; index <= count; index++) {
        soundbox_lua_read_value(L, next);
        lua_rawseti(L, -2, (lua_Integer)index);
      }
      return;
    case 'o':
      count = soundbox_lua_read_size(next);
      lua_createtable(L, 0, count > INT32_MAX ? 0 : (int)count);
      for (size_t index = 0; index < count; index++) {
        soundbox_lua_read_text(L, next);
        soundbox_lua_read_value(L, next);
        lua_rawset(L, -3);
      }
      return;
    default: lua_pushnil(L); return;
  }
}

static inline int soundbox_lua_refuse_result(lua_State *L, soundbox_lua_run *run,
    const char *reason) {
  run->code = SOUNDBOX_LUA_RESULT;
  lua_pushstring(L, reason);
  return lua_error(L);
}

/// Writes bytes of the result. They are limited like the memory, as one string can be returned many
/// times.
static inline void soundbox_lua_write(lua_State *L, soundbox_lua_run *run, const void *bytes, size_t
    size) {
  if (size > run->limits.memory - run->output.size) {
    soundbox_lua_refuse_result(L, run, "the result is too large");
  }
  if (!soundbox_lua_append(&run->output, bytes, size)) luaL_error(L, "not enough memory");
}

static inline void soundbox_lua_write_tagged(lua_State *L, soundbox_lua_run *run, char tag, int64_t
    number) {
  char bytes[1 + sizeof number];
  bytes[0] = tag;
  memcpy(bytes + 1, &number, sizeof number);
  soundbox_lua_write(L, run, bytes, sizeof bytes);
}

/// Writes the value on the top of the stack; may raise. It calls no metamethods, so no Lua runs
/// meanwhile.
static inline void soundbox_lua_write_value(lua_State *L, soundbox_lua_run *run, int depth) {
  const char *text;
  size_t size;
  if (run->values_left-- <= 0) soundbox_lua_refuse_result(L, run, "the result has too many values");
  switch (lua_type(L, -1)) {
    case LUA_TNIL: soundbox_lua_write(L, run, "n", 1); return;
    case LUA_TBOOLEAN: soundbox_lua_write(L, run, lua_toboolean(L, -1) ? "t" : "f", 1); return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1)) soundbox_lua_write_tagged(L, run, 'i', lua_tointegerx(L, -1, NULL));
      else soundbox_lua_write(L, run, "d", 1);
      return;
    case LUA_TSTRING:
      text = lua_tolstring(L, -1, &size);
      soundbox_lua_write_tagged(L, run, 's', (int64_t)size);
      soundbox_lua_write(L, run, text, size);
      return;
    case LUA_TTABLE:
      // This ends tables that contain themselves, too.
      if (depth >= run->limits.depth) {
        soundbox_lua_refuse_result(L, run, "the result nests too deep");
      }
      luaL_checkstack(L, 4, "the result nests too deep");
      soundbox_lua_write(L, run, "T", 1);
      lua_pushnil(L);
      while (lua_next(L, -2) != 0) {
        lua_pushvalue(L, -2);
        if (lua_type(L, -1) != LUA_TTABLE) {
          run->values_left++;  // a key is no value of its own
          soundbox_lua_write_value(L, run, depth);
        } else {
          soundbox_lua_write_tagged(L, run, 'x', 5);
          soundbox_lua_write(L, run, "table", 5);
        }
        lua_settop(L, -2);
        soundbox_lua_write_value(L, run, depth + 1);
        lua_settop(L, -2);
      }
      soundbox_lua_write(L, run, "e", 1);
      return;
    default:
      text = lua_typename(L, lua_type(L, -1));
      soundbox_lua_write_tagged(L, run, 'x', (int64_t)strlen(text));
      soundbox_lua_write(L, run, text, strlen(text));
      return;
  }
}
