#pragma once
#include <alsa/asoundlib.h>

static void soundbox_ignore_alsa_message(const char *file, int line, const char *function,
                                         int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

// Keeps libasound from writing to standard error. In C, because the handler is variadic.
static inline void soundbox_silence_alsa(void) {
  snd_lib_error_set_handler(soundbox_ignore_alsa_message);
}
