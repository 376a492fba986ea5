#pragma once
// The declarations we use of two libraries that are loaded at run time if installed, so that their
// headers are not needed to build.
#include <stddef.h>
#include <stdint.h>

// libespeak-ng.so.1, as speak_lib.h of espeak-ng 1.51 declares it (API revision 12).

typedef struct {
  int type;
  unsigned int unique_identifier;
  int text_position;
  int length;
  int audio_position;
  int sample;
  void *user_data;
  union {
    int number;
    const char *name;
    char string[8];
  } id;
} espeak_EVENT;

enum {
  espeakAUDIO_OUTPUT_SYNCHRONOUS = 2,
  espeakINITIALIZE_DONT_EXIT = 0x8000,
  espeakEVENT_LIST_TERMINATED = 0,
  espeakEVENT_SAMPLERATE = 8,
  espeakRATE = 1,
  espeakPITCH = 3,
  espeakPOS_CHARACTER = 1,
  espeakCHARS_UTF8 = 1,
};

typedef int espeak_callback(short *samples, int count, espeak_EVENT *events);
typedef int (*espeak_Initialize_type)(int output, int milliseconds, const char *path, int options);
typedef void (*espeak_SetSynthCallback_type)(espeak_callback *callback);
typedef int (*espeak_SetVoiceByName_type)(const char *name);
typedef int (*espeak_SetParameter_type)(int parameter, int value, int relative);
typedef int (*espeak_Synth_type)(const void *text, size_t size, unsigned int position,
                                 int position_type, unsigned int end_position, unsigned int flags,
                                 unsigned int *unique_identifier, void *user_data);

// libicui18n, as unicode/utrans.h of ICU 72 declares it.

typedef void *(*utrans_openU_type)(const uint16_t *id, int32_t length, int direction,
                                   const uint16_t *rules, int32_t rules_length, void *parse_error,
                                   int *status);
typedef void (*utrans_transUChars_type)(const void *transliterator, uint16_t *text, int32_t *length,
                                        int32_t capacity, int32_t start, int32_t *limit, int *status);
