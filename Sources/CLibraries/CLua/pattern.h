#pragma once
// `find`, `match`, `gmatch` and `gsub` of `string`, with the patterns of section 6.4.1 of Lua's
// manual.
//
// Lua's own search for a match runs in C alone: for some patterns it takes a time that grows with a
// power of the text's length, and no hook ever runs. Texts come from messages, so this search
// counts its steps.
#include <ctype.h>

#include "budget.h"

enum {
  SOUNDBOX_LUA_MOST_CAPTURES = 32,
  SOUNDBOX_LUA_DEEPEST_MATCH = 200,
  // Sizes of captures that are no text.
  SOUNDBOX_LUA_OPEN = -1,
  SOUNDBOX_LUA_POSITION = -2,
};

/// A search. All pointers are borrowed from strings on Lua's stack, which end with a NUL that may
/// be read.
typedef struct {
  lua_State *L;
  const char *text;
  const char *text_end;
  const char *pattern_end;
  int64_t steps;
  int depth;
  int count;
  struct {
    const char *start;
    ptrdiff_t size;
  } captures[SOUNDBOX_LUA_MOST_CAPTURES];
} soundbox_lua_search;

/// Counts steps; once in a while it spends them, which may raise.
static inline void soundbox_lua_search_count(soundbox_lua_search *search, int64_t steps) {
  search->steps += steps;
  if (search->steps < 256) return;
  soundbox_lua_spend(search->L, search->steps);
  search->steps = 0;
}

static inline int soundbox_lua_is_in_class(int character, int name) {
  int is_in;
  switch (tolower(name)) {
    case 'a': is_in = isalpha(character); break;
    case 'c': is_in = iscntrl(character); break;
    case 'd': is_in = isdigit(character); break;
    case 'g': is_in = isgraph(character); break;
    case 'l': is_in = islower(character); break;
    case 'p': is_in = ispunct(character); break;
    case 's': is_in = isspace(character); break;
    case 'u': is_in = isupper(character); break;
    case 'w': is_in = isalnum(character); break;
    case 'x': is_in = isxdigit(character); break;
    case 'z': is_in = character == 0; break;  // deprecated, but known
    default: return name == character;
  }
  return isupper(name) ? !is_in : is_in != 0;
}

/// Whether a set from its `[` to its `]` at `last` contains a character.
static inline int soundbox_lua_is_in_set(int character, const char *item, const char *last) {
  int is_in = 1;
  if (*++item == '^') {
    is_in = 0;
    item++;
  }
  for (; item < last; item++) {
    if (*item == '%') {
      item++;
      if (soundbox_lua_is_in_class(character, (unsigned char)*item)) return is_in;
    } else if (item[1] == '-' && item + 2 < last) {
      if ((unsigned char)item[0] <= character && character <= (unsigned char)item[2]) return is_in;
      item += 2;
    } else if ((unsigned char)*item == character) {
      return is_in;
    }
  }
  return !is_in;
}

/// The end of the single-character class that begins at `item`.
static inline const char *soundbox_lua_class_end(soundbox_lua_search *search, const char *item) {
  switch (*item++) {
    case '%':
      if (item == search->pattern_end) luaL_error(search->L, "malformed pattern (ends with '%%')");
      return item + 1;
    case '[':
      if (*item == '^') item++;
      do {
        if (item == search->pattern_end) luaL_error(search->L, "malformed pattern (missing ']')");
        if (*item++ == '%' && item < search->pattern_end) item++;
      } while (*item != ']');
      return item + 1;
    default: return item;
  }
}

/// Whether the class from `item` to `end` has the character at `at`.
static inline int soundbox_lua_is_single_match(soundbox_lua_search *search, const char *at,
    const char *item, const char *end) {
  soundbox_lua_search_count(search, 1 + (end - item) / 16);
  if (at >= search->text_end) return 0;
  int character = (unsigned char)*at;
  switch (*item) {
    case '.': return 1;
    case '%': return soundbox_lua_is_in_class(character, (unsigned char)item[1]);
    case '[': return soundbox_lua_is_in_set(character, item, end - 1);
    default: return (unsigned char)*item == character;
  }
}

