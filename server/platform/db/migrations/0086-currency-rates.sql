-- How much of a currency one USD buys, from a moment on: for estimates that members see in it (D-01). A rate is followed by
-- another, never rewritten.

CREATE TABLE currency_rates (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL CHECK (currency IN ('JPY', 'CNY', 'EUR')),
  per_usd  numeric NOT NULL CHECK (per_usd > 0),
  -- Since when it is in force, and so how old it is.
  at       timestamptz NOT NULL,
  source   text NOT NULL CHECK (source IN ('operator', 'feed')),
  -- Which operator; NULL where nobody did.
  set_by   text
);

CREATE INDEX currency_rates_by_time ON currency_rates (currency, at, id);

CREATE TRIGGER currency_rates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON currency_rates
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
