/// The fleet's tables, as SQLite and PostgreSQL want them made.
///
/// Moments are milliseconds since 1970, by the monitor's clock; those of `times` are by the box's.
enum FleetSchema {
  /// What both take: `attempts` holds what is true of each attempt, `receipts` all that was said.
  private static let common = """
    CREATE TABLE boxes (
      store TEXT NOT NULL, box TEXT NOT NULL,
      first_seen BIGINT NOT NULL, last_seen BIGINT NOT NULL,
      state TEXT, state_since BIGINT, session BIGINT NOT NULL,
      head BIGINT NOT NULL, gaps TEXT NOT NULL,
      last_published BIGINT, last_delivered BIGINT, last_handled BIGINT, last_outcome TEXT,
      last_code BIGINT, info TEXT, health TEXT, health_at BIGINT,
      PRIMARY KEY (store, box));

    CREATE TABLE attempts (
      store TEXT NOT NULL, box TEXT NOT NULL, id TEXT NOT NULL, attempt BIGINT NOT NULL,
      order_id TEXT NOT NULL, opened_at BIGINT NOT NULL,
      published_at BIGINT, delivered_at BIGINT, handled_at BIGINT,
      outcome TEXT, code BIGINT, reason TEXT, spoken TEXT, rounds BIGINT NOT NULL,
      received BIGINT, delivered BIGINT, started BIGINT, finished BIGINT,
      clock_synced BIGINT NOT NULL, replayed BIGINT NOT NULL,
      delivered_seq BIGINT, handled_seq BIGINT,
      repetitions BIGINT NOT NULL, contradictions BIGINT NOT NULL,
      PRIMARY KEY (store, box, id, attempt));
    CREATE INDEX attempts_by_id ON attempts (id);
    CREATE INDEX attempts_by_order ON attempts (order_id);
    CREATE INDEX attempts_by_time ON attempts (opened_at);
    CREATE INDEX attempts_of_box ON attempts (store, box, opened_at);
    CREATE INDEX attempts_open ON attempts (opened_at) WHERE handled_at IS NULL;
    CREATE INDEX attempts_failed ON attempts (handled_at, outcome, code, reason)
      WHERE outcome IN ('failed', 'rejected', 'expired');

    CREATE TABLE states (
      store TEXT NOT NULL, box TEXT NOT NULL, at BIGINT NOT NULL, state TEXT NOT NULL,
      session BIGINT NOT NULL);
    CREATE INDEX states_of_box ON states (store, box, at);
    CREATE INDEX states_by_time ON states (at);

    CREATE TABLE healths (
      store TEXT NOT NULL, box TEXT NOT NULL, at BIGINT NOT NULL,
      queue BIGINT NOT NULL, ringing BIGINT NOT NULL, volume BIGINT NOT NULL,
      audio TEXT NOT NULL, xruns BIGINT NOT NULL, reconnects BIGINT NOT NULL,
      memory BIGINT NOT NULL, unpublished BIGINT NOT NULL, clock_synced BIGINT NOT NULL);
    CREATE INDEX healths_of_box ON healths (store, box, at);
    CREATE INDEX healths_by_time ON healths (at);
    """

  /// Attempts without an outcome.
  ///
  /// `last_word` is when one was last reported on, and `held_until` until when its box is believed to have
  /// it: see ``UnansweredCriteria``, whose spans these are in milliseconds.
  private static let openAttempts = """
    CREATE VIEW open_attempts AS
      SELECT attempts.*, coalesce(delivered_at, opened_at) AS last_word,
        CASE WHEN boxes.holds_since IS NULL OR delivered_at IS NULL OR boxes.state <> 'online'
            OR delivered_at < boxes.holds_since THEN 0
          WHEN boxes.health_at + 180000 < delivered_at + 1800000 THEN boxes.health_at + 180000
          ELSE delivered_at + 1800000 END AS held_until
      FROM attempts LEFT JOIN boxes
        ON boxes.store = attempts.store AND boxes.box = attempts.box
          AND boxes.holds_since IS NOT NULL
      WHERE handled_at IS NULL;
    """

