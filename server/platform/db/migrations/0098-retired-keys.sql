-- Keys whose addresses are no longer credited, and held payments that went back to their sender (decision 125).
ALTER TABLE chain_keys ADD COLUMN retired_at timestamptz;

ALTER TABLE deposits DROP CONSTRAINT deposits_refusal_check;
ALTER TABLE deposits ADD CONSTRAINT deposits_refusal_check CHECK (refusal IN ('belowMinimum', 'retiredAddress'));
-- The transaction that brought a held payment back to its sender, as an operator has recorded it.
ALTER TABLE deposits ADD COLUMN returned_by text;
