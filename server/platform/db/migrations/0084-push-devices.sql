-- Browsers that members let tell them of notices (Web Push), and what waits to be sent to them.

-- By which push services know the club. Browsers subscribe to the public key, so a pair stays for good.
CREATE TABLE push_keys (
  id             integer PRIMARY KEY CHECK (id = 1),
  public_key     bytea NOT NULL,
  private_sealed bytea NOT NULL,
  made_at        timestamptz NOT NULL
);

-- A device belongs to a session, and goes with it.
CREATE TABLE push_devices (
  id           uuid PRIMARY KEY,
  member_id    uuid NOT NULL REFERENCES members (id),
  session_id   uuid NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  browser_hash bytea,
  endpoint     text NOT NULL,
  -- What messages to this browser are encrypted with.
  public_key   bytea NOT NULL,
  auth_secret  bytea NOT NULL,
  added_at     timestamptz NOT NULL,
  delivered_at timestamptz,
  UNIQUE (member_id, endpoint)
);

CREATE TABLE push_messages (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id       uuid NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  -- None: the member asked for a test.
  notice_id       bigint REFERENCES notices (id) ON DELETE CASCADE,
  created_at      timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  leased_until    timestamptz,
  attempts        integer NOT NULL DEFAULT 0,
  UNIQUE (device_id, notice_id)
);

CREATE INDEX push_devices_of_browser ON push_devices (member_id, browser_hash);
CREATE INDEX push_messages_due ON push_messages (next_attempt_at);
CREATE INDEX push_messages_of_notice ON push_messages (notice_id);
