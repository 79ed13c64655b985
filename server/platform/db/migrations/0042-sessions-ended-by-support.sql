-- Sessions that support ended are told from those that the member did.
ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off', 'ended_by_member', 'ended_by_support',
  'password_reset', 'password_changed', 'email_changed', 'frozen', 'proofs_failed'
));
