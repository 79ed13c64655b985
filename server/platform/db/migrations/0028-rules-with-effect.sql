-- Rules as defaults that protect (D-06, D-07), as a version that follows the newest one; what an operator has set stays.
-- Confirmations: a rule only raises what a network is set to, so its own default asks for nothing more.
-- Rates: an hour for those that operators set by hand, a quarter of it for those of a feed that is read every minute.

INSERT INTO rules (version, effective_from, "values", defaults)
SELECT version + 1, effective_from,
  "values"
    || '{"feedRateStaleMinutes": 15}'
    || CASE WHEN 'depositConfirmations' = ANY (defaults) THEN '{"depositConfirmations": {"bitcoin": 1, "ethereum": 1}}' ELSE '{}' END::jsonb
    || CASE WHEN 'rateStaleMinutes' = ANY (defaults) THEN '{"rateStaleMinutes": 60}' ELSE '{}' END::jsonb,
  array_append(defaults, 'feedRateStaleMinutes')
FROM rules ORDER BY version DESC LIMIT 1;

-- Rates that a feed told and that jumped further than may be taken unseen; the one in force stays until an operator sets one.
CREATE TABLE held_rates (
  asset   text PRIMARY KEY,
  usd     numeric NOT NULL CHECK (usd > 0),
  at      timestamptz NOT NULL,
  held_at timestamptz NOT NULL
);

-- A payment is one withdrawal's: an operator can't write the same transaction down for two.
CREATE TABLE payout_transactions (
  network        text NOT NULL,
  -- In lower case.
  transaction_id text NOT NULL,
  withdrawal_id  uuid NOT NULL REFERENCES withdrawals (id),
  PRIMARY KEY (network, transaction_id)
);

INSERT INTO payout_transactions (network, transaction_id, withdrawal_id)
SELECT network, lower(transaction_id), id FROM withdrawals WHERE transaction_id IS NOT NULL ORDER BY completed_at
ON CONFLICT DO NOTHING;