  /// Schema version 2: since when a box has had the orders that it works through, since when it owes
  /// a receipt, on which connection it wrote its last receipt, and an index by outcome.
  private static let second = """
    ALTER TABLE boxes ADD COLUMN holds_since BIGINT;
    ALTER TABLE boxes ADD COLUMN owes_since BIGINT;
    ALTER TABLE boxes ADD COLUMN head_session BIGINT NOT NULL DEFAULT 0;

    \(openAttempts)
    CREATE INDEX boxes_holding ON boxes (store, box) WHERE holds_since IS NOT NULL;

    CREATE INDEX attempts_by_outcome ON attempts (outcome, opened_at) WHERE outcome <> 'played';
    """

  /// Schema version 3: whether an outcome is a failure, and whether it settles its id, as data.
  ///
  /// Earlier programs stored known outcomes only, which need no `settles_id` to be read. The view is made
  /// again since PostgreSQL fixes its columns when it is made.
  private static let third = """
    ALTER TABLE attempts ADD COLUMN is_failure BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE attempts ADD COLUMN settles_id BIGINT;
    ALTER TABLE boxes ADD COLUMN last_settles_id BIGINT;
    UPDATE attempts SET is_failure = 1 WHERE outcome IN ('failed', 'rejected', 'expired');
    DROP INDEX attempts_failed;
    CREATE INDEX attempts_failed ON attempts (handled_at, outcome, code, reason)
      WHERE is_failure = 1;
    DROP VIEW open_attempts;
    \(openAttempts)
    """

  /// Schema version 4: the source of an id, which is part of the key of an attempt; empty for none.
  ///
  /// - Parameter key: The statements that change the key of `attempts`, in the database's own dialect.
  /// - Returns: The script.
  private static func fourth(_ key: String) -> String {
    """
    DROP VIEW open_attempts;
    \(key)
    \(openAttempts)
    ALTER TABLE receipts ADD COLUMN source TEXT NOT NULL DEFAULT '';
    """
  }

  /// SQLite cannot change a table's key: the rows move to a new table.
  private static let sqliteKey = """
    CREATE TABLE new_attempts (
      store TEXT NOT NULL, box TEXT NOT NULL, id TEXT NOT NULL, attempt BIGINT NOT NULL,
      order_id TEXT NOT NULL, opened_at BIGINT NOT NULL,
      published_at BIGINT, delivered_at BIGINT, handled_at BIGINT,
      outcome TEXT, code BIGINT, reason TEXT, spoken TEXT, rounds BIGINT NOT NULL,
      received BIGINT, delivered BIGINT, started BIGINT, finished BIGINT,
      clock_synced BIGINT NOT NULL, replayed BIGINT NOT NULL,
      delivered_seq BIGINT, handled_seq BIGINT,
      repetitions BIGINT NOT NULL, contradictions BIGINT NOT NULL,
      is_failure BIGINT NOT NULL DEFAULT 0, settles_id BIGINT, source TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (store, box, source, id, attempt));
    INSERT INTO new_attempts SELECT *, '' FROM attempts;
    DROP TABLE attempts;
    ALTER TABLE new_attempts RENAME TO attempts;
    CREATE INDEX attempts_by_id ON attempts (id);
    CREATE INDEX attempts_by_order ON attempts (order_id);
    CREATE INDEX attempts_by_time ON attempts (opened_at);
    CREATE INDEX attempts_of_box ON attempts (store, box, opened_at);
    CREATE INDEX attempts_open ON attempts (opened_at) WHERE handled_at IS NULL;
    CREATE INDEX attempts_failed ON attempts (handled_at, outcome, code, reason)
      WHERE is_failure = 1;
    CREATE INDEX attempts_by_outcome ON attempts (outcome, opened_at) WHERE outcome <> 'played';
    """

  private static let postgresKey = """
    ALTER TABLE attempts ADD COLUMN source TEXT NOT NULL DEFAULT '',
      DROP CONSTRAINT attempts_pkey, ADD PRIMARY KEY (store, box, source, id, attempt);
    """

