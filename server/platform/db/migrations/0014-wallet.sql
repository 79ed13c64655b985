-- What waits to be confirmed (security rule 16), the address book, and what withdrawals and deposits have besides their receipts.

CREATE TABLE drafts (
  id            uuid PRIMARY KEY,
  member_id     uuid NOT NULL REFERENCES members (id),
  kind          text NOT NULL CHECK (kind IN ('withdrawal', 'transfer', 'exchange', 'purchase', 'restake')),
  -- `voided`: a newer draft of the kind took its place. One that ran out stays open; its time says so.
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'executed', 'voided')),
  -- All that carrying it out needs, as it was shown.
  terms         jsonb NOT NULL,
  second_factor text NOT NULL CHECK (second_factor IN ('none', 'totp', 'email')),
  -- Codes of the authenticator app that were tried; codes by e-mail count their own tries.
  tries         integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  executed_at   timestamptz,
  receipt_id    uuid REFERENCES receipts (id),
  CHECK ((state = 'executed') = (executed_at IS NOT NULL)),
  CHECK ((state = 'executed') = (receipt_id IS NOT NULL))
);

CREATE UNIQUE INDEX drafts_open ON drafts (member_id, kind) WHERE state = 'open';
CREATE UNIQUE INDEX drafts_of_receipt ON drafts (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX drafts_by_time ON drafts (expires_at) WHERE state <> 'executed';

CREATE TABLE saved_addresses (
  id         uuid PRIMARY KEY,
  member_id  uuid NOT NULL REFERENCES members (id),
  asset      text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  network    text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  -- In its normal form.
  address    text NOT NULL,
  label      text NOT NULL,
  saved_at   timestamptz NOT NULL,
  removed_at timestamptz,
  UNIQUE (member_id, asset, network, address)
);

-- A withdrawal is its receipt, whose status moves by machines/lifecycles/withdrawal only, and this.
CREATE TABLE withdrawals (
  id             uuid PRIMARY KEY REFERENCES receipts (id),
  member_id      uuid NOT NULL REFERENCES members (id),
  network        text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  development    boolean NOT NULL,
  address        text NOT NULL,
  completes_at   timestamptz NOT NULL,
  -- Set before the payment is sent: one whose process died meanwhile may have been sent, and is never sent again by itself.
  payout_at      timestamptz,
  transaction_id text,
  completed_at   timestamptz,
  -- Nothing is to be done any more but, after a payment, to note that it was seen.
  settled_at     timestamptz,
  UNIQUE (network, transaction_id, id)
);

CREATE INDEX withdrawals_of_member ON withdrawals (member_id, network, address);
CREATE INDEX withdrawals_due ON withdrawals (completes_at) WHERE settled_at IS NULL;

-- A deposit is its receipt, whose status moves by machines/lifecycles/deposit only, and this.
CREATE TABLE deposits (
  id            uuid PRIMARY KEY REFERENCES receipts (id),
  member_id     uuid NOT NULL REFERENCES members (id),
  address_id    uuid NOT NULL REFERENCES chain_addresses (id),
  network       text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  development   boolean NOT NULL,
  -- What the member meant to pay; NULL where a payment came without a request.
  wanted        numeric(38, 18) CHECK (wanted > 0),
  -- The payment that it stands for; NULL until there is one, and again when a reorganisation took it away.
  sighting_id   uuid UNIQUE REFERENCES chain_sightings (id),
  received      numeric(38, 18) CHECK (received > 0),
  confirmations integer NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
  confirmations_needed integer NOT NULL CHECK (confirmations_needed >= 1),
  -- How often its payment was seen anew: the books name each time.
  sightings     integer NOT NULL DEFAULT 0,
  credited_at   timestamptz,
  CHECK ((sighting_id IS NULL) = (received IS NULL))
);

CREATE INDEX deposits_of_address ON deposits (address_id);
CREATE INDEX deposits_of_member ON deposits (member_id);

-- When a withdrawal or deposit came to each status.
CREATE TABLE record_steps (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id uuid NOT NULL REFERENCES receipts (id),
  status     text NOT NULL,
  at         timestamptz NOT NULL
);

CREATE INDEX record_steps_of_receipt ON record_steps (receipt_id, id);

CREATE TRIGGER record_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_steps
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
