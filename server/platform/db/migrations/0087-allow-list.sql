-- A member's own limit: withdrawals go only to addresses of the book that are not new. It is on from the first of these moments until the
-- second, which is asked for a day before.
ALTER TABLE members
  ADD COLUMN allow_list_on_at timestamptz,
  ADD COLUMN allow_list_off_at timestamptz;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'depositSeen', 'depositCredited', 'depositHeld', 'withdrawalApproved', 'withdrawalPaid', 'withdrawalRefused',
  'transferReceived', 'stakeFree', 'inquiryAnswered', 'moneyHeld', 'allowListOn', 'allowListTurningOff',
  'allowListKept'));
