-- E-mail codes, proofs of addresses, recoveries and changes of address (security rules 1-4, L-05), what they do to an account
-- (rule 12), and calls under a key that nobody is signed in for. Addresses are kept as keyed hashes: many are of strangers.

-- What counts against the limits of rule 2, whether a mail went out or the account is unknown.
CREATE TABLE email_sends (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient bytea NOT NULL,
  purpose   text NOT NULL,
  sent_at   timestamptz NOT NULL
);

CREATE INDEX email_sends_of_recipient ON email_sends (recipient, sent_at);

CREATE TABLE email_codes (
  id         uuid PRIMARY KEY,
  -- Keyed hash of purpose, address and account: a code is good for that one binding only.
  binding    bytea NOT NULL,
  -- Keyed hash; random where the account is unknown, so that no code is right.
  code_hash  bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries      integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at    timestamptz,
  -- Set where a newer code took its place.
  voided_at  timestamptz
);

CREATE UNIQUE INDEX email_codes_live ON email_codes (binding) WHERE used_at IS NULL AND voided_at IS NULL;
CREATE INDEX email_codes_of_binding ON email_codes (binding, created_at);

-- An address that somebody has proven with a code, good for one sign-up.
CREATE TABLE email_proofs (
  proof_hash bytea PRIMARY KEY,
  address    bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE TABLE password_recoveries (
  id               uuid PRIMARY KEY,
  -- The cookie of the browser that began it.
  token_hash       bytea NOT NULL UNIQUE,
  address          bytea NOT NULL,
  -- Keyed hash of the address and the user name that were given together.
  account          bytea NOT NULL,
  -- NULL: no member has both; everything goes its way but the mail.
  member_id        uuid REFERENCES members (id),
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  -- The one grant to set a new password, made of the right code.
  grant_hash       bytea UNIQUE,
  grant_expires_at timestamptz,
  -- Used, or ended with the password or address that it was begun for.
  ended_at         timestamptz,
  CHECK ((grant_hash IS NULL) = (grant_expires_at IS NULL))
);

CREATE INDEX password_recoveries_of_member ON password_recoveries (member_id) WHERE ended_at IS NULL;

CREATE TABLE email_change_requests (
  id           uuid PRIMARY KEY,
  member_id    uuid NOT NULL REFERENCES members (id),
  token_hash   bytea NOT NULL UNIQUE,
  -- Moves by the steps of machines/lifecycles/email-change-request only.
  status       text NOT NULL CHECK (status IN ('requested', 'opened', 'changed', 'expired', 'replaced')),
  requested_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  opened_at    timestamptz,
  -- The new address that the newest code went to.
  address      bytea,
  ended_at     timestamptz,
  CHECK ((status IN ('requested', 'opened')) = (ended_at IS NULL)),
  CHECK (status <> 'opened' OR (opened_at IS NOT NULL AND address IS NOT NULL))
);

CREATE UNIQUE INDEX email_change_requests_open ON email_change_requests (member_id) WHERE ended_at IS NULL;

ALTER TABLE members ADD COLUMN withdrawals_held_until timestamptz;

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off',
  'ended_by_member', 'password_reset', 'password_changed', 'email_changed'
));

-- A mail with a code or link in it keeps it until then and not for ever.
ALTER TABLE mails ADD COLUMN secret_until timestamptz;
ALTER TABLE mails ADD COLUMN wiped_at timestamptz;
CREATE INDEX mails_with_secrets ON mails (secret_until) WHERE secret_until IS NOT NULL AND wiped_at IS NULL;

-- Under whose keys a call counts: a member's id, or 'anonymous'.
ALTER TABLE requests ADD COLUMN scope text;
UPDATE requests SET scope = member_id::text, answer_sealed = NULL;
ALTER TABLE requests DROP COLUMN member_id;
ALTER TABLE requests ADD PRIMARY KEY (scope, key);
