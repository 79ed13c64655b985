-- The rules of the club, effective-dated (D-04), and the few facts that are on or off now.

CREATE TABLE rules (
  version        integer PRIMARY KEY CHECK (version >= 1),
  effective_from timestamptz NOT NULL,
  -- As GET /rules answers them; amounts and rates are decimal strings.
  "values"       jsonb NOT NULL,
  -- Which values are the product's own defaults rather than the source's, shown to operators.
  defaults       text[] NOT NULL DEFAULT '{}'
);

CREATE INDEX rules_by_time ON rules (effective_from);

-- A version in force is what receipts were made under: it is followed by another, never rewritten.
CREATE TRIGGER rules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rules
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO rules (version, effective_from, "values", defaults) VALUES (1, '2026-01-01T00:00:00Z', '{
  "minimumDepositUsd": "100",
  "minimumWithdrawalUsd": "300",
  "withdrawalFeeRate": "0.10",
  "withdrawalCompletionHours": 240,
  "customPlanAboveUsd": "100",
  "principalCeilingUsd": "10000",
  "principalPointsShare": "0.20",
  "stakeDays": 365,
  "restakeDays": 90,
  "stages": [
    {"stage": 1, "name": "bronze", "amountUsd": "1000"},
    {"stage": 2, "name": "silver", "amountUsd": "5000"},
    {"stage": 3, "name": "gold", "amountUsd": "10000"},
    {"stage": 4, "name": "ruby", "amountUsd": "30000"},
    {"stage": 5, "name": "sapphire", "amountUsd": "50000"},
    {"stage": 6, "name": "emerald", "amountUsd": "100000"},
    {"stage": 7, "name": "diamond", "amountUsd": "300000"},
    {"stage": 8, "name": "custom", "amountUsd": null}
  ]
}', ARRAY['stages.5.amountUsd', 'stages.6.amountUsd', 'stages.7.amountUsd']);

CREATE TABLE club_state (
  only_row          boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  maintenance       boolean NOT NULL DEFAULT false,
  maintenance_until timestamptz,
  -- Set where the demo club was filled in: its sign-ins are published, so it must never be served to others.
  demo_filled_at    timestamptz,
  -- A known text under the secret key: tells at start that the key is not the one this database was made with.
  key_check         bytea
);

INSERT INTO club_state DEFAULT VALUES;
