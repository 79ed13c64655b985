-- Why a deposit or a withdrawal was refused (decision 67). Rows that were refused before have no reason or no figure.

ALTER TABLE deposits ADD COLUMN refusal text CHECK (refusal IN ('belowMinimum'));
-- The minimum that was not reached, in the asset of the payment, at the rate of the refusal.
ALTER TABLE deposits ADD COLUMN refusal_minimum numeric(38, 18) CHECK (refusal_minimum > 0);

ALTER TABLE withdrawals ADD COLUMN refusal text
  CHECK (refusal IN ('addressUnusable', 'notRequested', 'suspectedScam', 'identityUnconfirmed', 'notPermitted', 'other'));
