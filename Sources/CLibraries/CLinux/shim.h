#pragma once
// Functions of Linux and glibc that are missing in Swift's Glibc module, which lacks _GNU_SOURCE.
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#include <sys/timex.h>
