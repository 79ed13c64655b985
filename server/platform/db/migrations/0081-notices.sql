-- What members are told of in the app, one row for each event, written with it.

CREATE TABLE notices (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id  uuid NOT NULL REFERENCES members (id),
  kind       text NOT NULL CHECK (kind IN (
    'depositSeen', 'depositCredited', 'depositHeld', 'withdrawalApproved', 'withdrawalPaid', 'withdrawalRefused',
    'transferReceived', 'stakeFree', 'inquiryAnswered', 'moneyHeld')),
  -- Names the event among those of its kind: it is told once.
  event      text NOT NULL,
  at         timestamptz NOT NULL,
  read_at    timestamptz,
  -- What it is about; the kind says which of these there are.
  receipt_id uuid REFERENCES receipts (id),
  inquiry_id uuid REFERENCES inquiries (id),
  asset      text CHECK (asset IN ('USDT', 'BTC', 'ETH', 'MSPC', 'MP', 'PP')),
  amount     numeric(38, 18) CHECK (amount > 0),
  held_until timestamptz,
  UNIQUE (member_id, kind, event),
  CHECK ((asset IS NULL) = (amount IS NULL))
);

CREATE INDEX notices_of_member ON notices (member_id, at, id);
CREATE INDEX notices_unread ON notices (member_id) WHERE read_at IS NULL;
CREATE INDEX notices_by_time ON notices (at);
