-- What a member whose withdrawals go only to saved addresses is told of the book: a saved address may be used after a day, and the day of
-- new ones begins again.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'depositSeen', 'depositCredited', 'depositHeld', 'withdrawalApproved', 'withdrawalPaid', 'withdrawalRefused',
  'transferReceived', 'stakeFree', 'inquiryAnswered', 'moneyHeld', 'allowListOn', 'allowListTurningOff',
  'allowListKept', 'addressSaved', 'newAddressesWait'));
