-- The books (D-03, security rule 17): double entry, append-only, each journal zero per asset. And receipts, one for each act that
-- a member sees (D-29), which the histories are lists of (D-12).

CREATE TABLE accounts (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL: an account of the club's own.
  member_id uuid REFERENCES members (id),
  kind      text NOT NULL,
  asset     text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP')),
  -- NULL for the club's own accounts: a row that everybody's movement locks would make all of them wait for each other.
  balance   numeric(38, 18),
  UNIQUE NULLS NOT DISTINCT (member_id, kind, asset),
  -- What postings refer to, so that none can be in another asset than its account.
  UNIQUE (id, asset),
  CHECK (CASE WHEN member_id IS NULL
    THEN kind IN ('chain', 'deposit_transit', 'refused_deposits', 'withdrawal_transit', 'fees', 'rewards', 'bonuses', 'exchange', 'stakes', 'rounding')
    ELSE kind IN ('wallet') END),
  CHECK ((member_id IS NULL) = (balance IS NULL)),
  CONSTRAINT accounts_never_below_zero CHECK (balance >= 0)
) WITH (fillfactor = 70);

INSERT INTO accounts (kind, asset)
  SELECT kind, asset FROM
    unnest(ARRAY['chain', 'deposit_transit', 'refused_deposits', 'withdrawal_transit', 'fees', 'rewards', 'bonuses', 'exchange', 'stakes', 'rounding']) AS kind,
    unnest(ARRAY['USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP']) AS asset;

CREATE TABLE receipts (
  id                     uuid PRIMARY KEY,
  -- What a member tells the support, such as W-7K2M-9QXD.
  reference              text NOT NULL UNIQUE,
  member_id              uuid NOT NULL REFERENCES members (id),
  kind                   text NOT NULL CHECK (kind IN (
    'deposit', 'withdrawal', 'transfer_out', 'transfer_in', 'exchange', 'purchase', 'restake', 'stake_withdrawal',
    'staking_reward', 'referral_bonus', 'binary_bonus')),
  -- NULL where the act is over as soon as it is done.
  status                 text,
  at                     timestamptz NOT NULL,
  asset                  text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP')),
  -- As the member's wallet sees it: below zero where it goes out. The net is what arrives, the fee what stays with the club.
  amount                 numeric(38, 18) NOT NULL,
  fee                    numeric(38, 18) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  net                    numeric(38, 18) NOT NULL,
  counter_asset          text CHECK (counter_asset IN ('USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP')),
  counter_amount         numeric(38, 18),
  counterparty_member_id uuid REFERENCES members (id),
  note                   text,
  rule_version           integer,
  rate                   numeric,
  rate_at                timestamptz,
  -- The receipt whose journals this one is about as well: what one member sent is what another got.
  origin_id              uuid REFERENCES receipts (id),
  details                jsonb NOT NULL DEFAULT '{}',
  updated_at             timestamptz NOT NULL,
  CHECK ((counter_asset IS NULL) = (counter_amount IS NULL)),
  CHECK ((rate IS NULL) = (rate_at IS NULL))
) WITH (fillfactor = 90);

CREATE INDEX receipts_of_kind ON receipts (member_id, kind, at, id);
CREATE INDEX receipts_of_member ON receipts (member_id, at, id);
CREATE INDEX receipts_of_status ON receipts (member_id, kind, status, at, id) WHERE status IS NOT NULL;

-- What an act was stays as the member saw it. Of a deposit the chain tells the amount later, so only its frame is fixed.
CREATE TRIGGER receipts_keep_frame
BEFORE DELETE OR TRUNCATE OR UPDATE OF id, reference, member_id, kind, at, asset, counter_asset, counterparty_member_id, note, rule_version, origin_id
ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER receipts_keep_amounts
BEFORE UPDATE OF amount, fee, net, counter_amount, rate, rate_at ON receipts FOR EACH ROW
WHEN (OLD.kind <> 'deposit') EXECUTE FUNCTION refuse_change();

