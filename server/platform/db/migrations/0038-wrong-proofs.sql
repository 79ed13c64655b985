-- Wrong passwords and codes of who is signed in, counted by session: the one that typed too many ends, and no other feels it (decision 27).

ALTER TABLE sessions ADD COLUMN wrong_proofs integer NOT NULL DEFAULT 0;

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off',
  'ended_by_member', 'password_reset', 'password_changed', 'email_changed', 'frozen', 'proofs_failed'
));

-- False for a browser that is known since it set the password: its first sign-in is still told of by mail.
ALTER TABLE trusted_browsers ADD COLUMN signed_in boolean NOT NULL DEFAULT true;

-- They were counted by member under these names.
DELETE FROM throttles WHERE bucket LIKE 'step-up:%' OR bucket LIKE 'second-factor:%';