static inline const char *soundbox_lua_match_at(soundbox_lua_search *search, const char *at,
    const char *item);

/// Matches `%b`, whose two characters are at `item`.
static inline const char *soundbox_lua_match_balance(soundbox_lua_search *search, const char *at,
    const char *item) {
  if (item >= search->pattern_end - 1) {
    luaL_error(search->L, "malformed pattern (missing arguments to '%%b')");
  }
  if (at >= search->text_end || *at != item[0]) return NULL;
  int64_t open = 1;
  while (++at < search->text_end) {
    soundbox_lua_search_count(search, 1);
    if (*at == item[1]) {
      if (--open == 0) return at + 1;
    } else if (*at == item[0]) {
      open++;
    }
  }
  return NULL;
}

/// Matches a class as often as possible, then the rest.
static inline const char *soundbox_lua_match_most(soundbox_lua_search *search, const char *at,
    const char *item, const char *end) {
  ptrdiff_t count = 0;
  while (soundbox_lua_is_single_match(search, at + count, item, end)) count++;
  for (; count >= 0; count--) {
    const char *match_end = soundbox_lua_match_at(search, at + count, end + 1);
    if (match_end != NULL) return match_end;
  }
  return NULL;
}

/// Matches a class as rarely as possible, then the rest.
static inline const char *soundbox_lua_match_fewest(soundbox_lua_search *search, const char *at,
    const char *item, const char *end) {
  for (;; at++) {
    const char *match_end = soundbox_lua_match_at(search, at, end + 1);
    if (match_end != NULL) return match_end;
    if (!soundbox_lua_is_single_match(search, at, item, end)) return NULL;
  }
}

static inline const char *soundbox_lua_match_open(soundbox_lua_search *search, const char *at,
    const char *item, ptrdiff_t size) {
  if (search->count >= SOUNDBOX_LUA_MOST_CAPTURES) luaL_error(search->L, "too many captures");
  search->captures[search->count].start = at;
  search->captures[search->count].size = size;
  search->count++;
  const char *match_end = soundbox_lua_match_at(search, at, item);
  if (match_end == NULL) search->count--;
  return match_end;
}

static inline const char *soundbox_lua_match_close(soundbox_lua_search *search, const char *at,
    const char *item) {
  int index = search->count - 1;
  while (index >= 0 && search->captures[index].size != SOUNDBOX_LUA_OPEN) index--;
  if (index < 0) luaL_error(search->L, "invalid pattern capture");
  search->captures[index].size = at - search->captures[index].start;
  const char *match_end = soundbox_lua_match_at(search, at, item);
  if (match_end == NULL) search->captures[index].size = SOUNDBOX_LUA_OPEN;
  return match_end;
}

/// Matches the text of an earlier capture.
static inline const char *soundbox_lua_match_again(soundbox_lua_search *search, const char *at,
    int digit) {
  int index = digit - '1';
  if (index < 0 || index >= search->count || search->captures[index].size == SOUNDBOX_LUA_OPEN) {
    luaL_error(search->L, "invalid capture index %%%d", index + 1);
  }
  ptrdiff_t size = search->captures[index].size;
  if (size < 0 || size > search->text_end - at) return NULL;
  soundbox_lua_search_count(search, 1 + size / SOUNDBOX_LUA_BYTES_PER_INSTRUCTION);
  return memcmp(search->captures[index].start, at, (size_t)size) == 0 ? at + size : NULL;
}

/// Matches `%f`, whose set begins at `item`, and sets `item` to its end.
static inline int soundbox_lua_is_frontier(soundbox_lua_search *search, const char *at,
    const char **item) {
  if (**item != '[') luaL_error(search->L, "missing '[' after '%%f' in pattern");
  const char *set = *item;
  *item = soundbox_lua_class_end(search, set);
  soundbox_lua_search_count(search, 1 + (*item - set) / 16);
  int before = at == search->text ? 0 : (unsigned char)at[-1];
  int after = at == search->text_end ? 0 : (unsigned char)*at;
  return !soundbox_lua_is_in_set(before, set, *item - 1) &&
         soundbox_lua_is_in_set(after, set, *item - 1);
}

