-- A club that was put back to an earlier moment, from a backup or by PostgreSQL's own means: what left it since is not in its books. So
-- no money moves until an operator has compared them with the world outside.

ALTER TABLE club_state
  -- Tells this club from others, in the names of its backups and where a server notes what it has seen.
  ADD COLUMN club_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When it was put back; NULL once an operator has accepted what is there.
  ADD COLUMN restored_at timestamptz,
  -- The moment up to which its data goes.
  ADD COLUMN restored_from timestamptz;

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN (
  'signed_out', 'replaced', 'refresh_reused', 'two_factor_on', 'two_factor_off', 'ended_by_member', 'ended_by_support',
  'password_reset', 'password_changed', 'email_changed', 'frozen', 'proofs_failed', 'restored'
));

-- When an operator made sure, after a restore, that it was not paid in the time that is lost.
ALTER TABLE withdrawals ADD COLUMN unpaid_at timestamptz;

-- What a chain that is read again says of withdrawals that wait: payments to their addresses.
CREATE TABLE payout_sightings (
  network       text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  tx_id         text NOT NULL,
  output_index  integer NOT NULL CHECK (output_index >= 0),
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  asset         text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT')),
  amount        numeric NOT NULL CHECK (amount > 0),
  block_height  bigint NOT NULL,
  seen_at       timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id, output_index, withdrawal_id)
);

CREATE INDEX payout_sightings_of_withdrawal ON payout_sightings (withdrawal_id);

-- Addresses that may have been given out in the time that is lost. They are never given out again: somebody may still pay to them. An
-- operator gives one to its member, and what was paid to it is then that member's.
CREATE TABLE lost_addresses (
  network     text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  lookup      text NOT NULL,
  fingerprint text NOT NULL REFERENCES chain_keys (fingerprint),
  key_index   integer NOT NULL CHECK (key_index >= 0),
  address     text NOT NULL,
  restored_at timestamptz NOT NULL,
  PRIMARY KEY (network, lookup),
  UNIQUE (fingerprint, key_index)
);

CREATE TABLE lost_payments (
  network      text NOT NULL,
  tx_id        text NOT NULL,
  output_index integer NOT NULL CHECK (output_index >= 0),
  lookup       text NOT NULL,
  asset        text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT')),
  units        numeric NOT NULL CHECK (units > 0),
  block_height bigint NOT NULL,
  block_hash   text NOT NULL,
  seen_at      timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id, output_index),
  FOREIGN KEY (network, lookup) REFERENCES lost_addresses (network, lookup)
);

CREATE INDEX lost_payments_of_address ON lost_payments (network, lookup);
