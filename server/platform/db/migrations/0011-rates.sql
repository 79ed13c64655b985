-- What one of an asset is worth in USD, from a moment on (D-01, D-07). A rate is followed by another, never rewritten.

CREATE TABLE rates (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset  text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP')),
  usd    numeric NOT NULL CHECK (usd > 0),
  -- Since when it is in force, and so how old it is.
  at     timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('operator', 'feed')),
  -- Which operator; NULL where nobody did.
  set_by text
);

CREATE INDEX rates_by_time ON rates (asset, at, id);

CREATE TRIGGER rates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rates
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
