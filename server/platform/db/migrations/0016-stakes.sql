-- Stakes (D-09, D-10, L-03): what a plan purchase or a restake locks for a term, and what its days have brought.

INSERT INTO rules (version, effective_from, "values", defaults)
SELECT version + 1, effective_from, "values" || jsonb_build_object(
  'referralBonusOn', true,
  'referralBonusRate', '0.05',
  'binaryBonusOn', true,
  'binaryBonusRate', '0.10',
  'binaryCapUsd', NULL,
  'restakeVolumeShare', '0',
  'leaderVolumeUsd', '50000',
  'chairpersonVolumeUsd', '500000',
  'stages', (
    SELECT jsonb_agg(plan.stage || jsonb_build_object('dailyRate',
        (ARRAY['0.0005', '0.0006', '0.0007', '0.0008', '0.0009', '0.001', '0.0012', '0.0005'])[(plan.stage ->> 'stage')::integer]) ORDER BY plan.place)
    FROM jsonb_array_elements("values" -> 'stages') WITH ORDINALITY AS plan (stage, place))
), defaults || ARRAY['referralBonusOn', 'referralBonusRate', 'binaryBonusOn', 'binaryBonusRate', 'binaryCapUsd', 'restakeVolumeShare',
  'leaderVolumeUsd', 'chairpersonVolumeUsd', 'stages.1.dailyRate', 'stages.2.dailyRate', 'stages.3.dailyRate', 'stages.4.dailyRate',
  'stages.5.dailyRate', 'stages.6.dailyRate', 'stages.7.dailyRate', 'stages.8.dailyRate']
FROM rules ORDER BY version DESC LIMIT 1;

CREATE TABLE stakes (
  id           uuid PRIMARY KEY,
  member_id    uuid NOT NULL REFERENCES members (id),
  -- Of the purchase or restake that began it.
  receipt_id   uuid NOT NULL UNIQUE REFERENCES receipts (id) DEFERRABLE INITIALLY DEFERRED,
  stage        integer NOT NULL CHECK (stage BETWEEN 1 AND 8),
  state        text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'matured', 'restaked', 'withdrawn')),
  -- What was chosen at its end.
  option       text CHECK (option IN ('full', 'mpOnly', 'withdraw')),
  -- What the daily rate is a share of: the price in USD, and restaked MP (1 MP = 1 USD).
  amount_usd   numeric(38, 18) NOT NULL CHECK (amount_usd > 0),
  staked_usdt  numeric(38, 18) NOT NULL CHECK (staked_usdt >= 0),
  staked_mp    numeric(38, 18) NOT NULL CHECK (staked_mp >= 0),
  -- What the days up to days_accrued have brought.
  accrued_mp   numeric(38, 18) NOT NULL DEFAULT 0 CHECK (accrued_mp >= 0),
  days         integer NOT NULL CHECK (days >= 1),
  days_accrued integer NOT NULL DEFAULT 0 CHECK (days_accrued BETWEEN 0 AND days),
  started_at   timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL CHECK (ends_at > started_at),
  -- When it was restaked or withdrawn.
  ended_at     timestamptz,
  previous_id  uuid UNIQUE REFERENCES stakes (id),
  CHECK ((state IN ('restaked', 'withdrawn')) = (ended_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (option IS NULL)),
  CHECK (state = 'running' OR days_accrued = days)
) WITH (fillfactor = 80);

CREATE INDEX stakes_of_member ON stakes (member_id, started_at, id);
-- The next day of a stake that runs; what is due is found by it.
CREATE INDEX stakes_running ON stakes (started_at) WHERE state = 'running';

-- Which version of the risk statement each member has acknowledged, and when (D-31).
CREATE TABLE risk_acknowledgements (
  member_id    uuid NOT NULL REFERENCES members (id),
  risk_version integer NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (member_id, risk_version)
);
