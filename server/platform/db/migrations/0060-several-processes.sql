-- What several processes on one database need of each other (decisions 60 and 61).

-- The process that runs a keyed call, by the number of its advisory lock: null on the embedded engine, which has one process.
ALTER TABLE requests ADD COLUMN holder integer;

-- Calls of a caller in a group within a minute. Unlogged: a count costs no write to the disk, and after a crash or a fail-over
-- counting begins anew. The name is a keyed hash, since it stands for an address or a member. The time is that of the database,
-- so the clocks of the processes don't matter.
CREATE UNLOGGED TABLE call_counts (
  name    bytea PRIMARY KEY,
  calls   integer NOT NULL,
  over_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- When each job ran last, in whichever process: when it is due is decided by this and by the time of the database.
CREATE TABLE job_runs (
  name       text PRIMARY KEY,
  began_at   timestamptz NOT NULL,
  -- Null while it runs, and after a run whose process has died.
  ended_at   timestamptz
);

-- How the watch of a network goes, for the processes that don't watch it themselves.
CREATE TABLE chain_watches (
  network text PRIMARY KEY CHECK (network IN ('bitcoin', 'ethereum')),
  state   text NOT NULL CHECK (state IN ('starting', 'current', 'behind', 'unreachable', 'otherChain')),
  since   timestamptz NOT NULL
);