  private static let numbered = """
    CREATE TABLE unreadable (
      {n}, at BIGINT NOT NULL, topic TEXT NOT NULL, store TEXT NOT NULL, box TEXT NOT NULL,
      reason TEXT NOT NULL, payload {bytes} NOT NULL);
    CREATE INDEX unreadable_by_time ON unreadable (at);

    CREATE TABLE actions (
      {n}, at BIGINT NOT NULL, who TEXT NOT NULL, origin TEXT NOT NULL,
      store TEXT NOT NULL, box TEXT NOT NULL, verb TEXT NOT NULL, body TEXT NOT NULL,
      result TEXT, answered_at BIGINT);
    CREATE INDEX actions_of_box ON actions (store, box, at);
    CREATE INDEX actions_by_time ON actions (at);

    CREATE TABLE alarms (
      {n}, name TEXT NOT NULL, subject TEXT NOT NULL, raised_at BIGINT NOT NULL,
      cleared_at BIGINT, text TEXT NOT NULL, severity TEXT NOT NULL, told BIGINT NOT NULL);
    CREATE UNIQUE INDEX alarms_by_time ON alarms (raised_at, name, subject);
    CREATE INDEX alarms_open ON alarms (n) WHERE cleared_at IS NULL;

    CREATE TABLE notices (
      {n}, alarm BIGINT NOT NULL, channel TEXT NOT NULL, event TEXT NOT NULL, at BIGINT NOT NULL);
    CREATE UNIQUE INDEX notices_of_alarm ON notices (alarm, channel, event);
    CREATE INDEX notices_by_time ON notices (at);
    """

  private static let receipts = """
      received_at BIGINT NOT NULL, store TEXT NOT NULL, box TEXT NOT NULL,
      id TEXT NOT NULL, attempt BIGINT NOT NULL, kind TEXT NOT NULL, seq BIGINT NOT NULL,
      session BIGINT NOT NULL, written_at BIGINT NOT NULL, outcome TEXT, code BIGINT,
      reason TEXT, mark TEXT NOT NULL, is_duplicate BIGINT NOT NULL
    """

  private static func filled(_ number: String, bytes: String) -> String {
    var text = ""
    for part in numbered.split(separator: "{n}", omittingEmptySubsequences: false) {
      text += (text.isEmpty ? "" : number) + part
    }
    return text.split(separator: "{bytes}", omittingEmptySubsequences: false)
      .joined(separator: bytes)
  }

  /// The scripts for SQLite.
  static let sqlite = [
    """
    \(common)
    \(filled("n INTEGER PRIMARY KEY AUTOINCREMENT", bytes: "BLOB"))
    CREATE TABLE receipts (n INTEGER PRIMARY KEY AUTOINCREMENT, \(receipts));
    CREATE INDEX receipts_by_time ON receipts (received_at);
    CREATE INDEX receipts_of_id ON receipts (id);
    """,
    second, third, fourth(sqliteKey),
  ]

  /// The scripts for PostgreSQL; a month of receipts is a partition, which is dropped whole.
  static let postgres = [
    #"""
    \#(common)
    \#(filled("n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", bytes: "BYTEA"))
    CREATE SEQUENCE receipts_n;
    CREATE TABLE receipts (n BIGINT NOT NULL DEFAULT nextval('receipts_n'), \#(receipts))
      PARTITION BY RANGE (received_at);
    CREATE INDEX receipts_of_id ON receipts (id);
    CREATE INDEX receipts_by_number ON receipts (n);
    CREATE TABLE receipts_rest PARTITION OF receipts DEFAULT;

    -- What came before there was a partition for it moves there from the rest.
    CREATE FUNCTION add_receipts_month(name TEXT, first BIGINT, next BIGINT) RETURNS VOID
    LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock('receipts'::regclass::oid::bigint);
      IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE %I (LIKE receipts INCLUDING DEFAULTS)', name);
      EXECUTE format(
        'WITH moved AS (DELETE FROM receipts_rest WHERE received_at >= $1 AND received_at < $2
           RETURNING *)
         INSERT INTO %I SELECT * FROM moved', name) USING first, next;
      EXECUTE format(
        'ALTER TABLE receipts ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        name, first, next);
    END $$;

    CREATE FUNCTION drop_receipts_before(moment BIGINT) RETURNS VOID
    LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
    DECLARE name TEXT;
    BEGIN
      FOR name IN
        SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'receipts'::regclass AND
          substring(pg_get_expr(relpartbound, pg_class.oid) FROM 'TO \(''(\d+)''\)')::bigint <= moment
      LOOP
        EXECUTE format('DROP TABLE %I', name);
      END LOOP;
    END $$;
    """#,
    second, third, fourth(postgresKey),
  ]
}
