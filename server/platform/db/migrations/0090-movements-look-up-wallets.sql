-- A session plans the statements of a movement once. Where that was when a club had few wallets, the plan reads all of them, and goes
-- on doing so while there come to be tens of thousands: the payments of a first large month took half a microsecond for each
-- wallet that was already there. A movement touches a handful of accounts, so it always looks them up.
ALTER FUNCTION lock_wallets(uuid[], text[], text[], numeric[])
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION post_journal(text, timestamptz, text, uuid, integer, uuid, jsonb, uuid[], text[], text[], numeric[])
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
