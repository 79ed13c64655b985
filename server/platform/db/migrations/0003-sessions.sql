-- Browsers, sessions and their tokens (security rules 6 and 10-12). Tokens are kept as SHA-256 hashes only.

CREATE TABLE trusted_browsers (
  member_id     uuid NOT NULL REFERENCES members (id),
  browser_hash  bytea NOT NULL,
  device        text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (member_id, browser_hash)
);

CREATE TABLE sessions (
  id                  uuid PRIMARY KEY,
  member_id           uuid NOT NULL REFERENCES members (id),
  created_at          timestamptz NOT NULL,
  -- Never moved by rotation.
  absolute_end        timestamptz NOT NULL,
  last_used_at        timestamptz NOT NULL,
  previous_sign_in_at timestamptz,
  device              text NOT NULL,
  browser_hash        bytea,
  -- The Idempotency-Key of the call that made it: the same call again replaces this session.
  made_under_key      text,
  ended_at            timestamptz,
  end_reason          text CHECK (end_reason IN ('signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

CREATE INDEX sessions_of_member ON sessions (member_id, created_at);
CREATE UNIQUE INDEX sessions_made_under_key ON sessions (member_id, made_under_key) WHERE ended_at IS NULL;

CREATE TABLE access_tokens (
  token_hash    bytea PRIMARY KEY,
  session_id    uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  issued_at     timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  first_used_at timestamptz
);

CREATE INDEX access_tokens_of_session ON access_tokens (session_id);

-- The refresh tokens of a session are one family: each is spent for its successor.
CREATE TABLE refresh_tokens (
  token_hash        bytea PRIMARY KEY,
  session_id        uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The access token issued with it: when its first use is known, the answer that carried both has arrived.
  access_token_hash bytea NOT NULL,
  issued_at         timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  spent_at          timestamptz,
  spent_under_key   text,
  successor_hash    bytea,
  -- Set where the answer that carried it was lost and another token took its place.
  voided_at         timestamptz
);

CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
