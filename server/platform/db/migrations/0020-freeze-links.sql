-- The links of mails that tell of a change to what protects an account: each freezes it at one press (D-32).

CREATE TABLE freeze_links (
  id         uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  member_id  uuid NOT NULL REFERENCES members (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, or void since the account was frozen meanwhile.
  ended_at   timestamptz
);

CREATE INDEX freeze_links_open ON freeze_links (member_id) WHERE ended_at IS NULL;
