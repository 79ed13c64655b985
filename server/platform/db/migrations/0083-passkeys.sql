-- Passkeys (WebAuthn): what a device signs in and confirms with, in place of password and code.

-- What devices call the member: random, and nothing else of the club leads to it.
ALTER TABLE members ADD COLUMN passkey_handle bytea UNIQUE;

CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  member_id     uuid NOT NULL REFERENCES members (id),
  credential_id bytea NOT NULL UNIQUE,
  -- COSE; it verifies signatures and opens nothing.
  public_key    bytea NOT NULL,
  -- How often the device says it has signed; 0 if it doesn't count.
  counter       bigint NOT NULL CHECK (counter >= 0),
  transports    text[] NOT NULL,
  name          text NOT NULL,
  added_at      timestamptz NOT NULL,
  last_used_at  timestamptz
);

CREATE INDEX passkeys_of_member ON passkeys (member_id, added_at);

-- What a device is asked to sign: once, for one purpose.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose        text NOT NULL CHECK (purpose IN ('add', 'signIn', 'confirm')),
  member_id      uuid REFERENCES members (id),
  session_id     uuid REFERENCES sessions (id) ON DELETE CASCADE,
  draft_id       uuid REFERENCES drafts (id) ON DELETE CASCADE,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  -- Of a sign-in: the call that answered it, and the session that came of it.
  answer_key     text,
  answer_hash    bytea,
  signed_in      uuid REFERENCES sessions (id) ON DELETE SET NULL,
  CHECK ((purpose = 'signIn') = (member_id IS NULL)),
  CHECK ((member_id IS NULL) = (session_id IS NULL)),
  CHECK ((purpose = 'confirm') = (draft_id IS NOT NULL))
);

CREATE INDEX passkey_challenges_of_member ON passkey_challenges (member_id);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off', 'ended_by_member', 'ended_by_support',
  'password_reset', 'password_changed', 'email_changed', 'frozen', 'proofs_failed', 'restored', 'passkey_added',
  'passkey_removed'
));
