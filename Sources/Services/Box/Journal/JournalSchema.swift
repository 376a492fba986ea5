/// The journal's tables.
///
/// `commands` is the queue: what is neither handled nor started waits, in the order of `n`. `receipts`
/// is the outbox: what is not published goes out next, in the order of `seq`. `consumers` tells for
/// each one how far it has come in `commands`.
enum JournalSchema {
  /// The stage of a command.
  enum State: Int, Sendable {
    case waiting = 0
    case started = 1
    case handled = 2
    /// A summary that waits or is being spoken says it.
    case summarized = 3
  }

  /// Each script leads from one version of the tables to the next.
  static let migrations = [
    """
    CREATE TABLE box (
      session INTEGER NOT NULL,  -- the number of the last connection
      events INTEGER NOT NULL    -- messages without an id so far
    ) STRICT;
    INSERT INTO box (session, events) VALUES (0, 0);

    CREATE TABLE commands (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      state INTEGER NOT NULL,
      accepted INTEGER NOT NULL,        -- 1: its delivered receipt was given
      settled INTEGER NOT NULL,         -- 1: its outcome settles the id for good
      order_name TEXT NOT NULL,
      sound_command TEXT NOT NULL,
      act INTEGER NOT NULL,
      volume INTEGER,
      expires_at INTEGER,               -- milliseconds since 1970, as all times here
      topic TEXT NOT NULL,
      payload BLOB,                     -- how a message that was refused begins
      received_at INTEGER NOT NULL,
      delivered_at INTEGER,
      started_at INTEGER,
      starts INTEGER NOT NULL DEFAULT 0,    -- times its first sample may have been heard
      crashes INTEGER NOT NULL DEFAULT 0,   -- times the box ended in the middle of it
      failures INTEGER NOT NULL DEFAULT 0,  -- times the device failed in the middle of it
      UNIQUE (id, attempt)
    ) STRICT;
    CREATE INDEX queue ON commands (n) WHERE state < 2;

    CREATE TABLE receipts (
      seq INTEGER PRIMARY KEY,
      command INTEGER,                  -- null: it repeats another receipt
      kind TEXT NOT NULL,
      body TEXT NOT NULL,
      published INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outbox ON receipts (seq) WHERE published = 0;
    CREATE INDEX of_command ON receipts (command, seq);
    """,
    """
    ALTER TABLE box ADD COLUMN volume INTEGER NOT NULL DEFAULT 100;  -- per cent
    ALTER TABLE box ADD COLUMN muted_until INTEGER;

    ALTER TABLE commands ADD COLUMN priority TEXT NOT NULL DEFAULT 'normal';
    ALTER TABLE commands ADD COLUMN lifetime INTEGER;     -- milliseconds from its arrival
    ALTER TABLE commands ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;  -- spoken to their end
    ALTER TABLE commands ADD COLUMN finished_at INTEGER;  -- when the last of them ended
    ALTER TABLE commands ADD COLUMN acknowledged TEXT;    -- by whom
    ALTER TABLE commands ADD COLUMN summary INTEGER;      -- the command that says it among others
    ALTER TABLE commands ADD COLUMN is_replay INTEGER NOT NULL DEFAULT 0;  -- 1: asked for again
    CREATE INDEX alerts ON commands (order_name) WHERE act = 4;
    CREATE INDEX members ON commands (summary) WHERE summary IS NOT NULL;
    """,
    // What waits is looked for at the start only, when the whole file is read anyway.
    "DROP INDEX queue;",
    """
    ALTER TABLE commands ADD COLUMN content TEXT;  -- JSON of what the other columns do not say

    CREATE TABLE consumers (
      name TEXT PRIMARY KEY,
      cursor INTEGER NOT NULL           -- the newest command it has had; may be behind
    ) STRICT;
    INSERT INTO consumers (name, cursor) SELECT 'speaker', coalesce(max(n), 0) FROM commands;
    """,
    // SQLite cannot change a UNIQUE constraint, so the table is rebuilt.
    """
    CREATE TABLE new_commands (
      n INTEGER PRIMARY KEY,
      source TEXT NOT NULL DEFAULT '',  -- the id space; empty for the one without a name
      id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      state INTEGER NOT NULL,
      accepted INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      order_name TEXT NOT NULL,
      sound_command TEXT NOT NULL,
      act INTEGER NOT NULL,
      volume INTEGER,
      expires_at INTEGER,
      topic TEXT NOT NULL,
      payload BLOB,
      received_at INTEGER NOT NULL,
      delivered_at INTEGER,
      started_at INTEGER,
      starts INTEGER NOT NULL DEFAULT 0,
      crashes INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      priority TEXT NOT NULL DEFAULT 'normal',
      lifetime INTEGER,
      rounds INTEGER NOT NULL DEFAULT 0,
      finished_at INTEGER,
      acknowledged TEXT,
      summary INTEGER,
      is_replay INTEGER NOT NULL DEFAULT 0,
      content TEXT,
      note TEXT,                        -- what its receipts say besides, such as what was left out
      is_once INTEGER NOT NULL DEFAULT 0,  -- 1: acknowledged before it came, so that it does not ring
      UNIQUE (id, source, attempt)
    ) STRICT;
    INSERT INTO new_commands (n, id, attempt, state, accepted, settled, order_name, sound_command,
      act, volume, expires_at, topic, payload, received_at, delivered_at, started_at, starts,
      crashes, failures, priority, lifetime, rounds, finished_at, acknowledged, summary, is_replay,
      content)
    SELECT n, id, attempt, state, accepted, settled, order_name, sound_command,
      act, volume, expires_at, topic, payload, received_at, delivered_at, started_at, starts,
      crashes, failures, priority, lifetime, rounds, finished_at, acknowledged, summary, is_replay,
      content FROM commands;
    DROP TABLE commands;
    ALTER TABLE new_commands RENAME TO commands;
    CREATE INDEX alerts ON commands (order_name) WHERE act = 4;
    CREATE INDEX members ON commands (summary) WHERE summary IS NOT NULL;

    CREATE TABLE early (                -- acknowledgements and cancellations before their order
      n INTEGER PRIMARY KEY,
      source TEXT,                      -- null: an order of any id space
      order_name TEXT NOT NULL,
      is_cancelled INTEGER NOT NULL,
      by TEXT NOT NULL,                 -- who, in words
      command INTEGER NOT NULL          -- the newest command when it came
    ) STRICT;
    CREATE INDEX early_orders ON early (order_name);

    CREATE TABLE packets (              -- messages without an id that the broker may send again
      packet INTEGER NOT NULL,          -- MQTT's packet identifier
      element INTEGER NOT NULL,
      digest TEXT NOT NULL,
      command INTEGER NOT NULL,
      session INTEGER NOT NULL,         -- the number of the connection on which it came
      seq INTEGER NOT NULL,             -- the delivered receipt, sent after the acknowledgement
      PRIMARY KEY (packet, element)
    ) STRICT, WITHOUT ROWID;
    """,
  ]
}

/// A reader of the accepted commands, which keeps its own place in them.
///
/// The cursor is written to the file only when old commands are deleted, since every page written wears
/// flash memory out: after a crash a consumer gets commands again that it has had, and must know them
/// by its own records. The speaker's record is the command's state.
enum JournalConsumer: String, Sendable, CaseIterable {
  case speaker
}
