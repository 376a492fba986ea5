#pragma once
// Order that is the same in each run. Lua's own is not: the order of `pairs` depends on a hash
// seeded with addresses and the time, and `table.sort` may choose its pivots by the clock. The same
// message must give the same command, though.
//
// The order of keys is: numbers by value, strings by bytes, false, true. Other keys have no such
// order.
#include "budget.h"

typedef enum {
  SOUNDBOX_LUA_INTEGER,
  SOUNDBOX_LUA_FLOAT,
  SOUNDBOX_LUA_TEXT,
  SOUNDBOX_LUA_BOOLEAN,
} soundbox_lua_key_type;

typedef struct {
  soundbox_lua_key_type type;
  /// The size of the text. A script's memory ends long before 4 GiB.
  uint32_t size;
  union {
    /// The integer, or the boolean as 0 or 1.
    lua_Integer integer;
    lua_Number number;
    /// Borrowed from Lua.
    const char *text;
  };
} soundbox_lua_key;

/// Reads the key at `index`.
static inline soundbox_lua_key soundbox_lua_read_key(lua_State *L, int index) {
  soundbox_lua_key key = {.type = SOUNDBOX_LUA_BOOLEAN};
  size_t size;
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        key.type = SOUNDBOX_LUA_INTEGER;
        key.integer = lua_tointegerx(L, index, NULL);
      } else {
        key.type = SOUNDBOX_LUA_FLOAT;
        key.number = lua_tonumberx(L, index, NULL);
      }
      break;
    case LUA_TSTRING:
      key.type = SOUNDBOX_LUA_TEXT;
      key.text = lua_tolstring(L, index, &size);
      key.size = (uint32_t)size;
      break;
    case LUA_TBOOLEAN: key.integer = lua_toboolean(L, index); break;
    default: luaL_error(L, "a table with a %s as a key has no order", luaL_typename(L, index));
  }
  return key;
}

static inline void soundbox_lua_push_key(lua_State *L, const soundbox_lua_key *key) {
  switch (key->type) {
    case SOUNDBOX_LUA_INTEGER: lua_pushinteger(L, key->integer); return;
    case SOUNDBOX_LUA_FLOAT: lua_pushnumber(L, key->number); return;
    case SOUNDBOX_LUA_TEXT: lua_pushlstring(L, key->text, key->size); return;
    case SOUNDBOX_LUA_BOOLEAN: lua_pushboolean(L, key->integer != 0); return;
  }
}

/// The value of a number; its digits have 64 bits on x86-64 and 113 on ARM64, so that each integer
/// fits.
static inline long double soundbox_lua_key_value(const soundbox_lua_key *key) {
  return key->type == SOUNDBOX_LUA_FLOAT ? (long double)key->number : (long double)key->integer;
}

static inline int soundbox_lua_compare_keys(const void *left, const void *right) {
  const soundbox_lua_key *a = left, *b = right;
  if (a->type == SOUNDBOX_LUA_TEXT && b->type == SOUNDBOX_LUA_TEXT) {
    int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
  }
  if ((a->type > SOUNDBOX_LUA_FLOAT || b->type > SOUNDBOX_LUA_FLOAT) && a->type != b->type) {
    return a->type < b->type ? -1 : 1;
  }
  long double first = soundbox_lua_key_value(a), second = soundbox_lua_key_value(b);
  return (first > second) - (first < second);
}

/// Replaces `next`. Each call looks at all keys.
static inline int soundbox_lua_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  int has_previous = !lua_isnil(L, 2), is_found = 0;
  soundbox_lua_key previous = {.type = SOUNDBOX_LUA_BOOLEAN},
      found = {.type = SOUNDBOX_LUA_BOOLEAN};
  if (has_previous) previous = soundbox_lua_read_key(L, 2);
  int64_t count = 2;
  // Nothing allocates in this loop, so that the texts of the keys stay.
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_settop(L, -2);
    soundbox_lua_key key = soundbox_lua_read_key(L, -1);
    count++;
    if (has_previous && soundbox_lua_compare_keys(&key, &previous) <= 0) continue;
    if (is_found && soundbox_lua_compare_keys(&key, &found) >= 0) continue;
    found = key;
    is_found = 1;
  }
  soundbox_lua_spend(L, count);
  if (!is_found) {
    lua_pushnil(L);
    return 1;
  }
  soundbox_lua_push_key(L, &found);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

