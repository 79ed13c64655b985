-- Addresses given out for deposits, the payments seen on them, and how far each chain was read (D-06).

-- One row a network: the newest block whose payments are all recorded. A process that reads the next block locks it.
CREATE TABLE chain_cursors (
  network      text PRIMARY KEY CHECK (network IN ('bitcoin', 'ethereum')),
  -- Hash of the chain's first block: a node of another chain is refused.
  genesis_hash text NOT NULL,
  height       bigint NOT NULL CHECK (height >= 0),
  hash         text NOT NULL,
  moved_at     timestamptz NOT NULL
);

-- The newest blocks that were read, to find where a reorganisation began.
CREATE TABLE chain_blocks (
  network text NOT NULL REFERENCES chain_cursors (network) ON DELETE CASCADE,
  height  bigint NOT NULL,
  hash    text NOT NULL,
  PRIMARY KEY (network, height)
);

-- How many addresses were made of each extended public key.
CREATE TABLE chain_keys (
  -- The start of a hash of the key; the key itself would show all addresses of the operator.
  fingerprint text PRIMARY KEY,
  next_index  integer NOT NULL DEFAULT 0 CHECK (next_index >= 0)
);

CREATE TABLE chain_addresses (
  id          uuid PRIMARY KEY,
  network     text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  asset       text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT')),
  member_id   uuid NOT NULL REFERENCES members (id),
  fingerprint text NOT NULL REFERENCES chain_keys (fingerprint),
  key_index   integer NOT NULL CHECK (key_index >= 0),
  address     text NOT NULL,
  -- What payments are looked up by: the hash of the public key on Bitcoin, the address in lower case on Ethereum; hex.
  lookup      text NOT NULL,
  issued_at   timestamptz NOT NULL,
  UNIQUE (fingerprint, key_index),
  UNIQUE (network, lookup)
);

CREATE INDEX chain_addresses_of_member ON chain_addresses (member_id);

CREATE TABLE chain_sightings (
  id            uuid PRIMARY KEY,
  network       text NOT NULL CHECK (network IN ('bitcoin', 'ethereum')),
  tx_id         text NOT NULL,
  output_index  integer NOT NULL CHECK (output_index >= 0),
  address_id    uuid NOT NULL REFERENCES chain_addresses (id),
  asset         text NOT NULL CHECK (asset IN ('BTC', 'ETH', 'USDT')),
  amount        numeric NOT NULL CHECK (amount > 0),
  block_height  bigint NOT NULL,
  block_hash    text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  confirmations integer NOT NULL CHECK (confirmations >= 1),
  -- It had the confirmations required; nothing takes it back.
  final_at      timestamptz,
  -- A reorganisation took its block away.
  dropped_at    timestamptz,
  UNIQUE (network, tx_id, output_index),
  CHECK (final_at IS NULL OR dropped_at IS NULL)
);

CREATE INDEX chain_sightings_open ON chain_sightings (network, block_height) WHERE final_at IS NULL AND dropped_at IS NULL;
CREATE INDEX chain_sightings_of_address ON chain_sightings (address_id);
