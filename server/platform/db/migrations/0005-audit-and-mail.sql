-- What happened (append-only), what was mailed, what a call under a key answered (security rules 15, 24, 25).

CREATE TABLE audit_events (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  member_id  uuid REFERENCES members (id),
  session_id uuid,
  kind       text NOT NULL,
  request_id text,
  device     text,
  details    jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX audit_events_of_member ON audit_events (member_id, at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE mails (
  id              uuid PRIMARY KEY,
  member_id       uuid REFERENCES members (id),
  kind            text NOT NULL,
  recipient_name  text NOT NULL,
  recipient       text NOT NULL,
  subject         text NOT NULL,
  body            text NOT NULL,
  created_at      timestamptz NOT NULL,
  -- Claimed by a sender until then; a sender that died lets go by time.
  leased_until    timestamptz,
  next_attempt_at timestamptz NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  last_error      text,
  sent_at         timestamptz,
  given_up_at     timestamptz,
  -- The rendered message, kept where no mail server is configured.
  eml             text
);

CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE sent_at IS NULL AND given_up_at IS NULL AND eml IS NULL;

CREATE TABLE requests (
  member_id    uuid NOT NULL REFERENCES members (id),
  key          text NOT NULL,
  operation_id text NOT NULL,
  -- Keyed hash of operation and body: a body may hold a password.
  request_hash bytea NOT NULL,
  -- Tells the run that claimed the key from one that took it over after the lease.
  claim        uuid NOT NULL,
  claimed_at   timestamptz NOT NULL,
  leased_until timestamptz NOT NULL,
  done_at      timestamptz,
  status       integer,
  -- NULL once it is no longer kept.
  answer       jsonb,
  answer_sealed bytea,
  PRIMARY KEY (member_id, key),
  CHECK ((done_at IS NULL) = (status IS NULL))
);

CREATE INDEX requests_by_time ON requests (claimed_at);
