#pragma once
#include <libpq-fe.h>

/// The parts of an error: the library's names are macros for characters, which Swift does not import.
static const int pq_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int pq_sqlstate = PG_DIAG_SQLSTATE;
static const int pq_message = PG_DIAG_MESSAGE_PRIMARY;
static const int pq_hint = PG_DIAG_MESSAGE_HINT;
