-- Second factor, recovery codes, sign-in challenges and throttles (security rules 6-8).

CREATE TABLE two_factor (
  member_id         uuid PRIMARY KEY REFERENCES members (id),
  -- AES-256-GCM: nonce, ciphertext and tag; bound to the member by the additional data.
  secret_sealed     bytea NOT NULL,
  enabled_at        timestamptz NOT NULL,
  -- The number of the last accepted 30-second step; only a later one is accepted.
  last_step         bigint NOT NULL
);

CREATE TABLE recovery_codes (
  member_id  uuid NOT NULL REFERENCES members (id),
  code_hash  bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (member_id, code_hash)
);

CREATE TABLE challenges (
  handle_hash    bytea PRIMARY KEY,
  member_id      uuid NOT NULL REFERENCES members (id),
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  tries          integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  made_under_key text,
  -- Answered: the session that came of it, and which call answered it.
  answered_at    timestamptz,
  answer_key     text,
  answer_hash    bytea,
  session_id     uuid REFERENCES sessions (id) ON DELETE SET NULL
);

CREATE INDEX challenges_of_member ON challenges (member_id);

-- One row per bucket of failures in a row. An attempt is charged before it is compared, and success clears the bucket.
CREATE TABLE throttles (
  bucket          text PRIMARY KEY,
  failures        integer NOT NULL,
  -- How often the bucket was locked; the next lock is twice as long.
  locks           integer NOT NULL DEFAULT 0,
  blocked_until   timestamptz,
  last_failure_at timestamptz NOT NULL
);
