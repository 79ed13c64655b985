-- Frozen accounts (D-32): since when, and the links by which they are thawed.

ALTER TABLE members ADD COLUMN frozen_at timestamptz;
-- The right password was given while the account was frozen: a job mails how to thaw it.
ALTER TABLE members ADD COLUMN thaw_asked_at timestamptz;
CREATE INDEX members_to_mail_thaw_links ON members (thaw_asked_at) WHERE thaw_asked_at IS NOT NULL;

CREATE TABLE thaw_links (
  id         uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- NULL: no frozen account has both the address and the user name; everything goes its way but the mail.
  member_id  uuid REFERENCES members (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Wrong codes of the second factor.
  tries      integer NOT NULL DEFAULT 0,
  -- Used, used up, replaced by a newer one, or void since the account is no longer frozen.
  ended_at   timestamptz
);

CREATE UNIQUE INDEX thaw_links_open ON thaw_links (member_id) WHERE ended_at IS NULL;

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off',
  'ended_by_member', 'password_reset', 'password_changed', 'email_changed', 'frozen'
));