CREATE TABLE journals (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL,
  kind         text NOT NULL,
  -- One movement has one key, so that it is written once however often it is tried.
  key          text NOT NULL UNIQUE,
  -- Who caused it; NULL for the club.
  member_id    uuid REFERENCES members (id),
  -- Refers to no row on purpose: one row that every movement shares would be fought for.
  rule_version integer,
  -- Deferred, since only a movement that is new writes its receipt.
  receipt_id   uuid REFERENCES receipts (id) DEFERRABLE INITIALLY DEFERRED,
  details      jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX journals_of_receipt ON journals (receipt_id) WHERE receipt_id IS NOT NULL;

CREATE TABLE postings (
  journal_id    bigint NOT NULL REFERENCES journals (id),
  account_id    bigint NOT NULL,
  asset         text NOT NULL,
  amount        numeric(38, 18) NOT NULL CHECK (amount <> 0),
  -- NULL for the club's own accounts.
  balance_after numeric(38, 18),
  PRIMARY KEY (journal_id, account_id),
  FOREIGN KEY (account_id, asset) REFERENCES accounts (id, asset),
  -- No finer than the asset can be divided (D-02).
  CHECK (amount = trunc(amount, CASE asset WHEN 'BTC' THEN 8 WHEN 'ETH' THEN 18 ELSE 6 END))
);

CREATE INDEX postings_of_account ON postings (account_id, journal_id);

CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journals
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A journal has come to at least two postings, and to zero per asset, when its transaction ends.
CREATE FUNCTION require_balanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM postings WHERE journal_id = NEW.id) < 2
    OR EXISTS (SELECT FROM postings WHERE journal_id = NEW.id GROUP BY asset HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'journal % is not balanced', NEW.id USING ERRCODE = 'PB003';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER journals_balanced AFTER INSERT ON journals DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION require_balanced_journal();

-- Postings come all at once, so that none can be slipped into a journal that is there already.
CREATE FUNCTION require_balanced_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added GROUP BY journal_id, asset HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'postings of one journal do not add up to zero' USING ERRCODE = 'PB003';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER postings_balanced AFTER INSERT ON postings REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_postings();

-- Locks the wallets of a movement in the order of their ids, which is the same for everybody, and tells how many there are and
-- whether one has too little. Legs without a member are the club's own and are not locked.
CREATE FUNCTION lock_wallets(
  p_members uuid[], p_accounts text[], p_assets text[], p_amounts numeric[], OUT wallets integer, OUT short uuid, OUT short_asset text
)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT count(*),
    (array_agg(locked.member_id) FILTER (WHERE locked.balance + locked.amount < 0))[1],
    (array_agg(locked.asset) FILTER (WHERE locked.balance + locked.amount < 0))[1]
  INTO wallets, short, short_asset
  FROM (
    SELECT wallet.member_id, wallet.asset, wallet.balance, leg.amount
    FROM unnest(p_members, p_accounts, p_assets, p_amounts) AS leg (member_id, kind, asset, amount)
      JOIN accounts AS wallet ON wallet.member_id = leg.member_id AND wallet.kind = leg.kind AND wallet.asset = leg.asset
    ORDER BY wallet.id
    FOR NO KEY UPDATE OF wallet
  ) AS locked;
END
$$;

-- Writes one movement: locks, balances, journal, postings. One leg for each account that it touches.
-- A key that is there already changes nothing: `posted` is false and `journal_id` the journal that is there.
-- PB001: a wallet has too little (DETAIL: member and asset). PB002: the key belongs to another movement. PB003: not balanced.
CREATE FUNCTION post_journal(
  p_key text, p_at timestamptz, p_kind text, p_member uuid, p_rules integer, p_receipt uuid, p_details jsonb,
  p_members uuid[], p_accounts text[], p_assets text[], p_amounts numeric[],
  OUT journal_id bigint, OUT posted boolean, OUT receipt_id uuid
)
LANGUAGE plpgsql AS $$
DECLARE
  v_wallets integer := cardinality(array_remove(p_members, NULL));
  v_locked  record;
  v_written integer;
BEGIN
  v_locked := lock_wallets(p_members, p_accounts, p_assets, p_amounts);
  IF v_locked.wallets < v_wallets THEN
    -- A wallet comes into being with its first movement.
    INSERT INTO accounts (member_id, kind, asset, balance)
      SELECT leg.member_id, leg.kind, leg.asset, 0
      FROM unnest(p_members, p_accounts, p_assets) AS leg (member_id, kind, asset)
      WHERE leg.member_id IS NOT NULL ORDER BY leg.member_id, leg.asset
      ON CONFLICT DO NOTHING;
    v_locked := lock_wallets(p_members, p_accounts, p_assets, p_amounts);
  END IF;
  -- After the locks, so that the journals of a wallet have numbers in the order in which they changed it.
  INSERT INTO journals AS journal (at, kind, key, member_id, rule_version, receipt_id, details)
    VALUES (p_at, p_kind, p_key, p_member, p_rules, p_receipt, p_details)
    ON CONFLICT (key) DO NOTHING RETURNING journal.id INTO post_journal.journal_id;
  posted := post_journal.journal_id IS NOT NULL;
  receipt_id := p_receipt;
  IF NOT posted THEN
    SELECT replay.journal_id, replay.receipt_id INTO post_journal.journal_id, post_journal.receipt_id
      FROM journal_of_key(p_key, p_kind, p_members, p_accounts, p_assets, p_amounts) AS replay;
    RETURN;
  END IF;
  IF v_locked.short IS NOT NULL THEN
    RAISE EXCEPTION 'insufficient balance'
      USING ERRCODE = 'PB001', DETAIL = json_build_object('memberId', v_locked.short, 'asset', v_locked.short_asset);
  END IF;
  WITH leg AS (
    SELECT * FROM unnest(p_members, p_accounts, p_assets, p_amounts) AS leg (member_id, kind, asset, amount)
  ), moved AS (
    UPDATE accounts AS wallet SET balance = wallet.balance + leg.amount FROM leg
    WHERE wallet.member_id = leg.member_id AND wallet.kind = leg.kind AND wallet.asset = leg.asset
    RETURNING wallet.id, wallet.asset, leg.amount, wallet.balance
  )
  INSERT INTO postings (journal_id, account_id, asset, amount, balance_after)
    SELECT post_journal.journal_id, moved.id, moved.asset, moved.amount, moved.balance FROM moved
    UNION ALL
    SELECT post_journal.journal_id, own.id, own.asset, leg.amount, NULL
    FROM leg JOIN accounts AS own ON own.member_id IS NULL AND own.kind = leg.kind AND own.asset = leg.asset
    WHERE leg.member_id IS NULL;
  GET DIAGNOSTICS v_written = ROW_COUNT;
  IF v_written <> cardinality(p_amounts) THEN
    RAISE EXCEPTION 'a leg of % names no account, or one account twice', p_kind USING ERRCODE = 'PB003';
  END IF;
END
$$;

-- The journal that has the key already. It must be the same movement: the same kind, and the same amounts on the same accounts.
CREATE FUNCTION journal_of_key(
  p_key text, p_kind text, p_members uuid[], p_accounts text[], p_assets text[], p_amounts numeric[],
  OUT journal_id bigint, OUT receipt_id uuid
)
LANGUAGE plpgsql AS $$
DECLARE
  v_kind text;
BEGIN
  SELECT journal.id, journal.receipt_id, journal.kind INTO journal_of_key.journal_id, journal_of_key.receipt_id, v_kind
    FROM journals AS journal WHERE journal.key = p_key;
  IF v_kind <> p_kind OR EXISTS (
    (SELECT * FROM unnest(p_members, p_accounts, p_assets, p_amounts)
      EXCEPT ALL SELECT account.member_id, account.kind, account.asset, posting.amount
        FROM postings AS posting JOIN accounts AS account ON account.id = posting.account_id WHERE posting.journal_id = journal_of_key.journal_id)
    UNION ALL
    (SELECT account.member_id, account.kind, account.asset, posting.amount
        FROM postings AS posting JOIN accounts AS account ON account.id = posting.account_id WHERE posting.journal_id = journal_of_key.journal_id
      EXCEPT ALL SELECT * FROM unnest(p_members, p_accounts, p_assets, p_amounts))
  ) THEN
    RAISE EXCEPTION 'the key % belongs to another movement', p_key USING ERRCODE = 'PB002';
  END IF;
END
$$;

-- How far the books were checked, and what each account's postings came to up to there, so that a check reads only what is new.
CREATE TABLE books_check (
  only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  checked_journal bigint NOT NULL DEFAULT 0,
  checked_at      timestamptz
);

INSERT INTO books_check DEFAULT VALUES;

CREATE TABLE checked_balances (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  balance    numeric(38, 18) NOT NULL
);

-- Set while the books don't agree: money stands still until somebody has looked.
ALTER TABLE club_state ADD COLUMN books_stopped_at timestamptz;