/// Matches the pattern from `item` on at `at`, within the limit of recursion: the end of the match,
/// or NULL.
static inline const char *soundbox_lua_match_items(soundbox_lua_search *search, const char *at,
    const char *item) {
  while (item != search->pattern_end) {
    soundbox_lua_search_count(search, 1);
    if (*item == '(') {
      return item[1] == ')' ? soundbox_lua_match_open(search, at, item + 2, SOUNDBOX_LUA_POSITION)
                            : soundbox_lua_match_open(search, at, item + 1, SOUNDBOX_LUA_OPEN);
    }
    if (*item == ')') return soundbox_lua_match_close(search, at, item + 1);
    if (*item == '$' && item + 1 == search->pattern_end) return at == search->text_end ? at : NULL;
    if (*item == '%' && item[1] == 'b') {
      at = soundbox_lua_match_balance(search, at, item + 2);
      if (at == NULL) return NULL;
      item += 4;
      continue;
    }
    if (*item == '%' && item[1] == 'f') {
      item += 2;
      if (!soundbox_lua_is_frontier(search, at, &item)) return NULL;
      continue;
    }
    if (*item == '%' && isdigit((unsigned char)item[1])) {
      at = soundbox_lua_match_again(search, at, (unsigned char)item[1]);
      if (at == NULL) return NULL;
      item += 2;
      continue;
    }
    const char *end = soundbox_lua_class_end(search, item);
    const char *optional;
    switch (*end) {
      case '*': return soundbox_lua_match_most(search, at, item, end);
      case '-': return soundbox_lua_match_fewest(search, at, item, end);
      case '+':
        return soundbox_lua_is_single_match(search, at, item, end)
                   ? soundbox_lua_match_most(search, at + 1, item, end)
                   : NULL;
      case '?':
        if (soundbox_lua_is_single_match(search, at, item, end)) {
          optional = soundbox_lua_match_at(search, at + 1, end + 1);
          if (optional != NULL) return optional;
        }
        item = end + 1;
        break;
      default:
        if (!soundbox_lua_is_single_match(search, at, item, end)) return NULL;
        at++;
        item = end;
    }
  }
  return at;
}

static inline const char *soundbox_lua_match_at(soundbox_lua_search *search, const char *at,
    const char *item) {
  if (search->depth-- == 0) luaL_error(search->L, "pattern too complex");
  const char *match_end = soundbox_lua_match_items(search, at, item);
  search->depth++;
  return match_end;
}

/// Matches the whole pattern at `at`.
static inline const char *soundbox_lua_match_from(soundbox_lua_search *search, const char *at,
    const char *pattern) {
  search->depth = SOUNDBOX_LUA_DEEPEST_MATCH;
  search->count = 0;
  return soundbox_lua_match_at(search, at, pattern);
}

