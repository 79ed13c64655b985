-- A secret that is being replaced, and what outlives the one before.

-- The mark of the secret that is to follow, from the first start with both until everything is sealed anew: a start that
-- knows but one of the two would not open what was sealed with the other.
ALTER TABLE club_state ADD COLUMN key_check_next bytea;

-- Keys of earlier secrets by which recovery codes were hashed. The codes are known to their members alone, so they can't be hashed
-- anew; the key is kept instead, sealed with the present secret.
CREATE TABLE retired_keys (
  id         uuid PRIMARY KEY,
  key_sealed bytea NOT NULL,
  retired_at timestamptz NOT NULL
);