/// Goes through the sorted keys in the first upvalue; the second one is the position. It skips what
/// was removed.
static inline int soundbox_lua_pairs_step(lua_State *L) {
  soundbox_lua_spend(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer position = lua_isnil(L, 2) ? 0 : lua_tointegerx(L, lua_upvalueindex(2), NULL);
  while (lua_rawgeti(L, lua_upvalueindex(1), ++position) != LUA_TNIL) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      lua_pushinteger(L, position);
      lua_replace(L, lua_upvalueindex(2));
      return 2;
    }
    lua_settop(L, 2);
  }
  return 1;
}

/// Replaces `pairs`.
static inline int soundbox_lua_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    soundbox_lua_spend(L, 2);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, 1) != 0; count++) lua_settop(L, -2);
  soundbox_lua_spend(L, 2 + 16 * (int64_t)count);
  // Lua owns the keys' array, so that an error leaks nothing.
  soundbox_lua_key *keys = lua_newuserdatauv(L, (count + 1) * sizeof(soundbox_lua_key), 0);
  size_t position = 0;
  for (lua_pushnil(L); lua_next(L, 1) != 0; position++) {
    lua_settop(L, -2);
    keys[position] = soundbox_lua_read_key(L, -1);
  }
  qsort(keys, count, sizeof *keys, soundbox_lua_compare_keys);
  lua_createtable(L, count > INT32_MAX ? 0 : (int)count, 0);
  for (position = 0; position < count; position++) {
    soundbox_lua_push_key(L, &keys[position]);
    lua_rawseti(L, -2, (lua_Integer)position + 1);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, soundbox_lua_pairs_step, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/// Whether element `left` of the table at `list` is before element `right`, as the script's
/// function says.
static inline int soundbox_lua_is_before(lua_State *L, int list, lua_Integer left, lua_Integer
    right) {
  int is_before;
  if (lua_isnil(L, 2)) {
    lua_rawgeti(L, list, left);
    lua_rawgeti(L, list, right);
    is_before = lua_compare(L, -2, -1, LUA_OPLT);
    lua_settop(L, -3);
  } else {
    lua_pushvalue(L, 2);
    lua_rawgeti(L, list, left);
    lua_rawgeti(L, list, right);
    lua_call(L, 2, 1);
    is_before = lua_toboolean(L, -1);
    lua_settop(L, -2);
  }
  return is_before;
}

/// Replaces `table.sort`: a merge sort, which keeps equal elements in their order. It sorts copies,
/// and leaves the table as it was if the comparison raises an error.
static inline int soundbox_lua_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  soundbox_lua_spend(L, 2 + 2 * count);
  if (count > INT32_MAX) luaL_argerror(L, 1, "array too big");
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, (int)count, 0);
  for (lua_Integer index = 1; index <= count; index++) {
    lua_rawgeti(L, 1, index);
    lua_rawseti(L, 3, index);
  }
  int from = 3, to = 4;
  for (lua_Integer width = 1; width < count; width *= 2) {
    soundbox_lua_spend(L, 4 * count);
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      lua_Integer middle = low + width <= count ? low + width : count + 1;
      lua_Integer high = middle + width <= count ? middle + width : count + 1;
      lua_Integer left = low, right = middle;
      for (lua_Integer index = low; index < high; index++) {
        int takes_left =
            left < middle && (right >= high || !soundbox_lua_is_before(L, from, right, left));
        lua_rawgeti(L, from, takes_left ? left++ : right++);
        lua_rawseti(L, to, index);
      }
    }
    int other = from;
    from = to;
    to = other;
  }
  for (lua_Integer index = 1; index <= count; index++) {
    lua_rawgeti(L, from, index);
    lua_rawseti(L, 1, index);
  }
  return 0;
}