/// Pushes a capture, or the whole match from `start` to `end` if there are no captures.
static inline void soundbox_lua_push_capture(soundbox_lua_search *search, int index,
    const char *start, const char *end) {
  if (index >= search->count) {
    if (index != 0) luaL_error(search->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(search->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t size = search->captures[index].size;
  if (size == SOUNDBOX_LUA_OPEN) luaL_error(search->L, "unfinished capture");
  if (size == SOUNDBOX_LUA_POSITION) {
    lua_pushinteger(search->L, search->captures[index].start - search->text + 1);
  } else {
    lua_pushlstring(search->L, search->captures[index].start, (size_t)size);
  }
}

/// Pushes all captures, or the whole match, unless `start` is NULL.
static inline int soundbox_lua_push_captures(soundbox_lua_search *search, const char *start,
    const char *end) {
  int count = search->count == 0 && start != NULL ? 1 : search->count;
  luaL_checkstack(search->L, count, "too many captures");
  for (int index = 0; index < count; index++) soundbox_lua_push_capture(search, index, start, end);
  return count;
}

/// Begins a search in the string at index `text` for the pattern at index `pattern`.
static inline soundbox_lua_search soundbox_lua_begin_search(lua_State *L, int text, int pattern,
    const char **item) {
  soundbox_lua_search search = {.L = L};
  size_t size, pattern_size;
  search.text = luaL_checklstring(L, text, &size);
  search.text_end = search.text + size;
  *item = luaL_checklstring(L, pattern, &pattern_size);
  search.pattern_end = *item + pattern_size;
  soundbox_lua_spend(L, 4);
  return search;
}

/// The place where to begin, from the argument at `index`; behind `text_end` if there is none.
static inline const char *soundbox_lua_first_place(const soundbox_lua_search *search, int index) {
  lua_Integer size = search->text_end - search->text, first = luaL_optinteger(search->L, index, 1);
  if (first < 0) first = first < -size ? 1 : size + first + 1;
  if (first == 0) first = 1;
  return first > size + 1 ? search->text_end + 1 : search->text + (first - 1);
}

/// Finds a text without a pattern; may raise.
static inline const char *soundbox_lua_find_plain(soundbox_lua_search *search, const char *at,
    const char *text) {
  ptrdiff_t size = search->pattern_end - text;
  if (size == 0) return at;
  while (size <= search->text_end - at) {
    const char *found = memchr(at, *text, (size_t)(search->text_end - at - size + 1));
    const char *passed = found == NULL ? search->text_end : found;
    soundbox_lua_search_count(search,
        1 + (passed - at + size) / SOUNDBOX_LUA_BYTES_PER_INSTRUCTION);
    if (found == NULL) return NULL;
    if (memcmp(found, text, (size_t)size) == 0) return found;
    at = found + 1;
  }
  return NULL;
}

/// Whether nothing in a pattern is special to `find`, which takes `)` alone for a character.
static inline int soundbox_lua_is_plain(const char *item, const char *end) {
  static const char special[] = "^$*+?.([%-";
  for (; item < end; item++) {
    if (memchr(special, *item, sizeof special - 1) != NULL) return 0;
  }
  return 1;
}

static inline int soundbox_lua_find_or_match(lua_State *L, int finds) {
  const char *item;
  soundbox_lua_search search = soundbox_lua_begin_search(L, 1, 2, &item);
  const char *at = soundbox_lua_first_place(&search, 3);
  int is_plain = finds && (lua_toboolean(L, 4) || soundbox_lua_is_plain(item, search.pattern_end));
  if (is_plain && at <= search.text_end) {
    const char *found = soundbox_lua_find_plain(&search, at, item);
    if (found != NULL) {
      lua_pushinteger(L, found - search.text + 1);
      lua_pushinteger(L, found - search.text + (search.pattern_end - item));
      return 2;
    }
    at = search.text_end + 1;
  }
  int is_anchored = *item == '^';
  if (is_anchored) item++;
  for (; at <= search.text_end; at++) {
    const char *end = soundbox_lua_match_from(&search, at, item);
    if (end != NULL) {
      if (!finds) return soundbox_lua_push_captures(&search, at, end);
      lua_pushinteger(L, at - search.text + 1);
      lua_pushinteger(L, end - search.text);
      return 2 + soundbox_lua_push_captures(&search, NULL, NULL);
    }
    if (is_anchored) break;
  }
  lua_pushnil(L);
  return 1;
}

/// Replaces `string.find`.
static inline int soundbox_lua_find(lua_State *L) { return soundbox_lua_find_or_match(L, 1); }

/// Replaces `string.match`.
static inline int soundbox_lua_match(lua_State *L) { return soundbox_lua_find_or_match(L, 0); }

/// Finds the next match. The upvalues are text, pattern, the offset where to search, and that where
/// the last match ended, or -1.
static inline int soundbox_lua_gmatch_step(lua_State *L) {
  const char *item;
  soundbox_lua_search search = soundbox_lua_begin_search(L, lua_upvalueindex(1),
      lua_upvalueindex(2), &item);
  const char *at = search.text + lua_tointegerx(L, lua_upvalueindex(3), NULL);
  lua_Integer last = lua_tointegerx(L, lua_upvalueindex(4), NULL);
  for (; at <= search.text_end; at++) {
    const char *end = soundbox_lua_match_from(&search, at, item);
    if (end == NULL || end - search.text == last) continue;
    lua_pushinteger(L, end - search.text);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return soundbox_lua_push_captures(&search, at, end);
  }
  return 0;
}

/// Replaces `string.gmatch`.
static inline int soundbox_lua_gmatch(lua_State *L) {
  const char *item;
  soundbox_lua_search search = soundbox_lua_begin_search(L, 1, 2, &item);
  const char *at = soundbox_lua_first_place(&search, 3);
  lua_settop(L, 2);
  lua_pushinteger(L, at - search.text);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, soundbox_lua_gmatch_step, 4);
  return 1;
}

/// Adds the replacement of a match, a string with captures.
static inline void soundbox_lua_add_template(soundbox_lua_search *search, luaL_Buffer *buffer,
    const char *start, const char *end) {
  lua_State *L = search->L;
  size_t size;
  const char *next = lua_tolstring(L, 3, &size), *last = next + size;
  soundbox_lua_search_count(search, (int64_t)size);
  for (; next < last; next++) {
    if (*next != '%') {
      luaL_addchar(buffer, *next);
    } else if (*++next == '%') {
      luaL_addchar(buffer, '%');
    } else if (*next == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (isdigit((unsigned char)*next)) {
      soundbox_lua_push_capture(search, *next - '1', start, end);
      luaL_addvalue(buffer);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
}

/// Adds the replacement of a match.
static inline void soundbox_lua_add_replacement(soundbox_lua_search *search, luaL_Buffer *buffer,
    const char *start, const char *end) {
  lua_State *L = search->L;
  switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
      lua_pushvalue(L, 3);
      lua_call(L, soundbox_lua_push_captures(search, start, end), 1);
      break;
    case LUA_TTABLE:
      soundbox_lua_push_capture(search, 0, start, end);
      lua_gettable(L, 3);
      break;
    default: soundbox_lua_add_template(search, buffer, start, end); return;
  }
  if (!lua_toboolean(L, -1)) {
    lua_settop(L, -2);
    luaL_addlstring(buffer, start, (size_t)(end - start));
  } else if (lua_isstring(L, -1)) {
    luaL_addvalue(buffer);
  } else {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
}

/// Replaces `string.gsub`.
static inline int soundbox_lua_gsub(lua_State *L) {
  const char *item, *last = NULL;
  soundbox_lua_search search = soundbox_lua_begin_search(L, 1, 2, &item);
  const char *at = search.text;
  int type = lua_type(L, 3);
  int is_replacement = type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE ||
                       type == LUA_TFUNCTION;
  luaL_argexpected(L, is_replacement, 3, "string/function/table");
  if (type == LUA_TNUMBER) lua_tolstring(L, 3, NULL);
  lua_Integer most = luaL_optinteger(L, 4, search.text_end - search.text + 1), count = 0;
  int is_anchored = *item == '^';
  if (is_anchored) item++;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (count < most) {
    const char *end = soundbox_lua_match_from(&search, at, item);
    if (end != NULL && end != last) {
      count++;
      soundbox_lua_add_replacement(&search, &buffer, at, end);
      at = last = end;
    } else if (at < search.text_end) {
      luaL_addchar(&buffer, *at++);
    } else {
      break;
    }
    if (is_anchored) break;
  }
  luaL_addlstring(&buffer, at, (size_t)(search.text_end - at));
  luaL_pushresult(&buffer);
  lua_pushinteger(L, count);
  return 2;
}
