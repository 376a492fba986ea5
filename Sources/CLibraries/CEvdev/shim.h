#pragma once
#include <stddef.h>
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>

// Keeps libevdev from writing to standard error.
static inline void soundbox_silence_evdev(void) { libevdev_set_log_function(NULL, NULL); }
