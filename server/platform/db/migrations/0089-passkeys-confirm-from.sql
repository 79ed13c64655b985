-- From when a passkey confirms money: the end of a wait that the trusted clock decided when it was added. A process of the
-- release before leaves it to PostgreSQL's clock.
ALTER TABLE passkeys ADD COLUMN confirms_from timestamptz NOT NULL DEFAULT now() + interval '24 hours';
UPDATE passkeys SET confirms_from = added_at + interval '24 hours';

-- What goes with a draft, a session or a sign-in is looked for by these columns when that is removed.
CREATE INDEX passkey_challenges_of_draft ON passkey_challenges (draft_id);
CREATE INDEX passkey_challenges_of_session ON passkey_challenges (session_id);
CREATE INDEX passkey_challenges_of_sign_in ON passkey_challenges (signed_in);
CREATE INDEX challenges_of_session ON challenges (session_id);

-- Who signs in takes over their browser, whoever had it.
CREATE INDEX push_devices_by_browser ON push_devices (browser_hash);

-- A transfer is announced under what arrived.
CREATE INDEX receipts_of_origin ON receipts (origin_id) WHERE origin_id IS NOT NULL;
