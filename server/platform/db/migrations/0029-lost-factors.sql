-- Removing a second factor that a member has lost (D-08): one operator asks, the member is told and has time to object, another
-- operator does it.
CREATE TABLE factor_removals (
  id           uuid PRIMARY KEY,
  member_id    uuid NOT NULL REFERENCES members (id),
  asked_at     timestamptz NOT NULL,
  asked_by     text NOT NULL,
  -- How the member has proven to be who they are.
  proof        text NOT NULL,
  -- Nothing happens before.
  due_at       timestamptz NOT NULL,
  -- What the app had accepted by then: a later code says that it isn't lost.
  last_step    bigint NOT NULL,
  ended_at     timestamptz,
  ended_by     text,
  outcome      text CHECK (outcome IN ('removed', 'cancelled')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

CREATE UNIQUE INDEX factor_removals_open ON factor_removals (member_id) WHERE ended_at IS NULL;
