-- The last moment at which the club's jobs ran. A clock that stands far from it has jumped, or nobody ran: either way somebody has to
-- say so before what falls due is paid.
CREATE TABLE clock_state (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last_seen_at timestamptz NOT NULL
);
